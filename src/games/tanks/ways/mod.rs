//! Finding ways on the board, for all that thinks.
//!
//! | file | subject |
//! |---|---|
//! | `profile` | what a tank can do about bricks, and what things cost |
//! | `layer` | what is in the way of each step of one size of tank |
//! | `goal` | where to: a cell, a place to touch, a place to shoot at |
//! | `distance` | the distances of all cells to a goal, built at once and repaired where bricks fell |
//! | `atlas` | all distances that are in use, kept up to date with the board |
//! | `classic` | the techniques of the source: capped A*, clearances, rectangles |
//!
//! A tank is planned as a point: its *anchor* is its top left cell. Bots ask an [`Atlas`] for the [`Way`] to a [`Goal`];
//! a way knows from every anchor how far it is and which step is best, so that one answer serves all tanks of the same
//! [`Profile`] that want the same.

pub mod atlas;
pub mod classic;
pub mod distance;
pub mod goal;
pub mod layer;
pub mod profile;

pub use atlas::{Atlas, Way};
pub use classic::{Classic, Pilot, Technique};
pub use distance::Distances;
pub use goal::Goal;
pub use profile::{Dig, Profile, STEP};
