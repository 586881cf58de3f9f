//! The form of a battle in files: how it began and its turns.

use super::Battle;
use crate::games::tactics::action::ActionProblem;
use crate::games::tactics::setup::{Setup, SetupProblem, SetupRecord};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the form of saves and replays.
const VERSION: u32 = 2;

/// The name of the game in saves and replays.
const GAME: &str = "tactics";

/// The form of a battle in saves and replays: how it began and every turn as a line of actions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBattle {
    game: String,
    version: u32,
    setup: SetupRecord,
    /// The actions of each turn, separated by spaces.
    turns: Vec<String>,
    /// Whether the last turn was not ended yet.
    open: bool,
}

/// Why a save is none.
#[derive(Debug, Error)]
pub enum SaveProblem {
    #[error("`game`: a save of {0:?}, expected {GAME:?}")]
    Game(String),
    #[error("`version` is {0}, this program reads version {VERSION}")]
    Version(u32),
    #[error("`setup`: {0}")]
    Setup(#[from] SetupProblem),
    #[error("`turns`: turn {0}: {1}")]
    Turn(usize, String),
}

impl Battle {
    /// The form for a file.
    pub fn saved(&self) -> SavedBattle {
        let mut position = self.again().position;
        let mut turns: Vec<String> = Vec::new();
        let mut is_new = true;
        for action in &self.actions {
            let turn = position.turns();
            match turns.last_mut().filter(|_| !is_new) {
                Some(line) => *line += &format!(" {action}"),
                None => turns.push(action.to_string()),
            }
            position.make(*action);
            is_new = position.turns() != turn;
        }
        let open = self.ended < self.actions.len();
        SavedBattle { game: GAME.into(), version: VERSION, setup: self.setup.record(), turns, open }
    }
}

impl SavedBattle {
    /// Number of turns.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether nothing has been done yet.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Plays the battle again, the first `turns` turns of it at most.
    pub fn restore(&self, turns: usize) -> Result<Battle, SaveProblem> {
        if self.game != GAME {
            return Err(SaveProblem::Game(self.game.clone()));
        }
        if self.version != VERSION {
            return Err(SaveProblem::Version(self.version));
        }
        let mut battle = Battle::new(Setup::from_record(&self.setup)?)?;
        for (index, line) in self.turns.iter().enumerate().take(turns) {
            let problem = |text: String| SaveProblem::Turn(index + 1, text);
            for word in line.split_whitespace() {
                let action = word.parse().map_err(|error: ActionProblem| problem(error.to_string()))?;
                battle.act(action).map_err(|refusal| problem(refusal.to_string()))?;
            }
            let is_last = index + 1 == self.turns.len();
            if battle.ended < battle.actions.len() && !(is_last && self.open) {
                battle.end_turn().map_err(|refusal| problem(refusal.to_string()))?;
            }
        }
        Ok(battle)
    }
}
