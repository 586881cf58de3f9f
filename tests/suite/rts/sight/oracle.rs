//! The rule of sight again, slow and in another way: no sectors, but every way that a line can run between corners.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::sight::Observer;
use gridmarch::nav::terrain::Terrain;
use std::cmp::Ordering;

/// A slope: columns over rows, rows positive.
type Slope = (i64, i64);

fn compare(one: &Slope, other: &Slope) -> Ordering {
    (one.0 * other.1).cmp(&(other.0 * one.1))
}

/// Where somebody stands, and how far and how high it looks.
struct Stand {
    /// Column and row of the cell in the middle of the body, or right of it and below it.
    x: i32,
    y: i32,
    size: i32,
    radius: i32,
    is_high: bool,
}

impl Stand {
    fn of(terrain: &Grid<Terrain>, observer: &Observer) -> Self {
        let (at, size) = (observer.at, i16::from(observer.size));
        let mut body = (0..size * size).map(|index| Cell::new(at.x + index % size, at.y + index / size));
        let is_on_hill = body.all(|cell| terrain[cell] == Terrain::Hill);
        Self {
            x: (at.x + size / 2).into(),
            y: (at.y + size / 2).into(),
            size: size.into(),
            radius: i32::from(observer.sight) + i32::from(is_on_hill),
            is_high: is_on_hill || observer.lifted,
        }
    }

    /// 1 for bodies of even size, else 0.
    const fn even(&self) -> i32 {
        1 - self.size % 2
    }

    /// Whether a terrain hides what is behind it.
    const fn is_stopped_by(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Deep | Terrain::Shallow | Terrain::Grass | Terrain::Road | Terrain::Bridge => false,
            Terrain::Hill | Terrain::Forest => !self.is_high,
            Terrain::Rock | Terrain::Wall | Terrain::Building => true,
        }
    }
}

/// One quadrant: `turn` makes of columns and rows away from the eye those of the map.
struct Quadrant<'a> {
    terrain: &'a Grid<Terrain>,
    stand: &'a Stand,
    turn: [i32; 4],
}

impl Quadrant<'_> {
    /// Twice the way from the eye to a cell.
    fn doubled(&self, cell: Cell) -> (i32, i32) {
        let even = self.stand.even();
        (2 * (i32::from(cell.x) - self.stand.x) + even, 2 * (i32::from(cell.y) - self.stand.y) + even)
    }

    /// Whether the cell `column`, `depth` (doubled, in the quadrant) stops the eye.
    fn stops(&self, column: i32, depth: i32) -> bool {
        let [a, b, c, d] = self.turn;
        let (dx, dy) = (a * column + b * depth, c * column + d * depth);
        let even = self.stand.even();
        let cell = Cell::new(((dx - even) / 2 + self.stand.x) as i16, ((dy - even) / 2 + self.stand.y) as i16);
        depth >= self.stand.size && self.terrain.get(cell).is_some_and(|kind| self.stand.is_stopped_by(*kind))
    }

    /// Whether a slope that runs through no corner is free up to a depth.
    fn is_free(&self, slope: Slope, depth: i32) -> bool {
        let even = self.stand.even();
        let first = if even == 1 { 1 } else { 2 };
        (first..depth).step_by(2).all(|near| {
            // The column whose two edges the slope runs between.
            let column = (-near..=near).step_by(2).find(|column| {
                let at = i64::from(near) * slope.0;
                i64::from(column - 1) * slope.1 < at && at < i64::from(column + 1) * slope.1
            });
            column.is_some_and(|column| !self.stops(column, near))
        })
    }

    fn sees(&self, column: i32, depth: i32) -> bool {
        let (column64, depth64) = (i64::from(column), i64::from(depth));
        let own = [(-1, 1), (1, 1), (column64, depth64), (column64 - 1, depth64), (column64 + 1, depth64)];
        let corners = (1..depth).flat_map(|near| (-near - 1..=near + 1).map(move |x| (i64::from(x), i64::from(near))));
        let mut slopes: Vec<Slope> = own.into_iter().chain(corners).collect();
        slopes.retain(|slope| slope.0.abs() <= slope.1);
        slopes.sort_by(compare);
        slopes.dedup_by(|one, other| compare(one, other) == Ordering::Equal);
        let lies = |slope: &Slope, edge: i64| compare(slope, &(edge, depth64));
        slopes.windows(2).any(|pair| {
            let [low, high] = [pair[0], pair[1]];
            let is_of_target = if self.stops(column, depth) {
                lies(&low, column64 - 1).is_ge() && lies(&high, column64 + 1).is_le()
            } else {
                lies(&low, column64).is_eq() || lies(&high, column64).is_eq()
            };
            let between = (low.0 * high.1 + high.0 * low.1, 2 * low.1 * high.1);
            is_of_target && self.is_free(between, depth)
        })
    }
}

/// Whether somebody sees a cell.
pub(super) fn sees(terrain: &Grid<Terrain>, observer: &Observer, cell: Cell) -> bool {
    let stand = &Stand::of(terrain, observer);
    let turns = [[1, 0, 0, 1], [1, 0, 0, -1], [0, 1, 1, 0], [0, -1, 1, 0]];
    turns.into_iter().any(|turn| {
        let quadrant = Quadrant { terrain, stand, turn };
        let (dx, dy) = quadrant.doubled(cell);
        let [a, b, c, d] = turn;
        // Turns preserve lengths, so that the transposed one leads back.
        let (column, depth) = (a * dx + c * dy, b * dx + d * dy);
        let reach = 2 * stand.radius + 1;
        let is_in_range = dx * dx + dy * dy <= reach * reach;
        is_in_range && (depth == 0 && column == 0 || depth > 0 && column.abs() <= depth && quadrant.sees(column, depth))
    })
}
