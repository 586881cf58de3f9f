//! One obstacle: a polygon whose sides meet in its corners only.

use super::geometry::{Bounds, LONGEST, Point, doubled_area, turn};
use thiserror::Error;

/// Most corners of one polygon: whether sides cross is looked at for every pair.
pub const MOST_CORNERS: usize = 1000;

/// What is wrong with corners that make no obstacle.
#[derive(Debug, Error, Clone, Copy, PartialEq)]
pub enum PolygonProblem {
    /// Fewer than three corners that differ, or all on one line.
    #[error("a polygon needs three corners that are not on one line")]
    Flat,
    #[error("a polygon has at most {MOST_CORNERS} corners, not {0}")]
    TooMany(usize),
    /// A coordinate that is no number between 0 and the longest side.
    #[error("corner {0} is not between 0 and {LONGEST} to the right and down")]
    Corner(usize),
    /// Two sides that meet elsewhere than in their common corner.
    #[error("the sides after corner {0} and after corner {1} cross or touch")]
    Crossing(usize, usize),
}

/// A simple polygon; its corners go clockwise on the screen, no three in a row are on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon(Vec<Point>);

impl Polygon {
    /// A polygon from its corners in either direction; they are moved to the raster. The last may repeat the first.
    ///
    /// # Errors
    /// What is wrong, with the corners counted from 1.
    pub fn new(corners: &[Point]) -> Result<Self, PolygonProblem> {
        if corners.len() > MOST_CORNERS {
            return Err(PolygonProblem::TooMany(corners.len()));
        }
        let is_on_map = |value: f64| (0.0..=LONGEST).contains(&value);
        if let Some(wrong) = corners.iter().position(|corner| !is_on_map(corner.x) || !is_on_map(corner.y)) {
            return Err(PolygonProblem::Corner(wrong + 1));
        }
        let mut numbered: Vec<(usize, Point)> = (1..).zip(corners.iter().map(|corner| corner.on_raster())).collect();
        numbered.dedup_by(|a, b| a.1 == b.1);
        if numbered.len() > 1 && numbered[0].1 == numbered[numbered.len() - 1].1 {
            numbered.pop();
        }
        let count = numbered.len();
        let at = |index: usize| numbered[index % count].1;
        if (2..count).all(|index| turn(at(0), at(1), at(index)) == 0.0) {
            return Err(PolygonProblem::Flat);
        }
        for first in 0..count {
            for second in first + 1..count {
                let (a, b, c, d) = (at(first), at(first + 1), at(second), at(second + 1));
                let is_wrong = if second == first + 1 {
                    goes_back(a, b, d)
                } else if first == 0 && second == count - 1 {
                    goes_back(c, a, b)
                } else {
                    touch((a, b), (c, d))
                };
                if is_wrong {
                    return Err(PolygonProblem::Crossing(numbered[first].0, numbered[second].0));
                }
            }
        }
        // In a simple polygon a corner on the line of its neighbours is one between them.
        let bends = |index: &usize| turn(at(index + count - 1), at(*index), at(index + 1)) != 0.0;
        let mut corners: Vec<Point> = (0..count).filter(bends).map(at).collect();
        if corners.len() < 3 {
            return Err(PolygonProblem::Flat);
        }
        if doubled_area(&corners) < 0.0 {
            corners.reverse();
        }
        Ok(Self(corners))
    }

    /// A rectangle along the axes, whose corners must differ and lie on a map.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn rectangle(least: Point, most: Point) -> Result<Self, PolygonProblem> {
        Self::new(&Bounds { least, most }.corners())
    }

    /// Its corners, clockwise on the screen.
    pub fn corners(&self) -> &[Point] {
        &self.0
    }

    /// Its sides in the order of the corners that they begin at; the inside is to the right on the screen.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        (0..self.0.len()).map(|index| (self.0[index], self.0[(index + 1) % self.0.len()]))
    }

    /// Whether a point is inside and not on the rim.
    pub fn is_inside(&self, point: Point) -> bool {
        let mut inside = false;
        for (a, b) in self.sides() {
            if is_on((a, b), point) {
                return false;
            }
            if (a.y > point.y) != (b.y > point.y) {
                // Left of the side where it crosses the height of the point.
                let side = turn(a, b, point);
                inside ^= (side > 0.0) == (b.y > a.y);
            }
        }
        inside
    }
}

/// Whether the way turns round at b.
fn goes_back(a: Point, b: Point, c: Point) -> bool {
    let (before, after) = (b - a, c - b);
    turn(a, b, c) == 0.0 && before.x * after.x + before.y * after.y < 0.0
}

/// Whether a point lies on a side, ends included.
pub(super) fn is_on((a, b): (Point, Point), point: Point) -> bool {
    turn(a, b, point) == 0.0 && Bounds::around(&[a, b]).contains(point)
}

/// Whether two sides have a point in common.
fn touch((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let crosses = turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
    crosses || is_on((a, b), c) || is_on((a, b), d) || is_on((c, d), a) || is_on((c, d), b)
}
