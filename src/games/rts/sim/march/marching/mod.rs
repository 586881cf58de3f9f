//! The planner that the game ships with, in the running game: tells [`crate::nav::coop::march`] what all units are and want,
//! and writes their next steps. Nobody moves here.
//!
//! A unit that rests is pushed aside when a unit of its side wants to pass, and goes back when it is no longer in the way, if
//! the rules say so. Units that hold, and those of other sides, are walked around ([`Agent::blocks`]).
//!
//! One tick: [`gather`] tells the planner of all units, [`looking`] gives other ground to those who look for a way around,
//! the planner chooses, [`writing`] carries the choices into the units. What is needed on the way is kept between ticks.

mod gather;
mod looking;
mod writing;

pub(crate) use gather::RETURNS_AFTER;
pub(crate) use writing::wait;

use super::classic::plan_routes;
use super::detours::Detours;
use super::planning::{PlannerStats, PlannerThreads, catch_up};
use crate::base::Cell;
use crate::games::rts::sim::board::{Board, Distances, Occupied, Planner, TerrainGrid, Walks};
use crate::games::rts::sim::matches::{GameRules, MatchClock, SimSystems};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::units::{
    Disturbed, Doing, Id, Kind, NextStep, PlannedRoute, Post, Priority, Progress, Roster, StillSince, Unit,
};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::{Agent, Crowd, Scene, Searches, Verdict, View};
use crate::nav::step::UnitId;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use looking::Looking;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, choose_steps.in_set(SimSystems::Plan).after(catch_up).after(plan_routes));
}

/// The memory of the planner. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Marching {
    crowd: Crowd,
    agents: Vec<Agent>,
    /// Their entities, in the same order.
    entities: Vec<Entity>,
    looking: Looking,
}

impl Marching {
    /// What each unit was at the last tick, sorted by unit, and what became of it: for people who watch.
    pub fn seen(&self) -> impl Iterator<Item = (&Agent, &Verdict)> {
        self.agents.iter().zip(&self.crowd.verdicts)
    }

    /// [`Crowd::joint_plan`] of the last tick.
    pub(crate) fn joint_plan(&self) -> impl Iterator<Item = (UnitId, impl Iterator<Item = Cell>)> {
        self.crowd.joint_plan()
    }
}

/// What the planner writes of a unit.
#[derive(QueryData)]
#[query_data(mutable)]
struct Guided {
    kind: &'static Kind,
    still: &'static StillSince,
    waypoints: &'static mut Waypoints,
    post: &'static mut Post,
    priority: &'static mut Priority,
    progress: &'static mut Progress,
    disturbed: &'static mut Disturbed,
    next: &'static mut NextStep,
    planned: &'static mut PlannedRoute,
    doing: &'static mut Doing,
}

type AllGuided<'w, 's> = Query<'w, 's, Guided, With<Unit>>;

fn choose_steps(
    (rules, threads): (Res<GameRules>, Res<PlannerThreads>),
    clock: Res<MatchClock>,
    board: Single<
        (&Planner, &TerrainGrid, &Walks, &Roster, &mut Occupied, &mut Distances, &mut Detours, &mut Marching),
        With<Board>,
    >,
    mut units: ParamSet<(Query<(&'static Id, gather::Told), With<Unit>>, AllGuided)>,
    mut stats: ResMut<PlannerStats>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (planner, terrain, walks, roster, mut occupied, mut distances, mut detours, mut marching) = board.into_inner();
    if planner.0 != PlannerKind::March {
        return;
    }
    let now = clock.tick();
    let marching = &mut *marching;
    gather::gather(marching, (&rules.0, walks, roster), now, &units.p0());
    let mut units = units.p1();
    let Marching { crowd, agents, entities, looking } = marching;
    looking.sort_out(agents, entities, now, &mut units);
    looking.prepare(agents, (terrain, walks), now, &mut detours);
    let mut views: Vec<View<'_>> = walks.maps.iter().map(|map| View { map, pool: None }).collect();
    looking.look(agents, entities, now, (&mut detours, &distances), &mut views, &mut units);

    occupied.0.begin_trial();
    let budget = u64::from(rules.0.planner.distances_per_tick);
    let distances = Searches::Going(&mut distances.0);
    let scene = Scene { now, views: &mut views, occupancy: &mut occupied.0, distances, budget };
    crowd.use_threads(threads.0);
    stats.distance_cells += crowd.tick(agents, scene);
    stats.exchanges += crowd.exchanges.len() as u64;
    for exchange in &crowd.exchanges {
        writing::swap_goals(exchange, roster, terrain.version(), now, &mut units);
    }
    writing::write(agents, entities, crowd, (walks, &occupied), now, &mut units, &mut stats, &mut outcomes);
    occupied.0.take_back();
}
