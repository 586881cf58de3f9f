//! Tron in the window.

pub(crate) mod entry;

pub mod input;
pub mod ui;
pub mod view;
