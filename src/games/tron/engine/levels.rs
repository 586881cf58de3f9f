//! Strength by depth, terms of the evaluation and a small error rate; never by waiting.

use super::evaluation::Terms;

/// The strongest level, which only the budget limits.
pub const MAX_LEVEL: u8 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    /// Full turns that are looked ahead at most.
    pub(super) turns: u32,
    pub(super) terms: Terms,
    /// Whether moves are mixed where the heads can collide.
    pub(super) mixes: bool,
    /// How many nodes the endgame may take at most.
    pub(super) filling: u64,
    /// One move in a hundred times this is a random one that is not at once fatal.
    pub(super) errors: u32,
    /// Binary logarithm of the number of table entries.
    pub(super) table: u32,
}

impl Level {
    /// The meaning of level `number`, 1 to [`MAX_LEVEL`]; others are moved into the range.
    pub(super) fn of(number: u8) -> Self {
        let (turns, edges, chambers, filling, errors, table) = match number {
            ..=1 => (1, false, false, 1, 30, 10),
            2 => (1, true, false, 1, 10, 10),
            3 => (2, true, false, 1, 4, 12),
            4 => (3, true, true, 200, 2, 12),
            5 => (5, true, true, 2_000, 0, 14),
            6 => (7, true, true, 5_000, 0, 14),
            7 => (9, true, true, 10_000, 0, 16),
            8 => (11, true, true, 30_000, 0, 16),
            9 => (14, true, true, 100_000, 0, 18),
            _ => (u32::MAX, true, true, u64::MAX, 0, 18),
        };
        Self { turns, terms: Terms { edges, chambers }, mixes: number > 5, filling, errors, table }
    }
}
