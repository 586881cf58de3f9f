//! The blow that a crash gives to the camera. Who does not like it switches it off in the options.

use crate::client::input::ControlSystems;
use crate::client::stage::CELL;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// How the picture is wanted: kept in the user's settings.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "picture")]
pub struct PictureSettings {
    camera_pulse: bool,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self { camera_pulse: true }
    }
}

impl PictureSettings {
    /// Whether crashes move the camera.
    pub fn camera_pulse(&self) -> bool {
        self.camera_pulse
    }

    /// Switches it, and writes the settings.
    pub(crate) fn set_camera_pulse(&mut self, on: bool, commands: &mut Commands) {
        self.camera_pulse = on;
        commands.queue(SaveSettingsDeferred(Duration::from_millis(500)));
    }
}

/// Seconds that a blow lasts, and those of one swing of it.
pub const LASTS: f32 = 0.55;
pub const SWING: f32 = 0.18;
/// How far it moves the picture, in cells, and how much closer it brings it.
const FAR: f32 = 0.55;
const CLOSE: f32 = 0.035;

/// The blow that is felt now.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Pulse {
    left: f32,
    towards: Vec2,
}

impl Pulse {
    /// Somebody has crashed in this direction.
    pub fn hit(&mut self, towards: Vec2) {
        *self = Self { left: LASTS, towards };
    }

    /// So many seconds have gone by.
    pub fn pass(&mut self, seconds: f32) {
        self.left = (self.left - seconds).max(0.0);
    }

    /// By what the camera's scale is multiplied, and the shift of its place.
    pub fn felt(&self, settings: &PictureSettings) -> (f32, Vec2) {
        if self.left <= 0.0 || !settings.camera_pulse {
            return (1.0, Vec2::ZERO);
        }
        let share = self.left / LASTS;
        let swing = ((LASTS - self.left) / SWING * std::f32::consts::TAU).sin();
        (1.0 - CLOSE * share * share, self.towards * swing * share * share * FAR * CELL)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pulse>()
        .init_resource::<PictureSettings>()
        .add_systems(OnEnter(Screen::Match), |mut pulse: ResMut<Pulse>| *pulse = Pulse::default())
        .add_systems(Update, pass.before(super::frame).after(ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

fn pass(mut pulse: ResMut<Pulse>, time: Res<Time>) {
    if pulse.left > 0.0 {
        pulse.pass(time.delta_secs());
    }
}
