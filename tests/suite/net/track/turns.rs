//! When what a player wants is done, and for whom a program moves.

use super::desk::{Desk, settings, steps, to};
use super::net::Hand;
use super::net::frame::{Ending, Refusal};
use super::net::track::{Conn, FromTrack, MAX_TURNS, Out, ToTrack, Turn};
use super::toy::{COUNTDOWN, PROGRAM, RESULT, STEP, Toy};

const ONE: Conn = Conn(0);
const TWO: Conn = Conn(1);

fn endless() -> Toy {
    Toy::new(2, 1_000_000, 1)
}

fn refused(out: &[Out]) -> Vec<(u32, Refusal)> {
    let refused = out.iter().filter_map(|out| match out {
        Out::Send { frame: FromTrack::Refused { number, why }, .. } => Some((*number, *why)),
        _ => None,
    });
    refused.collect()
}

#[test]
fn a_turn_is_made_in_its_step_and_one_that_comes_too_late_in_the_next() {
    let mut desk = Desk::running(settings(2), endless());
    desk.turn(ONE, 1, 3, 1);
    desk.wait_for(5);
    assert_eq!(&desk.moves(0)[1..6], [(0, 0), (0, 0), (1, 1), (0, 0), (0, 0)]);
    // Step 5 is closed.
    desk.turn(ONE, 2, 4, 2);
    desk.wait_for(6);
    assert_eq!(desk.moves(0)[6], (2, 2));
}

#[test]
fn turns_that_come_late_together_are_made_one_after_the_other() {
    let mut desk = Desk::running(settings(2), endless());
    desk.wait_for(9);
    let turns = [(1, 5, 1), (2, 6, 2), (3, 14, 3)].map(|(number, step, what)| Turn { number, step, what });
    desk.say(ONE, ToTrack::Turns(turns.into()));
    desk.wait_for(14);
    assert_eq!(&desk.moves(0)[10..15], [(1, 1), (2, 2), (0, 0), (0, 0), (3, 3)]);
}

#[test]
fn a_turn_that_comes_twice_is_made_once_and_another_one_for_its_step_takes_its_place() {
    let mut desk = Desk::running(settings(2), endless());
    for _ in 0..3 {
        desk.turn(ONE, 1, 3, 1);
    }
    desk.turn(ONE, 2, 3, 3);
    desk.wait_for(3);
    desk.turn(ONE, 1, 3, 1);
    desk.turn(ONE, 2, 3, 3);
    desk.wait_for(6);
    assert_eq!(&desk.moves(0)[1..7], [(0, 0), (0, 0), (2, 3), (0, 0), (0, 0), (0, 0)]);
}

#[test]
fn what_is_wanted_far_ahead_or_too_often_is_refused() {
    let mut desk = Desk::running(settings(2), endless());
    let far = desk.turn(ONE, 1, 10_000, 1);
    assert_eq!(refused(&far), [(1, Refusal::Malformed)]);
    let turns = |from: u32| (from..from + 8).map(|number| Turn { number, step: number + 10, what: 1 }).collect();
    for from in [2, 10] {
        assert_eq!(refused(&desk.say(ONE, ToTrack::Turns(turns(from)))), []);
    }
    assert_eq!(MAX_TURNS, 16);
    let many = desk.turn(ONE, 18, 60, 1);
    assert_eq!(refused(&many), [(18, Refusal::TooMany)]);
}

#[test]
fn what_was_wanted_in_a_round_is_not_done_in_the_next() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 10, 3));
    // The round ends with step 9, and step 10 puts the next one on the table.
    desk.turn(ONE, 1, 9, 1);
    desk.turn(ONE, 2, 10, 2);
    desk.wait_for(10);
    let late = desk.turn(ONE, 3, 9, 3);
    assert_eq!(refused(&late), [(3, Refusal::NotRunning)]);
    desk.turn(ONE, 4, 11, 2);
    desk.wait_for(15);
    let moves = desk.moves(0);
    assert_eq!((moves[9], moves[10]), ((1, 1), (4, 2)), "nobody moves between the rounds");
    assert!(moves[11..].iter().all(|turn| *turn == (0, 0)));
}

#[test]
fn steps_are_closed_on_the_clock_whoever_says_something() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 10, 2));
    let times = |out: &[Out]| -> Vec<u64> {
        let steps = to(ONE, out).into_iter();
        steps.filter_map(|frame| if let FromTrack::Step(step) = frame { Some(step.at) } else { None }).collect()
    };
    let begun = desk.now;
    let out = desk.wait_for(12);
    let at = times(&out);
    let expected: Vec<u64> = (1..10).map(|step| begun + step * STEP).collect();
    assert_eq!(at[..9], expected);
    assert_eq!(at[9] - at[8], RESULT);
    assert_eq!(at[10] - at[9], COUNTDOWN + STEP);
}

#[test]
fn a_match_ends_once_and_is_over_for_who_comes_later() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 10, 1));
    let out = desk.wait_for(9);
    assert_eq!(out.iter().filter(|out| **out == Out::Over(Ending::Won(0))).count(), 1);
    let later = desk.wait(5000);
    assert!(steps(ONE, &later).is_empty() && !later.contains(&Out::Over(Ending::Won(0))));
    let (conn, out) = desk.connect(super::desk::WATCH, None);
    let frames = to(conn, &out);
    assert!(frames.contains(&FromTrack::Over(Ending::Won(0))));
    assert_eq!(steps(conn, &out).len(), 10);
}

#[test]
fn a_program_moves_for_who_is_cut_off_or_silent_and_they_come_back() {
    let mut desk = Desk::running(settings(2), endless());
    desk.close(TWO);
    let gone = desk.track.next();
    desk.wait(1000);
    let (conn, _) = desk.connect(1, None);
    desk.awake.push(conn);
    desk.wait(100);
    let back = desk.track.next();
    desk.wait(1000);
    // The connection stands, and nothing comes.
    desk.awake.retain(|awake| *awake != conn);
    let silent = desk.track.next();
    desk.wait(4000);
    desk.awake.push(conn);
    desk.wait(700);
    let heard = desk.track.next();
    desk.wait(500);
    let moves = desk.moves(1);
    let by_program = |from: u32, until: u32| {
        moves[from as usize..until as usize].iter().filter(|(_, what)| *what == PROGRAM).count() as u64
    };
    assert!(by_program(gone, back) >= 1000 / STEP - 2);
    assert_eq!(by_program(back, silent), 0);
    let most = (silent..heard).count() as u64;
    assert!((30..most - 14).contains(&by_program(silent, heard)), "after a second and a half of silence");
    assert_eq!(by_program(heard, moves.len() as u32), 0);
    assert!(desk.moves(0).iter().all(|turn| *turn == (0, 0)), "the other rides on alone");
}

#[test]
fn time_stands_while_nobody_plays_and_goes_on_after_a_countdown() {
    let mut desk = Desk::running(settings(2), endless());
    desk.wait(500);
    desk.close(ONE);
    desk.close(TWO);
    let before = desk.track.next();
    desk.wait(60_000);
    assert!(desk.track.next() <= before + 1);
    let (conn, out) = desk.connect(0, None);
    desk.awake.push(conn);
    assert!(to(conn, &out).iter().any(|frame| matches!(frame, FromTrack::Welcome(welcome) if welcome.due.is_none())));
    let stood = desk.track.next();
    let out = desk.wait(1000);
    assert!(to(conn, &out).iter().any(|frame| matches!(frame, FromTrack::Goes { due: Some(_) })));
    assert_eq!(desk.track.next(), stood);
    desk.wait(4000);
    assert!(desk.track.next() > stood + 5);
    assert_eq!(desk.moves(1).last(), Some(&(0, PROGRAM)), "the other is still gone");
}

#[test]
fn a_match_waits_for_all_at_first_and_then_begins_with_those_who_are_there() {
    let mut desk = Desk::new(settings(2), endless());
    let (conn, _) = desk.connect(0, None);
    desk.awake.push(conn);
    let out = desk.wait(50_000);
    assert_eq!(desk.track.next(), 0);
    let waits = |frame: &FromTrack| matches!(frame, FromTrack::Presence(seats) if seats[0].loaded && !seats[1].loaded && seats[1].hand == Hand::Human);
    assert!(to(conn, &out).iter().any(waits), "all see who is waited for");
    desk.wait(15_000);
    assert!(desk.track.next() > 0);
    assert!(desk.moves(1).iter().all(|(_, what)| *what == PROGRAM));
}

#[test]
fn a_match_goes_on_from_its_log() {
    let mut desk = Desk::running(settings(2), endless());
    desk.turn(ONE, 1, 3, 1);
    desk.turn(ONE, 2, 5, 2);
    desk.wait_for(20);
    let (state, log) = (desk.track.course().clone(), desk.log.clone());
    // Half a record is none.
    desk.log.truncate(log.len() - 3);
    desk.restore(settings(2), endless());
    assert_eq!(desk.track.next(), 20);
    desk.log = log;
    desk.restore(settings(2), endless());
    assert_eq!(*desk.track.course(), state);
    let (conn, out) = desk.connect(0, None);
    assert_eq!(steps(conn, &out).len(), 21);
    let taken = to(conn, &out).into_iter().find_map(|frame| match frame {
        FromTrack::Welcome(welcome) => Some((welcome.taken, welcome.key)),
        _ => None,
    });
    assert_eq!(taken, Some((2, Some(super::net::track::Course::key(&state)))));
    // What was made before is not made again.
    desk.turn(conn, 2, 30, 2);
    desk.turn(conn, 3, 30, 3);
    desk.awake.push(conn);
    desk.wait(15_000);
    let numbers: Vec<u32> = desk.moves(0).into_iter().map(|(number, _)| number).filter(|number| *number > 0).collect();
    assert_eq!(numbers, [1, 2, 3]);
}
