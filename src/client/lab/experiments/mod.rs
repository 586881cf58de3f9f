//! The page of guided experiments: a text, what it opens, a question, and an answer that is measured when it is asked for.

mod asking;
mod panel;
mod show;

use super::LabSystems;
use super::job::Job;
use super::state::LabPage;
use crate::lab::experiments::{Answer, EXPERIMENTS, Experiment};
use bevy::prelude::*;
use std::time::Duration;

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExperimentWish {
    Choose(usize),
    /// The one after the chosen one, or before it.
    Next(i32),
    /// Opens what it is about on its page.
    Open,
    /// Measures the answer.
    Measure,
    /// Measures no longer.
    Stop,
}

/// What was measured, and how long it took.
pub type Measured = Result<(Answer, Duration), String>;

/// What the page shows. Answers stay until the program ends.
#[derive(Resource)]
pub struct Experiments {
    pub chosen: usize,
    /// In the order of [`EXPERIMENTS`].
    pub answers: Vec<Option<Measured>>,
    /// Which one is being measured.
    pub measuring: Option<usize>,
    job: Job<Measured>,
}

impl Default for Experiments {
    fn default() -> Self {
        Self { chosen: 0, answers: EXPERIMENTS.iter().map(|_| None).collect(), measuring: None, job: Job::default() }
    }
}

impl Experiments {
    fn experiment(&self) -> &'static Experiment {
        &EXPERIMENTS[self.chosen.min(EXPERIMENTS.len() - 1)]
    }

    fn answer(&self) -> Option<&Measured> {
        self.answers.get(self.chosen).and_then(Option::as_ref)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Experiments>()
        .add_message::<ExperimentWish>()
        .add_systems(OnEnter(LabPage::Experiments), (asking::open, panel::spawn, show::spawn).chain())
        .add_systems(
            Update,
            (
                (asking::keys, asking::act).chain().run_if(in_state(LabPage::Experiments)),
                // It is measured also while another page is looked at.
                asking::collect,
                (show::show, panel::follow)
                    .run_if(in_state(LabPage::Experiments))
                    .run_if(resource_changed::<Experiments>.or_else(any_match_filter::<Added<show::Sheet>>)),
            )
                .chain()
                .in_set(LabSystems::Act),
        );
}
