//! The picture and the sound: read the simulation, write only their own entities.

pub(crate) mod command_sounds;
pub(crate) mod event_effects;
pub(crate) mod planner_overlay;
pub(crate) mod sheets;

pub mod bars;
mod buildings;
pub mod damage;
pub(crate) mod effects;
mod eyes;
pub mod fog;
mod ghost;
mod lanes;
mod map_picture;
pub mod marks;
pub mod minimap;
pub mod missiles;
pub mod overlays;
mod pool;
mod sounds;
pub mod task_lines;
pub mod terrain;
pub mod thoughts;
pub mod units;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        terrain::plugin,
        fog::plugin,
        units::plugin,
        marks::plugin,
        lanes::plugin,
        overlays::plugin,
        planner_overlay::plugin,
        minimap::plugin,
        (ghost::plugin, task_lines::plugin, thoughts::plugin),
        (effects::plugin, event_effects::plugin, bars::plugin, buildings::plugin, damage::plugin),
        (missiles::plugin, sounds::plugin, command_sounds::plugin),
    ));
}

/// Lines of a width in pixels.
fn lines(width: f32) -> GizmoConfig {
    GizmoConfig { line: GizmoLineConfig { width, ..default() }, ..default() }
}
