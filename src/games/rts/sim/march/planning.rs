//! What all planners share: the ground follows the edits of the map, and so do the places to which units are on their way.

use super::waypoints::recheck;
use crate::base::CellSet;
use crate::games::rts::sim::board::{At, Board, Distances, TerrainGrid, Walks};
use crate::games::rts::sim::matches::{GameRules, SimSystems};
use crate::games::rts::sim::units::{Kind, PlannedRoute, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::occupancy::body;
use bevy::prelude::*;

/// Counts of the planner since the match began, for people who watch it. Not part of the simulation's state.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct PlannerStats {
    pub searches: u64,
    pub expanded: u64,
    /// Searches that neither filled their window nor reached the goal.
    pub(crate) incomplete: u64,
    /// Wished steps that could not start.
    pub refused: u64,
    /// Cells that distances have closed.
    pub distance_cells: u64,
    /// Members of groups that have exchanged goals.
    pub(crate) exchanges: u64,
}

/// Threads that choose steps, that of the tick among them. The match does not depend on it.
#[derive(Resource, Debug, Clone, Copy)]
pub(crate) struct PlannerThreads(pub(crate) usize);

impl Default for PlannerThreads {
    /// As many as the machine has, where it tells.
    fn default() -> Self {
        Self(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<PlannerStats>()
        .init_resource::<PlannerThreads>()
        .add_systems(OnEnter(crate::shell::states::Screen::Match), |mut stats: ResMut<PlannerStats>| {
            *stats = PlannerStats::default()
        })
        .add_systems(FixedUpdate, catch_up.in_set(SimSystems::Plan));
}

/// Carries the edits of the map into the ground of each sort of unit, the distances and the waypoints.
pub(crate) fn catch_up(
    rules: Res<GameRules>,
    board: Single<(&TerrainGrid, &Roster, &mut Walks, &mut Distances), With<Board>>,
    mut units: Query<(&Kind, &At, &mut Waypoints, &mut PlannedRoute), With<Unit>>,
) {
    let (terrain, roster, mut walks, mut distances) = board.into_inner();
    walks.refresh(terrain, &rules.0, &mut distances);
    if !walks.tell(terrain) {
        return;
    }
    let places =
        units.iter().map(|(kind, at, waypoints, _)| (kind.0, waypoints.0.back().map_or(at.0, |last| last.goal)));
    let mut taken = CellSet::new(terrain.cells().width(), terrain.cells().height());
    taken.extend(places.flat_map(|(kind, place)| body(place, rules.0.kind(kind).size)));
    for entity in roster.entities() {
        let Ok((kind, at, mut waypoints, mut planned)) = units.get_mut(entity) else { continue };
        if planned.terrain_version == terrain.version() || waypoints.0.is_empty() {
            continue;
        }
        planned.terrain_version = terrain.version();
        planned.due = 0;
        for waypoint in &mut waypoints.0 {
            recheck(waypoint, at.0, &walks, kind.0, &mut taken);
        }
    }
}
