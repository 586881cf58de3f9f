//! What is said of players, ends and puzzles of Tactics.

use gridmarch::arena::Ruling;
use gridmarch::client::stage::{duration, sentence};
use gridmarch::client::table::result::{title, without_rules};
use gridmarch::games::tactics::Action;
use gridmarch::games::tactics::client::ui::words::{lines, reason, state};
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::plugin::{Report, SeatKind, TacticsSetup};
use gridmarch::games::tactics::position::End;
use gridmarch::games::tactics::puzzle::{Judge, Puzzle, Verdict, parse};
use gridmarch::games::tactics::rules::Ending;
use gridmarch::search::Outcome;
use std::time::Duration;

#[test]
fn a_clause_becomes_a_sentence_and_squares_keep_their_names() {
    assert_eq!(sentence("the battle is over"), "The battle is over.");
    assert_eq!(sentence("e4 has to act before the turn can end"), "e4 has to act before the turn can end.");
}

fn report(ending: Ending, outcome: Outcome) -> Report {
    let end = Some(End { outcome, ending });
    Report { end, ruling: None, rounds: 9, tallies: Default::default(), points: [2, 6], health: [7, 12] }
}

#[test]
fn the_end_is_told_from_the_side_of_the_only_person() {
    let told = |winner, you| title(winner, true, you).0;
    assert_eq!(told(Some(0), Some(0)), "Victory");
    assert_eq!(told(Some(1), Some(0)), "Defeat");
    assert_eq!(told(Some(1), None), "Red wins");
    assert_eq!(told(None, Some(0)), "Draw");
    assert_eq!(title(None, false, None).0, "Not decided");
    let engine = SeatKind::Computer(PlayerKind::engine(1));
    let lone = |seats| TacticsSetup { seats, ..TacticsSetup::default() }.lone_human();
    assert_eq!(lone([engine, SeatKind::Human]), Some(1));
    assert_eq!(lone([SeatKind::Human; 2]), None);
}

#[test]
fn reasons_name_winner_and_loser() {
    assert_eq!(reason(&report(Ending::Hill, Outcome::Win(1))), "Red holds the hill, 6 to 2.");
    assert_eq!(reason(&report(Ending::Eliminated, Outcome::Win(0))), "Red has nobody left.");
    assert_eq!(reason(&report(Ending::LeaderLost, Outcome::Win(1))), "Blue has lost its leader.");
    assert_eq!(reason(&report(Ending::Quiet, Outcome::Draw)), "Nobody was hurt for 50 rounds.");
    assert!(Ending::ALL.iter().all(|ending| reason(&report(*ending, Outcome::Draw)).ends_with('.')));
}

#[test]
fn an_end_without_the_rules_names_who_has_lost() {
    let told = |winner, reason: &'static str| without_rules(Some(&Ruling { winner, reason: reason.into() }));
    assert_eq!(told(Some(1), "time"), "Blue has run out of time.");
    assert_eq!(told(Some(0), "resigned"), "Red has resigned.");
    assert_eq!(told(Some(0), "told"), "Blue has won; how is not recorded.");
    assert_eq!(told(Some(0), "crash"), "Red has given no answer that counts.");
    assert_eq!(told(None, "agreed"), "Both sides have agreed to a draw.");
    assert_eq!(told(None, "limit"), "It ended in a draw.");
    assert_eq!(told(Some(0), "left"), "Red was away for too long.");
    assert_eq!(told(None, "aborted"), "The match was called off: it counts for nobody.");
    assert_eq!(told(None, "stopped"), "The server has ended the match: it counts for nobody.");
    let no_result = Ruling { winner: None, reason: Ruling::ABORTED.into() };
    assert!(!no_result.counts() && Ruling { reason: Ruling::AGREED.into(), ..no_result }.counts());
    assert_eq!(without_rules(None), "The recording breaks off here.");
}

#[test]
fn times_are_told_in_the_unit_that_fits() {
    assert_eq!(duration(Duration::from_millis(12)), "12 ms");
    assert_eq!(duration(Duration::from_millis(2340)), "2.3 s");
    assert_eq!(duration(Duration::from_secs(125)), "2:05 min");
}

fn puzzle() -> Puzzle {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/puzzles/01-three-shots.ron"));
    parse(text, "01-three-shots", "01-three-shots.ron").expect("a puzzle")
}

#[test]
fn a_solution_is_written_turn_by_turn() {
    let puzzle = puzzle();
    let actions = Judge::new(&puzzle).solution(puzzle.position());
    let written = lines(&puzzle, &actions);
    assert_eq!(written.len(), 1, "it is won within the turn: {written:?}");
    let own: Vec<String> = actions.iter().map(Action::to_string).collect();
    assert_eq!(written[0], format!("Blue: {}", own.join(" ")));
    assert_eq!(lines(&puzzle, &[]), ["None is known."]);
}

#[test]
fn who_has_spoilt_it_is_told_how_to_go_on() {
    assert!(state(Some(Verdict::Spoilt)).0.contains("Take something back (U)"));
    assert_eq!(state(Some(Verdict::Open(2))).0, "It can be done in 2 turns.");
}
