//! The real-time game in the window: input, picture, screens.

pub(crate) mod entry;
mod files;

pub mod input;
pub mod ui;
pub mod view;
