//! Tanks in the window: keys, picture, screens.

pub(super) mod entry;
pub mod input;
pub mod stage;
pub mod ui;
pub mod view;
