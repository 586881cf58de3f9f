//! How a battle ended.

use super::{Fight, Phase, Record};
use crate::arena::Ruling;
use crate::games::tactics::Side;
use crate::games::tactics::battle::Battle;
use crate::games::tactics::position::End;
use crate::games::tactics::tally::Tally;
use crate::search::Outcome;
use bevy::prelude::*;

/// How the battle ended. Comes to the table with [`Phase::Over`].
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who won and why; `None` for a recording that breaks off.
    pub end: Option<End>,
    /// How it ended without the rules.
    pub ruling: Option<Ruling>,
    pub rounds: u16,
    /// What each side did, A first.
    pub tallies: [Tally; 2],
    /// Points on the hill, with the head start.
    pub points: [u8; 2],
    /// Points of health that are left.
    pub health: [u32; 2],
}

impl Report {
    pub fn winner(&self) -> Option<Side> {
        match self.end.map(|end| end.outcome) {
            Some(Outcome::Win(side)) => Some(Side::of(side)),
            Some(Outcome::Draw) => None,
            None => self.ruling.as_ref()?.winner.map(Side::of),
        }
    }

    fn of(battle: &Battle, record: &Record) -> Self {
        let position = battle.position();
        let mut tallies = Tally::of(battle.effects());
        for (tally, times) in tallies.iter_mut().zip(&record.times) {
            times.iter().for_each(|time| tally.add_turn(*time));
        }
        Self {
            end: position.end(),
            ruling: battle.ruling().cloned(),
            rounds: position.turns().div_ceil(2),
            tallies,
            points: position.points(),
            health: Side::BOTH.map(|side| position.health(side)),
        }
    }
}

/// Reports a battle that is over.
pub(super) fn report(table: Option<Single<(Entity, &Fight, &Phase, &Record), Changed<Phase>>>, mut commands: Commands) {
    let Some(table) = table else { return };
    let (entity, fight, phase, record) = *table;
    if *phase == Phase::Over {
        commands.entity(entity).insert(Report::of(fight, record));
    }
}
