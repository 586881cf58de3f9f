//! Where one observer sees: shadow casting on words of bits.
//!
//! All lengths are doubled, so that the middles of cells and the corners between them are whole numbers. Seen from a body
//! of odd size the middle of a cell is an even number of columns and rows away, from one of even size an odd number.

use super::disc::{Discs, Rows};
use super::veil::{Eye, Veil};
use super::{MIDDLE, WORD, span};

/// Where somebody stands and how far and how high he looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stand {
    /// Column of the cell in the middle, or right of it.
    pub x: i32,
    /// Row of the cell in the middle, or below it.
    pub y: i32,
    pub size: i32,
    /// Sight in cells, at most [`super::MAX_RADIUS`].
    pub radius: i32,
    pub eye: Eye,
}

impl Stand {
    /// 1 for bodies of even size, else 0.
    pub(super) const fn even(&self) -> i32 {
        1 - self.size % 2
    }

    /// Rows above the middle row that may be seen.
    pub(super) const fn up(&self) -> i32 {
        self.radius + self.even()
    }
}

/// A slope as columns over rows.
#[derive(Debug, Clone, Copy)]
struct Slope {
    columns: i32,
    rows: i32,
}

/// What is lit of a row, between two slopes. Never empty: the first is less than the second.
#[derive(Debug, Clone, Copy)]
struct Sector {
    start: Slope,
    end: Slope,
}

impl Sector {
    /// The first and the last column of a row, any part of which is lit.
    const fn touched(&self, depth: i32, even: i32) -> (i32, i32) {
        let (start, end) = (self.start, self.end);
        // The one quotient is rounded down, the other one up.
        let first = (depth * start.columns - (even + 1) * start.rows).div_euclid(2 * start.rows) + 1;
        let last = -(-depth * end.columns - (1 - even) * end.rows).div_euclid(2 * end.rows) - 1;
        (first, last)
    }

    /// The first and the last column of a row, the middle of which is lit: those touched, or the next ones inwards.
    const fn lit(&self, (low, high): (i32, i32), depth: i32, even: i32) -> (i32, i32) {
        let (start, end) = (self.start, self.end);
        let is_left_out = (2 * low + even) * start.rows < depth * start.columns;
        let is_right_out = (2 * high + even) * end.rows > depth * end.columns;
        (low + is_left_out as i32, high - is_right_out as i32)
    }
}

/// Looks; keeps its working memory.
#[derive(Debug, Clone)]
pub(super) struct Caster {
    discs: Discs,
    rows: Rows,
    columns: Rows,
    sectors: Vec<Sector>,
    next: Vec<Sector>,
}

/// The bits of the cells of a line of `length` cells, around `middle`.
fn on_map(middle: i32, length: i32) -> u64 {
    span((-middle).max(-MIDDLE), (length - 1 - middle).min(WORD as i32 - 1 - MIDDLE))
}

impl Caster {
    pub(super) fn new() -> Self {
        let empty = [0; WORD];
        Self { discs: Discs::new(), rows: empty, columns: empty, sectors: Vec::new(), next: Vec::new() }
    }

    /// The cells that are seen, in rows around the middle. The body has to be on the map.
    pub(super) fn look(&mut self, veil: &Veil, stand: &Stand) -> &Rows {
        let (width, height) = veil.size();
        let (across, even) = (on_map(stand.x, width), stand.even());
        let disc = *self.discs.of(stand.radius, even);
        self.rows = [0; WORD];
        let mut stops = 0;
        for row in (-stand.up()).max(-stand.y)..=stand.radius.min(height - 1 - stand.y) {
            let place = (row + MIDDLE) as usize;
            self.rows[place] = disc[place] & across;
            stops |= veil.row(stand.eye, stand.y + row, stand.x) & disc[place];
        }
        if stops != 0 {
            self.look_around(veil, stand, &disc, across);
        }
        &self.rows
    }

    fn look_around(&mut self, veil: &Veil, stand: &Stand, disc: &Rows, across: u64) {
        let (width, height) = veil.size();
        let Self { rows, columns, sectors, next, .. } = self;
        let (x, y, eye) = (stand.x, stand.y, stand.eye);
        *rows = [0; WORD];
        *columns = [0; WORD];
        rows[MIDDLE as usize] = 1 << MIDDLE;
        let in_row = |row: i32| (0..height).contains(&(y + row)).then(|| veil.row(eye, y + row, x));
        let in_column = |column: i32| (0..width).contains(&(x + column)).then(|| veil.column(eye, x + column, y));
        for is_forward in [false, true] {
            quadrant(stand, is_forward, (sectors, next), in_row, rows);
            quadrant(stand, is_forward, (sectors, next), in_column, columns);
        }
        let down = on_map(y, height);
        for (column, seen) in columns.iter().enumerate() {
            let mut seen = seen & down;
            while seen != 0 {
                rows[seen.trailing_zeros() as usize] |= 1 << column;
                seen &= seen - 1;
            }
        }
        for (row, disc) in rows.iter_mut().zip(disc) {
            *row &= disc & across;
        }
    }
}

/// Lights a quarter of the circle line by line, from the middle outwards. `stops` gives what hides in a line, nothing if
/// it is off the map.
fn quadrant(
    stand: &Stand,
    is_forward: bool,
    (sectors, next): (&mut Vec<Sector>, &mut Vec<Sector>),
    stops: impl Fn(i32) -> Option<u64>,
    seen: &mut Rows,
) {
    let even = stand.even();
    sectors.clear();
    sectors.push(Sector { start: Slope { columns: -1, rows: 1 }, end: Slope { columns: 1, rows: 1 } });
    for step in (1 - even)..=stand.radius {
        let line = if is_forward { step } else { -step - even };
        let depth = 2 * step + even;
        let Some(stops) = stops(line) else { return };
        // A body hides nothing from itself.
        let stops = if depth < stand.size { 0 } else { stops };
        let mut light = 0;
        next.clear();
        for sector in sectors.iter() {
            let touched = sector.touched(depth, even);
            let (first, last) = sector.lit(touched, depth, even);
            let walls = stops & span(touched.0, touched.1);
            light |= walls | span(first, last);
            split(sector, walls, touched, depth, even, next);
        }
        seen[(line + MIDDLE) as usize] |= light;
        if next.is_empty() {
            return;
        }
        std::mem::swap(sectors, next);
    }
}

/// What goes on of a sector behind the walls of a line.
fn split(sector: &Sector, walls: u64, (low, high): (i32, i32), depth: i32, even: i32, next: &mut Vec<Sector>) {
    let (mut start, mut free_from, mut rest) = (sector.start, low, walls);
    while rest != 0 {
        let bit = rest.trailing_zeros();
        let first = bit as i32 - MIDDLE;
        let last = first + (rest >> bit).trailing_ones() as i32 - 1;
        rest &= !span(first, last);
        if first > free_from {
            next.push(Sector { start, end: Slope { columns: 2 * first + even - 1, rows: depth } });
        }
        start = Slope { columns: 2 * last + even + 1, rows: depth };
        free_from = last + 1;
    }
    if free_from <= high {
        next.push(Sector { start, end: sector.end });
    }
}
