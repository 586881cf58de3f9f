//! Links between holes a knight's move apart, and which of them cross.
//!
//! A link is named by one of its ends and one of four directions. As the rows of memory are all equally long
//! ([`super::hole::STRIDE`]), the links that cross a link lie at fixed distances from it.

use super::hole::{DIRECTIONS, Hole, PLACES, STRIDE, step};
use super::holes::Holes;
use std::sync::LazyLock;

/// The number of links with a name.
pub(super) const LINKS: usize = PLACES * 4;

/// How many links cross a link, away from the border.
const CROSSINGS: usize = 9;

/// A link of two holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link(u16);

impl Link {
    /// The link that begins at a hole in one of the eight directions. Its other end must lie on the board.
    pub(super) const fn new(from: usize, direction: usize) -> Self {
        let (start, forward) = if direction < 4 { (from, direction) } else { (step(from, direction), direction - 4) };
        Self((start * 4 + forward) as u16)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place in memory at which it begins, and its direction, of the first four.
    pub(super) const fn start(self) -> (usize, usize) {
        (self.0 as usize / 4, self.0 as usize % 4)
    }

    /// Both ends.
    pub const fn ends(self) -> (Hole, Hole) {
        let (start, direction) = self.start();
        (Hole::from_index(start), Hole::from_index(step(start, direction)))
    }

    /// The link of two holes, if they are a knight's move apart.
    pub fn between(a: Hole, b: Hole) -> Option<Self> {
        let apart = (b.column() as i8 - a.column() as i8, b.row() as i8 - a.row() as i8);
        let direction = DIRECTIONS.iter().position(|direction| *direction == apart)?;
        Some(Self::new(a.index(), direction))
    }

    /// Notes at both of its ends whether it can be drawn.
    pub(super) fn set_open(self, open: &mut [Holes; 8], is_open: bool) {
        let (start, direction) = self.start();
        for (from, direction) in [(start, direction), (step(start, direction), direction + 4)] {
            let hole = Hole::from_index(from);
            if is_open { open[direction].insert(hole) } else { open[direction].remove(hole) }
        }
    }

    /// The links that cross it; at the border some of them leave the board.
    pub fn crossings(self) -> impl Iterator<Item = Self> {
        let direction = self.start().1;
        CROSSING[direction].iter().map(move |apart| Self((i32::from(self.0) + apart) as u16))
    }
}

/// How far the names of the links that cross a link lie from its own, by direction.
static CROSSING: LazyLock<[[i32; CROSSINGS]; 4]> = LazyLock::new(|| {
    [0, 1, 2, 3].map(|direction| {
        let link = ((0, 0), DIRECTIONS[direction]);
        let mut apart = [0; CROSSINGS];
        let mut places = apart.iter_mut();
        for (row, column) in (-4..=4).flat_map(|row| (-4..=4).map(move |column| (row, column))) {
            for (forward, (columns, rows)) in DIRECTIONS[..4].iter().enumerate() {
                if crosses(link, ((column, row), (column + columns, row + rows)))
                    && let Some(place) = places.next()
                {
                    let start = i32::from(row) * STRIDE as i32 + i32::from(column);
                    *place = start * 4 + forward as i32 - direction as i32;
                }
            }
        }
        apart
    })
});

/// Whether two links cross: each has the ends of the other on both of its sides. Links that share an end do not.
fn crosses(a: ((i8, i8), (i8, i8)), b: ((i8, i8), (i8, i8))) -> bool {
    let turn = |from: (i8, i8), to: (i8, i8), point: (i8, i8)| {
        let (along, across) = ((to.0 - from.0, to.1 - from.1), (point.0 - from.0, point.1 - from.1));
        i32::from(along.0) * i32::from(across.1) - i32::from(along.1) * i32::from(across.0)
    };
    let splits = |(from, to), (one, other)| turn(from, to, one) * turn(from, to, other) < 0;
    splits(a, b) && splits(b, a)
}
