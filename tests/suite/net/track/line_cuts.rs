//! Whole matches over bad lines: the own move is seen at once, all come to the same, no turn is lost or made twice.

use super::desk::WATCH;
use super::line::Weather;
use super::net::Hand;
use super::net::track::FromTrack;
use super::toy::{PROGRAM, STEP, Toy};
use super::world::{FRAME, World};
use rand::RngExt;

fn endless(seats: usize) -> Toy {
    Toy::new(seats, 1_000_000, 1)
}

const BAD: Weather = Weather { rtt: 150, jitter: 20, loss: 20 };

/// The share of the values that are no more than this, in percent.
fn within(values: &[u64], most: u64) -> usize {
    values.iter().filter(|value| **value <= most).count() * 100 / values.len()
}

#[test]
fn the_own_move_is_seen_in_the_next_step_at_150_ms_and_two_percent_loss() {
    let (mut seen, mut late, mut all) = (Vec::new(), 0, 0);
    for seed in 0..20 {
        let mut world = World::new(seed, 2, endless(2), false, |_| BAD);
        world.run(6000);
        for _ in 0..600 {
            if world.rng.random_range(0..3) == 0 {
                let at = world.rng.random_range(0..2);
                world.want(at, 1);
            }
            world.run(100);
        }
        world.run(2000);
        world.assert_whole("bad lines");
        for (seat, client) in world.clients.iter().enumerate() {
            let (made, steps) = world.made(seat as u8);
            assert_eq!(made, (1..=client.wanted.len() as u32).collect::<Vec<_>>());
            assert_eq!(client.seen_after.len(), client.wanted.len());
            seen.extend(&client.seen_after);
            // What was too late was shown a step earlier than it was made.
            late += steps.iter().zip(&client.planned).filter(|(step, planned)| step > planned).count();
            all += client.wanted.len();
        }
    }
    assert!(all > 1000);
    let best = within(&seen, STEP + FRAME);
    assert!(best >= 99, "{best} of 100 within a step; the longest took {:?}", seen.iter().max());
    assert!(late * 100 <= all * 3, "{late} of {all} were too late");
}

#[test]
fn a_hundred_matches_with_cuts_kills_and_stops_lose_and_double_no_turn() {
    let (mut kills, mut cuts, mut turns) = (0, 0, 0);
    for seed in 0..100 {
        let weather = |ticket: u8| Weather { rtt: 40 + 60 * (u64::from(ticket) % 4), jitter: 40, loss: 30 };
        let mut world = World::new(seed, 2 + seed as usize % 3, endless(2 + seed as usize % 3), seed % 2 == 0, weather);
        for _ in 0..3000 {
            world.run(2 * FRAME);
            let at = world.rng.random_range(0..world.clients.len());
            match world.rng.random_range(0..1000) {
                0..100 => _ = world.want(at, 1 + (seed % 3) as u8),
                100..104 => {
                    world.cut(at, 0);
                    cuts += 1;
                }
                104..106 => {
                    world.cut(at, 0);
                    world.cut(at, 1);
                }
                106 => world.clients[at].stopped = world.now + 2500,
                107 if world.rng.random_range(0..2) == 0 => {
                    world.kill();
                    kills += 1;
                }
                _ => {}
            }
        }
        // Somebody may be stopped, and the server may wait for all after a kill.
        world.run(20_000);
        world.assert_whole(&format!("match {seed}"));
        for seat in 0..world.settings.seats.len() {
            let wanted = world.clients[seat].wanted.len() as u32;
            assert_eq!(world.made(seat as u8).0, (1..=wanted).collect::<Vec<_>>(), "match {seed}, seat {seat}");
            turns += wanted;
        }
    }
    assert!(kills > 50 && cuts > 300 && turns > 5000, "the weather was too good: {kills} {cuts} {turns}");
}

#[test]
fn matches_of_several_rounds_end_alike_everywhere() {
    for seed in 0..50 {
        let mut world = World::new(seed, 3, Toy::new(3, 40, 4), true, |_| BAD);
        for _ in 0..400 {
            world.run(50);
            let at = world.rng.random_range(0..3);
            world.want(at, 2);
        }
        world.run(3000);
        assert_eq!(world.track.course().round, 3);
        world.assert_whole("rounds");
        for client in &world.clients {
            assert!(client.frames.iter().any(|frame| matches!(frame, FromTrack::Over(_))));
            assert_eq!(client.happened, world.clients[0].happened);
        }
    }
}

#[test]
fn who_stands_still_for_ten_seconds_holds_nobody_up_and_is_back_at_once() {
    let mut world = World::new(7, 3, endless(3), false, |_| BAD);
    world.run(10_000);
    let from = world.track.next() as usize;
    world.clients[2].stopped = world.now + 10_000;
    world.run(10_000);
    let until = world.track.next() as usize;
    assert!(until - from >= 10_000 / STEP as usize - 2, "the clock does not wait");
    let on_the_way: Vec<u64> =
        (from..until - 10).map(|step| world.clients[0].known[step] - world.closed[step]).collect();
    assert!(within(&on_the_way, 200) >= 99);
    let hand = |world: &World| {
        world.clients[0].frames.iter().rev().find_map(|frame| match frame {
            FromTrack::Presence(seats) => Some(seats[2].hand),
            _ => None,
        })
    };
    assert_eq!(hand(&world), Some(Hand::Program));
    world.run(3000);
    assert_eq!(hand(&world), Some(Hand::Human));
    assert!(world.want(2, 1));
    world.run(3000);
    world.assert_whole("after a stop");
    let by_program = |batch: &&super::net::log::Batch<u8>| {
        batch.entries.iter().any(|entry| entry.seat == 2 && entry.order == PROGRAM)
    };
    let moved = world.clients[0].happened.iter().filter(by_program).count();
    assert!((110..165).contains(&moved), "a program moved in {moved} steps");
}

#[test]
fn two_quick_presses_are_two_turns_and_a_joint_wish_is_one() {
    let mut world = World::new(1, 2, endless(2), false, |_| BAD);
    world.run(8000);
    assert!(world.want(0, 2) && world.want(0, 3) && world.want(0, 2));
    assert!(!world.want(0, 3), "more than three are forgotten");
    world.run(2000);
    assert!(world.want(0, 1) && world.want(0, 4));
    world.run(2000);
    let batches = &world.clients[1].happened;
    let moves = batches.iter().filter_map(|batch| batch.entries.iter().find(|entry| entry.seat == 0));
    let moves: Vec<u8> = moves.map(|entry| entry.order).filter(|what| *what > 0).collect();
    assert_eq!(moves, [2, 3, 2, 3]);
    let steps = batches.iter().filter(|batch| batch.entries[0].cseq > 0).map(|batch| batch.tick);
    let steps: Vec<u32> = steps.collect();
    assert_eq!((steps[1], steps[2]), (steps[0] + 1, steps[0] + 2), "in steps that follow one another");
}

#[test]
fn who_watches_sees_what_has_happened_and_guesses_nothing() {
    let mut world = World::new(3, 2, endless(2), true, |_| BAD);
    world.run(10_000);
    assert_eq!(world.clients[2].ticket, WATCH);
    let guest = &mut world.clients[2].guest;
    assert_eq!(guest.seat(), None);
    assert!(!guest.turn(world.now, 1));
    let (kept, step) = (guest.kept().clone(), guest.step());
    let shown = guest.shown(world.now);
    assert_eq!((&shown.course, shown.step), (&kept, step));
}
