//! Units that walk: routes, reservations, steps.

pub mod classic;
pub mod detours;
pub(crate) mod edits;
pub(crate) mod filling;
pub mod marching;
pub mod movement;
pub mod planning;
pub(crate) mod sending;
pub(crate) mod waypoints;
