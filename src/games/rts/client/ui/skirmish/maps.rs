//! The maps that a skirmish can be played on: levels with places to start from, and those of the generator.

use super::choices::{SkirmishChoices, Source};
use crate::games::rts::client::input::save::OwnLevels;
use crate::games::rts::client::ui::map_widgets::level_files;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{SkirmishSpec, generate_skirmish};
use crate::games::rts::sim::GameRules;
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Map {
    pub level: Arc<Level>,
    /// The name of its file, if the player has made it.
    pub own: Option<String>,
}

impl Map {
    /// What it is called among the choices: the player's own maps may have the names of others.
    pub fn key(&self) -> String {
        self.own.as_ref().map_or_else(|| self.level.name.clone(), |file| format!("own: {file}"))
    }
}

/// The levels with at least two starts, in the order of their files; first those that the game ships with.
#[derive(Resource, Debug, Default)]
pub struct Maps(pub Vec<Map>);

impl Maps {
    /// The place of the level that is chosen: the one that is called so, else the first one.
    pub fn place(&self, choices: &SkirmishChoices) -> Option<usize> {
        let named = self.0.iter().position(|map| map.key() == choices.map);
        named.or_else(|| (!self.0.is_empty()).then_some(0))
    }

    pub fn chosen(&self, choices: &SkirmishChoices) -> Option<&Arc<Level>> {
        self.place(choices).map(|place| &self.0[place].level)
    }
}

/// The level of the present choice, or why there is none yet.
#[derive(Resource, Debug, Clone)]
pub struct Ground(pub Result<Arc<Level>, Missing>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    Drawing,
    Problem(String),
}

/// A map that was made again is another one.
impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ok(own), Ok(other)) => Arc::ptr_eq(own, other),
            (Err(own), Err(other)) => own == other,
            _ => false,
        }
    }
}

impl Ground {
    pub fn starts(&self) -> usize {
        self.0.as_ref().map_or(0, |level| level.starts.len())
    }
}

/// The map that is being drawn, or was last.
#[derive(Resource, Default)]
pub(super) struct Drawing {
    spec: Option<SkirmishSpec>,
    under_way: Option<Thinking<Result<Level, String>>>,
    drawn: Option<Result<Arc<Level>, Missing>>,
}

const PATIENCE: Duration = Duration::from_secs(60);

/// Reads all level files anew. Those that cannot be read are told in the sandbox, whose list has them all.
pub(super) fn read_folder(mut maps: ResMut<Maps>, own: Res<OwnLevels>, rules: Res<GameRules>) {
    let read = level_files(&own, &rules.0).into_iter().filter_map(|file| {
        let level = file.level.ok().filter(|level| level.starts.len() >= 2)?;
        Some(Map { level, own: file.is_own.then_some(file.title) })
    });
    maps.0 = read.collect();
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
            drawing.follow(spec, &rules, *policy)
        }
    };
    ground.set_if_neq(Ground(new));
}

impl Drawing {
    /// The map of an order.
    fn follow(&mut self, spec: SkirmishSpec, rules: &GameRules, policy: ThinkPolicy) -> Result<Arc<Level>, Missing> {
        if self.spec != Some(spec) {
            let rules = rules.0.clone();
            self.spec = Some(spec);
            self.drawn = None;
            self.under_way = Some(Thinking::start(policy, u32::MAX, PATIENCE, move |_| {
                generate_skirmish(&spec, &rules).map_err(|error| format!("{error}."))
            }));
        }
        if let Some(level) = self.under_way.as_mut().and_then(|drawing| drawing.take(0)) {
            self.drawn = Some(level.map(Arc::new).map_err(Missing::Problem));
            self.under_way = None;
        }
        self.drawn.clone().unwrap_or(Err(Missing::Drawing))
    }
}
