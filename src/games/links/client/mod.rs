//! Links in the window.
//!
//! | file | subject |
//! |---|---|
//! | `entry` | what the shared screens are told |
//! | `stage` | what all parts share: holes in the world, sides |
//! | [`settings`] | how the board is wanted |
//! | [`input`] | keys and mouse |
//! | [`view`] | board, pegs, links, marks, sounds |
//! | [`ui`] | set-up, simulation, panels, result |

pub(crate) mod entry;
pub mod input;
pub mod settings;
mod stage;
pub mod ui;
pub mod view;
