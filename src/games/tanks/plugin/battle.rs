//! The match itself as a component: the pure one with its programs, or a recording of one.

use crate::base::Cell;
use crate::base::wording::capitalised;
use crate::games::tanks::order::Input;
use crate::games::tanks::played::Played;
use crate::games::tanks::replay::{Playback, TanksReplay};
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{OURS, Setup};
use crate::games::tanks::stage::Stage;
use crate::games::tanks::world::{Outcome, World};
use bevy::prelude::*;
use std::sync::Arc;

/// The match on the table.
#[derive(Component, Debug, Clone)]
pub struct Battle {
    pub(super) played: Played,
    pub stage: Arc<Stage>,
    /// The recording that is watched instead.
    pub(super) shown: Option<Playback>,
}

impl Battle {
    pub(super) fn new(setup: Setup, stage: Arc<Stage>) -> Result<Self, String> {
        let played = Played::new(Arc::new(Rules::built_in()), setup, &stage);
        let played = played.map_err(|problem| capitalised(&problem.to_string()))?;
        Ok(Self { played, stage, shown: None })
    }

    /// A recorded match before its first tick.
    pub(super) fn watched(replay: &Arc<TanksReplay>) -> Result<Self, String> {
        let (_, stage) = replay.begin()?;
        let mut battle = Self::new(replay.header.setup.clone(), Arc::new(stage))?;
        battle.shown = Some(Playback::new(replay.clone())?);
        Ok(battle)
    }

    /// What is on the board now.
    pub fn world(&self) -> &World {
        self.shown.as_ref().map_or_else(|| self.played.world(), Playback::world)
    }

    /// The programs with what they think; none in a replay, which keeps orders and no thoughts.
    pub fn played(&self) -> Option<&Played> {
        self.shown.is_none().then_some(&self.played)
    }

    /// The cells of the way that the program of a slot means to take.
    pub fn route(&mut self, slot: usize) -> Vec<Cell> {
        if self.shown.is_some() { Vec::new() } else { self.played.route(slot) }
    }

    /// Goes to a tick of what is watched; one that is too large means the end.
    pub(super) fn seek(&mut self, tick: u32) {
        if let Some(playback) = &mut self.shown {
            playback.seek(tick.min(playback.replay().len()));
        }
    }

    /// What is held for a slot.
    pub fn held(&self, slot: usize) -> Input {
        self.played.held().get(slot).copied().unwrap_or_default()
    }

    /// Whether those who play together against the waves have won.
    pub fn is_won(&self) -> bool {
        self.world().outcome() == Some(Outcome::Won(OURS))
    }
}
