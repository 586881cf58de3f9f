//! When a match begins, stands, goes slower, and when a program plays for somebody.

use super::desk::{Desk, Outs, batches, to};
use super::line::Weather;
use super::net::frame::{Motion, Report, ToClient, ToServer};
use super::net::log::Batch;
use super::net::room::Conn;
use super::net::{Hand, Tick};
use super::toy::Order;
use super::world::{World, settings};

const GOOD: Weather = Weather { rtt: 100, jitter: 20, loss: 0 };

/// The hand-overs of batches: tick, seat, to whom.
fn hands(batches: &[Batch<Order>]) -> Vec<(Tick, u8, Hand)> {
    let entries = batches.iter().flat_map(|batch| batch.entries.iter().map(|entry| (batch.tick, entry)));
    let hands = entries.filter_map(|(tick, entry)| match entry.order {
        Order::Hand(hand) if entry.cseq == 0 => Some((tick, entry.seat, hand)),
        _ => None,
    });
    hands.collect()
}

fn speeds(conn: Conn, out: &Outs) -> Vec<u16> {
    let speeds = to(conn, out).into_iter().filter_map(|frame| match frame {
        ToClient::Speed { percent, .. } => Some(percent),
        _ => None,
    });
    speeds.collect()
}

#[test]
fn a_match_begins_when_all_have_loaded() {
    let mut desk = Desk::new(settings(2));
    let conns = [0, 1].map(|seat| desk.connect(seat, 0, None).0);
    desk.say(conns[0], ToServer::Loaded);
    assert_eq!(batches(&desk.wait(10_000)), []);
    desk.say(conns[1], ToServer::Loaded);
    let made = batches(&desk.wait(10));
    assert_eq!((made.len(), made[0].tick), (1, 0));
}

#[test]
fn after_a_minute_it_begins_with_programs_for_the_missing() {
    let mut desk = Desk::new(settings(3));
    let conn = desk.connect(0, 0, None).0;
    desk.connect(1, 0, None);
    desk.say(conn, ToServer::Loaded);
    assert_eq!(batches(&desk.wait(59_990)), []);
    let made = batches(&desk.wait(20));
    assert_eq!(hands(&made), [(0, 1, Hand::Program), (0, 2, Hand::Program)]);
}

#[test]
fn who_comes_late_gets_the_seat_when_they_have_caught_up() {
    let mut desk = Desk::new(settings(2));
    let conn = desk.connect(0, 0, None).0;
    desk.say(conn, ToServer::Loaded);
    desk.wait_with(&[conn], 60_500);
    desk.wait_with(&[conn], 20_000);
    let late = desk.connect(1, 0, None).0;
    let report = |tick| ToServer::Report(Report { tick, buffer: 0, load: 0, away: false });
    desk.say(late, ToServer::Loaded);
    desk.say(late, report(100));
    assert_eq!(hands(&batches(&desk.wait_with(&[conn], 1000))), [], "still far behind");
    desk.say(late, report(desk.room.next() - 10));
    let out = batches(&desk.wait(100));
    assert_eq!(hands(&out).iter().map(|(_, seat, hand)| (*seat, *hand)).collect::<Vec<_>>(), [(1, Hand::Human)]);
    let back = desk.give(late, 1, vec![Order::Drop]);
    assert_eq!(to(late, &back), [], "orders are taken again");
}

#[test]
fn who_is_silent_slows_the_match_for_half_a_minute_in_all_and_then_a_program_plays() {
    let mut desk = Desk::running(settings(3));
    let others = [Conn(1), Conn(2)];
    let out = desk.wait_with(&others, 4500);
    assert!(speeds(Conn(1), &out).is_empty());
    let out = desk.wait_with(&others, 1000);
    assert_eq!(speeds(Conn(1), &out), [80]);
    let out = desk.wait_with(&others, 20_000);
    assert_eq!(batches(&out).len(), 320, "four fifths of 400");
    assert_eq!(hands(&batches(&out)), []);
    let out = desk.wait_with(&others, 10_000);
    assert_eq!(speeds(Conn(1), &out), [100]);
    let taken: Vec<_> = hands(&batches(&out)).into_iter().map(|(_, seat, hand)| (seat, hand)).collect();
    assert_eq!(taken, [(0, Hand::Program)]);
    // The half minute is spent: the next one does not slow it again.
    let out = desk.wait_with(&[Conn(1)], 6000);
    assert!(speeds(Conn(1), &out).is_empty());
    assert_eq!(hands(&batches(&out)).into_iter().map(|(_, seat, _)| seat).collect::<Vec<_>>(), [2]);
}

#[test]
fn who_answers_clocks_but_does_not_play_is_silent() {
    let mut desk = Desk::running(settings(3));
    let mut out = Vec::new();
    for _ in 0..14 {
        out.extend(desk.wait_with(&[Conn(1), Conn(2)], 500));
        desk.say(Conn(0), ToServer::Clock { echo: desk.now });
    }
    assert_eq!(speeds(Conn(1), &out), [80]);
}

#[test]
fn who_is_a_hundred_ticks_behind_slows_the_match_too() {
    let mut desk = Desk::running(settings(2));
    desk.wait_with(&[Conn(0), Conn(1)], 10_000);
    let mut out = Vec::new();
    for _ in 0..3 {
        out.extend(desk.wait_with(&[Conn(1)], 500));
        out.extend(desk.say(Conn(0), ToServer::Report(Report { tick: 80, buffer: 0, load: 100, away: false })));
    }
    assert_eq!(speeds(Conn(1), &out), [80]);
    assert_eq!(speeds(Conn(1), &desk.wait_with(&[Conn(0), Conn(1)], 1000)), [100], "until it has caught up");
}

#[test]
fn a_server_that_was_stopped_does_not_rush() {
    let mut desk = Desk::running(settings(2));
    desk.now += 30_000;
    assert!(batches(&desk.room.tick(desk.now)).len() <= 1);
}

#[test]
fn in_a_duel_time_stands_once_for_who_is_cut_off() {
    let mut desk = Desk::running(settings(2));
    let out = desk.close(Conn(0));
    assert_eq!(to(Conn(1), &out), [ToClient::Paused { by: Some(0), left_ms: 60_000 }]);
    assert_eq!(batches(&desk.wait(10_000)), []);
    desk.connect(0, 0, None);
    let out = desk.wait(10);
    assert!(to(Conn(1), &out).contains(&ToClient::Resumed { in_ms: 3000 }));
    assert!(!batches(&desk.wait(4000)).is_empty());
    let again = desk.close(Conn(2));
    assert_eq!(to(Conn(1), &again), [], "once");
    assert!(!batches(&desk.wait(1000)).is_empty());
}

#[test]
fn with_more_players_time_goes_on_when_one_is_cut_off() {
    let mut desk = Desk::running(settings(3));
    assert_eq!(desk.close(Conn(0)), []);
    assert_eq!(batches(&desk.wait(1000)).len(), 20);
}

/// The greatest distance in milliseconds between two executed ticks.
fn longest_stall(executed: &[(u64, Tick)], from: u64, until: u64) -> u64 {
    let times: Vec<u64> = executed.iter().map(|(at, _)| *at).filter(|at| (from..until).contains(at)).collect();
    times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(u64::MAX)
}

#[test]
fn a_client_that_stops_for_ten_seconds_delays_nobody_and_is_back_in_five() {
    for slow in [0, 30_000] {
        let mut settings = settings(8);
        settings.slow = slow;
        let mut world = World::new(settings, &[GOOD; 8], 3);
        world.run_to(15_000);
        let before = world.room.next();
        world.clients[3].stopped = 25_000;
        world.run_to(25_000);
        let ticks = world.room.next() - before;
        // The match may go at four fifths from the sixth second on, and does not where that is not allowed.
        assert!(ticks >= if slow == 0 { 200 } else { 175 }, "{ticks}");
        for (seat, client) in world.clients.iter().enumerate().filter(|(seat, _)| *seat != 3) {
            let stall = longest_stall(&client.executed, 15_000, 25_000);
            assert!(stall <= 80, "seat {seat} stood for {stall} ms");
            assert_eq!(client.follower.playout().late_permille(), 0, "seat {seat}");
        }
        world.run_to(30_000);
        let (stopped, other) = (world.clients[3].game.tick, world.clients[4].game.tick);
        assert!(stopped + 3 >= other, "{stopped}, {other}");
        assert!(world.clients[3].follower.playout().buffer() <= 2, "an interruption makes no buffer");
        assert_eq!(world.room.hand(3), Some(Hand::Human));
        world.busy = false;
        world.run(3000);
        world.assert_orders_are_whole();
        world.assert_states_are_equal();
        assert_eq!(world.desyncs, []);
    }
}

#[test]
fn a_match_with_pauses_and_other_speeds_stays_in_step() {
    let mut world = World::new(settings(2), &[GOOD, Weather { rtt: 300, jitter: 50, loss: 10 }], 11);
    world.run_to(5000);
    let vote = |world: &mut World, client: usize, motion| {
        world.clients[client].follower.say(&ToServer::Vote { motion, yes: true });
    };
    vote(&mut world, 0, Motion::Pause);
    world.run_to(12_000);
    let stands = world.room.next();
    world.run_to(13_000);
    assert_eq!(world.room.next(), stands);
    vote(&mut world, 1, Motion::Resume);
    world.run_to(20_000);
    assert!(world.room.next() > stands + 50);
    for client in 0..2 {
        vote(&mut world, client, Motion::Speed(200));
    }
    world.run_to(22_000);
    let before = world.room.next();
    world.run_to(32_000);
    assert_eq!(world.room.next() - before, 400);
    for client in &world.clients {
        assert!(client.game.tick + 30 > world.room.next(), "{} of {}", client.game.tick, world.room.next());
        // The first tick after a pause waits for the buffer as those after it do, and 25 ms are a tick now.
        assert!(longest_stall(&client.executed, 22_500, 32_000) < 400);
    }
    world.busy = false;
    world.run(3000);
    world.assert_orders_are_whole();
    world.assert_states_are_equal();
}

#[test]
fn presence_tells_ping_delay_and_load_of_every_seat() {
    let mut world = World::new(settings(2), &[GOOD, Weather { rtt: 300, jitter: 0, loss: 0 }], 5);
    world.run(10_000);
    let frames = world.clients[0].frames.iter().rev();
    let presence =
        frames.filter_map(|(_, frame)| if let ToClient::Presence(seats) = frame { Some(seats) } else { None });
    let seats = presence.into_iter().next().expect("it is told");
    assert_eq!(seats.len(), 2);
    assert!((100..150).contains(&seats[0].ping) && (300..330).contains(&seats[1].ping), "{seats:?}");
    assert!(
        seats.iter().all(|seat| seat.lanes == 2 && seat.loaded && seat.load == 20 && seat.behind < 10),
        "{seats:?}"
    );
}

#[test]
fn a_clock_that_was_never_sent_makes_no_ping() {
    let mut desk = Desk::running(settings(2));
    for echo in [0, 3, u64::MAX] {
        desk.say(Conn(0), ToServer::Clock { echo });
    }
    let out = desk.wait(2000);
    let presence = to(Conn(1), &out).into_iter().find_map(|frame| match frame {
        ToClient::Presence(seats) => Some(seats),
        _ => None,
    });
    assert_eq!(presence.expect("it is told")[0].ping, 0);
}

#[test]
fn a_seat_does_not_pass_to_and_fro_without_end() {
    let mut settings = settings(2);
    settings.slow = 0;
    let mut desk = Desk::running(settings);
    desk.wait_with(&[Conn(0), Conn(1)], 20_000);
    let mut out = Vec::new();
    for round in 0..200 {
        let tick = if round % 2 == 0 { 1 } else { desk.room.next() };
        desk.say(Conn(0), ToServer::Report(Report { tick, buffer: 0, load: 0, away: false }));
        desk.say(Conn(1), ToServer::Report(Report { tick: desk.room.next(), buffer: 0, load: 0, away: false }));
        out.extend(desk.wait(100));
    }
    let hands = hands(&batches(&out)).len();
    assert!((2..=10).contains(&hands), "{hands} in twenty seconds");
}
