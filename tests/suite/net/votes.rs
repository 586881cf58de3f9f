//! Votes, pauses and speed; chat.

use super::desk::{Desk, Outs, batches, closed, to};
use super::net::Hand;
use super::net::frame::{Bye, Circle, Ending, Motion, Refusal, Speaker, ToClient, ToServer, Voting};
use super::net::room::{Conn, Out};
use super::world::settings;

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
