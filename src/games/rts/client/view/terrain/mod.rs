//! The ground: tile map blocks near the camera, an overview picture when the view is far away, ripples on the water.

pub mod blocks;
pub mod dual;
mod near;
pub mod overview;
pub mod shown;
pub mod water;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((shown::plugin, blocks::plugin, overview::plugin, water::plugin));
}
