//! Where the levels are.

use crate::shell::folders::{data_folder, root_folder};
use std::path::PathBuf;

/// The levels that come with the game.
pub fn level_folder() -> PathBuf {
    root_folder().join("levels/rts")
}

/// The levels that the player has made.
pub(crate) fn own_level_folder() -> PathBuf {
    data_folder().join("levels")
}
