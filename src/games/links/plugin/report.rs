//! How a match ended.

use super::{Board, Phase, Record};
use crate::games::links::hole::Hole;
use crate::games::links::position::End;
use crate::search::Outcome;
use bevy::prelude::*;
use std::time::Duration;

/// How the match ended. Comes to the table with [`Phase::Over`] and goes when it is played on.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who won and why; `None` for a recording that breaks off.
    pub end: Option<End>,
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
        match self.end?.outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
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
            pegs: [0, 1].map(|side| position.pegs(side).len()),
            links: [0, 1].map(|side| position.links(side).len()),
            chain: winner.and_then(|side| position.winning_chain(side)).unwrap_or_default(),
            times: record.times.each_ref().map(|times| times.iter().sum()),
        });
    } else if is_told && *phase == Phase::Playing {
        commands.entity(entity).remove::<Report>();
    }
}
