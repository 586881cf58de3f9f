//! How loud the player wants it: kept in the user's settings.

use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// What has a volume of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Volume {
    Master,
    /// All but the music.
    Effects,
    Music,
}

/// The volumes, each from 0, silent, to 1, as recorded.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, PartialEq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "sound")]
pub struct SoundSettings {
    master: f32,
    effects: f32,
    music: f32,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self { master: 0.8, effects: 0.9, music: 0.7 }
    }
}

impl SoundSettings {
    /// Where a slider stands, 0 to 1. What the file of settings holds beyond that is brought within.
    pub fn get(&self, volume: Volume) -> f32 {
        let value = match volume {
            Volume::Master => self.master,
            Volume::Effects => self.effects,
            Volume::Music => self.music,
        };
        if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
    }

    /// Moves a slider, and writes the settings.
    pub fn set(&mut self, volume: Volume, value: f32, commands: &mut Commands) {
        let slot = match volume {
            Volume::Master => &mut self.master,
            Volume::Effects => &mut self.effects,
            Volume::Music => &mut self.music,
        };
        *slot = value.clamp(0.0, 1.0);
        commands.queue(SaveSettingsDeferred(Duration::from_millis(500)));
    }

    /// The factor of the amplitude: a slider at its middle is heard as about half as loud, which is a quarter.
    pub fn gain(&self, volume: Volume) -> f32 {
        let own = if volume == Volume::Master { 1.0 } else { self.get(volume) };
        (own * self.get(Volume::Master)).powi(2)
    }
}
