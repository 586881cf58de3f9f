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
pub(super) fn middle(hole: Hole) -> Vec2 {
    to_world(f32::from(hole.column()) + 0.5, f32::from(hole.row()) + 0.5)
}

/// The hole of a board at a point of the world.
pub(super) fn hole_at(world: Vec2, rules: Rules) -> Option<Hole> {
    let cell = cell_at(world);
    let line = |at: i16| u8::try_from(at).ok().filter(|line| *line < rules.size);
    Some(Hole::new(line(cell.x)?, line(cell.y)?)).filter(|hole| rules.has(*hole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_on_a_hole_is_that_hole_and_corners_have_none() {
        let rules = Rules { size: 12, ..Rules::default() };
        for hole in [Hole::new(1, 0), Hole::new(0, 10), Hole::new(5, 7), Hole::new(11, 1)] {
            assert_eq!(hole_at(middle(hole), rules), Some(hole));
            assert_eq!(hole_at(middle(hole) + Vec2::new(12.0, -12.0), rules), Some(hole));
        }
        for hole in [Hole::new(0, 0), Hole::new(11, 11), Hole::new(12, 3)] {
            assert_eq!(hole_at(middle(hole), rules), None);
        }
        assert_eq!(hole_at(Vec2::new(-3.0, -40.0), rules), None);
    }
}
