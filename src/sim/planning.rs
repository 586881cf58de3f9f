//! Planning: who is to go where in the coming ticks. Writes routes and reservations and moves nobody.
//!
//! Units that are due get a route by WHCA* ([`crate::nav::coop::whca`]), the one that has waited longest first, within a
//! number of search nodes a tick; the others keep what they have until the next tick. What happens when a unit cannot get
//! on because others rest in its way is told in [`super::giving_way`].

use super::SimSystems;
use super::board::{At, Board, Connectivity, Distances, Occupied, Reservations, TerrainGrid};
use super::detours::{DETOUR_TICKS, Detours};
use super::matches::{GameRules, MatchClock};
use super::orders::{Roster, settle};
use super::outcome::Outcome;
use super::units::{Doing, Id, Intent, Kind, Owner, Stepping, Unit, Waypoint, Waypoints};
use crate::base::Cell;
use crate::modes::rts::rules::Rules;
use crate::nav::coop::slots;
use crate::nav::coop::whca::{Request, WindowSearch};
use crate::nav::regions::Regions;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Ground;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Within this many cells of its goal a unit follows the distances to its own place; farther away the whole group
/// shares those to the group's place. Groups of up to some 1,000 stand within it.
pub(super) const OWN_PLACE_REACH: u32 = 20;

/// Ticks of standing after which a unit asks others to make way although its plan promises to get on.
const PATIENCE: Tick = 40;

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
    chain: Vec<Entity>,
}

pub(super) type Planned<'w, 's> = Query<
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
        (&TerrainGrid, &Occupied, &Roster, &mut Reservations, &mut Distances, &mut Detours, &mut Connectivity),
        With<Board>,
    >,
    mut units: Planned,
    entities: Query<Entity, With<Unit>>,
    mut stats: ResMut<PlannerStats>,
    mut outcomes: MessageWriter<Outcome>,
    mut scratch: Local<PlanScratch>,
) {
    let (terrain, occupied, roster, mut reservations, mut distances, mut detours, mut connectivity) =
        board.into_inner();
    let now = clock.tick();
    connectivity.refresh(terrain, &rules.0);
    distances.refresh(terrain);
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
        detours: &mut detours,
        search,
        stats: &mut stats,
        taken: BTreeSet::new(),
        nodes_left: i64::from(rules.0.planner.nodes_per_tick),
    };
    if due.iter().any(|(_, _, entity)| units.get(*entity).is_ok_and(|unit| unit.6.terrain_version != terrain.version()))
    {
        desk.taken.extend(
            units.iter().map(|(_, _, _, at, _, waypoints, ..)| waypoints.0.back().map_or(at.0, |last| last.goal)),
        );
    }
    for (_, _, entity) in due.iter() {
        if desk.nodes_left <= 0 {
            break;
        }
        if desk.plan_unit(*entity, &mut units, &mut outcomes) {
            continue;
        }
        // No way forward, or none that comes true: those who rest in the way move up by one place, or step aside.
        chain.clear();
        desk.exchange_places(*entity, &mut units, chain);
        if chain.is_empty() {
            desk.make_way(*entity, &mut units, chain);
        }
        if chain.is_empty() {
            desk.take_detour(*entity, &mut units);
        }
        for member in chain.drain(..) {
            // Whoever is left over has a goal by now and is due at once: the first of the next tick.
            if desk.nodes_left <= 0 {
                break;
            }
            desk.plan_unit(member, &mut units, &mut outcomes);
        }
    }
}

/// Everything that planning one unit after the other needs.
pub(super) struct Desk<'a> {
    pub(super) rules: &'a Rules,
    pub(super) now: Tick,
    pub(super) terrain: &'a TerrainGrid,
    pub(super) occupied: &'a Occupied,
    pub(super) roster: &'a Roster,
    pub(super) connectivity: &'a Connectivity,
    pub(super) reservations: &'a mut Reservations,
    pub(super) distances: &'a mut Distances,
    detours: &'a mut Detours,
    search: &'a mut WindowSearch,
    stats: &'a mut PlannerStats,
    /// Where units end or rest; filled only when waypoints have to be found anew.
    taken: BTreeSet<Cell>,
    /// Search nodes that are left of this tick's allowance.
    pub(super) nodes_left: i64,
}

impl Desk<'_> {
    /// Plans one unit; `false` if its route brings it no nearer to its goal.
    fn plan_unit(&mut self, entity: Entity, units: &mut Planned, outcomes: &mut MessageWriter<Outcome>) -> bool {
        let now = self.now;
        let side = units.get(entity).ok().filter(|unit| unit.6.detour_until > now).map(|unit| unit.2.0);
        let detour = match side {
            Some(side) => Some(self.detours.of(side, self.terrain, now, units)),
            None => None,
        };
        let Ok((id, kind, _, at, stepping, mut waypoints, mut intent, mut doing)) = units.get_mut(entity) else {
            return true;
        };
        let (unit, planner) = (id.0, self.rules.planner);
        let kind = self.rules.kind(kind.0);
        let ground = Ground::new(self.terrain.cells(), &self.rules.costs, kind.class);
        if intent.terrain_version != self.terrain.version() {
            intent.terrain_version = self.terrain.version();
            let regions = self.connectivity.of(kind.class);
            for waypoint in &mut waypoints.0 {
                recheck(waypoint, at.0, ground, regions, &mut self.taken);
            }
        }
        let Some(waypoint) = waypoints.0.front().copied() else { return true };
        let under_way = stepping.under_way(now);
        let (from, ready) = under_way.map_or((at.0, now), |step| (step.to(), step.end()));

        let tables = (&*self.reservations, self.occupied);
        if from != waypoint.goal && is_given_up(tables, ground, now, unit, from, waypoint.goal) {
            waypoints.0.pop_front();
            if waypoints.0.is_empty() {
                *doing = Doing::GoalTaken(waypoint.goal);
                settle(self.reservations, unit, at.0, now, stepping, &mut intent);
            } else {
                intent.plan_due = now;
                outcomes.write(Outcome::passed_over(unit, waypoint.goal, "is taken"));
            }
            outcomes.write(Outcome::OrderEnded { unit });
            return true;
        }

        self.reservations.0.release(unit, &mut intent.route);
        let goal = target(ground, from, &waypoint);
        let mut ground = ground;
        let mut distances = self.distances.pool.search(ground, goal, from);
        let mut before = distances.expanded();
        if let Some(detour) = detour {
            let around = ground.without(&detour.blocked);
            let search = detour.pool.search(around, goal, from);
            let earlier = search.expanded();
            // Where there is no way around, the straight one is as good as any.
            if search.distance(around, from).is_some() {
                (ground, distances, before) = (around, search, earlier);
            } else {
                self.nodes_left -= (search.expanded() - earlier) as i64;
            }
        }
        let is_stuck = matches!(*doing, Doing::Waiting { since, .. } if now - since >= PATIENCE);
        // Two units that wait for one cell would each respect that the other means to go there later, for ever. What
        // lies beyond the next planning of the others is only a wish: who has stood for long does not wait for it.
        let window = if is_stuck { planner.replan_interval } else { planner.window };
        let plan = self.search.plan(
            ground,
            distances,
            &self.reservations.0,
            &Request {
                from,
                ready,
                now,
                window,
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
        advances && !is_stuck
    }

    /// Sends a unit that has stood still for long around whoever stands in its way.
    fn take_detour(&self, entity: Entity, units: &mut Planned) {
        if let Ok((.., mut intent, doing)) = units.get_mut(entity)
            && matches!(*doing, Doing::Waiting { since, .. } if self.now - since >= PATIENCE)
            && intent.detour_until <= self.now
        {
            intent.detour_until = self.now + DETOUR_TICKS;
            intent.plan_due = self.now + 1;
        }
    }
}

/// The rule of the source system: a unit whose goal is taken gives up only if every cell on the straight line between it
/// and the goal is taken as well. Cells where it cannot stand count as taken.
fn is_given_up(
    (reservations, occupied): (&Reservations, &Occupied),
    ground: Ground<'_>,
    now: Tick,
    unit: UnitId,
    from: Cell,
    goal: Cell,
) -> bool {
    let by_other = |holder: Option<UnitId>| holder.is_some_and(|holder| holder != unit);
    by_other(reservations.0.parked_by(goal, now))
        && by_other(occupied.0.standing(goal))
        && from.line_between(goal).all(|cell| !ground.is_passable(cell) || by_other(occupied.0.holder(cell)))
}

/// The place whose distances guide a unit: its own goal when it is near, otherwise that of its group.
pub(super) fn target(ground: Ground<'_>, from: Cell, waypoint: &Waypoint) -> Cell {
    // Only where the goal is near the group's place: otherwise a unit would stop on the latter.
    let is_shared = from.chebyshev(waypoint.goal) > OWN_PLACE_REACH
        && waypoint.anchor.chebyshev(waypoint.goal) <= OWN_PLACE_REACH
        && ground.is_passable(waypoint.anchor);
    if is_shared { waypoint.anchor } else { waypoint.goal }
}

/// The next tick at which a unit plans anew: a fixed beat, shifted by the number of the unit so that not all units
/// plan at once.
fn next_due(now: Tick, unit: UnitId, interval: u16) -> Tick {
    let interval = Tick::from(interval);
    now + interval - (now + unit.0) % interval
}

/// Brings a waypoint in line with changed terrain: back to what was asked for if that has come into reach, to the
/// nearest place in reach if the goal is lost. Of several units each gets a cell of its own: `taken` are the goals of
/// the others.
fn recheck(waypoint: &mut Waypoint, from: Cell, ground: Ground<'_>, regions: &Regions, taken: &mut BTreeSet<Cell>) {
    let Some(region) = regions.region(from) else { return };
    let in_reach = |cell| regions.region(cell) == Some(region);
    let asked = waypoint.asked;
    if in_reach(waypoint.goal) && !(waypoint.unreachable && in_reach(asked)) {
        if !in_reach(waypoint.anchor) {
            waypoint.anchor = waypoint.goal;
        }
        return;
    }
    let wanted = if in_reach(asked) { asked } else { waypoint.goal };
    if let Some(nearest) = regions.nearest(region, wanted) {
        taken.remove(&waypoint.goal);
        let goal = slots::around(ground, nearest, 1, |cell| taken.contains(&cell)).first().copied().unwrap_or(nearest);
        taken.insert(goal);
        *waypoint = Waypoint { goal, anchor: nearest, asked, unreachable: !in_reach(asked) };
    }
}
