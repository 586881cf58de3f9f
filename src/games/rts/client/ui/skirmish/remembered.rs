//! The choices of the last skirmish: kept in the user's settings.

use super::choices::SkirmishChoices;
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// The choices as they were when a skirmish was begun last, as JSON; empty before the first one.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, Default, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "skirmish")]
pub struct Remembered {
    choices: String,
}

impl Remembered {
    /// The choices; the usual ones if there are none, or if they cannot be read.
    pub fn choices(&self) -> SkirmishChoices {
        serde_json::from_str(&self.choices).map(SkirmishChoices::brought_within).unwrap_or_default()
    }

    /// Keeps choices, and writes the settings.
    pub fn keep(&mut self, choices: &SkirmishChoices, commands: &mut Commands) {
        let Ok(text) = serde_json::to_string(choices) else { return };
        if self.choices != text {
            self.choices = text;
            commands.queue(SaveSettingsDeferred(Duration::from_millis(200)));
        }
    }
}
