//! Where things are on the screen: cells and the world that the camera sees.

use bevy::prelude::*;

/// World units (pixels at zoom 1) a cell.
pub const CELL: f32 = 32.0;

/// The place of a point in cells (x right, y **down**, the centre of cell (0,0) is (0.5, 0.5)) in Bevy's world, where
/// y grows upwards: the map lies below the x axis.
#[must_use]
pub fn to_world(x: f32, y: f32) -> Vec2 {
    Vec2::new(x * CELL, -y * CELL)
}
