//! Who sees whom: whether the straight way between two points leads through no obstacle.
//!
//! Three things can be in the way: a side that is crossed, a corner on the way that does not let through ([`Around`]), and
//! what is around both ends. Between them nothing changes, so that this decides exactly, with touching and overlapping
//! obstacles, too. Sides are kept in a raster of squares, so that a look takes in those near the way only.

use super::geometry::{Bounds, Point, turn};
use super::map::Map;
use super::wedges::Around;

/// A side with what is free around the corner that it begins at.
#[derive(Debug, Clone)]
struct Side {
    ends: (Point, Point),
    around: Around,
}

/// A map prepared for looks.
#[derive(Debug, Clone)]
pub struct Sight {
    sides: Vec<Side>,
    /// Side of a square of the raster.
    square: f64,
    columns: usize,
    rows: usize,
    /// Numbers of the sides that may cross each square.
    near: Vec<Vec<u32>>,
}

impl Sight {
    pub fn new(map: &Map) -> Self {
        let ends = map.obstacles().iter().flat_map(|obstacle| obstacle.sides());
        let sides: Vec<Side> = ends.map(|ends| Side { ends, around: Around::new(map, ends.0) }).collect();
        // About one side to a square.
        let square = (map.size().x * map.size().y / (sides.len() + 1) as f64).sqrt().max(0.5);
        let count = |length: f64| (length / square) as usize + 1;
        let (columns, rows) = (count(map.size().x), count(map.size().y));
        let mut sight = Self { sides, square, columns, rows, near: vec![Vec::new(); columns * rows] };
        for index in 0..sight.sides.len() {
            let ends = sight.sides[index].ends;
            for place in sight.places(ends) {
                sight.near[place].push(index as u32);
            }
        }
        sight
    }

    /// The squares that a line may cross, row by row.
    fn places(&self, (a, b): (Point, Point)) -> Vec<usize> {
        // Wider than any rounding below.
        const MARGIN: f64 = 1e-6;
        let cut = |value: f64, count: usize| ((value / self.square).max(0.0) as usize).min(count - 1);
        let bounds = Bounds::around(&[a, b]);
        let (first, last) = (cut(bounds.least.y - MARGIN, self.rows), cut(bounds.most.y + MARGIN, self.rows));
        let mut places = Vec::new();
        for row in first..=last {
            let (mut left, mut right) = (bounds.least.x, bounds.most.x);
            if first != last && (b.y - a.y).abs() > MARGIN {
                let at = |y: f64| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
                let (top, bottom) = (row as f64 * self.square, (row + 1) as f64 * self.square);
                let (one, other) = (at(top - MARGIN), at(bottom + MARGIN));
                (left, right) = (left.max(one.min(other)), right.min(one.max(other)));
            }
            let columns = cut(left - MARGIN, self.columns)..=cut(right + MARGIN, self.columns);
            places.extend(columns.map(|column| row * self.columns + column));
        }
        places
    }

    /// Whether two points of the raster see one another; `around` is what is free around each.
    pub fn sees(&self, (a, from): (Point, &Around), (b, to): (Point, &Around)) -> bool {
        let direction = b - a;
        a == b
            || from.is_free(direction)
                && to.is_free(a - b)
                && self
                    .places((a, b))
                    .into_iter()
                    .all(|place| self.near[place].iter().all(|index| self.lets_by(&self.sides[*index as usize], a, b)))
    }

    fn lets_by(&self, side: &Side, a: Point, b: Point) -> bool {
        let (c, d) = side.ends;
        let (first, second) = (turn(a, b, c), turn(a, b, d));
        if first * second < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0 {
            return false;
        }
        let is_passed = first == 0.0 && c != a && c != b && Bounds::around(&[a, b]).contains(c);
        !is_passed || side.around.lets_through(b - a)
    }
}
