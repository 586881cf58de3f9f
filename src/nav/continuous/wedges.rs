//! The directions in which one can leave a point without entering an obstacle at once.
//!
//! Around a point obstacles take up sectors: a corner that between its sides, a side half of everything, the rim of the map
//! what is outside. What is left between are the *wedges*. A direction along which sectors touch on both sides is in no
//! wedge, so that nobody squeezes through between two obstacles.

use super::geometry::{Point, cross};
use super::map::Map;
use super::polygon::is_on;
use std::cmp::Ordering;

/// The directions from one to another clockwise on the screen, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wedge {
    pub from: Point,
    pub to: Point,
}

/// How far a direction is turned clockwise from another one, in quarters that can be compared exactly: 0 the same, 1 less
/// than half a turn, 2 half a turn, 3 more.
fn quarter(base: Point, direction: Point) -> u8 {
    let side = cross(base, direction);
    let ahead = base.x * direction.x + base.y * direction.y;
    match side.partial_cmp(&0.0) {
        Some(Ordering::Greater) => 1,
        Some(Ordering::Less) => 3,
        _ if ahead > 0.0 => 0,
        _ => 2,
    }
}

/// Compares two directions by how far they are turned clockwise from a third one.
fn by_turn(base: Point, a: Point, b: Point) -> Ordering {
    let rounds = quarter(base, a).cmp(&quarter(base, b));
    rounds.then_with(|| 0.0.partial_cmp(&cross(a, b)).unwrap_or(Ordering::Equal))
}

impl Wedge {
    pub fn contains(&self, direction: Point) -> bool {
        by_turn(self.from, direction, self.to) != Ordering::Greater
    }

    /// Whether it is wider than half a turn: then a way can bend around what is in the rest.
    pub fn is_wide(&self) -> bool {
        quarter(self.from, self.to) == 3
    }

    /// Whether a direction is between the ends of what is left out, and not one of them.
    pub fn is_left_out(&self, direction: Point) -> bool {
        !self.contains(direction)
    }
}

/// What is free around a point.
#[derive(Debug, Clone, PartialEq)]
pub enum Around {
    /// Everything.
    All,
    /// Some wedges; none: the point is inside of an obstacle, or between some.
    Wedges(Vec<Wedge>),
}

impl Around {
    /// What is free around a point of the raster.
    pub fn new(map: &Map, point: Point) -> Self {
        let mut taken: Vec<Wedge> = Vec::new();
        for obstacle in map.obstacles() {
            if obstacle.is_inside(point) {
                return Self::Wedges(Vec::new());
            }
            let corners = obstacle.corners();
            for (index, (a, b)) in obstacle.sides().enumerate() {
                if a == point {
                    let before = corners[(index + corners.len() - 1) % corners.len()];
                    taken.push(Wedge { from: b - point, to: before - point });
                } else if b != point && is_on((a, b), point) {
                    taken.push(Wedge { from: b - point, to: a - point });
                }
            }
        }
        let size = map.size();
        for (is_at, from, to) in [
            (point.x <= 0.0, Point::new(0.0, 1.0), Point::new(0.0, -1.0)),
            (point.x >= size.x, Point::new(0.0, -1.0), Point::new(0.0, 1.0)),
            (point.y <= 0.0, Point::new(-1.0, 0.0), Point::new(1.0, 0.0)),
            (point.y >= size.y, Point::new(1.0, 0.0), Point::new(-1.0, 0.0)),
        ] {
            if is_at {
                taken.push(Wedge { from, to });
            }
        }
        let Some(base) = taken.first().map(|wedge| wedge.from) else { return Self::All };
        let mut ends: Vec<Point> = taken.iter().flat_map(|wedge| [wedge.from, wedge.to]).collect();
        ends.sort_by(|a, b| by_turn(base, *a, *b));
        ends.dedup_by(|a, b| by_turn(base, *a, *b) == Ordering::Equal);
        let arc = |index: usize| Wedge { from: ends[index], to: ends[(index + 1) % ends.len()] };
        // Between two ends everything is alike: an arc is taken if a sector begins no later and ends no earlier.
        let is_taken = |arc: &Wedge| {
            taken.iter().any(|wedge| {
                by_turn(wedge.from, arc.from, wedge.to) == Ordering::Less
                    && by_turn(wedge.from, arc.to, wedge.to) != Ordering::Greater
                    && by_turn(wedge.from, arc.from, arc.to) == Ordering::Less
            })
        };
        Self::Wedges((0..ends.len()).map(arc).filter(|arc| !is_taken(arc)).collect())
    }

    /// Whether one can leave in a direction.
    pub fn is_free(&self, direction: Point) -> bool {
        match self {
            Self::All => true,
            Self::Wedges(wedges) => wedges.iter().any(|wedge| wedge.contains(direction)),
        }
    }

    /// Whether one can come from a direction and go on straight.
    pub fn lets_through(&self, direction: Point) -> bool {
        let back = Point::default() - direction;
        match self {
            Self::All => true,
            Self::Wedges(wedges) => wedges.iter().any(|wedge| wedge.contains(direction) && wedge.contains(back)),
        }
    }

    /// Whether nobody can be there.
    pub const fn is_blocked(&self) -> bool {
        matches!(self, Self::Wedges(wedges) if wedges.is_empty())
    }

    /// The wedge that ways can bend in, if there is one.
    pub fn wide(&self) -> Option<Wedge> {
        match self {
            Self::All => None,
            Self::Wedges(wedges) => wedges.iter().copied().find(Wedge::is_wide),
        }
    }
}
