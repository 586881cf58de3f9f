//! The real-time game in the window: input, picture, panels and screens. Each knows those before it, none those after.

pub(crate) mod entry;
mod files;
mod grounds;

pub mod input;
pub mod stage;
pub mod ui;
pub mod view;
