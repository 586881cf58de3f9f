//! What the lab shows of abstractions, continuous maps and plans, as [`super::drawing::Drawing`]s.

pub mod abstraction;
pub mod continuous;
pub mod plan;
pub mod states;
