//! Units that walk: routes, reservations, steps.

pub(crate) mod going;

pub mod classic;
pub mod detours;
pub(crate) mod edits;
pub(crate) mod filling;
pub mod marching;
pub mod movement;
pub mod planning;
pub(crate) mod sending;
mod settling;
pub(crate) mod waypoints;

use bevy::prelude::App;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((planning::plugin, classic::plugin, marching::plugin, movement::plugin));
}
