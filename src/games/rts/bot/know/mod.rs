//! What a program knows and how it looks at it.

pub(super) mod force;
pub(super) mod sightings;
