//! Links in the window.
//!
//! | file | subject |
//! |---|---|
//! | `entry` | what the shared screens are told |
//! | `files` | matches from files and the clipboard, and into them |
//! | `stage` | what all parts share: holes in the world, sides |
//! | [`settings`] | how the board is wanted |
//! | [`input`] | keys and mouse |
//! | [`view`] | board, pegs, links, marks, sounds |
//! | [`ui`] | set-up, simulation, panels, result |

pub(crate) mod entry;
pub(super) mod files;
pub mod input;
pub mod settings;
pub mod stage;
pub mod ui;
pub mod view;
