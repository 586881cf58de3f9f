//! `gridmarch lab`: the lab on the command line. What is printed is given back as text; [`crate::cli`] prints it.

pub mod abstraction;
pub mod continuous;
pub mod experiment;
mod files;
pub mod plan;
pub mod search;

/// What went wrong: one sentence for the person at the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// Options that contradict each other.
    Usage(String),
    /// Anything else.
    Other(String),
}
