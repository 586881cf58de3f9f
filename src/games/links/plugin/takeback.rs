//! Taking moves back, and making them again, to any move.

use super::{Board, LinksControl, LinksSetup, Phase, Record, Start};
use crate::games::links::game::Match;
use crate::games::links::step::Step;
use crate::table::TurnClock;
use bevy::prelude::*;
use std::time::Duration;

/// The steps that were taken back, the one that comes next last. A new one forgets them.
#[derive(Component, Debug, Default, Clone, PartialEq, Eq)]
pub struct TakenBack {
    steps: Vec<Step>,
    /// Steps on the board when they were taken back.
    at: usize,
    /// How long the turns of each side took, those that were taken back as well.
    times: [Vec<Duration>; 2],
}

impl TakenBack {
    /// Whether something can be made again on a board.
    pub fn can_redo(&self, board: &Match) -> bool {
        !self.steps.is_empty() && self.at == board.steps().len()
    }

    /// The steps that can be made again on a board, in their order.
    pub fn steps(&self, board: &Match) -> impl Iterator<Item = Step> {
        let known = if self.can_redo(board) { &self.steps[..] } else { &[] };
        known.iter().rev().copied()
    }
}

/// Whether a person plays here: in a match of programs nothing can be taken back, in a recording neither, and somebody elsewhere
/// has to be asked.
fn has_person(setup: &LinksSetup) -> bool {
    !matches!(setup.start, Start::Watch(_)) && !setup.has_rival() && (0..2).any(|seat| setup.is_human(seat))
}

/// How many steps are left when the last turn of a person is taken back: where no person plays, nothing can be.
pub fn left_after_taking_back(board: &Match, setup: &LinksSetup) -> Option<usize> {
    let last = board.seats().iter().rposition(|seat| setup.is_human(*seat)).filter(|_| has_person(setup))?;
    Some(begin_of_turn(board, last))
}

/// The place of the first step of the turn to which a step belongs: an offer goes with its peg.
fn begin_of_turn(board: &Match, step: usize) -> usize {
    let seats = board.seats();
    seats[..step].iter().rposition(|seat| *seat != seats[step]).map_or(0, |before| before + 1)
}

/// Takes back and makes again.
pub(super) fn take(
    mut controls: MessageReader<LinksControl>,
    table: Option<Single<(&mut Board, &mut Phase, &mut TakenBack, &mut Record, &mut TurnClock)>>,
    setup: Res<LinksSetup>,
) {
    let Some(table) = table else { return };
    let (mut board, mut phase, mut taken, mut record, mut clock) = table.into_inner();
    for control in controls.read() {
        if matches!(*phase, Phase::Watching { .. }) || !has_person(&setup) {
            continue;
        }
        let now = board.steps().len();
        let back = match *control {
            LinksControl::TakeBack => {
                let Some(left) = left_after_taking_back(&board, &setup) else { continue };
                Some(left)
            }
            LinksControl::GoTo(steps) if steps < now => {
                // Where a program would be to move, its turn comes to the person who moved before; if a program began, its
                // first move stays.
                let Some(first) = board.seats().iter().position(|seat| setup.is_human(*seat)) else { continue };
                let first = begin_of_turn(&board, first);
                let mut left = begin_of_turn(&board, steps).max(first);
                while left > first && !setup.is_human(board.seats()[left]) {
                    left = begin_of_turn(&board, left - 1);
                }
                Some(left)
            }
            LinksControl::GoTo(steps) if steps == now => continue,
            LinksControl::Redo | LinksControl::GoTo(_) => None,
        };
        if let Some(left) = back {
            if !taken.can_redo(&board) {
                *taken = TakenBack { times: record.times.clone(), ..TakenBack::default() };
            }
            let again = std::mem::take(&mut taken.steps).into_iter();
            taken.steps = again.chain(board.steps()[left..].iter().rev().copied()).collect();
            board.0 = board.at(left);
            *phase = Phase::Playing;
        } else if taken.can_redo(&board) {
            let least = if let LinksControl::GoTo(steps) = *control { steps } else { 0 };
            // With the answers, to the next turn of a person.
            while let Some(step) = taken.steps.pop() {
                if board.act(step).is_err() {
                    taken.steps.clear();
                    break;
                }
                let is_turn = board.position().is_turn_start() && setup.is_human(board.seat());
                if board.is_over() || is_turn && board.steps().len() >= least {
                    break;
                }
            }
            record.times.clone_from(&taken.times);
        } else {
            continue;
        }
        // The time comes back with the moves.
        record.keep(&board);
        *clock = TurnClock::default();
        taken.at = board.steps().len();
    }
}
