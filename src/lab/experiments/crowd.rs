//! Crowds for experiments, drawn as text: capital letters are starts, small ones the goals of the same agent.

use super::Scene;
use crate::base::{Budget, Cell};
use crate::lab::maps::{drawn, find};
use crate::lab::planning::{Limits, PlanRun, Planner, Recorder, Settings};
use crate::lab::run::Refusal;
use crate::nav::coop::mapf::{Instance, Moves};

/// The agents of a picture, in the order of the alphabet.
pub(super) fn pictured(rows: &[&str]) -> Instance {
    let is_there = |letter: &char| rows.iter().any(|row| row.contains(*letter));
    let letters: Vec<char> = ('A'..='Z').filter(is_there).collect();
    let starts = letters.iter().map(|letter| find(rows, *letter)).collect();
    let goals: Vec<Cell> = letters.iter().map(|letter| find(rows, letter.to_ascii_lowercase())).collect();
    Instance { passable: drawn(rows), moves: Moves::Four, starts, goals }
}

pub(super) fn scene(instance: &Instance, planner: Planner, window: Option<u32>) -> Scene {
    Scene::Crowd { instance: instance.clone(), planner, settings: Settings { window, ..Settings::default() } }
}

/// What became of a crowd.
pub(super) struct Walked {
    /// Agents at their goals.
    pub(super) home: f64,
    /// Steps until the last one rests there; NaN if one never does.
    pub(super) ticks: f64,
    /// Steps that were not spent at a goal, of all agents.
    pub(super) loss: f64,
    pub(super) expanded: f64,
    pub(super) run: PlanRun,
}

/// Lets a planner lead a crowd for at most so many ticks.
pub(super) fn walk(
    instance: &Instance,
    planner: Planner,
    window: Option<u32>,
    steps: u32,
    budget: &Budget,
) -> Result<Walked, Refusal> {
    let settings = Settings { window, ..Settings::default() };
    let run = Recorder::new(planner, instance.clone(), settings, Limits { steps, budget: budget.clone() }).finish();
    let report = run.report().ok_or_else(|| "stopped before it was measured".to_owned())?;
    let (home, all) = (f64::from(report.arrived), instance.starts.len() as f64);
    let ticks = if home < all { f64::NAN } else { f64::from(report.makespan) };
    let (loss, expanded) = (report.sum_of_loss as f64, run.expanded as f64);
    Ok(Walked { home, ticks, loss, expanded, run })
}
