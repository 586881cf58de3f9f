//! Mirror images on a board, for what is painted and for what is drawn by chance.

use crate::base::Cell;
use serde::{Deserialize, Serialize};

/// Which images of a place belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    #[default]
    None,
    /// The left half is the mirror image of the right one.
    Mirror,
    /// The upper half is the mirror image of the lower one.
    Pond,
    /// The board looks the same after half a turn.
    Turn,
    /// All three.
    Quarters,
}

impl Symmetry {
    pub const ALL: [Self; 5] = [Self::None, Self::Mirror, Self::Pond, Self::Turn, Self::Quarters];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "free",
            Self::Mirror => "left and right",
            Self::Pond => "top and bottom",
            Self::Turn => "half a turn",
            Self::Quarters => "all four quarters",
        }
    }

    /// The top left cells of all images of a square, each once, itself first. Sides are in cells.
    pub fn images(self, (width, height): (u16, u16), at: Cell, side: u8) -> Vec<Cell> {
        let (x, y) = (width as i16 - i16::from(side) - at.x, height as i16 - i16::from(side) - at.y);
        let (mirrored, sunk, turned) = (Cell::new(x, at.y), Cell::new(at.x, y), Cell::new(x, y));
        let all = match self {
            Self::None => vec![at],
            Self::Mirror => vec![at, mirrored],
            Self::Pond => vec![at, sunk],
            Self::Turn => vec![at, turned],
            Self::Quarters => vec![at, mirrored, sunk, turned],
        };
        let is_new = |(index, cell): &(usize, &Cell)| !all[..*index].contains(cell);
        all.iter().enumerate().filter(is_new).map(|(_, cell)| *cell).collect()
    }
}
