//! The clock of a client's execution.

use super::net::playout::{MAX_BUFFER, Playout};
use proptest::prelude::*;
use std::collections::VecDeque;

/// A client with frames of 10 ms; batch n is made at n × 50 ms and comes as much later as a function says.
struct Client {
    playout: Playout,
    now: u64,
    next: u32,
    have: u32,
    /// When each tick was executed.
    executed: Vec<u64>,
    way: VecDeque<(u64, u32)>,
    made: u32,
    /// No frames until then.
    stopped: u64,
    buffers: Vec<u8>,
}

impl Client {
    fn new() -> Self {
        Self {
            playout: Playout::new(0, 0),
            now: 0,
            next: 0,
            have: 0,
            executed: Vec::new(),
            way: VecDeque::new(),
            made: 0,
            stopped: 0,
            buffers: Vec::new(),
        }
    }

    fn run(&mut self, millis: u64, delay: impl Fn(u32) -> u64) {
        let end = self.now + millis;
        while self.now < end {
            self.now += 10;
            while u64::from(self.made) * 50 <= self.now {
                let last = self.way.back().map_or(0, |(at, _)| *at);
                self.way.push_back(((u64::from(self.made) * 50 + delay(self.made)).max(last), self.made));
                self.made += 1;
            }
            if self.now < self.stopped {
                continue;
            }
            while self.way.front().is_some_and(|(at, _)| *at <= self.now) {
                let (_, tick) = self.way.pop_front().expect("one is there");
                self.playout.arrived(self.now, tick);
                self.have = tick + 1;
            }
            let due = self.playout.due(self.now, self.next, self.have);
            assert!(self.next + due <= self.have, "what is not there cannot be executed");
            self.next += due;
            self.executed.extend((0..due).map(|_| self.now));
            self.buffers.push(self.playout.buffer());
        }
    }

    /// The least and the greatest distance of ticks from one on.
    fn steps(&self, from: usize) -> (u64, u64) {
        let steps = || self.executed[from..].windows(2).map(|pair| pair[1] - pair[0]);
        (steps().min().unwrap_or(0), steps().max().unwrap_or(0))
    }
}

/// 0 to 49, without a pattern.
fn jitter(tick: u32) -> u64 {
    u64::from(tick.wrapping_mul(2_654_435_761) >> 20) % 50
}

#[test]
fn a_steady_line_needs_no_buffer() {
    let mut client = Client::new();
    client.run(20_000, |_| 100);
    assert_eq!(client.playout.buffer(), 0);
    assert!(client.next + 1 >= client.have);
    let (least, most) = client.steps(5);
    assert!(least >= 40 && most <= 60, "{least} {most}");
}

#[test]
fn jitter_is_hidden_by_a_buffer_of_its_size_and_the_pace_stays_even() {
    let mut client = Client::new();
    client.run(30_000, |tick| 100 + jitter(tick));
    assert_eq!(client.playout.buffer(), 1);
    assert_eq!(client.playout.late_permille(), 0);
    let (least, most) = client.steps(200);
    assert!(least >= 40 && most <= 60, "{least} {most}");
}

#[test]
fn the_buffer_grows_at_once_and_shrinks_a_tick_in_ten_seconds() {
    let mut client = Client::new();
    client.run(10_000, |_| 50);
    // A tenth of the batches is 270 ms late.
    let bad = |tick: u32| 50 + u64::from(tick.is_multiple_of(10)) * 270;
    client.run(3000, bad);
    assert_eq!(client.playout.buffer(), 6);
    client.run(7000, bad);
    client.run(9000, |_| 50);
    assert_eq!(client.playout.buffer(), 6, "for ten seconds they are remembered");
    let before = client.buffers.len();
    client.run(80_000, |_| 50);
    let after = &client.buffers[before..];
    let changes: Vec<usize> = (1..after.len()).filter(|at| after[*at] != after[at - 1]).collect();
    assert!(changes.iter().all(|at| after[*at] + 1 == after[at - 1]), "a tick at a time");
    assert!(changes.windows(2).all(|pair| pair[1] - pair[0] >= 1000), "ten seconds of 10 ms");
    assert_eq!(client.playout.buffer(), 0);
}

#[test]
fn the_buffer_has_at_most_eight_ticks() {
    let mut client = Client::new();
    client.run(20_000, |tick| u64::from(tick.is_multiple_of(40)) * 900);
    assert_eq!(client.playout.buffer(), MAX_BUFFER);
}

#[test]
fn rare_lateness_is_not_paid_for_with_delay() {
    let mut client = Client::new();
    // One in a hundred: the 98th percentile does not see it.
    client.run(30_000, |tick| 50 + u64::from(tick % 100 == 99) * 45);
    assert_eq!(client.playout.buffer(), 0);
    let late = client.playout.late_permille();
    assert!((5..=15).contains(&late), "{late}");
}

#[test]
fn an_interruption_is_caught_up_with_at_once_and_makes_no_buffer() {
    for stop in [1500, 3000, 10_000, 60_000] {
        let mut client = Client::new();
        client.run(15_000, |tick| 100 + jitter(tick));
        client.stopped = client.now + stop;
        client.run(stop + 100, |tick| 100 + jitter(tick));
        assert!(client.next + 3 >= client.have, "stopped for {stop}: {} of {}", client.next, client.have);
        client.run(15_000, |tick| 100 + jitter(tick));
        assert!(client.playout.buffer() <= 2, "stopped for {stop}: {}", client.playout.buffer());
    }
}

#[test]
fn a_way_that_has_become_longer_for_good_is_learnt() {
    for longer in [200, 2500] {
        let mut client = Client::new();
        client.run(15_000, |_| 100);
        client.run(30_000, |_| 100 + longer);
        let (least, most) = client.steps(client.executed.len() - 200);
        assert!(least >= 40 && most <= 60, "{least} {most}");
        client.run(90_000, |_| 100 + longer);
        assert_eq!(client.playout.buffer(), 0, "longer by {longer}");
    }
}

#[test]
fn a_stall_of_four_ticks_is_made_up_for_in_a_second_at_twice_the_pace_at_most() {
    let mut client = Client::new();
    client.run(20_000, |_| 50);
    let before = client.executed.len();
    // One batch holds up those behind it for 200 ms.
    let held = client.made + 2;
    client.run(1400, |tick| if tick == held { 250 } else { 50 });
    assert!(client.next + 1 >= client.have, "{} of {}", client.next, client.have);
    client.run(5000, |_| 50);
    assert_eq!(client.playout.buffer(), 0, "one stall makes no buffer");
    let after = &client.executed[before..];
    let steps: Vec<u64> = after.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let stall = steps.iter().position(|step| *step > 100).expect("it stood");
    assert!(steps[stall + 2..].iter().all(|step| *step >= 20), "{steps:?}");
    assert!(steps[stall + 20..].iter().all(|step| (40..=60).contains(step)), "{steps:?}");
}

#[test]
fn a_buffer_is_as_large_as_half_a_tick_where_that_is_enough() {
    let mut client = Client::new();
    client.run(30_000, |tick| 100 + jitter(tick) / 2);
    assert_eq!((client.playout.buffer(), client.playout.late_permille()), (1, 0));
    // A whole tick later would be 150 ms after it was made, or more.
    let ways = (200..client.executed.len()).map(|tick| client.executed[tick] - tick as u64 * 50);
    let (least, most) = ways.fold((u64::MAX, 0), |(least, most), way| (least.min(way), most.max(way)));
    assert!(least >= 120 && most <= 140, "{least} {most}");
}

#[test]
fn another_connection_takes_the_buffer_that_losses_made_and_leaves_that_of_jitter() {
    // One batch in fifty holds up those behind it for 200 ms.
    let mut lossy = Client::new();
    lossy.run(15_000, |tick| if tick % 50 == 49 { 250 } else { 50 });
    assert!(lossy.playout.buffer() >= 3, "{}", lossy.playout.buffer());
    lossy.playout.relieved(lossy.now);
    lossy.run(5000, |_| 50);
    assert_eq!(lossy.playout.buffer(), 0);
    let mut shaky = Client::new();
    shaky.run(15_000, |tick| 100 + jitter(tick));
    shaky.playout.relieved(shaky.now);
    shaky.run(15_000, |tick| 100 + jitter(tick));
    assert_eq!((shaky.playout.buffer(), shaky.playout.late_permille()), (1, 0));
}

#[test]
fn another_speed_is_followed_without_a_jump() {
    let mut playout = Playout::new(0, 0);
    let (mut next, mut have, mut executed) = (0, 0, Vec::new());
    let mut arrive = 100;
    for now in 0..20_000_u64 {
        let fast = have >= 100;
        if now == arrive {
            if have == 100 {
                playout.speed(100, 200);
            }
            playout.arrived(now, have);
            have += 1;
            arrive += if fast || have > 100 { 25 } else { 50 };
        }
        let due = playout.due(now, next, have);
        next += due;
        executed.extend((0..due).map(|_| now));
    }
    let steps: Vec<u64> = executed.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps[5..95].iter().all(|step| (45..=55).contains(step)), "{steps:?}");
    assert!(steps[102..].iter().all(|step| (22..=28).contains(step)), "{steps:?}");
}

proptest! {
    /// Whatever the line does and however the clock goes, nothing is executed that is not there, and all of it in the end.
    #[test]
    fn nothing_is_executed_before_it_is_there(
        delays in prop::collection::vec(0_u64..3000, 50),
        stops in prop::collection::vec((0_u64..5000, 0_u64..3000), 0..4),
    ) {
        let mut client = Client::new();
        for (run, stop) in stops {
            client.run(run, |tick| delays[tick as usize % 50]);
            client.stopped = client.now + stop;
        }
        client.run(3000, |tick| delays[tick as usize % 50]);
        client.run(10_000, |_| 0);
        prop_assert!(client.next + u32::from(MAX_BUFFER) + 11 >= client.have);
    }
}

#[test]
fn a_clock_that_goes_backwards_harms_nothing() {
    let mut playout = Playout::new(1000, 0);
    playout.arrived(900, 0);
    playout.arrived(100, 1);
    assert!(playout.due(50, 0, 2) <= 2);
    playout.arrived(0, u32::MAX);
    let _ = playout.due(u64::from(u32::MAX), 2, 3);
}
