//! Tron in the window.

pub mod input;
pub mod ui;
pub mod view;
