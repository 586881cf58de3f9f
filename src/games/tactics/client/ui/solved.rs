//! Which puzzles were solved: kept in the user's settings.

use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// The puzzles that were solved, by their ids.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, Default, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "tactics_puzzles")]
pub struct Solved {
    solved: Vec<String>,
}

impl Solved {
    pub fn has(&self, id: &str) -> bool {
        self.solved.iter().any(|one| one == id)
    }

    /// Marks a puzzle, and writes the settings.
    pub(crate) fn mark(&mut self, id: &str, commands: &mut Commands) {
        if !self.has(id) {
            self.solved.push(id.to_string());
            commands.queue(SaveSettingsDeferred(Duration::from_millis(200)));
        }
    }
}
