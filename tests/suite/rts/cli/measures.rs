//! The measures of the movement suite.

use gridmarch::base::{Cell, Dir};
use gridmarch::games::rts::cli::jams::measures::{Glance, UnitLog, p95};
use gridmarch::games::rts::sim::units::Doing;
use gridmarch::nav::step::{Step, Tick};
use gridmarch::nav::terrain::STRAIGHT;
use std::collections::BTreeSet;

const SPOT: Cell = Cell::new(9, 0);

fn glance<'a>(now: Tick, x: i16, goals: &'a [Cell], doing: Doing, step: Option<Step>) -> Glance<'a> {
    Glance { now, at: Cell::new(x, 0), step, doing, goals, post: goals.last().copied() }
}

#[test]
fn standing_far_away_counts_until_the_unit_moves() {
    let goals = [SPOT];
    let waiting = Doing::Waiting { since: 0, obstacle: None };
    let mut watch = UnitLog::new(SPOT, Cell::new(0, 0), &glance(11, 0, &goals, waiting, None));
    for now in 12..=80 {
        watch.see(&glance(now, 0, &goals, waiting, None));
    }
    assert_eq!((watch.ordered, watch.longest_stand, watch.stood_far, watch.walked), (10, 70, 70, 0));
    assert!(watch.is_due_for_a_look(90));
    watch.has_no_reason_to_stand();
    assert!(!watch.is_due_for_a_look(110), "one standing counts once");
    let step = Some(Step { from: Cell::new(0, 0), dir: Dir::East, start: 80, ticks: 6 });
    for now in 81..=86 {
        watch.see(&glance(now, i16::from(now > 83), &goals, Doing::Moving, step));
    }
    assert_eq!((watch.longest_stand, watch.stood_far, watch.walked), (70, 70, STRAIGHT));
}

#[test]
fn who_goes_at_the_next_tick_had_a_reason_to_stand() {
    let goals = [SPOT];
    let waiting = Doing::Waiting { since: 0, obstacle: None };
    let begin = || {
        let mut watch = UnitLog::new(SPOT, Cell::new(0, 0), &glance(1, 0, &goals, waiting, None));
        watch.see(&glance(80, 0, &goals, waiting, None));
        assert!(watch.is_due_for_a_look(80));
        watch
    };
    let (mut goes, mut stands) = (begin(), begin());
    let step = Some(Step { from: Cell::new(0, 0), dir: Dir::East, start: 80, ticks: 6 });
    goes.see(&glance(81, 0, &goals, Doing::Moving, step));
    stands.see(&glance(81, 0, &goals, waiting, None));
    assert!(!goes.is_due_for_a_look(80) && stands.is_due_for_a_look(80));
    stands.has_no_reason_to_stand();
    assert!(!stands.is_due_for_a_look(80), "one standing counts once");
    assert_eq!((goes.idle_with_free_way, stands.idle_with_free_way), (0, 1));
}

#[test]
fn a_unit_that_is_pushed_a_little_has_come_and_one_that_is_driven_away_has_not() {
    let goals = [SPOT];
    let arrived = |now, x| glance(now, x, &[], Doing::Arrived, None);
    let mut watch = UnitLog::new(SPOT, Cell::new(8, 0), &glance(1, 8, &goals, Doing::Moving, None));
    watch.see(&arrived(5, 9));
    watch.see(&arrived(50, 12));
    assert_eq!(watch.came_after(&arrived(50, 12)), Some(5));
    watch.see(&arrived(60, 30));
    assert_eq!(watch.came_after(&arrived(60, 30)), None);
    watch.see(&arrived(70, 9));
    assert_eq!(watch.came_after(&arrived(70, 9)), Some(60));
    assert_eq!((watch.lost, watch.skipped), (0, 0));
}

#[test]
fn a_unit_that_exchanges_its_place_while_it_makes_way_has_come_to_the_other_place() {
    let other = Cell::new(30, 0);
    let mut watch = UnitLog::new(SPOT, Cell::new(8, 0), &glance(1, 8, &[SPOT], Doing::Moving, None));
    watch.see(&glance(5, 9, &[], Doing::Arrived, None));
    let back = Glance { post: Some(other), ..glance(60, 30, &[], Doing::Arrived, None) };
    watch.see(&back);
    assert_eq!((watch.spot, watch.came_after(&back)), (other, Some(5)));
    assert_eq!(watch.place(&BTreeSet::from([SPOT, other])), other);
    assert_eq!(watch.place(&BTreeSet::from([SPOT])), SPOT, "nobody was sent to the other one");
    // And settles beside it.
    let beside = Cell::new(33, 0);
    watch.see(&Glance { post: Some(beside), ..glance(70, 33, &[], Doing::Arrived, None) });
    assert_eq!(watch.place(&BTreeSet::from([SPOT, other])), other, "it was exchanged for this one");
    assert_eq!(watch.place(&BTreeSet::from([SPOT])), SPOT);
}

#[test]
fn orders_that_end_far_away_without_a_reason_are_lost() {
    let goals = [Cell::new(4, 0), SPOT];
    let new = || UnitLog::new(SPOT, Cell::new(0, 0), &glance(1, 0, &goals, Doing::Moving, None));
    let mut lost = new();
    lost.see(&glance(2, 0, &[], Doing::Idle, None));
    assert_eq!((lost.lost, lost.skipped), (1, 1));
    let mut pushed = new();
    pushed.see(&glance(2, 8, &[], Doing::GoalTaken(SPOT), None));
    pushed.see(&Glance { post: Some(Cell::new(8, 0)), ..glance(3, 7, &[], Doing::MakingWay, None) });
    assert_eq!(pushed.spot, SPOT, "what it goes back to is not what it was sent to");
    let mut told = new();
    told.see(&glance(2, 4, &goals[1..], Doing::Moving, None));
    told.see(&glance(3, 2, &[], Doing::GoalTaken(SPOT), None));
    assert_eq!((told.lost, told.skipped), (0, 0));
}

#[test]
fn the_95th_percentile_is_the_nearest_rank() {
    assert_eq!(p95(&mut []), 0.0);
    assert_eq!(p95(&mut [3.0]), 3.0);
    let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
    assert_eq!(p95(&mut hundred), 95.0);
    assert_eq!(p95(&mut [1.0, 2.0]), 2.0);
}
