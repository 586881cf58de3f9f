//! Taking moves back, and making them again.

use super::{Board, LinksControl, LinksSetup, Phase};
use crate::games::links::game::Match;
use crate::games::links::step::Step;
use bevy::prelude::*;

/// The steps that were taken back, the one that comes next last. A new one forgets them.
#[derive(Component, Debug, Default, Clone, PartialEq, Eq)]
pub struct TakenBack {
    steps: Vec<Step>,
    /// Steps on the board when they were taken back.
    at: usize,
}

impl TakenBack {
    /// Whether something can be made again on a board.
    pub fn can_redo(&self, board: &Match) -> bool {
        !self.steps.is_empty() && self.at == board.steps().len()
    }
}

/// How many steps are left when the last turn of a person is taken back: where no person plays, nothing can be.
pub fn left_after_taking_back(board: &Match, setup: &LinksSetup) -> Option<usize> {
    let seats = board.seats();
    let last = seats.iter().rposition(|seat| setup.is_human(*seat))?;
    // An offer goes with its peg.
    let begin = seats[..last].iter().rposition(|seat| *seat != seats[last]).map_or(0, |before| before + 1);
    Some(begin)
}

/// Takes back and makes again.
pub(super) fn take(
    mut controls: MessageReader<LinksControl>,
    table: Option<Single<(&mut Board, &mut Phase, &mut TakenBack)>>,
    setup: Res<LinksSetup>,
) {
    let Some(table) = table else { return };
    let (mut board, mut phase, mut taken) = table.into_inner();
    for control in controls.read() {
        if matches!(*phase, Phase::Watching { .. }) {
            continue;
        }
        match control {
            LinksControl::TakeBack => {
                let Some(left) = left_after_taking_back(&board, &setup) else { continue };
                let again = if taken.can_redo(&board) { std::mem::take(&mut taken.steps) } else { Vec::new() };
                let steps = again.into_iter().chain(board.steps()[left..].iter().rev().copied()).collect();
                board.0 = board.at(left);
                *taken = TakenBack { steps, at: left };
                *phase = Phase::Playing;
            }
            LinksControl::Redo if taken.can_redo(&board) => {
                // With the answers, to the next turn of a person.
                while let Some(step) = taken.steps.pop() {
                    if board.act(step).is_err() {
                        taken.steps.clear();
                        break;
                    }
                    if board.is_over() || setup.is_human(board.seat()) && board.position().is_turn_start() {
                        break;
                    }
                }
                taken.at = board.steps().len();
            }
            _ => {}
        }
    }
}
