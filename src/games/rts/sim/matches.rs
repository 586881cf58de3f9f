//! Beginning and leaving a match.

use super::board::At;
use super::board::{Board, Distances, Occupied, Planner, Reservations, TerrainGrid, Tiles, Walks};
use super::orders::{OrderQueue, Roster};
use super::tiles::Ground;
use crate::base::{Cell, Grid};
use crate::games::rts::level::{Level, SIDES};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::edits::place_unit;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::record::fingerprint::Prints;
use crate::games::rts::sim::record::snapshot::go_on;
use crate::games::rts::sim::skirmish::{SkirmishSetup, begin_skirmish};
use crate::nav::coop::PlannerKind;
use crate::nav::occupancy::Occupancy;
use crate::nav::reservation::ReservationTable;
use crate::nav::rra_pool::RraPool;
use crate::nav::step::Tick;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::sync::Arc;

/// The rules in force. Shared: rules do not change during a match.
#[derive(Resource, Debug, Clone)]
pub struct GameRules(pub Arc<Rules>);

impl Default for GameRules {
    fn default() -> Self {
        Self(Arc::new(Rules::built_in()))
    }
}

/// Everything that a match starts from.
#[derive(Resource, Debug, Clone)]
pub struct MatchSetup {
    /// The map and the units on it.
    pub level: Arc<Level>,
    /// Seed of all that is random in the match.
    pub seed: u64,
    /// The planner to begin with instead of the one that the rules name.
    pub planner: Option<PlannerKind>,
    /// What makes a skirmish of it; `None`: the sandbox of movement.
    pub skirmish: Option<SkirmishSetup>,
}

impl MatchSetup {
    /// What a recording or a saved match says that it began with: rules, level and sides, each checked with those before.
    ///
    /// # Errors
    /// The first thing that is wrong: `rules`, `level` or `skirmish`, with the place or the field in it.
    pub(super) fn of_file(
        rules: &str,
        level: &str,
        seed: u64,
        skirmish: Option<SkirmishSetup>,
    ) -> Result<(Self, GameRules), String> {
        let rules = Rules::parse(rules, "rules").map_err(|error| error.to_string())?;
        let level = Level::parse(level, "level", &rules).map_err(|error| error.to_string())?;
        if let Some(skirmish) = &skirmish {
            skirmish.check(&level, &rules).map_err(|problem| format!("skirmish: {problem}"))?;
        }
        Ok((Self { level: Arc::new(level), seed, planner: None, skirmish }, GameRules(Arc::new(rules))))
    }

    /// The planner that the match begins with.
    #[must_use]
    pub fn planner(&self, rules: &Rules) -> PlannerKind {
        self.planner.unwrap_or(rules.planner.kind)
    }
}

/// The number of ticks that have run since the match began, which is the number of the tick to come.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchClock {
    pub(super) tick: Tick,
}

impl MatchClock {
    /// The tick to come; the first one is 0.
    #[must_use]
    pub const fn tick(self) -> Tick {
        self.tick
    }
}

/// Order of what happens when a match is entered.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchSystems {
    /// The board, its tiles and its units come into being; what looks at them comes after.
    Begin,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameRules>()
        .init_resource::<MatchClock>()
        .add_systems(OnEnter(Screen::Match), begin_match.in_set(MatchSystems::Begin).run_if(in_state(Mode::RTS)));
}

/// Builds the board, the tiles and the units of [`MatchSetup`].
fn begin_match(world: &mut World) {
    let Some(setup) = world.get_resource::<MatchSetup>().cloned() else {
        error!("a match was entered without a set-up");
        return;
    };
    let rules = world.resource::<GameRules>().0.clone();
    let planner = setup.planner(&rules);
    let level = setup.level;
    let (width, height) = (level.terrain.width(), level.terrain.height());
    world.insert_resource(MatchClock::default());
    world.insert_resource(OrderQueue::default());
    world.insert_resource(Prints::default());

    let board = world.spawn((Name::new("Board"), Board, Roster::default(), DespawnOnExit(Screen::Match))).id();
    // Row by row: each child queues a command that tells its parent of it, and those of a whole map of 1024 × 1024 cells at
    // once made the match 54 MiB larger (peak of `bench tick`), because the queue keeps its room.
    let mut tiles: Vec<Entity> = Vec::with_capacity(level.terrain.len());
    for (y, row) in (0..).zip(level.terrain.rows()) {
        let row = (0..).zip(row).map(|(x, terrain)| (At(Cell::new(x, y)), Ground(*terrain), ChildOf(board)));
        tiles.extend(world.spawn_batch(row));
    }
    let terrain = TerrainGrid::new(level.terrain.clone());
    world.entity_mut(board).insert((
        Tiles(Grid::from_rows(width, height, tiles)),
        Occupied(Occupancy::new(width, height)),
        Planner(planner),
        Reservations(ReservationTable::new(width, height, table_window(&rules, planner))),
        Distances(RraPool::new(usize::from(rules.planner.rra_pool))),
        Detours::default(),
        Marching::default(),
        Walks::new(&terrain, &level.lanes, &rules),
        terrain,
    ));
    if let Some(skirmish) = &setup.skirmish {
        begin_skirmish(world, board, skirmish, &rules, (width, height), setup.seed);
    }
    // Nobody moves the units of a side that does not play.
    let sides = setup.skirmish.as_ref().map_or(SIDES, |skirmish| skirmish.players.len() as u8);
    for unit in level.units.iter().filter(|unit| unit.side < sides) {
        // Levels are checked before they come here; a unit that does not fit is told and left out.
        if let Err(reason) = place_unit(world, unit.kind, unit.side, unit.at) {
            warn!("{}: {reason}", level.name);
        }
    }
    go_on(world);
}
