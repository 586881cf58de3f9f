//! What a match of Links is played by: the board, which links are drawn, the pie rule.

use super::hole::{Hole, MAX_SIZE};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;
use thiserror::Error;

/// The smallest side of a board.
pub const MIN_SIZE: u8 = 6;

/// Which links are drawn when a peg is placed. None is ever taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// As on paper: only links of the enemy are in the way; own links may cross, which does not join them.
    #[default]
    Pp,
    /// Own links are in the way, too.
    #[serde(alias = "std")]
    Standard,
}

impl Variant {
    pub const ALL: [Self; 2] = [Self::Pp, Self::Standard];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Pp => "pp",
            Self::Standard => "standard",
        }
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str(self.name())
    }
}

/// A word is no variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct VariantProblem(pub(super) String);

impl FromStr for Variant {
    type Err = VariantProblem;

    fn from_str(word: &str) -> Result<Self, VariantProblem> {
        match word {
            "pp" => Ok(Self::Pp),
            "standard" | "std" => Ok(Self::Standard),
            _ => Err(VariantProblem(word.to_string())),
        }
    }
}

/// The rules of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Holes along a side of the board: even, from [`MIN_SIZE`] to [`MAX_SIZE`].
    pub size: u8,
    pub variant: Variant,
    /// Whether the second player may take over the first peg instead of placing one.
    pub pie: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { size: 20, variant: Variant::Pp, pie: true }
    }
}

/// Rules that cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub struct RulesProblem(pub(super) u8);

impl Rules {
    /// # Errors
    /// If the board has another size than can be played.
    pub fn check(self) -> Result<(), RulesProblem> {
        let is_good = (MIN_SIZE..=MAX_SIZE).contains(&self.size) && self.size.is_multiple_of(2);
        is_good.then_some(()).ok_or(RulesProblem(self.size))
    }

    /// Whether a hole is on the board; its corners have none.
    pub fn has(self, hole: Hole) -> bool {
        let edge = |line: u8| line == 0 || line + 1 == self.size;
        let (column, row) = (hole.column(), hole.row());
        column < self.size && row < self.size && !(edge(column) && edge(row))
    }

    /// Whether a hole lies on one of the two border lines of a side: of the first the top and the bottom row, of the second
    /// the outer columns.
    pub fn is_border(self, side: usize, hole: Hole) -> bool {
        let line = if side == 0 { hole.row() } else { hole.column() };
        self.has(hole) && (line == 0 || line + 1 == self.size)
    }
}
