//! What all parts of the window share: cells and the world that the camera sees, what lies over a match.

use crate::base::Cell;
use bevy::prelude::*;

/// World units (pixels at zoom 1) a cell.
pub const CELL: f32 = 32.0;

/// The place of a point in cells (x right, y **down**, the centre of cell (0,0) is (0.5, 0.5)) in Bevy's world, where
/// y grows upwards: the map lies below the x axis.
pub fn to_world(x: f32, y: f32) -> Vec2 {
    Vec2::new(x * CELL, -y * CELL)
}

/// The cell at a point of the world.
pub(crate) fn cell_at(world: Vec2) -> Cell {
    // `as` saturates, so that a point far away is a cell far away.
    Cell::new((world.x / CELL).floor() as i16, (-world.y / CELL).floor() as i16)
}

/// The camera that looks at the map.
#[derive(Component, Debug)]
pub struct MapCamera;

/// World units a pixel.
pub(crate) fn scale(projection: &Projection) -> f32 {
    if let Projection::Orthographic(lens) = projection { lens.scale } else { 1.0 }
}

pub(crate) fn set_scale(projection: &mut Projection, scale: f32) {
    if let Projection::Orthographic(lens) = projection {
        lens.scale = scale;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        // Pictures have soft edges of their own; multisampling would cost a software renderer half of its frames.
        commands.spawn((Name::new("Map camera"), Camera2d, Msaa::Off, IsDefaultUiCamera, MapCamera));
    });
}

/// Whether the menu lies over the match. Time stands while it does.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuOpen(pub bool);

/// Whether a dialog of the game lies over the match.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SheetOpen(pub bool);

/// Whether the options lie over the screen.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptionsOpen(pub bool);

/// How large the interface is; 1 in a program without one.
pub fn factor(scale: Option<&UiScale>) -> f32 {
    scale.map_or(1.0, |scale| scale.0)
}

/// Minutes and seconds.
pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts_minutes_and_seconds() {
        assert_eq!([0, 61, 3600].map(clock), ["0:00", "1:01", "60:00"]);
    }
}
