//! How many lines some positions have, counted by a slow referee that shares nothing with our rules (the tests count them
//! anew). A program with the same counts has the same rules.

use super::node::Node;
use super::position::Position;
use super::rules::{Rules, Variant};
use crate::search::perft::{self, Count};

/// A position, and what lies some plies below it. With the pie rule; swaps count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    pub size: u8,
    pub variant: Variant,
    /// The moves that lead to it, with spaces between.
    pub moves: &'static str,
    pub plies: u32,
    pub count: Count,
}

const DENSE: &str = "b2 f3 c4 e5 d3 a4 e4 c2 b4 f5 d1 b5";
const LINKED: &str = "d4 e5 e6 c4 c5 g6 f4 f3 d7 d3 e2 b2 b6 h4 g7";

/// Empty boards, and positions in which links end matches and, by one variant only, are in the way of own ones.
pub const COUNTS: [Reference; 8] = [
    of(12, Variant::Pp, "", 2, 14_420, 14_420),
    of(8, Variant::Pp, "", 3, 107_172, 54_720),
    of(6, Variant::Pp, "", 4, 283_840, 74_088),
    of(6, Variant::Standard, "", 4, 283_840, 74_088),
    of(6, Variant::Pp, DENSE, 3, 1_987, 1_296),
    of(6, Variant::Standard, DENSE, 3, 2_160, 1_406),
    of(8, Variant::Pp, LINKED, 3, 31_301, 17_231),
    of(8, Variant::Standard, LINKED, 3, 31_301, 17_330),
];

const fn of(size: u8, variant: Variant, moves: &'static str, plies: u32, lines: u64, positions: u64) -> Reference {
    Reference { size, variant, moves, plies, count: Count { lines, positions } }
}

impl Reference {
    pub fn position(&self) -> Position {
        let mut position = Position::new(Rules { size: self.size, variant: self.variant, pie: true });
        // The tests play them all.
        self.moves.split_whitespace().filter_map(|word| word.parse().ok()).for_each(|step| position.make(step));
        position
    }

    /// What our rules count.
    pub fn counted(&self) -> Count {
        perft::plies(&mut Node::new(self.position(), 0), self.plies)
    }
}
