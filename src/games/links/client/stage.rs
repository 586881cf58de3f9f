//! What input, picture and panels share: where holes lie in the world, what the sides look like.

use crate::client::kit::art::{SIDE_COLOURS, SIDE_NAMES};
use crate::client::stage::{cell_at, to_world};
use crate::games::links::hole::Hole;
use crate::games::links::rules::Rules;
use bevy::prelude::*;

/// The colour of a side: 0 joins top and bottom, 1 left and right.
pub(super) const fn side_colour(side: usize) -> Color {
    SIDE_COLOURS[side]
}

pub(super) const fn side_name(side: usize) -> &'static str {
    SIDE_NAMES[side]
}

/// The middle of a hole in the world.
pub fn middle(hole: Hole) -> Vec2 {
    to_world(f32::from(hole.column()) + 0.5, f32::from(hole.row()) + 0.5)
}

/// The hole of a board at a point of the world.
pub fn hole_at(world: Vec2, rules: Rules) -> Option<Hole> {
    let cell = cell_at(world);
    let line = |at: i16| u8::try_from(at).ok().filter(|line| *line < rules.size);
    Some(Hole::new(line(cell.x)?, line(cell.y)?)).filter(|hole| rules.has(*hole))
}
