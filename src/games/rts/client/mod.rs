//! The real-time game in the window: input, picture, screens.

#[cfg(feature = "client")]
pub mod input;
pub mod ui;
#[cfg(feature = "client")]
pub mod view;
