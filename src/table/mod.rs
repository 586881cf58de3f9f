//! Turn-based games as ECS: thinking in the background and series of matches.

pub mod series;
pub mod thinking;
