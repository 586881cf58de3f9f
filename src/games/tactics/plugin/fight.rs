//! The battle on the table with what every action of it did: acting, ending turns, taking back.

use super::TacticsOrder;
use crate::games::tactics::battle::{Battle, Deed, Refusal};
use crate::games::tactics::scene::MAX_SQUAD;
use crate::games::tactics::setup::{Setup, SetupProblem};
use crate::games::tactics::{Action, Position, Side};
use bevy::prelude::*;

/// The running battle, or the one that is watched, with what every action of it did.
#[derive(Component, Debug, Clone)]
pub struct Fight {
    battle: Battle,
    deeds: Vec<Deed>,
}

impl Fight {
    /// A battle that begins.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn new(setup: Setup) -> Result<Self, SetupProblem> {
        Ok(Self { battle: Battle::new(setup)?, deeds: Vec::new() })
    }

    /// The same in which everything can be taken back.
    pub(super) fn lenient(self) -> Self {
        Self { battle: self.battle.lenient(), ..self }
    }

    /// A battle that begins after some actions, which must be legal one after the other; `open` tells whether the last
    /// turn was left before it was ended.
    pub(super) fn after(mut self, actions: &[Action], open: bool) -> Self {
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            if self.act(*action).is_err() || self.battle.is_complete() && !(is_last && open) && self.end().is_err() {
                break;
            }
        }
        self
    }

    /// Carries out an order of a side: for persons and programs alike.
    ///
    /// # Errors
    /// Why it is not carried out.
    pub(super) fn obey(&mut self, side: Side, order: TacticsOrder) -> Result<(), Refusal> {
        if side != self.battle.side() {
            return Err(Refusal::NotYourTurn);
        }
        match order {
            TacticsOrder::Act(action) => self.act(action),
            TacticsOrder::EndTurn => self.end(),
            TacticsOrder::Undo => self.undo(),
            TacticsOrder::UndoTurn => self.undo_turn(),
        }
    }

    /// The battle.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Its position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.battle.position()
    }

    /// What each of its actions did, in order.
    #[must_use]
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// The round of the game, from 1: a turn of each side.
    #[must_use]
    pub fn round(&self) -> u16 {
        let passed = u16::from(self.battle.is_complete() || self.battle.is_over());
        self.position().turns().saturating_sub(passed) / 2 + 1
    }

    pub(super) fn act(&mut self, action: Action) -> Result<(), Refusal> {
        self.deeds.push(self.battle.act(action)?);
        Ok(())
    }

    /// Ends the turn; where the rules allow it, all others wait.
    pub(super) fn end(&mut self) -> Result<(), Refusal> {
        while !self.battle.is_complete() && !self.battle.is_over() {
            let position = self.battle.position();
            let ready = position.characters(self.battle.side()).filter(|one| !one.acted);
            let Some(wait) = ready.filter_map(|one| position.options(one.at).waiting()).next() else { break };
            self.act(wait)?;
        }
        self.battle.end_turn()
    }

    /// Takes the last action of the turn back; where everything can be taken back and there is none, the end of the turn
    /// before.
    fn undo(&mut self) -> Result<(), Refusal> {
        if self.battle.is_lenient() && !self.battle.can_undo() {
            return self.reopen(self.battle.side());
        }
        self.battle.undo()?;
        self.deeds.pop();
        Ok(())
    }

    /// Takes all actions of the turn back; likewise, those of the turn before.
    fn undo_turn(&mut self) -> Result<(), Refusal> {
        self.undo()?;
        while self.battle.can_undo() {
            self.undo()?;
        }
        Ok(())
    }

    /// Takes everything back that came after the last turn of a side, which then waits to be ended.
    pub(super) fn reopen(&mut self, side: Side) -> Result<(), Refusal> {
        let last = self.last_deed(side).ok_or(Refusal::NothingToUndo)?;
        let begun = Self { battle: self.battle.again(), deeds: Vec::new() };
        *self = begun.after(&self.battle.actions()[..=last], true);
        Ok(())
    }

    fn last_deed(&self, side: Side) -> Option<usize> {
        self.deeds.iter().rposition(|deed| deed.who / MAX_SQUAD == side.index())
    }

    /// Whether the side to move can take something back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        let side = self.battle.side();
        self.battle.can_undo() || self.battle.is_lenient() && self.last_deed(side).is_some()
    }
}
