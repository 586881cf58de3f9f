//! Guided experiments: a text, a set-up to look at, a question, and an answer that is measured when it is asked for.

mod answer;
mod bidirectional;
mod crowd;
mod cycles;
mod deadlock;
mod deepening;
mod hierarchy;
mod inheritance;
mod quality;
mod refinement;
mod scene;
mod squared;
mod weight;
mod window;

pub use answer::Answer;
pub use scene::Scene;

use super::run::Refusal;
use crate::base::Budget;

/// An experiment.
#[derive(Debug)]
pub struct Experiment {
    /// The name in files and on the command line.
    pub name: &'static str,
    pub title: &'static str,
    /// What it is about, in a few sentences.
    pub text: &'static str,
    /// What is asked before anybody measures.
    pub question: &'static str,
    /// What is opened in the lab, side by side.
    pub scenes: fn() -> Vec<Scene>,
    /// Measures the answer.
    pub measure: fn(&Budget) -> Result<Answer, Refusal>,
}

/// All of them, in the order in which they are best read.
pub const EXPERIMENTS: &[Experiment] = &[
    squared::SQUARED,
    cycles::CYCLES,
    bidirectional::BIDIRECTIONAL,
    deepening::DEEPENING,
    weight::WEIGHT,
    hierarchy::HIERARCHY,
    refinement::REFINEMENT,
    quality::QUALITY,
    deadlock::DEADLOCK,
    window::WINDOW,
    inheritance::INHERITANCE,
];
