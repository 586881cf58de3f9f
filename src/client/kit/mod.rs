//! Theme, widgets, dialogs, fonts and pictures.

pub mod light;

pub mod art;
pub(crate) mod beside;
pub mod chance;
pub mod clipboard;
pub mod frames;
pub(crate) mod layout;
pub mod naming;
pub mod notices;
pub mod player_colours;
pub mod plot;
pub mod puzzles;
pub mod replay_bar;
pub mod scale;
pub mod setup;
pub mod sheets;
pub mod simulation;
pub mod theme;
pub mod tree;
pub mod widgets;

pub use art::Art;
pub(crate) use theme::Icon;
pub use theme::Weight;
