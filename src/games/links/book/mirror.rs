//! Positions that are the same but for mirroring and the pie rule.
//!
//! A board mirrored from left to right or from top to bottom is the same board: each side keeps its lines. Mirrored on
//! the diagonal the sides change places; that is what taking over the first peg does, so a match with it is seen as one
//! without.

use super::after;
use crate::games::links::hole::Hole;
use crate::games::links::position::Position;
use crate::games::links::rules::Rules;
use crate::games::links::step::Step;

/// Which ways of a board are mirrored. Twice is not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mirror {
    columns: bool,
    rows: bool,
}

impl Mirror {
    pub const ALL: [Self; 4] = [
        Self { columns: false, rows: false },
        Self { columns: true, rows: false },
        Self { columns: false, rows: true },
        Self { columns: true, rows: true },
    ];

    /// One of the four.
    pub const fn of(number: u64) -> Self {
        Self::ALL[number as usize % 4]
    }

    /// Where a hole of a board is then.
    pub const fn apply(self, size: u8, hole: Hole) -> Hole {
        let (column, row) = (hole.column(), hole.row());
        let column = if self.columns { size - 1 - column } else { column };
        Hole::new(column, if self.rows { size - 1 - row } else { row })
    }

    /// Where a hole is if it comes into the upper left quarter.
    pub fn into_quarter(size: u8, hole: Hole) -> Hole {
        let is_far = |at: u8| at >= size / 2;
        Self { columns: is_far(hole.column()), rows: is_far(hole.row()) }.apply(size, hole)
    }
}

/// A position as a book knows it: the one of its four mirrored forms that has the lowest key.
pub(super) struct Sight {
    pub(super) key: u64,
    /// What makes that form of the position, and the position of that form.
    pub(super) mirror: Mirror,
    /// Whether the first peg was taken over.
    is_swapped: bool,
}

impl Sight {
    /// `None` of a position that has come about otherwise than by pegs in turn.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let Rules { size, variant, .. } = position.rules();
        let (pegs, is_swapped) = pegs(position)?;
        let form = |mirror: Mirror| {
            let pegs: Vec<Hole> = pegs.iter().map(|hole| mirror.apply(size, *hole)).collect();
            after(size, variant, &pegs).map(|position| (position.key(), mirror))
        };
        let (key, mirror) = Mirror::ALL.into_iter().filter_map(form).min_by_key(|(key, _)| *key)?;
        Some(Self { key, mirror, is_swapped })
    }

    /// The hole of the position for one of that form.
    pub(super) fn back(&self, hole: Hole, size: u8) -> Hole {
        let hole = self.mirror.apply(size, hole);
        if self.is_swapped { hole.mirrored() } else { hole }
    }
}

/// More turns than any book goes.
const MOST: u32 = 24;

/// The pegs of a position in their order, as if the first one had not been taken over, and whether it was.
fn pegs(position: &Position) -> Option<(Vec<Hole>, bool)> {
    if position.turns() > MOST || position.end().is_some() {
        return None;
    }
    let mut is_swapped = false;
    let mut pegs = Vec::new();
    for step in position.steps() {
        match step {
            Step::Swap => is_swapped = true,
            Step::Peg(hole) => pegs.push(if is_swapped { hole.mirrored() } else { hole }),
            Step::Offer | Step::Draw | Step::Resign => {}
        }
    }
    // A search may have passed.
    (pegs.len() + usize::from(is_swapped) == position.turns() as usize).then_some((pegs, is_swapped))
}

/// The same position, but the first peg cannot be taken over.
pub(super) fn unswapped(position: &Position) -> Option<Position> {
    let Rules { size, variant, .. } = position.rules();
    after(size, variant, &pegs(position)?.0)
}
