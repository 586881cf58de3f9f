//! What is said of players, ends and puzzles.

use crate::arena::puzzle::Verdict;
use crate::client::kit::theme;
use crate::client::table::result::without_rules;
use crate::games::tactics::client::view::side_name;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{Report, SeatKind};
use crate::games::tactics::puzzle::Puzzle;
use crate::games::tactics::rules::{Ending, QUIET_TURNS};
use crate::games::tactics::{Action, Side};
use bevy::prelude::*;

/// What a player is called on the screen, by its name in files and on the command line.
pub fn player_name(name: &str) -> String {
    match SeatKind::from_name(name) {
        Some(SeatKind::Human | SeatKind::Remote) => "Human".into(),
        Some(SeatKind::Computer(PlayerKind::Random)) => "Random".into(),
        Some(SeatKind::Computer(PlayerKind::Source)) => "Original engine".into(),
        Some(SeatKind::Computer(PlayerKind::Engine { level, style, .. })) => {
            format!("Engine · level {level}, {}", style.name())
        }
        None => name.to_string(),
    }
}

/// Why it ended.
pub fn reason(report: &Report) -> String {
    let Some(end) = report.end else { return without_rules(report.ruling.as_ref()) };
    let winner = report.winner().unwrap_or_default();
    let (won, lost) = (side_name(winner), side_name(winner.other()));
    let [own, other] = [winner, winner.other()].map(|side| report.points[side.index()]);
    match end.ending {
        Ending::Eliminated => format!("{lost} has nobody left."),
        Ending::Hill => format!("{won} holds the hill, {own} to {other}."),
        Ending::Flag => format!("{won} has brought the flag of {lost} home."),
        Ending::Arrived => format!("The leader of {won} has arrived."),
        Ending::LeaderLost => format!("{lost} has lost its leader."),
        Ending::Repetition => "The same position came for the third time.".into(),
        Ending::Quiet => format!("Nobody was hurt for {QUIET_TURNS} rounds."),
        Ending::Stuck => "Nobody could do anything.".into(),
    }
}

/// How a puzzle stands, in words.
pub fn state(verdict: Option<Verdict>) -> (String, Color) {
    match verdict {
        None => ("Looking at it …".into(), theme::MUTED),
        Some(Verdict::Open(0 | 1)) => ("It can be done this turn.".into(), theme::MUTED),
        Some(Verdict::Open(rounds)) => (format!("It can be done in {rounds} turns."), theme::MUTED),
        Some(Verdict::Spoilt | Verdict::Late(_)) => {
            ("Now the enemy has an answer. Take something back (U), or begin again.".into(), theme::ALARM)
        }
        Some(Verdict::Solved) => ("Solved.".into(), theme::GOLD),
        Some(Verdict::Failed) => ("Missed.".into(), theme::ALARM),
    }
}

/// A line of play with a line for each turn.
pub fn lines(puzzle: &Puzzle, actions: &[Action]) -> Vec<String> {
    if actions.is_empty() {
        return vec!["None is known.".into()];
    }
    let mut position = puzzle.position().clone();
    let mut lines: Vec<(Side, u16, String)> = Vec::new();
    for action in actions {
        let (side, turn) = (position.side(), position.turns());
        match lines.last_mut().filter(|(_, last, _)| *last == turn) {
            Some((_, _, line)) => *line += &format!(" {action}"),
            None => lines.push((side, turn, action.to_string())),
        }
        position.make(*action);
    }
    lines.into_iter().map(|(side, _, line)| format!("{}: {line}", side_name(side))).collect()
}
