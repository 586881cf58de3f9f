//! Blasts shake the picture. Who does not like it switches it off in the options.

use crate::client::input::ControlSystems;
use crate::client::kit::chance::scatter;
use crate::client::stage::CELL;
use crate::games::tanks::plugin::Happened;
use crate::games::tanks::world::Event;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// How the picture is wanted: kept in the user's settings.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "tanks_picture")]
pub struct TanksPicture {
    shakes: bool,
}

impl Default for TanksPicture {
    fn default() -> Self {
        Self { shakes: true }
    }
}

impl TanksPicture {
    /// Whether blasts shake it.
    pub fn shakes(&self) -> bool {
        self.shakes
    }

    /// Switches it, and writes the settings.
    pub(crate) fn set_shakes(&mut self, on: bool, commands: &mut Commands) {
        self.shakes = on;
        commands.queue(SaveSettingsDeferred(Duration::from_millis(500)));
    }
}

/// Seconds in which a shake dies away, and how often a second the picture is somewhere else.
const LASTS: f32 = 0.45;
const JUMPS: f32 = 40.0;
/// How far the strongest moves the picture, in cells.
const FAR: f32 = 0.35;

/// What is felt now.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Shake {
    /// 0 to 1.
    strength: f32,
    seconds: f32,
}

impl Shake {
    /// A blast of a strength from 0 to 1.
    pub fn hit(&mut self, strength: f32) {
        self.strength = self.strength.max(strength.min(1.0));
    }

    /// So many seconds have gone by.
    pub fn pass(&mut self, seconds: f32) {
        self.seconds += seconds;
        self.strength = (self.strength - seconds / LASTS).max(0.0);
    }

    /// By how much the camera is off.
    pub fn felt(&self, settings: &TanksPicture) -> Vec2 {
        if self.strength <= 0.0 || !settings.shakes {
            return Vec2::ZERO;
        }
        let jump = (self.seconds * JUMPS) as u32;
        Vec2::new(scatter(2 * jump), scatter(2 * jump + 1)) * self.strength.powi(2) * FAR * CELL
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shake>()
        .init_resource::<TanksPicture>()
        .add_systems(OnEnter(Screen::Match), |mut shake: ResMut<Shake>| *shake = Shake::default())
        .add_systems(Update, feel.before(super::frame).after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn feel(mut happened: MessageReader<Happened>, mut shake: ResMut<Shake>, time: Res<Time>) {
    for Happened(event) in happened.read() {
        match event {
            Event::Destroyed { size, .. } => shake.hit(0.35 + 0.12 * f32::from(*size)),
            Event::BaseFell { .. } => shake.hit(1.0),
            _ => {}
        }
    }
    if shake.strength > 0.0 {
        shake.pass(time.delta_secs());
    }
}
