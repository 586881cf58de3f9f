//! Where a figure looks: toward the viewer, away, or to a side. Figures stand upright and are never turned.

use crate::base::Dir;
use crate::client::stage::CELL;
use bevy::prelude::*;

/// Where a figure looks on the screen. The west is the mirrored east.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Heading {
    /// Down the screen, toward the viewer.
    #[default]
    South,
    /// Up the screen, away from the viewer.
    North,
    East,
    /// To the left.
    West,
}

/// Tangent of the angle between a way and the axis of a heading up to which a figure keeps it: well beyond a diagonal, so that
/// who goes in zigzags does not flicker.
const KEEPS: f32 = 1.8;
/// World units of a way after which it counts as one, and not as making room.
const WAY: f32 = 1.6 * CELL;

/// The way of a direction of the map in the world.
pub(super) fn way(dir: Dir) -> Vec2 {
    let (dx, dy) = dir.offset();
    Vec2::new(dx.into(), (-dy).into())
}

impl Heading {
    /// The row of the sheet, of [`UNIT_ROWS`](crate::client::kit::art::UNIT_ROWS): from the front, from behind, from the side.
    pub const fn row(self) -> usize {
        match self {
            Self::South => 0,
            Self::North => 1,
            Self::East | Self::West => 2,
        }
    }
    pub fn is_mirrored(self) -> bool {
        self == Self::West
    }

    /// The way that it looks, in the world.
    pub const fn way(self) -> Vec2 {
        match self {
            Self::South => Vec2::NEG_Y,
            Self::North => Vec2::Y,
            Self::East => Vec2::X,
            Self::West => Vec2::NEG_X,
        }
    }

    /// The heading of who looks in a direction of the map, and has not looked anywhere before.
    pub fn of(dir: Dir) -> Self {
        Self::along(way(dir))
    }

    /// The heading of who looked here and now looks along a way in the world.
    pub fn towards(self, way: Vec2) -> Self {
        let (ahead, aside) = (way.dot(self.way()), way.perp_dot(self.way()).abs());
        if way == Vec2::ZERO || aside < ahead * KEEPS { self } else { Self::along(way) }
    }

    /// The heading nearest to a way in the world. A side shows better what somebody does than a back, so a diagonal is one.
    fn along(way: Vec2) -> Self {
        match way.x.abs() >= way.y.abs() * 0.99 {
            true if way.x > 0.0 => Self::East,
            true => Self::West,
            false if way.y > 0.0 => Self::North,
            false => Self::South,
        }
    }
}

/// Where a figure looks, and where it looks when it has nothing to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    pub heading: Heading,
    idle: Heading,
    /// The place of its last rest, in world units.
    rest: Option<Vec2>,
}

impl Look {
    pub const fn new(heading: Heading) -> Self {
        Self { heading, idle: heading, rest: None }
    }

    pub fn walk(&mut self, way: Vec2) {
        self.heading = self.heading.towards(way);
    }

    /// It works or fights, and goes on looking there afterwards.
    pub fn face(&mut self, way: Vec2) {
        self.heading = self.heading.towards(way);
        self.idle = self.heading;
    }

    /// It has nothing to do: it looks along the whole way that it has come, whatever its last step was, and as before if it
    /// has only made room.
    pub fn rest(&mut self, place: Vec2) {
        let way = self.rest.map_or(Vec2::ZERO, |rest| place - rest);
        if way.length() > WAY {
            self.idle = Heading::along(way);
        }
        self.rest = Some(place);
        self.heading = self.idle;
    }
}
