//! Which colour each side of a match has, as it was chosen in the set-up.

use crate::client::kit::art::{SIDE_COLOURS, SIDE_NAMES, UNIT_FRAMES, UNIT_ROWS};
use bevy::prelude::*;

/// The position of each side's colour in [`SIDE_COLOURS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerColours(pub(crate) [u8; SIDE_COLOURS.len()]);

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

    /// The colour of a side.
    pub fn colour(&self, side: u8) -> Color {
        SIDE_COLOURS[self.place(side)]
    }

    /// What a side is called.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_numbers_until_others_are_chosen() {
        let plain = PlayerColours::default();
        assert_eq!((plain.name(0), plain.name(7), plain.frame(2, 1, 3)), ("Blue", "Pink", 7 * UNIT_FRAMES + 3));
        let chosen = PlayerColours([7, 2, 0, 0, 0, 0, 0, 200]);
        assert_eq!((chosen.name(0), chosen.colour(1), chosen.portrait(1)), ("Pink", SIDE_COLOURS[2], 6 * UNIT_FRAMES));
        assert_eq!(chosen.name(7), SIDE_NAMES[200 % 8], "a number out of a file that was edited");
    }
}
