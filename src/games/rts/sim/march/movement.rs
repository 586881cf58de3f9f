//! Moving: the only place where units change cells.
//!
//! Starts the planned steps, all at once, then hands cells over and ends orders. The steps of [`super::marching`] were tried
//! out under the law of [`crate::nav::occupancy`] when they were chosen, and are made real here; those of [`super::classic`]
//! are proposals: if one cannot start, the rest of the route is dropped and the unit is planned anew; its order stays.

use super::marching::{RETURNS_AFTER, wait};
use super::planning::PlannerStats;
use super::settling::settle;
use crate::base::Cell;
use crate::games::rts::rules::GivingWay;
use crate::games::rts::sim::board::{At, Board, Occupied, Planner, Reservations, Walks};
use crate::games::rts::sim::matches::{GameRules, MatchClock, SimSystems};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{
    Disturbed, Doing, Facing, Id, Kind, NextStep, Owner, PlannedRoute, Post, Stepping, StillSince, Unit,
};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::commit::{CommitScratch, Proposal, commit};
use crate::nav::occupancy::Obstacle;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::step_ticks;
use crate::nav::walk::Walk;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        (start_steps, set_out, hand_over_cells, settle, end_orders).chain().in_set(SimSystems::Move),
    );
}

/// Memory of [`start_steps`], kept between ticks.
#[derive(Default)]
struct MoveScratch {
    proposals: Vec<Proposal>,
    entities: Vec<(UnitId, Entity)>,
    outrun: Vec<(UnitId, Entity)>,
    commit: CommitScratch,
}

type Moved<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Id,
        &'static Kind,
        &'static At,
        &'static Waypoints,
        &'static mut Stepping,
        &'static mut Facing,
        &'static mut StillSince,
        &'static mut PlannedRoute,
        &'static mut Doing,
        &'static Inside,
    ),
    With<Unit>,
>;

fn start_steps(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Planner, &Walks, &mut Occupied, &mut Reservations), With<Board>>,
    mut units: Moved,
    mut stats: ResMut<PlannerStats>,
    mut scratch: Local<MoveScratch>,
) {
    let (planner, walks, mut occupied, mut reservations) = board.into_inner();
    if planner.0 == PlannerKind::March {
        return;
    }
    let now = clock.tick();
    let MoveScratch { proposals, entities, outrun, commit: memory } = &mut *scratch;
    proposals.clear();
    entities.clear();
    outrun.clear();
    for (entity, id, kind, at, waypoints, stepping, _, _, planned, mut doing, inside) in &mut units {
        if inside.mine().is_some() || waypoints.0.is_empty() || stepping.under_way(now).is_some() {
            continue;
        }
        let proposed = planned.route.step_at(now);
        let ground = walks.map(kind.0);
        let kind = rules.0.kind(kind.0);
        // A route that the terrain has outrun is dropped: a step that is illegal or takes another time now.
        let is_legal = proposed.is_none_or(|step| {
            step.from == at.0
                && ground
                    .step_cost(step.from, step.dir)
                    .is_some_and(|cost| step_ticks(cost, kind.ticks_per_cell) == step.ticks)
        });
        match proposed {
            Some(step) if is_legal => {
                proposals.push(Proposal { unit: id.0, step, size: kind.size });
                entities.push((id.0, entity));
            }
            Some(_) => {
                outrun.push((id.0, entity));
                wait(&mut doing, now, Some(Obstacle::Terrain));
            }
            None => wait(&mut doing, now, None),
        }
    }
    // Reservations are written in the order of units: the first proposal for a cell stays.
    outrun.sort_unstable();
    for (unit, entity) in outrun.iter() {
        if let Ok((_, _, _, at, .., mut planned, _, _)) = units.get_mut(*entity) {
            drop_route(&mut reservations, *unit, at.0, now, &mut planned);
        }
    }
    proposals.sort_unstable_by_key(|proposal| proposal.unit);
    entities.sort_unstable();
    let verdicts = commit(&mut occupied.0, proposals, memory);
    for ((proposal, (_, entity)), verdict) in proposals.iter().zip(entities.iter()).zip(verdicts) {
        let Ok((_, id, _, at, _, mut stepping, mut facing, mut still, mut planned, mut doing, _)) =
            units.get_mut(*entity)
        else {
            continue;
        };
        match verdict {
            Ok(()) => {
                stepping.0 = Some(proposal.step);
                facing.0 = proposal.step.dir;
                still.0 = proposal.step.end();
                *doing = Doing::Moving;
            }
            Err(obstacle) => {
                stats.refused += 1;
                drop_route(&mut reservations, id.0, at.0, now, &mut planned);
                wait(&mut doing, now, Some(*obstacle));
            }
        }
    }
}

/// Forgets the rest of a route of a standing unit and asks for a new one.
fn drop_route(reservations: &mut Reservations, unit: UnitId, at: Cell, now: Tick, planned: &mut PlannedRoute) {
    planned.clear(reservations, unit);
    reservations.0.reserve(unit, at, now, None, &mut planned.route);
    planned.due = now + 1;
}

/// Makes the steps real that [`super::marching`] has chosen.
fn set_out(
    rules: Res<GameRules>,
    mut occupied: Single<&mut Occupied, With<Board>>,
    mut units: Query<
        (&Id, &Kind, &mut NextStep, &mut StillSince, &mut Stepping, &mut Facing, &mut Doing, &Waypoints),
        With<Unit>,
    >,
) {
    for (id, kind, mut next, mut still, mut stepping, mut facing, mut doing, waypoints) in &mut units {
        let Some(step) = next.0 else { continue };
        occupied.0.commit(id.0, &step, rules.0.kind(kind.0).size);
        next.0 = None;
        still.0 = step.end();
        stepping.0 = Some(step);
        facing.0 = step.dir;
        if !waypoints.0.is_empty() {
            *doing = Doing::Moving;
        }
    }
}

/// Hands over the cells of the steps that reach their middle with this tick, and of large units their end: everybody
/// leaves, then everybody arrives.
fn hand_over_cells(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    mut occupied: Single<&mut Occupied, With<Board>>,
    mut units: Query<(&Id, &Kind, &Stepping, &mut At), With<Unit>>,
) {
    let next = clock.tick() + 1;
    for (id, kind, stepping, _) in &units {
        let Some(step) = stepping.0.filter(|step| step.mid() == next || step.end() == next) else { continue };
        let size = rules.0.kind(kind.0).size;
        if size > 1 && step.end() == next {
            occupied.0.finish(id.0, &step, size);
        } else if size == 1 && step.mid() == next {
            occupied.0.leave(id.0, &step);
        }
    }
    for (id, kind, stepping, mut at) in &mut units {
        if let Some(step) = stepping.0.filter(|step| step.mid() == next) {
            if rules.0.kind(kind.0).size == 1 {
                occupied.0.arrive(id.0, &step);
            }
            at.0 = step.to();
        }
    }
}

/// Ends the current order of every unit that comes to stand on its goal with this tick.
fn end_orders(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Planner, &mut Reservations), With<Board>>,
    mut units: Query<
        (
            Entity,
            &Id,
            &Owner,
            &At,
            &Stepping,
            &Inside,
            &Disturbed,
            &mut Waypoints,
            &mut Post,
            &mut PlannedRoute,
            &mut Doing,
        ),
        With<Unit>,
    >,
    mut arrived: Local<Vec<(UnitId, Entity)>>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (planner, mut reservations) = board.into_inner();
    let next = clock.tick() + 1;
    let stays = rules.0.planner.giving_way == GivingWay::Stay;
    arrived.clear();
    arrived.extend(units.iter().filter_map(
        |(entity, id, _, at, stepping, inside, disturbed, waypoints, post, _, doing)| {
            // Of most units no more has to be looked at.
            if stepping.under_way(next).is_some() || inside.mine().is_some() {
                return None;
            }
            let is_there =
                waypoints.0.front().is_some_and(|goal| goal.goal == at.0) && disturbed.exchanged_at != next - 1;
            let is_back = *doing == Doing::MakingWay
                && (post.0.is_none_or(|post| post.goal == at.0)
                    || stays && next >= disturbed.pushed_at + RETURNS_AFTER);
            (is_there || is_back).then_some((id.0, entity))
        },
    ));
    // Reservations are written in the order of units.
    arrived.sort_unstable();
    for (unit, entity) in arrived.iter() {
        let Ok((_, _, owner, at, stepping, _, _, mut waypoints, mut post, mut planned, mut doing)) =
            units.get_mut(*entity)
        else {
            continue;
        };
        let Some(reached) = waypoints.0.pop_front() else {
            // Back in its place after making way, or settled where it was pushed to.
            let here = post.0.unwrap_or(Waypoint::here(at.0));
            let here = if here.goal == at.0 { here } else { Waypoint { goal: at.0, anchor: at.0, ..here } };
            post.0 = Some(here);
            *doing = Doing::after(&here);
            continue;
        };
        if waypoints.0.is_empty() {
            *doing = Doing::after(&reached);
            post.0 = Some(reached);
            if planner.0 == PlannerKind::March {
                outcomes.write(Outcome::OrderEnded { unit: *unit });
                continue;
            }
            planned.settle(&mut reservations, *unit, at.0, next, stepping.under_way(next));
        } else {
            planned.due = next;
            if reached.unreachable {
                outcomes.write(Outcome::passed_over(owner.0, *unit, reached.asked, false));
            }
        }
        outcomes.write(Outcome::OrderEnded { unit: *unit });
    }
}
