//! Machines that come to different results.

use super::desk::{Desk, closed, to};
use super::line::Weather;
use super::net::Hand;
use super::net::difference::compare;
use super::net::frame::{Bye, Check, Desync, ToClient, ToServer};
use super::net::room::{Conn, Out};
use super::world::{World, settings};

const FAIR: Weather = Weather { rtt: 150, jitter: 50, loss: 20 };

/// A defect of one field in one machine of four, at a hundred different ticks.
#[test]
fn a_planted_difference_is_named_with_tick_part_and_path_in_two_seconds() {
    for seed in 0..100 {
        let mut world = World::new(settings(4), &[FAIR; 4], seed);
        let defect = 60 + seed as u32 % 37;
        world.clients[1].defect = Some(defect);
        while world.desyncs.is_empty() && world.now < 20_000 {
            world.run(10);
        }
        let (at, desync) = world.desyncs[0].clone();
        let happened = world.clients[1].executed.iter().find(|(_, tick)| *tick == defect).expect("it has run").0;
        assert!(at - happened <= 2000, "seed {seed}: {} ms", at - happened);
        assert_eq!((desync.tick, desync.part, &desync.seats[..]), (defect, Some(0), &[1][..]));
        let witness = usize::from(desync.witness.expect("a witness"));
        let state = |client: usize| world.clients[client].exchange.iter().find(|game| game.tick == desync.snapshot);
        let (here, there) = (state(1).expect("it is kept"), state(witness).expect("it is kept"));
        let differences = compare(here, there).expect("they have a form");
        let steps = |game: &super::toy::Game| game.sides[1].units[2].steps;
        let expected = format!("sides[1].units[2].steps: {} ≠ {}", steps(here), steps(there));
        assert_eq!(differences.named.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);

        // It goes on from a state that is right, the others have noticed nothing.
        world.clients[1].defect = None;
        world.busy = false;
        world.run(4000);
        assert_eq!(world.desyncs.len(), 1, "seed {seed}");
        world.assert_orders_are_whole();
        world.assert_states_are_equal();
        for (seat, client) in world.clients.iter().enumerate() {
            assert_eq!(client.restored.len(), if seat == 1 { 2 } else { 1 });
            assert!(client.game.tick + 20 > world.room.next(), "seat {seat} is in step");
        }
    }
}

#[test]
fn a_difference_that_heals_before_the_next_comparison_is_named_too() {
    let mut world = World::new(settings(4), &[FAIR; 4], 2);
    (world.clients[1].defect, world.clients[1].heals) = (Some(63), Some(70));
    world.run(9000);
    let (_, desync) = &world.desyncs[0];
    assert_eq!((desync.tick, desync.part, &desync.seats[..]), (63, Some(0), &[1][..]));
}

#[test]
fn with_a_referee_the_right_one_of_two_is_known() {
    let mut settings = settings(2);
    settings.referee = true;
    let mut world = World::new(settings, &[FAIR; 2], 5);
    world.clients[1].defect = Some(430);
    while world.desyncs.is_empty() && world.now < 30_000 {
        world.run(10);
    }
    world.clients[1].defect = None;
    world.run(10_000);
    let named: Vec<_> = world.desyncs.iter().map(|(_, desync)| (desync.tick, desync.seats.clone())).collect();
    assert_eq!(named, [(430, vec![1])]);
    let start = world.clients[1].restored[1];
    assert!(matches!(start, super::net::frame::Start::Snapshot { tick: 400, .. }), "{start:?}");
    world.busy = false;
    world.run(4000);
    world.assert_states_are_equal();
}

fn check(desk: &mut Desk, seat: u64, tick: u32, whole: u64) -> Vec<Out<super::toy::Order>> {
    desk.say(Conn(seat), ToServer::Check(Check { tick, whole, chain: whole }))
}

fn named(out: &[Out<super::toy::Order>]) -> Vec<Desync> {
    out.iter().filter_map(|out| if let Out::Desync(desync) = out { Some(desync.clone()) } else { None }).collect()
}

#[test]
fn without_a_referee_two_who_differ_play_on_and_nothing_is_rated() {
    let mut desk = Desk::running(settings(2));
    desk.wait(1050);
    check(&mut desk, 0, 20, 1);
    let out = check(&mut desk, 1, 20, 2);
    assert_eq!(named(&out), [Desync { tick: 19, part: None, seats: vec![0, 1], witness: None, snapshot: 20 }]);
    assert!(out.contains(&Out::Unrated));
    desk.wait(1000);
    check(&mut desk, 0, 40, 3);
    assert_eq!(check(&mut desk, 1, 40, 4), [], "it is said once");
    assert_eq!(closed(&desk.wait(100)), []);
}

#[test]
fn one_who_answers_first_does_not_decide_what_is_right() {
    let mut desk = Desk::running(settings(2));
    desk.wait(1050);
    check(&mut desk, 0, 20, 1);
    desk.wait(3000);
    let out = check(&mut desk, 1, 20, 2);
    assert_eq!(named(&out)[0].seats, [0, 1], "a late answer makes a tie, not a culprit");
}

#[test]
fn who_gives_no_hashes_of_parts_is_named_all_the_same() {
    let mut desk = Desk::running(settings(3));
    desk.wait(1050);
    check(&mut desk, 0, 20, 1);
    check(&mut desk, 1, 20, 2);
    let out = check(&mut desk, 2, 20, 1);
    assert_eq!(to(Conn(1), &out), [ToClient::AskPrints { from: 1, until: 20 }]);
    desk.say(Conn(1), ToServer::Prints { from: 1, parts: Vec::new() });
    desk.say(Conn(0), ToServer::Prints { from: 77, parts: Vec::new() });
    let out = desk.wait(2000);
    assert_eq!(named(&out), [Desync { tick: 19, part: None, seats: vec![1], witness: Some(0), snapshot: 20 }]);
    assert!(to(Conn(1), &out).iter().any(|frame| matches!(frame, ToClient::Resync(_))));
    assert!(!to(Conn(0), &out).iter().any(|frame| matches!(frame, ToClient::Resync(_))));
}

#[test]
fn who_differs_three_times_can_only_watch() {
    let mut desk = Desk::running(settings(3));
    let mut byes = Vec::new();
    for round in 1..=3 {
        let tick = round * 100;
        while desk.room.next() < tick + 20 {
            desk.wait_with(&[Conn(0), Conn(1), Conn(2)], 500);
        }
        assert_eq!(byes, []);
        for (seat, whole) in [(0, 1), (1, 2), (2, 1)] {
            check(&mut desk, seat, tick, whole);
        }
        byes = closed(&desk.wait_with(&[Conn(0), Conn(1), Conn(2)], 2000));
    }
    assert_eq!(byes[0], (Conn(1), Bye::Desyncs));
    assert_eq!(desk.room.hand(1), Some(Hand::Program));
}

#[test]
fn hashes_of_the_future_and_of_odd_ticks_are_not_heard() {
    let mut desk = Desk::running(settings(2));
    desk.wait(1050);
    for tick in [19, 10_000, u32::MAX, 0] {
        assert_eq!(check(&mut desk, 0, tick, 1), []);
        assert_eq!(check(&mut desk, 1, tick, 2), []);
    }
    assert_eq!(named(&desk.wait(3000)), []);
}
