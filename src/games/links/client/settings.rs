//! How the board is wanted: kept in the user's settings.

use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "links")]
pub struct BoardSettings {
    coordinates: bool,
}

impl Default for BoardSettings {
    fn default() -> Self {
        Self { coordinates: true }
    }
}

impl BoardSettings {
    /// Whether the names of columns and rows are shown.
    pub fn coordinates(&self) -> bool {
        self.coordinates
    }

    /// Switches them, and writes the settings.
    pub(crate) fn show_coordinates(&mut self, on: bool, commands: &mut Commands) {
        self.coordinates = on;
        commands.queue(SaveSettingsDeferred(Duration::from_millis(500)));
    }
}
