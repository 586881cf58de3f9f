//! The planners of the literature in the running game: LRA*, CA*, HCA* and WHCA*, for comparison with the one that the game
//! ships with ([`super::marching`]). Writes routes and reservations and moves nobody.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005). The four share the window search ([`crate::nav::coop::whca`]): WHCA*
//! looks a window ahead along true distances; HCA* as far as the table reaches; CA* likewise with the crow's flight instead
//! of true distances; LRA* reserves nothing and walks down the distances, around those who stand beside it. Units that are
//! due plan one after the other, the one that has waited longest first, within a number of search nodes a tick. Nobody makes
//! way for anybody: crowds jam, which is what there is to see.

use super::planning::{PlannerStats, catch_up};
use super::waypoints::{is_given_up, target};
use crate::base::{Cell, Dir};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::board::{At, Board, Distances, Occupied, Planner, Reservations, Walks};
use crate::games::rts::sim::matches::{GameRules, MatchClock, SimSystems};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, PlannedRoute, Stepping, StillSince, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::PlannerKind;
use crate::nav::coop::whca::{Request, WindowSearch};
use crate::nav::reservation::Route;
use crate::nav::step::{Step, Tick, UnitId};
use crate::nav::terrain::step_ticks;
use crate::nav::walk::Walk;
use bevy::prelude::*;

/// Ticks that HCA* and CA* look ahead: "to the end" of a way over 40 cells of grass for most kinds.
pub(crate) const WHOLE_WAY: u16 = 255;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, plan_routes.in_set(SimSystems::Plan).after(catch_up));
}

/// The foresight of the reservation table under a planner.
pub(crate) const fn table_window(rules: &Rules, planner: PlannerKind) -> u16 {
    match planner {
        PlannerKind::Ca | PlannerKind::Hca => WHOLE_WAY,
        PlannerKind::Lra | PlannerKind::Whca => rules.planner.window,
        // It reads no reservations: for 10,000 units the claims of a window would be some 80 MiB.
        PlannerKind::March => 0,
    }
}

/// Memory of [`plan_routes`], kept between ticks.
#[derive(Default)]
pub(crate) struct PlanScratch {
    search: WindowSearch,
    due: Vec<(Tick, UnitId, Entity)>,
}

type Planned<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Id,
        &'static Kind,
        &'static Owner,
        &'static At,
        &'static Stepping,
        &'static StillSince,
        &'static Inside,
        &'static mut Waypoints,
        &'static mut PlannedRoute,
        &'static mut Doing,
    ),
    With<Unit>,
>;

pub(crate) fn plan_routes(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Planner, &Walks, &Occupied, &mut Reservations, &mut Distances), With<Board>>,
    mut units: Planned,
    mut stats: ResMut<PlannerStats>,
    mut outcomes: MessageWriter<Outcome>,
    mut scratch: Local<PlanScratch>,
) {
    let (planner, walks, occupied, mut reservations, mut distances) = board.into_inner();
    if planner.0 == PlannerKind::March {
        return;
    }
    let now = clock.tick();
    let PlanScratch { search, due } = &mut *scratch;
    due.clear();
    for (entity, id, .., stepping, _, inside, waypoints, planned, _) in &units {
        // A worker in a mine stands nowhere and plans when it has come out.
        if inside.mine().is_some() {
            continue;
        }
        let has_no_step_left = planned.route.steps.last().is_none_or(|step| step.start < now);
        let is_due = planned.due <= now || (has_no_step_left && stepping.under_way(now).is_none());
        if !waypoints.0.is_empty() && is_due {
            due.push((planned.due.min(now), id.0, entity));
        }
    }
    due.sort_unstable();
    let (rules, kind, settings) = (&*rules.0, planner.0, rules.0.planner);
    let mut nodes_left = i64::from(settings.nodes_per_tick);
    for (_, _, entity) in due.iter() {
        if nodes_left <= 0 {
            break;
        }
        let Ok((_, id, unit_kind, owner, at, stepping, still, _, mut waypoints, mut planned, mut doing)) =
            units.get_mut(*entity)
        else {
            continue;
        };
        let Some(waypoint) = waypoints.0.front().copied() else { continue };
        let (unit, unit_kind, side) = (id.0, unit_kind.0, owner.0);
        let ground = walks.map(unit_kind);
        let under_way = stepping.under_way(now);
        let (from, ready) = under_way.map_or((at.0, now), |step| (step.to(), step.end()));
        let parked = |holder: UnitId| reservations.0.parked_by(waypoint.goal, now) == Some(holder);
        let gives_up = from != waypoint.goal && is_given_up(ground, occupied, unit, from, waypoint.goal, parked);
        if gives_up {
            waypoints.0.pop_front();
            if waypoints.0.is_empty() {
                *doing = Doing::GoalTaken(waypoint.goal);
                planned.settle(&mut reservations, unit, at.0, now, under_way);
            } else {
                planned.due = now;
                outcomes.write(Outcome::passed_over(side, unit, waypoint.goal, true));
            }
            outcomes.write(Outcome::OrderEnded { unit });
            continue;
        }
        reservations.0.release(unit, &mut planned.route);
        let unit_kind = rules.kind(unit_kind);
        let goal = target(ground, from, &waypoint);
        let distances = distances.0.search(ground, goal, from);
        let before = distances.expanded();
        let request = Request {
            from,
            ready,
            now,
            window: table_window(rules, kind),
            goal: waypoint.goal,
            stays: waypoints.0.len() == 1,
            ticks_per_cell: unit_kind.ticks_per_cell,
            wait_cost: unit_kind.wait_cost(),
            max_wait: settings.max_wait,
            max_expanded: settings.max_expanded,
        };
        let table = &reservations.0;
        let plan = match kind {
            PlannerKind::Lra => {
                let agitation = now.saturating_sub(still.0) / Tick::from(settings.replan_interval);
                let mut route = Vec::new();
                if from != waypoint.goal {
                    let left = |cell| distances.distance(ground, cell);
                    route.extend(next_step(ground, occupied, unit, &request, agitation, left));
                }
                nodes_left -= 8;
                crate::nav::coop::whca::Plan { route: Route::new(route, false), expanded: 0, complete: true }
            }
            PlannerKind::Ca => search.plan(ground, |cell| Some(ground.octile(cell, waypoint.goal)), table, &request),
            PlannerKind::Hca | PlannerKind::Whca | PlannerKind::March => {
                search.plan(ground, |cell| distances.distance(ground, cell), table, &request)
            }
        };
        nodes_left -= i64::from(plan.expanded) + (distances.expanded() - before) as i64;
        stats.searches += 1;
        stats.expanded += u64::from(plan.expanded);
        stats.incomplete += u64::from(!plan.complete);
        planned.route = plan.route;
        if kind != PlannerKind::Lra {
            reservations.0.reserve(unit, at.0, now, under_way, &mut planned.route);
        }
        // HCA* and CA* plan once and again only when something comes between; WHCA* again and again, staggered.
        let interval = match kind {
            PlannerKind::Ca | PlannerKind::Hca => WHOLE_WAY / 2,
            PlannerKind::Lra => 1,
            PlannerKind::Whca | PlannerKind::March => settings.replan_interval,
        };
        planned.due = next_due(now, unit, interval);
    }
}

/// The next tick at which a unit plans anew: a fixed beat, shifted by the number of the unit so that not all units
/// plan at once.
fn next_due(now: Tick, unit: UnitId, interval: u16) -> Tick {
    let interval = Tick::from(interval);
    now + interval - (now + unit.0) % interval
}

/// The step of LRA*: down the distances around those who stand beside the unit. The longer it has stood, the more chance
/// there is in it (Silver 2005, §2: "agitation"), by a fixed hash of unit and tick.
fn next_step(
    ground: impl Walk,
    occupied: &Occupied,
    unit: UnitId,
    request: &Request,
    agitation: Tick,
    mut left: impl FnMut(Cell) -> Option<u32>,
) -> Option<Step> {
    let noise = |dir: Dir| {
        let hash = crate::base::Fingerprint::new().add(unit.0).add(request.now).add(dir as u8).finish();
        hash % (1 + u64::from(agitation) * u64::from(crate::nav::terrain::GRASS_STEP))
    };
    let choices = Dir::ALL.into_iter().filter_map(|dir| {
        let cost = ground.step_cost(request.from, dir)?;
        let to = request.from.step(dir);
        let standing = occupied.table().standing(to).is_some_and(|other| other != unit);
        (!standing).then_some(())?;
        let worth = u64::from(cost + left(to)?) + noise(dir);
        Some((
            worth,
            dir as u8,
            Step { from: request.from, dir, start: request.ready, ticks: step_ticks(cost, request.ticks_per_cell) },
        ))
    });
    let best = choices.min_by_key(|(worth, dir, _)| (*worth, *dir))?;
    let here = u64::from(left(request.from)?) + u64::from(request.wait_cost);
    (best.0 <= here + u64::from(agitation) * u64::from(crate::nav::terrain::GRASS_STEP)).then_some(best.2)
}
