//! Turn-based games as ECS: the computer's players, thinking in the background, series of matches.

pub mod ai;
pub mod series;
pub mod thinking;
