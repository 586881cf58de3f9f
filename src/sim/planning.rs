//! Planning: who is to go where in the coming ticks. Writes routes and reservations and moves nobody.
//!
//! Units that are due get a route by WHCA* ([`crate::nav::coop::whca`]), the one that has waited longest first, within a
//! number of search nodes a tick; the others keep what they have until the next tick. A unit that cannot get on because
//! members of its own group rest in its way exchanges goals with them.

use super::SimSystems;
use super::board::{At, Board, Connectivity, Distances, Occupied, Reservations, TerrainGrid};
use super::matches::{GameRules, MatchClock};
use super::orders::{Roster, settle};
use super::outcome::Outcome;
use super::units::{Doing, Id, Intent, Kind, Owner, Stepping, Unit, Waypoint, Waypoints};
use crate::base::{Cell, Dir};
use crate::modes::rts::rules::Rules;
use crate::nav::coop::whca::{Request, WindowSearch};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Ground;
use bevy::prelude::*;

/// Within this many cells of its goal a unit follows the distances to its own place; farther away the whole group
/// shares those to the group's place. Groups of up to some 1,000 stand within it.
const OWN_PLACE_REACH: u32 = 20;

/// Counts of the planner since the match began, for people who watch it. Not part of the simulation's state.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct PlannerStats {
    /// Windowed searches.
    pub searches: u64,
    /// Nodes that they expanded.
    pub expanded: u64,
    /// Searches that neither filled their window nor reached the goal.
    pub incomplete: u64,
    /// Wished steps that could not start.
    pub refused: u64,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlannerStats>()
        .add_systems(OnEnter(super::Screen::Match), |mut stats: ResMut<PlannerStats>| *stats = PlannerStats::default())
        .add_systems(FixedUpdate, plan_routes.in_set(SimSystems::Plan));
}

/// Memory of [`plan_routes`], kept between ticks.
#[derive(Default)]
struct PlanScratch {
    search: WindowSearch,
    due: Vec<(Tick, UnitId, Entity)>,
    chain: Vec<(UnitId, Entity)>,
}

/// Longest chain of units that exchange places for one that cannot get to its own.
const LONGEST_CHAIN: usize = 64;

type Planned<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        &'static Kind,
        &'static Owner,
        &'static At,
        &'static Stepping,
        &'static mut Waypoints,
        &'static mut Intent,
        &'static mut Doing,
    ),
    With<Unit>,
>;

fn plan_routes(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (&TerrainGrid, &Occupied, &Roster, &mut Reservations, &mut Distances, &mut Connectivity),
        With<Board>,
    >,
    mut units: Planned,
    entities: Query<Entity, With<Unit>>,
    mut stats: ResMut<PlannerStats>,
    mut outcomes: MessageWriter<Outcome>,
    mut scratch: Local<PlanScratch>,
) {
    let (terrain, occupied, roster, mut reservations, mut distances, mut connectivity) = board.into_inner();
    let now = clock.tick();
    if connectivity.refresh(terrain, &rules.0) {
        distances.0.clear();
    }
    let PlanScratch { search, due, chain } = &mut *scratch;
    due.clear();
    for entity in &entities {
        let Ok((id, _, _, _, stepping, waypoints, intent, _)) = units.get(entity) else { continue };
        let is_waiting_for_terrain = intent.terrain_version != terrain.version();
        let has_no_step_left = intent.route.steps.last().is_none_or(|step| step.start < now);
        let is_due = intent.plan_due <= now || is_waiting_for_terrain;
        if !waypoints.0.is_empty() && (is_due || (has_no_step_left && stepping.under_way(now).is_none())) {
            due.push((intent.plan_due.min(now), id.0, entity));
        }
    }
    due.sort_unstable();

    let mut desk = Desk {
        rules: &rules.0,
        now,
        terrain,
        occupied,
        roster,
        connectivity: &connectivity,
        reservations: &mut reservations,
        distances: &mut distances,
        search,
        stats: &mut stats,
        nodes_left: i64::from(rules.0.planner.nodes_per_tick),
    };
    for (_, unit, entity) in due.iter() {
        if desk.nodes_left <= 0 {
            break;
        }
        if desk.plan_unit(*entity, &mut units, &mut outcomes) {
            continue;
        }
        // No way forward: if members of its own group stand on the way at rest, all move up by one place.
        chain.clear();
        chain.push((*unit, *entity));
        while chain.len() < LONGEST_CHAIN
            && let Some(next) = chain.last().and_then(|(_, last)| desk.exchange_places(*last, &mut units))
        {
            chain.push(next);
        }
        if chain.len() > 1 {
            for (_, member) in chain.drain(..).rev() {
                desk.plan_unit(member, &mut units, &mut outcomes);
            }
        }
    }
}

/// Everything that planning one unit after the other needs.
struct Desk<'a> {
    rules: &'a Rules,
    now: Tick,
    terrain: &'a TerrainGrid,
    occupied: &'a Occupied,
    roster: &'a Roster,
    connectivity: &'a Connectivity,
    reservations: &'a mut Reservations,
    distances: &'a mut Distances,
    search: &'a mut WindowSearch,
    stats: &'a mut PlannerStats,
    nodes_left: i64,
}

impl Desk<'_> {
    /// Plans one unit; `false` if its route brings it no nearer to its goal.
    fn plan_unit(&mut self, entity: Entity, units: &mut Planned, outcomes: &mut MessageWriter<Outcome>) -> bool {
        let Ok((id, kind, _, at, stepping, mut waypoints, mut intent, mut doing)) = units.get_mut(entity) else {
            return true;
        };
        let (unit, now, planner) = (id.0, self.now, self.rules.planner);
        let kind = self.rules.kind(kind.0);
        let ground = Ground::new(self.terrain.cells(), &self.rules.costs, kind.class);
        if intent.terrain_version != self.terrain.version() {
            intent.terrain_version = self.terrain.version();
            let regions = self.connectivity.of(kind.class);
            for waypoint in &mut waypoints.0 {
                recheck(waypoint, at.0, regions);
            }
        }
        let Some(waypoint) = waypoints.0.front().copied() else { return true };
        let under_way = stepping.under_way(now);
        let (from, ready) = under_way.map_or((at.0, now), |step| (step.to(), step.end()));

        if from != waypoint.goal && self.is_given_up(ground, unit, from, waypoint.goal) {
            waypoints.0.pop_front();
            if waypoints.0.is_empty() {
                *doing = Doing::GoalTaken(waypoint.goal);
                settle(self.reservations, unit, at.0, now, stepping, &mut intent);
            } else {
                intent.plan_due = now;
            }
            outcomes.write(Outcome::OrderEnded { unit });
            return true;
        }

        self.reservations.0.release(unit, &mut intent.route);
        let shared = from.chebyshev(waypoint.goal) > OWN_PLACE_REACH && ground.is_passable(waypoint.anchor);
        let target = if shared { waypoint.anchor } else { waypoint.goal };
        let distances = self.distances.0.search(ground, target, from);
        let before = distances.expanded();
        let plan = self.search.plan(
            ground,
            distances,
            &self.reservations.0,
            &Request {
                from,
                ready,
                now,
                goal: waypoint.goal,
                stays: waypoints.0.len() == 1,
                ticks_per_cell: kind.ticks_per_cell,
                wait_cost: kind.wait_cost(),
                max_wait: planner.max_wait,
                max_expanded: planner.max_expanded,
            },
        );
        let end = plan.route.last_cell().unwrap_or(from);
        let advances = end == waypoint.goal || distances.known(end) < distances.known(from);
        self.nodes_left -= i64::from(plan.expanded) + (distances.expanded() - before) as i64;
        self.stats.searches += 1;
        self.stats.expanded += u64::from(plan.expanded);
        self.stats.incomplete += u64::from(!plan.complete);
        intent.route = plan.route;
        self.reservations.0.reserve(unit, at.0, now, under_way, &mut intent.route);
        intent.plan_due = next_due(now, unit, planner.replan_interval);
        advances
    }

    /// If the next cell on the way of a unit is the resting place of a member of its own group, the two exchange
    /// goals: the member goes on to where the unit wanted to go, the unit takes the member's place. Both goals are as
    /// good for the group (after Okumura and Défago, "Solving Simultaneous Target Assignment and Path Planning
    /// Efficiently with Time-Independent Execution", TSWAP, 2022). Gives the member.
    fn exchange_places(&mut self, entity: Entity, units: &mut Planned) -> Option<(UnitId, Entity)> {
        let (id, kind, owner, at, stepping, waypoints, ..) = units.get(entity).ok()?;
        let waypoint = waypoints.0.front().copied().filter(|_| waypoints.0.len() == 1)?;
        if stepping.under_way(self.now).is_some() || at.0.chebyshev(waypoint.goal) > OWN_PLACE_REACH {
            return None;
        }
        let (unit, side, from) = (id.0, *owner, at.0);
        let class = self.rules.kind(kind.0).class;
        let ground = Ground::new(self.terrain.cells(), &self.rules.costs, class);
        let search = self.distances.0.search(ground, waypoint.goal, from);
        let (_, next) = Dir::ALL
            .into_iter()
            .filter_map(|dir| {
                let cost = ground.step_cost(from, dir)?;
                let cell = from.step(dir);
                Some((cost + search.distance(ground, cell)?, cell))
            })
            .min_by_key(|(cost, cell)| (*cost, cell.y, cell.x))?;
        let other = self.reservations.0.parked_by(next, self.now).filter(|other| *other != unit)?;
        let other_entity = self.roster.entity(other)?;
        let (_, kind, owner, place, _, theirs, intent, doing) = units.get(other_entity).ok()?;
        let regions = self.connectivity.of(self.rules.kind(kind.0).class);
        let is_member = *owner == side
            && place.0 == next
            && theirs.0.is_empty()
            && doing.is_at_rest()
            && intent.post.is_some_and(|post| post.asked == waypoint.asked)
            && regions.region(waypoint.goal).is_some()
            && regions.region(waypoint.goal) == regions.region(next);
        if !is_member {
            return None;
        }
        if let Ok((.., mut theirs, mut intent, mut doing)) = units.get_mut(other_entity) {
            theirs.0.push_back(waypoint);
            intent.post = Some(waypoint);
            intent.terrain_version = self.terrain.version();
            *doing = Doing::Waiting { since: self.now, obstacle: None };
        }
        if let Ok((.., mut ours, mut intent, _)) = units.get_mut(entity)
            && let Some(current) = ours.0.front_mut()
        {
            current.goal = next;
            intent.post = Some(*current);
        }
        Some((other, other_entity))
    }

    /// The rule of the source system: a unit whose goal is taken gives up only if every cell on the straight line
    /// between it and the goal is taken as well. Cells where it cannot stand count as taken.
    fn is_given_up(&self, ground: Ground<'_>, unit: UnitId, from: Cell, goal: Cell) -> bool {
        let by_other = |holder: Option<UnitId>| holder.is_some_and(|holder| holder != unit);
        by_other(self.reservations.0.parked_by(goal, self.now))
            && by_other(self.occupied.0.standing(goal))
            && from.line_between(goal).all(|cell| !ground.is_passable(cell) || by_other(self.occupied.0.holder(cell)))
    }
}

/// The next tick at which a unit plans anew: a fixed beat, shifted by the number of the unit so that not all units
/// plan at once.
fn next_due(now: Tick, unit: UnitId, interval: u16) -> Tick {
    let interval = Tick::from(interval);
    now + interval - (now + unit.0) % interval
}

/// Brings a waypoint in line with changed terrain: back to what was asked for if that has come into reach, to the
/// nearest place in reach if the goal is lost.
fn recheck(waypoint: &mut Waypoint, from: Cell, regions: &crate::nav::regions::Regions) {
    let Some(region) = regions.region(from) else { return };
    let in_reach = |cell| regions.region(cell) == Some(region);
    if waypoint.unreachable && in_reach(waypoint.asked) {
        let asked = waypoint.asked;
        *waypoint = Waypoint { goal: asked, anchor: asked, asked, unreachable: false };
    }
    if !in_reach(waypoint.goal)
        && let Some(nearest) = regions.nearest(region, waypoint.goal)
    {
        waypoint.unreachable = !in_reach(waypoint.asked);
        waypoint.goal = nearest;
    }
    if !in_reach(waypoint.anchor) {
        waypoint.anchor = waypoint.goal;
    }
}
