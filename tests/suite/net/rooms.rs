//! Coming, coming back, coming late, watching; and a server that is killed.

use super::desk::{Desk, batches, closed, go, hello, orders, to};
use super::line::Weather;
use super::net::frame::{Bye, Have, Start, ToClient, ToServer};
use super::net::room::{Conn, Out};
use super::net::{Hand, PROTOCOL, Tick};
use super::world::{WATCH, World, settings};

const GOOD: Weather = Weather { rtt: 100, jitter: 20, loss: 0 };
const FAIR: Weather = Weather { rtt: 150, jitter: 50, loss: 20 };

/// The clients end in the same state, with all their orders.
fn assert_whole(world: &mut World) {
    world.busy = false;
    world.run(4000);
    world.assert_orders_are_whole();
    world.assert_states_are_equal();
    assert_eq!(world.desyncs, []);
}

fn assert_in_step(world: &World, client: usize) {
    let (tick, next) = (world.clients[client].game.tick, world.room.next());
    assert!(tick + 20 > next, "client {client} is at {tick} of {next}");
}

#[test]
fn a_lane_that_is_cut_is_not_felt() {
    let mut world = World::new(settings(3), &[GOOD; 3], 1);
    world.run_to(5000);
    for lane in [0, 1, 0, 1] {
        world.cut(1, lane);
        world.run(3000);
        assert!(world.clients[1].follower.lanes().up().count() >= 2, "another one is opened");
    }
    assert_eq!(world.clients[1].follower.playout().late_permille(), 0);
    assert_eq!(world.clients[1].restored, [Start::Beginning], "as at the start");
    assert_whole(&mut world);
}

#[test]
fn who_loses_both_lanes_goes_on_from_what_they_have_and_orders_arrive_once() {
    for seed in 0..20 {
        let mut world = World::new(settings(3), &[FAIR; 3], seed);
        world.run_to(5000 + seed * 13);
        for client in 0..2 {
            world.cut_off(client, 4000);
        }
        let given = world.give(0, go(1));
        // No later order tells the server that this one is missing.
        world.busy = false;
        world.run(9000);
        assert_in_step(&world, 0);
        assert_eq!(world.clients[0].restored, [Start::Beginning], "as at the start");
        assert!(world.clients[0].orders[&given].in_effect.is_some(), "an order that was given without a line");
        assert_whole(&mut world);
    }
}

#[test]
fn who_was_away_for_longer_than_the_memory_goes_on_from_a_snapshot() {
    let mut settings = settings(3);
    (settings.referee, settings.keep) = (true, 600_000);
    let mut world = World::new(settings, &[GOOD; 3], 4);
    world.run_to(10_000);
    world.cut_off(1, 150_000);
    world.run(155_000);
    assert!(matches!(world.clients[1].restored[..], [Start::Beginning, Start::Snapshot { tick: 2400.., .. }]));
    assert_in_step(&world, 1);
    assert_eq!(world.room.hand(1), Some(Hand::Human));
    assert_whole(&mut world);
}

#[test]
fn without_a_snapshot_the_log_is_played_from_the_beginning() {
    let mut settings = settings(3);
    settings.keep = 600_000;
    let mut world = World::new(settings, &[GOOD; 3], 4);
    world.run_to(10_000);
    world.cut_off(1, 150_000);
    world.run(157_000);
    assert_eq!(world.clients[1].restored, [Start::Beginning, Start::Beginning]);
    assert_in_step(&world, 1);
    assert_whole(&mut world);
}

#[test]
fn who_joins_after_thirty_minutes_is_there_in_ten_seconds() {
    let mut settings = settings(2);
    settings.referee = true;
    let mut world = World::new(settings, &[GOOD; 2], 9);
    world.run_to(1_800_000);
    world.join(WATCH, FAIR);
    world.run(10_000);
    assert!(
        matches!(world.clients[2].restored[..], [Start::Snapshot { tick: 35_600.., .. }]),
        "{:?}",
        world.clients[2].restored
    );
    assert_in_step(&world, 2);
    assert_whole(&mut world);
}

#[test]
fn a_seat_is_kept_for_two_minutes() {
    let mut desk = Desk::running(settings(3));
    desk.close(Conn(0));
    desk.wait_with(&[Conn(1), Conn(2)], 119_000);
    let back = desk.connect(0, 0, None);
    assert_eq!(closed(&back.1), []);
    desk.close(back.0);
    desk.wait_with(&[Conn(1), Conn(2)], 121_000);
    let gone = desk.connect(0, 0, None);
    assert_eq!(closed(&gone.1), [(gone.0, Bye::Gone)]);
    assert_eq!(desk.room.hand(0), Some(Hand::Program));
}

#[test]
fn who_has_another_version_or_no_ticket_is_told_so() {
    let mut desk = Desk::new(settings(2));
    let mut cases = vec![(hello(0, 0, None), None)];
    let mut case = |change: fn(&mut super::net::frame::Hello), bye| {
        let mut hello = hello(0, 1, None);
        change(&mut hello);
        cases.push((hello, Some(bye)));
    };
    case(|hello| hello.protocol = PROTOCOL + 1, Bye::Version);
    case(|hello| hello.protocol = u16::MAX, Bye::Version);
    case(|hello| hello.sim += 1, Bye::Version);
    case(|hello| hello.rules += 1, Bye::Version);
    case(|hello| hello.magic = *b"HTTP", Bye::Version);
    case(|hello| hello.ticket = [77; 32], Bye::Ticket);
    case(|hello| hello.lane = 3, Bye::Ticket);
    for (hello, bye) in cases {
        let (conn, out) = desk.greet(hello);
        assert_eq!(closed(&out), bye.map(|bye| (conn, bye)).into_iter().collect::<Vec<_>>());
        assert_eq!(to(conn, &out).contains(&ToClient::Bye(Bye::Ticket)), bye == Some(Bye::Ticket));
    }
    let (conn, out) = desk.greet(super::net::frame::Hello { protocol: PROTOCOL - 1, ..hello(1, 0, None) });
    assert_eq!(closed(&out), [], "{conn:?}: one version less is spoken");
}

#[test]
fn who_does_not_greet_first_or_greets_twice_is_closed() {
    let mut desk = Desk::running(settings(2));
    let stranger = Conn(99);
    assert_eq!(closed(&desk.say(stranger, ToServer::Loaded)), [(stranger, Bye::Protocol)]);
    let out = desk.say(Conn(0), ToServer::Hello(hello(1, 0, None)));
    assert_eq!(closed(&out), [(Conn(0), Bye::Protocol)]);
    assert_eq!(desk.give(Conn(1), 1, vec![go(1)]), [], "the others play on");
}

#[test]
fn the_same_lane_opened_again_replaces_the_old_one() {
    let mut desk = Desk::running(settings(2));
    let (conn, out) = desk.connect(0, 0, None);
    assert_eq!(closed(&out), [(Conn(0), Bye::Replaced)]);
    assert!(!batches(&desk.wait(1000)).is_empty(), "the seat was never lost, and time does not stand for it");
    assert_eq!(closed(&desk.give(Conn(0), 1, vec![go(1)])), [(Conn(0), Bye::Protocol)]);
    assert_eq!(closed(&desk.give(conn, 1, vec![go(1)])), []);
}

#[test]
fn both_lanes_carry_every_batch_and_everything_else_comes_once() {
    let mut desk = Desk::running(settings(2));
    let lane = desk.connect(0, 1, None).0;
    let out = desk.wait(2000);
    let count = |conn| to(conn, &out).iter().filter(|frame| matches!(frame, ToClient::Batch(_))).count();
    assert_eq!((count(Conn(0)), count(lane)), (40, 40));
    assert!(to(lane, &out).iter().all(|frame| matches!(frame, ToClient::Batch(_) | ToClient::Clock { .. })));
    desk.close(Conn(0));
    let out = desk.wait(2000);
    assert!(to(lane, &out).iter().any(|frame| matches!(frame, ToClient::Presence(_))), "the other lane takes over");
}

fn ticks(conn: Conn, out: &[Out<super::toy::Order>]) -> Vec<Tick> {
    let ticks = to(conn, out).into_iter().flat_map(|frame| match frame {
        ToClient::Batch(batch) => vec![batch.tick],
        ToClient::Batches(batches) => batches.into_iter().map(|batch| batch.tick).collect(),
        _ => Vec::new(),
    });
    ticks.collect()
}

#[test]
fn spectators_are_a_minute_behind_and_cannot_ask_for_more() {
    let mut settings = settings(2);
    (settings.rated, settings.spectator_delay) = (true, 60_000);
    let mut desk = Desk::running(settings);
    let players = [Conn(0), Conn(1)];
    desk.wait_with(&players, 70_000);
    let next = desk.room.next();
    let (early, welcome) = desk.watch();
    assert_eq!(ticks(early, &welcome).last(), Some(&(next - 1201)));
    // Who claims to have the newest batch, seal and all, is sent none the sooner.
    let made = batches(&desk.wait(50)).remove(0);
    let have = Some(Have { tick: made.tick + 1, chain: made.mac });
    let (sly, welcome) = desk.connect(WATCH, 0, have);
    assert!(ticks(sly, &welcome).iter().all(|tick| *tick <= next - 1200));
    desk.say(sly, ToServer::Batches(Vec::new()));
    for _ in 0..20 {
        let out = desk.wait_with(&players, 500);
        let limit = desk.room.next() - 1199;
        assert!([early, sly].iter().all(|conn| ticks(*conn, &out).iter().all(|tick| *tick < limit)));
        assert!(!ticks(early, &out).is_empty(), "but what is old enough");
    }
    assert!(desk.room.may_watch(200) && !desk.room.may_watch(desk.room.next() - 1000), "snapshots neither");
    let over = desk.room.finish(desk.now, super::net::frame::Ending::Won(0));
    assert!(!to(early, &over).iter().any(|frame| matches!(frame, ToClient::Over(_))));
    let out = desk.wait_with(&[early], 59_000);
    assert!(!to(early, &out).iter().any(|frame| matches!(frame, ToClient::Over(_))), "nor the end");
    let out = desk.wait(2000);
    assert!(to(early, &out).iter().any(|frame| matches!(frame, ToClient::Over(_))));
}

#[test]
fn a_server_that_is_killed_in_a_match_loses_nothing_that_was_sent() {
    for seed in 0..30 {
        let mut world = World::new(settings(4), &[FAIR; 4], seed);
        world.run_to(6000 + seed * 7);
        world.kill_server(0, 1000);
        world.run(9000);
        (0..4).for_each(|client| assert_in_step(&world, client));
        assert!(
            world.clients.iter().all(|client| client.restored == [Start::Beginning]),
            "all go on from what they had"
        );
        assert_whole(&mut world);
    }
}

#[test]
fn clients_give_back_what_the_log_lost_with_the_power() {
    for seed in 0..30 {
        let mut world = World::new(settings(4), &[FAIR; 4], seed);
        world.run_to(6000);
        let next = world.room.next();
        // Some batches, the last of them in the middle.
        world.kill_server(150 + seed as usize * 5, 1000);
        assert!(world.room.next() + 3 < next);
        let came = world.clients.iter().map(|client| client.follower.lanes().reached().0).max().expect("clients");
        world.run(9000);
        assert!(world.room.next() > came);
        assert!(
            world.clients.iter().all(|client| client.restored == [Start::Beginning]),
            "seed {seed}: nobody begins anew"
        );
        (0..4).for_each(|client| assert_in_step(&world, client));
        assert_whole(&mut world);
    }
}

#[test]
fn batches_that_a_client_made_up_are_not_taken_back() {
    let mut world = World::new(settings(2), &[GOOD; 2], 5);
    world.run_to(6000);
    let mut forged = world.batches.clone();
    world.kill_server(120, 1000);
    let have = world.room.next();
    forged.drain(..have as usize);
    forged[0].entries.push(super::net::log::Entry { seat: 1, cseq: 900, order: go(3) });
    let conn = Conn(5000);
    let out = world.room.on_frame(world.down, conn, ToServer::Hello(hello(0, 2, None)), &mut super::world::tickets);
    assert_eq!(closed(&out), []);
    let out = world.room.on_frame(world.down, conn, ToServer::Batches(forged), &mut super::world::tickets);
    assert_eq!(out, []);
    assert_eq!(world.room.next(), have);
}

#[test]
fn who_has_batches_that_nobody_can_vouch_for_begins_anew() {
    let mut world = World::new(settings(2), &[GOOD; 2], 5);
    world.run_to(12_000);
    // More than clients keep.
    let bytes = world.log.len() - 400;
    world.kill_server(bytes, 1000);
    assert!(world.room.next() < 40);
    world.run(20_000);
    (0..2).for_each(|client| assert_in_step(&world, client));
    assert!(world.clients.iter().all(|client| client.restored == [Start::Beginning; 2]));
    world.assert_states_are_equal();
}

#[test]
fn a_match_of_programs_only_runs_without_anybody() {
    let mut settings = settings(2);
    settings.seats.iter_mut().for_each(|seat| seat.human = false);
    let mut desk = Desk::new(settings);
    assert_eq!(orders(&batches(&desk.wait(1000))), []);
    assert!(desk.room.next() >= 19 && desk.room.is_deserted());
    let (conn, out) = desk.connect(0, 0, None);
    assert_eq!(closed(&out), [(conn, Bye::Ticket)], "nobody sits on the seat of a program");
}

#[test]
fn a_pause_closes_no_lane() {
    let mut world = World::new(settings(2), &[GOOD; 2], 1);
    world.run_to(5000);
    world.clients[0].follower.say(&ToServer::Vote { motion: super::net::frame::Motion::Pause, yes: true });
    let welcomes = |world: &World| {
        let frames = world.clients.iter().flat_map(|client| &client.frames);
        frames.filter(|(_, frame)| matches!(frame, ToClient::Welcome(_))).count()
    };
    let before = welcomes(&world);
    world.run(58_000);
    assert_eq!(welcomes(&world), before, "nobody has connected again");
}

#[test]
fn spectators_of_a_late_picture_keep_their_lanes() {
    let mut settings = settings(2);
    settings.spectator_delay = 60_000;
    let mut world = World::new(settings, &[GOOD; 2], 1);
    world.run_to(3000);
    world.join(WATCH, GOOD);
    world.run(40_000);
    let welcomes = world.clients[2].frames.iter().filter(|(_, frame)| matches!(frame, ToClient::Welcome(_))).count();
    assert_eq!(welcomes, 2, "one for each lane, and nothing to see yet");
    assert_eq!(world.clients[2].game.tick, 0);
    world.run(30_000);
    assert!((100..300).contains(&world.clients[2].game.tick), "{}", world.clients[2].game.tick);
}

#[test]
fn a_connection_of_which_nothing_is_heard_for_a_minute_is_closed() {
    let mut desk = Desk::running(settings(3));
    let out = desk.wait_with(&[Conn(1), Conn(2)], 59_000);
    assert_eq!(closed(&out), []);
    assert_eq!(closed(&desk.wait_with(&[Conn(1), Conn(2)], 2500)), [(Conn(0), Bye::Silent)]);
}

#[test]
fn a_server_that_starts_again_says_so_to_everybody() {
    let mut desk = Desk::running(settings(2));
    let watcher = desk.watch().0;
    let out = desk.room.restart(desk.now);
    assert_eq!(closed(&out), [Conn(0), Conn(1), watcher].map(|conn| (conn, Bye::Restarting)));
    assert!(desk.room.is_deserted());
}

#[test]
fn without_a_referee_two_who_agree_are_asked_for_a_snapshot_when_somebody_needs_one() {
    let mut desk = Desk::running(settings(3));
    let all = [Conn(0), Conn(1), Conn(2)];
    desk.wait_with(&all, 125_000);
    let tick = desk.room.next() / 20 * 20;
    for (seat, whole) in [(0, 1), (1, 1), (2, 1)] {
        desk.say(Conn(seat), ToServer::Check(super::net::frame::Check { tick, whole, chain: 77 }));
    }
    assert_eq!(desk.room.agreed_chain(tick), Some(77));
    let (_, out) = desk.watch();
    let asked = ToClient::AskSnapshot { tick: desk.room.next().next_multiple_of(400) };
    assert!(to(Conn(0), &out).contains(&asked) && to(Conn(1), &out).contains(&asked));
    assert!(!to(Conn(2), &out).contains(&asked), "two are enough");
    assert!(!to(Conn(0), &desk.watch().1).contains(&asked), "once");
    // The two snapshots are the same: who comes now goes on from there.
    desk.wait_with(&all, 20_000);
    let tick = desk.room.next() / 400 * 400;
    desk.room.checkpoint(tick, 5);
    let (late, out) = desk.watch();
    let welcome = to(late, &out).into_iter().find_map(|frame| match frame {
        ToClient::Welcome(welcome) => Some(welcome.start),
        _ => None,
    });
    assert!(matches!(welcome, Some(Start::Snapshot { tick: at, chain: 5, .. }) if at == tick), "{welcome:?}");
    assert_eq!(ticks(late, &out), (tick..desk.room.next()).collect::<Vec<_>>());
}
