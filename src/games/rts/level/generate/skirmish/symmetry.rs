//! How the ground of a skirmish repeats itself.
//!
//! Points are pairs of integers counted from the middle of the map, in half cells unless said otherwise: the middles of
//! cells of a map with an even number of columns have odd coordinates. Two, four and eight sides (the last two on square
//! maps) have an exact symmetry of the grid. The others stand on a circle, and their ground is turned by angles that the
//! grid can only come near to; what is close to a start is then turned by the nearest right angle instead, so that it is
//! the same to the cell.

use super::SkirmishSpec;
use crate::base::rng::Rng;
use crate::base::{Cell, Grid};
use rand::RngExt;
use std::f64::consts::TAU;

/// A point or a way, see the module.
pub(super) type Point = (i32, i32);

/// One, in the fixed point numbers of turns and directions.
pub(super) const ONE: i32 = 1 << 16;
/// Cells between a start and the rim of the map.
const INSET: i32 = 20;
/// The same on the smallest maps.
const SMALL_INSET: i32 = 18;

/// A turn around the middle, or a mirror: the four numbers of a matrix in fixed point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    xx: i32,
    xy: i32,
    yx: i32,
    yy: i32,
}

impl Turn {
    pub(super) const NONE: Self = Self { xx: ONE, xy: 0, yx: 0, yy: ONE };
    const MIRROR: Self = Self { xx: -ONE, xy: 0, yx: 0, yy: ONE };

    /// A turn by `part / whole` of a circle.
    fn by(part: i32, whole: i32) -> Self {
        let (x, y) = direction(part, whole);
        Self { xx: x, xy: -y, yx: y, yy: x }
    }

    /// First `other`, then this one; both by right angles.
    const fn after(self, other: Self) -> Self {
        // Entries are −1, 0 and 1: one factor at a time may be brought down to that.
        let (a, b, c, d) = (self.xx / ONE, self.xy / ONE, self.yx / ONE, self.yy / ONE);
        Self {
            xx: a * other.xx + b * other.yx,
            xy: a * other.xy + b * other.yy,
            yx: c * other.xx + d * other.yx,
            yy: c * other.xy + d * other.yy,
        }
    }

    /// Where a point comes to lie; exact for right angles.
    pub(super) fn apply(self, (x, y): Point) -> Point {
        let row = |a: i32, b: i32| {
            let sum = i64::from(a) * i64::from(x) + i64::from(b) * i64::from(y);
            ((sum + i64::from(ONE / 2)) >> 16) as i32
        };
        (row(self.xx, self.xy), row(self.yx, self.yy))
    }

    pub(super) const fn back(self) -> Self {
        Self { xx: self.xx, xy: self.yx, yx: self.xy, yy: self.yy }
    }

    /// The nearest turn by a right angle.
    pub(super) fn upright(self) -> Self {
        let unit = |value: i32| if value < 0 { -ONE } else { ONE };
        if self.xx.abs() >= self.xy.abs() {
            Self { xx: unit(self.xx), xy: 0, yx: 0, yy: unit(self.yy) }
        } else {
            Self { xx: 0, xy: unit(self.xy), yx: unit(self.yx), yy: 0 }
        }
    }
}

/// The direction at `part / whole` of a circle, in fixed point. No rounding of sine or cosine reaches the last bit that
/// is kept, so this is the same on every machine.
fn direction(part: i32, whole: i32) -> Point {
    let angle = TAU * f64::from(part) / f64::from(whole);
    let fixed = |value: f64| (value * f64::from(ONE)).round() as i32;
    (fixed(angle.cos()), fixed(angle.sin()))
}

/// The same way with the length [`ONE`].
pub(super) fn unit((x, y): Point) -> Point {
    let length = i64::from(length((x, y)).max(1));
    let fixed = |value: i32| (i64::from(value) * i64::from(ONE) / length) as i32;
    (fixed(x), fixed(y))
}

pub(super) fn length((x, y): Point) -> i32 {
    (i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y)).isqrt() as i32
}

/// The part of a way that goes along a direction.
pub(super) fn along((x, y): Point, (u, v): Point) -> i32 {
    ((i64::from(x) * i64::from(u) + i64::from(y) * i64::from(v)) >> 16) as i32
}

/// The part of a way that goes to the left of a direction.
pub(super) fn across((x, y): Point, (u, v): Point) -> i32 {
    along((x, y), (-v, u))
}

pub(super) struct Symmetry {
    /// The first leaves everything where it is; each brings the home of side 0 to that of another.
    pub(super) turns: Vec<Turn>,
    /// Whether cells come to lie on cells.
    pub(super) is_exact: bool,
    /// Where the hall of side 0 is to be.
    pub(super) start: Point,
    /// Directions from the middle that part the lands of two sides.
    pub(super) borders: Vec<Point>,
    /// Half cells from the middle to the rim of round land; `None` if the land fills the map.
    pub(super) radius: Option<i32>,
    pub(super) has_mirrors: bool,
}

impl Symmetry {
    /// A symmetry for this many sides, turned at random.
    pub(super) fn choose(spec: &SkirmishSpec, rng: &mut Rng) -> Self {
        let (width, height) = (i32::from(spec.width), i32::from(spec.height));
        let side = width.min(height);
        let inset = 2 * if side < 80 { SMALL_INSET } else { INSET };
        let (x, y) = (width - inset, height - inset);
        let is_square = width == height;
        let circle = |count: i32| (0..count).map(move |part| Turn::by(part, count)).collect::<Vec<_>>();
        let full = |turns, start, borders, has_mirrors| Self {
            turns,
            is_exact: true,
            start,
            borders,
            radius: None,
            has_mirrors,
        };
        let axes: Vec<Point> = (0..4).map(|part| direction(part, 4)).collect();
        match (spec.players, is_square) {
            (2, _) => {
                let wide = side >= 96;
                let places = [(-x, -y), (-x, y), (-x, 0), (0, -y)];
                let start = places[rng.random_range(0..if wide { 4 } else { 2 })];
                let (u, v) = unit(start);
                full(circle(2), start, vec![(-v, u), (v, -u)], false)
            }
            (4, true) if side >= 112 && rng.random_bool(0.4) => {
                full(circle(4), (-x, 0), (0..4).map(|part| direction(2 * part + 1, 8)).collect(), false)
            }
            (4, true) => full(circle(4), (-x, -y), axes, false),
            (4, false) => {
                let turns = vec![Turn::NONE, Turn::MIRROR, Turn::by(1, 2).after(Turn::MIRROR), Turn::by(1, 2)];
                full(turns, (-x, -y), axes, true)
            }
            (8, true) => {
                let mirrored = circle(4).into_iter().map(|turn| turn.after(Turn::MIRROR));
                let turns = circle(4).into_iter().chain(mirrored).collect();
                // 22.5° off the axis: the tangent is 0.414.
                full(turns, (-x, -x * 414 / 1000), (0..8).map(|part| direction(part, 8)).collect(), true)
            }
            (players, _) => {
                let count = i32::from(players);
                let first = rng.random_range(0..16);
                let (u, v) = direction(first, 16);
                let reach = side - inset;
                let start = ((reach * u) >> 16, (reach * v) >> 16);
                // Half a sector further: in parts of 32 × `count` of a circle.
                let borders = (0..count).map(|part| direction(2 * first * count + 16 + 32 * part, 32 * count));
                Self {
                    turns: circle(count),
                    is_exact: false,
                    start,
                    borders: borders.collect(),
                    radius: Some(side),
                    has_mirrors: false,
                }
            }
        }
    }
}

/// The middle of a cell.
pub(super) fn point<T>(land: &Grid<T>, cell: Cell) -> Point {
    (2 * i32::from(cell.x) + 1 - i32::from(land.width()), 2 * i32::from(cell.y) + 1 - i32::from(land.height()))
}

/// The upper left cell of the square of `size` cells whose middle is nearest to a point; it may lie off the map.
pub(super) fn square_at<T>(land: &Grid<T>, (x, y): Point, size: u8) -> Cell {
    let start = |at: i32, side: u16| (at + i32::from(side) - i32::from(size)).div_euclid(2) as i16;
    Cell::new(start(x, land.width()), start(y, land.height()))
}

pub(super) fn middle_of<T>(land: &Grid<T>, at: Cell, size: u8) -> Point {
    let (x, y) = point(land, at);
    (x + i32::from(size) - 1, y + i32::from(size) - 1)
}

/// A place that looks the same as others: points seen from it are turned back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) middle: Point,
    pub(super) turn: Turn,
}

impl Frame {
    /// A point as it is seen from here.
    pub(super) fn local(&self, (x, y): Point) -> Point {
        self.turn.back().apply((x - self.middle.0, y - self.middle.1))
    }

    /// The point that is seen there.
    pub(super) fn global(&self, seen: Point) -> Point {
        let (x, y) = self.turn.apply(seen);
        (x + self.middle.0, y + self.middle.1)
    }
}

/// The squares of `size` cells that one around a point comes to lie on, each with its frame: of mirrored points, which
/// share a square, only the first.
pub(super) fn orbit<T>(land: &Grid<T>, symmetry: &Symmetry, at: Point, size: u8) -> Vec<(Cell, Frame)> {
    let first = middle_of(land, square_at(land, at, size), size);
    let mut found: Vec<(Cell, Frame)> = Vec::new();
    for turn in &symmetry.turns {
        let square = square_at(land, turn.apply(first), size);
        if found.iter().all(|(other, _)| *other != square) {
            let middle = middle_of(land, square, size);
            found.push((square, Frame { middle, turn: turn.upright() }));
        }
    }
    found
}
