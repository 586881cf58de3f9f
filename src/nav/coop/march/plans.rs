//! What is worked out for many before anybody chooses: joint plans, free ways, who goes first, ways around lanes and traffic.

use super::Agent;
use super::Scene;
use super::bypass::Bypasses;
use super::escape::{Escape, Forced};
use super::free_path::FreePaths;
use super::guidance::Guidance;
use super::leaders::Leaders;
use super::scratch::Scratch;
use super::streets::Streets;

/// Kept from tick to tick; nobody changes it while units choose.
#[derive(Debug, Clone, Default)]
pub(super) struct Plans {
    pub(super) escape: Escape,
    free_paths: FreePaths,
    pub(super) leaders: Leaders,
    pub(super) bypasses: Bypasses,
    pub(super) guidance: Guidance,
    pub(super) streets: Streets,
    /// What those have to do who are led, by their position among the agents.
    pub(super) forced: Vec<Option<Forced>>,
}

impl Plans {
    /// Goes on to the tick of a scene.
    pub(super) fn tick(&mut self, agents: &[Agent], scene: &Scene<'_, '_>, memory: &Scratch) {
        let Self { forced, escape, free_paths, leaders, bypasses, guidance, streets } = self;
        let Scratch { ahead, traffic, .. } = memory;
        forced.clear();
        forced.resize(agents.len(), None);
        escape.tick(agents, scene, |index, step| forced[index] = Some(step));
        // Who has stood for long in a joint plan may go if its own way is free, and the plan ends.
        free_paths.tick(agents, scene, |index, dir| forced[index] = Some(Some(dir)));
        leaders.tick(agents, |agent| ahead[agent.unit.0 as usize].mouth.is_some(), scene.now);
        bypasses.tick(agents, ahead, scene);
        guidance.tick(
            agents,
            |agent| ahead[agent.unit.0 as usize].meets_many,
            (scene.views, scene.occupancy, traffic, scene.now),
        );
        let look = |agent: &Agent| {
            let ahead = &ahead[agent.unit.0 as usize];
            (ahead.meets_many, ahead.is_open)
        };
        streets.tick(agents, look, scene.views, scene.now);
    }
}
