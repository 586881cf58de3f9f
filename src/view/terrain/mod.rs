//! The ground: tile map blocks near the camera, an overview picture when the view is far away, ripples on the water.

pub mod blocks;
pub mod dual;
pub mod overview;
mod water;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((blocks::plugin, overview::plugin, water::plugin));
}
