//! Which colour each side of a match has, as it was chosen in the set-up.

use crate::client::kit::art::{SIDE_COLOURS, SIDE_NAMES, UNIT_FRAMES, UNIT_ROWS};
use bevy::prelude::*;

/// The position of each side's colour in [`SIDE_COLOURS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerColours(pub [u8; SIDE_COLOURS.len()]);

impl Default for PlayerColours {
    /// Each side has the colour of its number.
    fn default() -> Self {
        Self(std::array::from_fn(|side| side as u8))
    }
}

impl PlayerColours {
    fn place(&self, side: u8) -> usize {
        usize::from(self.0[usize::from(side) % SIDE_COLOURS.len()]) % SIDE_COLOURS.len()
    }

    pub fn colour(&self, side: u8) -> Color {
        SIDE_COLOURS[self.place(side)]
    }

    pub fn name(&self, side: u8) -> &'static str {
        SIDE_NAMES[self.place(side)]
    }

    /// Position in the sheet of a unit, of one of its [`UNIT_FRAMES`] in one of its [`UNIT_ROWS`] and the colour of a side.
    pub fn frame(&self, side: u8, row: usize, frame: usize) -> usize {
        (self.place(side) * UNIT_ROWS + row) * UNIT_FRAMES + frame
    }

    /// Position in the sheet of a unit, of it standing, seen from the front, in the colour of a side.
    pub fn portrait(&self, side: u8) -> usize {
        self.frame(side, 0, 0)
    }
}
