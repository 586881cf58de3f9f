//! Lanes: the first copy of a batch wins, and connections are opened when they pay.

use super::net::lanes::{Lanes, Wish};
use super::net::log::Batch;
use proptest::prelude::*;

fn batch(tick: u32) -> Batch<u8> {
    Batch { tick, entries: Vec::new(), mac: [tick as u8; 8] }
}

fn lanes() -> Lanes<u8> {
    Lanes::new(0, [0; 8])
}

proptest! {
    /// Each lane is a stream in order that begins somewhere and may be cut; the lanes are merged at random.
    #[test]
    fn batches_come_out_once_and_in_order(
        starts in prop::array::uniform3(0_u32..30),
        choices in prop::collection::vec(0_usize..3, 0..400),
    ) {
        let mut lanes = lanes();
        // One lane begins at the beginning.
        let mut at = [0, starts[1], starts[2]];
        let mut ready = Vec::new();
        for lane in choices.iter().copied().chain([0; 40]) {
            let came = lanes.take(batch(at[lane]));
            at[lane] += 1;
            ready.extend(came.into_iter().map(|batch| batch.tick));
        }
        prop_assert_eq!(&ready, &(0..ready.len() as u32).collect::<Vec<_>>());
        prop_assert!(ready.len() as u32 >= at[0]);
        prop_assert_eq!(lanes.reached().0, ready.len() as u32);
        prop_assert!((0..ready.len() as u32).all(|tick| !lanes.is_new(tick)));
    }
}

#[test]
fn a_gap_is_filled_by_the_other_lane() {
    let mut lanes = lanes();
    assert_eq!(lanes.take(batch(2)), []);
    assert_eq!(lanes.take(batch(0)), [batch(0)]);
    assert_eq!(lanes.take(batch(1)), [batch(1), batch(2)]);
    assert_eq!(lanes.take(batch(1)), []);
    assert_eq!(lanes.reached(), (3, [2; 8]));
}

#[test]
fn a_batch_of_the_far_future_is_not_kept() {
    let mut lanes = lanes();
    for tick in 10_000..20_000 {
        assert!(!lanes.is_new(tick));
        assert_eq!(lanes.take(batch(tick)), []);
        assert!(!lanes.is_new(tick));
    }
    assert!(lanes.is_new(2400));
    lanes.take(batch(2400));
    assert!(!lanes.is_new(2400), "this one is");
}

#[test]
fn the_second_lane_is_opened_when_the_first_is_up() {
    let mut lanes = lanes();
    assert_eq!(lanes.wish(0, 0), Some(Wish::Open(0)));
    assert_eq!(lanes.wish(10, 0), None);
    lanes.heard(100, 0);
    assert_eq!(lanes.wish(100, 0), Some(Wish::Open(1)));
    assert_eq!(lanes.wish(110, 0), None);
    lanes.heard(200, 1);
    assert_eq!(lanes.wish(200, 0), None);
    assert_eq!(lanes.up().collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_third_lane_is_opened_when_more_than_one_in_a_hundred_is_late() {
    let mut lanes = lanes();
    for lane in 0..2 {
        lanes.wish(0, 0);
        lanes.heard(0, lane);
    }
    assert_eq!(lanes.wish(100, 10), None);
    assert_eq!(lanes.wish(100, 11), Some(Wish::Open(2)));
}

/// When the third lane is closed, if from a time on so many in a thousand are late; all lanes that are up are heard.
fn third_closes(lanes: &mut Lanes<u8>, from: u64, late: impl Fn(u64) -> u32) -> u64 {
    for now in (from..from + 1_000_000).step_by(500) {
        let up: Vec<u8> = lanes.up().collect();
        up.into_iter().for_each(|lane| lanes.heard(now, lane));
        match lanes.wish(now, late(now)) {
            Some(Wish::Open(2)) => lanes.heard(now, 2),
            Some(Wish::Close(2)) => return now,
            wish => assert_eq!(wish, None),
        }
    }
    panic!("it is never closed");
}

#[test]
fn a_third_lane_is_closed_after_a_minute_without_a_late_batch_and_later_each_time() {
    let mut lanes = lanes();
    for lane in 0..3 {
        lanes.wish(0, 11);
        lanes.heard(0, lane);
    }
    // Late batches make the calm begin anew.
    assert_eq!(third_closes(&mut lanes, 0, |now| if now < 30_000 { 5 } else { 0 }), 90_000);
    assert_eq!(lanes.up().collect::<Vec<_>>(), [0, 1]);
    let twice = third_closes(&mut lanes, 90_500, |now| if now < 100_000 { 11 } else { 2 });
    assert_eq!(twice, 220_000, "it was too early, and has to stay twice as long");
    assert_eq!(third_closes(&mut lanes, 220_500, |now| if now < 230_000 { 20 } else { 0 }), 470_000);
}

#[test]
fn a_third_lane_that_stands_in_for_another_stays() {
    let mut lanes = lanes();
    for lane in 0..3 {
        lanes.wish(0, 11);
        lanes.heard(0, lane);
    }
    lanes.closed(500, 0);
    for now in (1000..300_000).step_by(500) {
        (1..3).for_each(|lane| lanes.heard(now, lane));
        assert_eq!(lanes.wish(now, 0), None);
    }
}

#[test]
fn a_lane_that_was_closed_is_opened_again_after_a_second() {
    let mut lanes = lanes();
    lanes.wish(0, 0);
    lanes.heard(0, 0);
    lanes.wish(0, 0);
    lanes.heard(0, 1);
    lanes.closed(1000, 0);
    assert_eq!(lanes.wish(1999, 0), None);
    assert_eq!(lanes.wish(2000, 0), Some(Wish::Open(0)));
    lanes.closed(2100, 0);
    lanes.closed(2100, 1);
    assert_eq!(lanes.wish(3099, 0), None);
    assert_eq!(lanes.wish(3100, 0), Some(Wish::Open(0)), "one, and the other when it is up");
    assert_eq!(lanes.wish(3100, 0), None);
}

#[test]
fn a_lane_on_which_nothing_comes_is_given_up() {
    let mut lanes = lanes();
    lanes.wish(0, 0);
    lanes.heard(0, 0);
    lanes.wish(0, 0);
    lanes.heard(0, 1);
    lanes.heard(4000, 1);
    assert_eq!(lanes.wish(4999, 0), None);
    assert_eq!(lanes.wish(5000, 0), Some(Wish::Close(0)));
    assert!(lanes.is_up(1) && !lanes.is_up(0));
}

#[test]
fn what_comes_by_a_lane_that_does_not_exist_opens_none() {
    let mut lanes = lanes();
    lanes.heard(0, 7);
    lanes.closed(0, 255);
    assert_eq!(lanes.up().count(), 0);
}
