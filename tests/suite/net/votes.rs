//! Votes, pauses and speed; chat.

use super::desk::{Desk, Outs, batches, closed, to};
use super::net::Hand;
use super::net::frame::{Bye, Circle, Ending, Motion, Refusal, Speaker, ToClient, ToServer, Voting};
use super::net::log;
use super::net::room::{Conn, Out, Room, Settings, Standing};
use super::world::{KEY, settings};

fn vote(desk: &mut Desk, seat: u64, motion: Motion, yes: bool) -> Outs {
    desk.say(Conn(seat), ToServer::Vote { motion, yes })
}

fn states(out: &Outs) -> Vec<(u8, u8, Voting)> {
    let votes = to(Conn(0), out).into_iter().filter_map(|frame| match frame {
        ToClient::Voting { yes, needed, state, .. } => Some((yes, needed, state)),
        _ => None,
    });
    votes.collect()
}

fn all(seats: u64) -> Vec<Conn> {
    (0..seats).map(Conn).collect()
}

#[test]
fn a_player_pauses_three_times_without_asking_and_then_by_majority() {
    let mut desk = Desk::running(settings(3));
    for _ in 0..3 {
        let out = vote(&mut desk, 0, Motion::Pause, true);
        assert_eq!(to(Conn(2), &out), [ToClient::Paused { by: Some(0), left_ms: 60_000 }]);
        assert_eq!(to(Conn(0), &vote(&mut desk, 1, Motion::Resume, true)), [ToClient::Resumed { in_ms: 3000 }]);
        assert_eq!(batches(&desk.wait(2999)), [], "a count-down");
        assert!(!batches(&desk.wait(100)).is_empty());
    }
    assert_eq!(states(&vote(&mut desk, 0, Motion::Pause, true)), [(1, 2, Voting::Open)]);
    assert!(!batches(&desk.wait(100)).is_empty());
    let out = vote(&mut desk, 2, Motion::Pause, true);
    assert_eq!(states(&out), [(2, 2, Voting::Passed)]);
    assert_eq!(batches(&desk.wait(1000)), []);
}

#[test]
fn a_pause_ends_by_itself_after_a_minute() {
    let mut desk = Desk::running(settings(3));
    vote(&mut desk, 0, Motion::Pause, true);
    assert_eq!(batches(&desk.wait_with(&all(3), 62_500)), []);
    assert!(!batches(&desk.wait(1000)).is_empty());
}

#[test]
fn time_stood_is_silence_of_nobody() {
    let mut desk = Desk::running(settings(3));
    vote(&mut desk, 0, Motion::Pause, true);
    desk.wait(60_000);
    let out = desk.wait(4000);
    assert!(!to(Conn(0), &out).iter().any(|frame| matches!(frame, ToClient::Speed { .. })), "nobody is silent");
}

#[test]
fn the_majority_votes_somebody_out_and_a_program_plays_on() {
    let mut desk = Desk::running(settings(4));
    assert_eq!(states(&vote(&mut desk, 0, Motion::Remove(3), true)), [(1, 2, Voting::Open)]);
    assert_eq!(states(&vote(&mut desk, 3, Motion::Remove(3), false)), [(1, 2, Voting::Open)], "the target has no vote");
    let out = vote(&mut desk, 1, Motion::Remove(3), true);
    assert_eq!(closed(&out), [(Conn(3), Bye::Removed)]);
    assert_eq!(desk.room.hand(3), Some(Hand::Program));
    let back = desk.connect(3, 0, None).1;
    assert_eq!(closed(&back).iter().map(|(_, bye)| *bye).collect::<Vec<_>>(), [Bye::Gone]);
}

#[test]
fn nobody_is_voted_out_by_a_single_opponent() {
    let mut desk = Desk::running(settings(2));
    let out = vote(&mut desk, 0, Motion::Remove(1), true);
    assert_eq!(to(Conn(0), &out), [ToClient::Refused { cseq: 0, why: Refusal::Vote }]);
    let out = vote(&mut desk, 0, Motion::Remove(77), true);
    assert_eq!(to(Conn(0), &out), [ToClient::Refused { cseq: 0, why: Refusal::Vote }]);
}

#[test]
fn a_draw_needs_the_majority_and_ends_the_match() {
    let mut desk = Desk::running(settings(2));
    assert_eq!(states(&vote(&mut desk, 0, Motion::Draw, true)), [(1, 2, Voting::Open)]);
    let out = vote(&mut desk, 1, Motion::Draw, true);
    assert!(out.contains(&Out::Over(Ending::Draw)));
    assert!(to(Conn(0), &out).contains(&ToClient::Over(Ending::Draw)));
    assert_eq!(batches(&desk.wait(1000)), []);
}

#[test]
fn a_vote_fails_when_the_others_refuse_or_say_nothing() {
    let mut desk = Desk::running(settings(2));
    vote(&mut desk, 0, Motion::Draw, true);
    let out = vote(&mut desk, 1, Motion::Draw, false);
    assert_eq!(states(&out), [(1, 2, Voting::Failed)]);
    let again = vote(&mut desk, 0, Motion::Draw, true);
    assert_eq!(to(Conn(0), &again), [ToClient::Refused { cseq: 0, why: Refusal::Vote }], "not at once again");
    assert_eq!(states(&vote(&mut desk, 1, Motion::Speed(150), true)), [(1, 2, Voting::Open)]);
    let out = desk.wait_with(&all(2), 29_500);
    assert_eq!(states(&out), []);
    assert_eq!(states(&desk.wait(1000)), [(1, 2, Voting::Failed)]);
}

#[test]
fn only_one_vote_is_on_at_a_time() {
    let mut desk = Desk::running(settings(3));
    vote(&mut desk, 0, Motion::Draw, true);
    let out = vote(&mut desk, 1, Motion::Speed(150), true);
    assert_eq!(to(Conn(1), &out), [ToClient::Refused { cseq: 0, why: Refusal::Vote }]);
}

#[test]
fn who_votes_twice_counts_once() {
    let mut desk = Desk::running(settings(4));
    vote(&mut desk, 0, Motion::Draw, true);
    assert_eq!(states(&vote(&mut desk, 0, Motion::Draw, true)), [(1, 3, Voting::Open)]);
    vote(&mut desk, 1, Motion::Draw, true);
    assert_eq!(states(&vote(&mut desk, 1, Motion::Draw, false)), [(1, 3, Voting::Open)]);
    let _ = vote(&mut desk, 2, Motion::Draw, true);
    assert_eq!(states(&vote(&mut desk, 1, Motion::Draw, true)), [(3, 3, Voting::Passed)]);
}

#[test]
fn the_speed_is_voted_for_in_unrated_matches() {
    let mut desk = Desk::running(settings(2));
    vote(&mut desk, 0, Motion::Speed(200), true);
    let out = vote(&mut desk, 1, Motion::Speed(200), true);
    assert!(to(Conn(0), &out).iter().any(|frame| matches!(frame, ToClient::Speed { percent: 200, .. })));
    desk.wait(100);
    assert_eq!(batches(&desk.wait_with(&all(2), 5000)).len(), 200);

    for speed in [0, 24, 401, u16::MAX] {
        let out = vote(&mut desk, 0, Motion::Speed(speed), true);
        assert_eq!(to(Conn(0), &out), [ToClient::Refused { cseq: 0, why: Refusal::Vote }]);
    }
    let mut rated = settings(2);
    rated.rated = true;
    let out = vote(&mut Desk::running(rated), 0, Motion::Speed(200), true);
    assert_eq!(to(Conn(0), &out), [ToClient::Refused { cseq: 0, why: Refusal::Vote }]);
}

/// What a room has to keep: the bytes of its log, and what it said last beside them.
#[derive(Default)]
struct Drawer {
    log: Vec<u8>,
    standing: Option<Standing>,
}

impl Drawer {
    fn keep(&mut self, out: Outs) -> Outs {
        for out in &out {
            match out {
                Out::Append(bytes) => self.log.extend(bytes),
                Out::Keep(standing) => self.standing = Some(standing.clone()),
                _ => {}
            }
        }
        out
    }

    /// The room that goes on after the server was killed.
    fn restored(&self, mut desk: Desk, settings: Settings) -> Desk {
        let log = log::parse(&[log::head(b"x"), self.log.clone()].concat(), KEY).expect("a log");
        desk.room = Room::restore(settings, KEY, log, self.standing.as_ref(), desk.now);
        desk
    }
}

#[test]
fn what_is_left_to_everybody_outlasts_the_server() {
    let mut drawer = Drawer::default();
    let mut desk = Desk::new(settings(4));
    for seat in 0..4 {
        let conn = desk.connect(seat, 0, None).0;
        drawer.keep(desk.say(conn, ToServer::Loaded));
    }
    drawer.keep(desk.wait(2));
    assert_eq!(drawer.standing, None, "nothing has happened that the rules do not say");
    drawer.keep(vote(&mut desk, 0, Motion::Pause, true));
    let paused = drawer.standing.clone().expect("it is kept");
    drawer.keep(vote(&mut desk, 0, Motion::Resume, true));
    drawer.keep(desk.wait(3100));
    for (motion, seats) in [(Motion::Speed(200), [0, 1, 2]), (Motion::Remove(3), [0, 1, 2])] {
        seats.into_iter().for_each(|seat| _ = drawer.keep(vote(&mut desk, seat, motion, true)));
    }
    assert_ne!(drawer.standing.as_ref(), Some(&paused));
    // The batch in which the program took over is not in the log yet.
    let text = serde_json::to_string(&drawer.standing).expect("it has a form");
    drawer.standing = serde_json::from_str(&text).expect("it is read again");
    let mut desk = drawer.restored(desk, settings(4));
    let mut welcomes = Outs::new();
    for seat in 0..4 {
        welcomes.extend(desk.connect(seat, 0, None).1);
    }
    assert_eq!(closed(&welcomes).iter().map(|(_, bye)| *bye).collect::<Vec<_>>(), [Bye::Gone]);
    assert!(welcomes.iter().any(|out| match out {
        Out::Send { frame: ToClient::Welcome(welcome), .. } => welcome.speed == 200,
        _ => false,
    }));
    let players: Vec<Conn> = (4..7).map(Conn).collect();
    let made = batches(&desk.wait_with(&players, 1000));
    assert!((35..=45).contains(&made.len()), "twice as fast: {}", made.len());
    assert!(made.iter().flat_map(|batch| &batch.entries).any(|entry| (entry.seat, entry.cseq) == (3, 0)));
    assert_eq!(desk.room.hand(3), Some(Hand::Program));
    // Of three pauses the first player has two left, the others all.
    let pause = |desk: &mut Desk, conn: u64| {
        let out = desk.say(Conn(conn), ToServer::Vote { motion: Motion::Pause, yes: true });
        let is_paused = to(Conn(4), &out).iter().any(|frame| matches!(frame, ToClient::Paused { .. }));
        desk.say(Conn(4), ToServer::Vote { motion: Motion::Resume, yes: true });
        desk.wait_with(&[Conn(4), Conn(5), Conn(6)], 31_000);
        is_paused
    };
    assert_eq!([4, 4, 4, 5, 5, 5].map(|conn| pause(&mut desk, conn)), [true, true, false, true, true, true]);
}

#[test]
fn what_was_kept_of_another_match_is_passed_over() {
    let mut drawer = Drawer::default();
    let mut desk = Desk::running(settings(2));
    drawer.keep(vote(&mut desk, 0, Motion::Speed(400), true));
    drawer.keep(vote(&mut desk, 1, Motion::Speed(400), true));
    assert!(drawer.standing.is_some());
    let speed = |drawer: &Drawer, settings: Settings| {
        let mut desk = drawer.restored(Desk::running(super::world::settings(2)), settings);
        let out = desk.connect(0, 0, None).1;
        out.iter().find_map(|out| match out {
            Out::Send { frame: ToClient::Welcome(welcome), .. } => Some(welcome.speed),
            _ => None,
        })
    };
    drawer.log.clear();
    assert_eq!(speed(&drawer, settings(2)), Some(400));
    assert_eq!(speed(&drawer, settings(3)), Some(100), "another number of seats");
    let rated = Settings { rated: true, ..settings(2) };
    assert_eq!(speed(&drawer, rated), Some(100), "there is no speed but the normal one");
}

fn chat(desk: &mut Desk, conn: Conn, circle: Circle, text: &str) -> Outs {
    desk.say(conn, ToServer::Chat { to: circle, text: text.into() })
}

/// Who reads a line that has been said.
fn readers(out: &Outs) -> Vec<u64> {
    let sent = out.iter().filter_map(|out| match out {
        Out::Send { to, frame: ToClient::Chat { .. } } => Some(to.iter().map(|conn| conn.0)),
        _ => None,
    });
    sent.flatten().collect()
}

#[test]
fn the_team_reads_what_is_said_to_it_and_spectators_are_read_by_spectators() {
    let mut desk = Desk::running(settings(4));
    let (one, two) = (desk.watch().0, desk.watch().0);
    assert_eq!(readers(&chat(&mut desk, Conn(0), Circle::Team, "to the gate")), [0, 2]);
    assert_eq!(readers(&chat(&mut desk, Conn(1), Circle::All, "hello")), [0, 1, 2, 3]);
    let shown = desk.wait(1);
    assert_eq!(readers(&shown), [one.0, two.0], "spectators read what is said to all");
    for circle in [Circle::All, Circle::Team, Circle::Spectators] {
        let out = chat(&mut desk, one, circle, "they hide in the north");
        assert_eq!(readers(&out), [one.0, two.0]);
        assert!(readers(&desk.wait(1)).is_empty());
    }
}

#[test]
fn a_line_is_shown_with_its_speaker_and_without_letters_that_control() {
    let mut desk = Desk::running(settings(2));
    let out = chat(&mut desk, Conn(1), Circle::All, " a\u{7}b\u{202e}c\n ");
    let line = ToClient::Chat { from: Speaker::Seat(1), to: Circle::All, text: "abc".into() };
    assert_eq!(to(Conn(0), &out), [line]);
    assert_eq!(chat(&mut desk, Conn(1), Circle::All, " \n\t"), []);
}

#[test]
fn who_says_six_lines_in_five_seconds_is_silent_for_fifteen() {
    let mut desk = Desk::running(settings(2));
    for _ in 0..5 {
        assert_eq!(readers(&chat(&mut desk, Conn(0), Circle::All, "x")), [0, 1]);
    }
    let out = chat(&mut desk, Conn(0), Circle::All, "x");
    assert_eq!(to(Conn(0), &out), [ToClient::Refused { cseq: 0, why: Refusal::Silenced }]);
    desk.wait_with(&all(2), 14_500);
    assert!(readers(&chat(&mut desk, Conn(0), Circle::All, "x")).is_empty());
    assert_eq!(readers(&chat(&mut desk, Conn(1), Circle::All, "x")), [0, 1], "the other is not");
    desk.wait(600);
    assert_eq!(readers(&chat(&mut desk, Conn(0), Circle::All, "x")), [0, 1]);
}
