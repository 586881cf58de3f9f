//! The maps that a skirmish can be played on: levels with places to start from, and those of the generator.

use super::choices::{SkirmishChoices, Source};
use crate::app::level_folder;
use crate::level::generate::{SkirmishSpec, generate_skirmish};
use crate::level::{Level, levels_in};
use crate::sim::GameRules;
use crate::sim::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The levels with at least two starts, in the order of their files.
#[derive(Resource, Debug, Default)]
pub struct Maps(pub Vec<Arc<Level>>);

impl Maps {
    /// The level that is chosen: the one of that name, else the first one.
    #[must_use]
    pub fn chosen(&self, choices: &SkirmishChoices) -> Option<&Arc<Level>> {
        self.0.iter().find(|level| level.name == choices.map).or_else(|| self.0.first())
    }
}

/// The level of the present choice, or why there is none yet.
#[derive(Resource, Debug, Clone)]
pub struct Ground(pub Result<Arc<Level>, Missing>);

/// Why there is no level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It is being drawn.
    Drawing,
    /// A sentence.
    Problem(String),
}

impl Ground {
    /// Places to start from.
    #[must_use]
    pub fn starts(&self) -> usize {
        self.0.as_ref().map_or(0, |level| level.starts.len())
    }
}

/// The map that is being drawn, or was last.
#[derive(Resource, Default)]
pub(super) struct Drawing {
    spec: Option<SkirmishSpec>,
    under_way: Option<Thinking<Result<Level, String>>>,
    drawn: Option<Result<Arc<Level>, String>>,
}

/// The longest time that a map may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads all level files anew: they may have been saved or edited since. Those that cannot be read are told in the
/// sandbox, whose list has them all.
pub(super) fn read_folder(mut maps: ResMut<Maps>, rules: Res<GameRules>) {
    let paths = levels_in(&level_folder()).unwrap_or_default();
    let levels = paths.iter().filter_map(|path| Level::load(path, &rules.0).ok());
    maps.0 = levels.filter(|level| level.starts.len() >= 2).map(Arc::new).collect();
}

/// Follows the choice of a map; a generated one is drawn in the background.
pub(super) fn choose(
    choices: Res<SkirmishChoices>,
    maps: Res<Maps>,
    rules: Res<GameRules>,
    policy: Res<ThinkPolicy>,
    mut drawing: ResMut<Drawing>,
    mut ground: ResMut<Ground>,
) {
    let new = match choices.source {
        Source::File => maps.chosen(&choices).cloned().ok_or_else(|| {
            Missing::Problem("There are no maps with places to start from in this folder. Try a random one.".into())
        }),
        Source::Random => {
            let SkirmishChoices { players, side, seed, .. } = *choices;
            let spec = SkirmishSpec { players, width: side, height: side, seed };
            drawing.follow(spec, &rules, *policy).map_err(|problem| problem.map_or(Missing::Drawing, Missing::Problem))
        }
    };
    let is_same = match (&ground.0, &new) {
        (Ok(old), Ok(new)) => Arc::ptr_eq(old, new),
        (Err(old), Err(new)) => old == new,
        _ => false,
    };
    if !is_same {
        ground.0 = new;
    }
}

impl Drawing {
    /// The map of an order; the error is the problem, or nothing while it is being drawn.
    fn follow(
        &mut self,
        spec: SkirmishSpec,
        rules: &GameRules,
        policy: ThinkPolicy,
    ) -> Result<Arc<Level>, Option<String>> {
        if self.spec != Some(spec) {
            let rules = rules.0.clone();
            self.spec = Some(spec);
            self.drawn = None;
            self.under_way = Some(Thinking::start(policy, u32::MAX, PATIENCE, move |_| {
                generate_skirmish(&spec, &rules).map_err(|error| format!("{error}."))
            }));
        }
        if let Some(level) = self.under_way.as_mut().and_then(|drawing| drawing.take(0)) {
            self.drawn = Some(level.map(Arc::new));
            self.under_way = None;
        }
        self.drawn.clone().map_or(Err(None), |drawn| drawn.map_err(Some))
    }
}
