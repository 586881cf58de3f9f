//! How a match ended.

use super::{Board, Phase, Record};
use crate::arena::Ruling;
use crate::games::links::hole::Hole;
use crate::games::links::position::End;
use crate::search::Outcome;
use bevy::prelude::*;
use std::time::Duration;

/// How the match ended. Comes to the table with [`Phase::Over`] and goes when it is played on.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who won and why; `None` where the rules did not end it.
    pub end: Option<End>,
    /// How it ended without them.
    pub ruling: Option<Ruling>,
    /// Pegs that were placed, by side.
    pub pegs: [u32; 2],
    pub links: [usize; 2],
    /// The chain that has won.
    pub chain: Vec<Hole>,
    /// How long each thought, in all.
    pub times: [Duration; 2],
}

impl Report {
    pub fn winner(&self) -> Option<usize> {
        match self.end.map(|end| end.outcome) {
            Some(Outcome::Win(side)) => Some(side),
            Some(Outcome::Draw) => None,
            None => self.ruling.as_ref()?.winner,
        }
    }
}

/// Reports a match that is over.
pub(super) fn report(
    table: Option<Single<(Entity, &Board, &Phase, &Record, Has<Report>), Changed<Phase>>>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (entity, board, phase, record, is_told) = *table;
    if *phase == Phase::Over {
        let position = board.position();
        let end = position.end();
        let winner = end.and_then(|end| if let Outcome::Win(side) = end.outcome { Some(side) } else { None });
        commands.entity(entity).insert(Report {
            end,
            ruling: board.ruling().cloned(),
            pegs: [0, 1].map(|side| position.pegs(side).len()),
            links: [0, 1].map(|side| position.links(side).len()),
            chain: winner.and_then(|side| position.winning_chain(side)).unwrap_or_default(),
            times: [0, 1].map(|side| record.times_of(board, side).iter().sum()),
        });
    } else if is_told && *phase == Phase::Playing {
        commands.entity(entity).remove::<Report>();
    }
}
