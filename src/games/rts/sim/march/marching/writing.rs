//! Carries what the planner has chosen into the units.

use super::{AllGuided, GuidedItem};
use crate::games::rts::sim::board::{Occupied, Walks};
use crate::games::rts::sim::march::planning::PlannerStats;
use crate::games::rts::sim::march::waypoints::is_given_up;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::units::{Doing, Progress, Roster};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::coop::march::{Agent, Crowd, Exchange, Verdict};
use crate::nav::occupancy::Obstacle;
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

/// Writes the steps that start, what stands in the way of those who wait, and what is left of everybody's way.
pub(super) fn write(
    agents: &[Agent],
    entities: &[Entity],
    crowd: &Crowd,
    (walks, occupied): (&Walks, &Occupied),
    now: Tick,
    units: &mut AllGuided,
    stats: &mut PlannerStats,
    outcomes: &mut MessageWriter<Outcome>,
) {
    for index in 0..agents.len() {
        let verdict = crowd.verdicts[index];
        if verdict == Verdict::Nothing {
            continue;
        }
        let agent = &agents[index];
        let Ok(mut unit) = units.get_mut(entities[index]) else { continue };
        if let Some(front) = unit.waypoints.0.front_mut().filter(|front| agent.target == front.goal) {
            // A unit keeps to its own distances once it follows them: between two fields it could swing for ever.
            front.anchor = front.goal;
        }
        let obstacle = match verdict {
            Verdict::Starts(step) => {
                unit.next.0 = Some(step);
                if unit.waypoints.0.is_empty() {
                    unit.disturbed.passed_at = agent.passed_at;
                    if agent.goal.is_none() {
                        unit.disturbed.pushed_at = now;
                    }
                    if !matches!(*unit.doing, Doing::MakingWay) {
                        unit.post.0.get_or_insert(Waypoint::here(agent.at));
                        *unit.doing = Doing::MakingWay;
                    }
                }
                continue;
            }
            Verdict::Promised(obstacle) | Verdict::Stuck(obstacle) => Some(obstacle),
            Verdict::Waits | Verdict::Nothing => None,
        };
        if unit.waypoints.0.is_empty() {
            continue;
        }
        stats.refused += u64::from(matches!(verdict, Verdict::Stuck(_)));
        wait(&mut unit.doing, now, obstacle);
        let immovable = |other: UnitId| {
            agents.binary_search_by_key(&other, |agent| agent.unit).is_ok_and(|other| agents[other].blocks(agent.side))
        };
        let is_stuck = matches!(verdict, Verdict::Stuck(_));
        unit.progress.meets_wall = matches!(obstacle, Some(Obstacle::Unit(other)) if is_stuck && immovable(other));
        if is_stuck
            && let Some(goal) = agent.goal
            && goal != agent.at
            && is_given_up(walks.map(unit.kind.0), occupied, agent.unit, agent.at, goal, immovable)
        {
            unit.waypoints.0.pop_front();
            if unit.waypoints.0.is_empty() {
                *unit.doing = Doing::GoalTaken(goal);
                unit.post.0 = Some(Waypoint::here(agent.at));
            } else {
                outcomes.write(Outcome::passed_over(agent.side, agent.unit, goal, true));
            }
            outcomes.write(Outcome::OrderEnded { unit: agent.unit });
        }
    }
    // Most units are looked up here: no more of them than is needed.
    let mut ways = units.transmute_lens::<&mut Progress>();
    let mut ways = ways.query();
    // A unit that comes nearer to its goal needs no detour.
    for (index, left) in crowd.left(agents) {
        let Ok(mut progress) = ways.get_mut(entities[index]) else { continue };
        if left < progress.nearest.0 || progress.nearest_to != agents[index].target {
            progress.nearest = (left, now);
            progress.nearest_to = agents[index].target;
        }
    }
}

/// Carries an exchange of goals into the waypoints.
pub(super) fn swap_goals(exchange: &Exchange, roster: &Roster, terrain_version: u32, now: Tick, units: &mut AllGuided) {
    let (Some(asker), Some(other)) = (roster.entity(exchange.asker), roster.entity(exchange.other)) else { return };
    let Ok([mut asker, mut other]) = units.get_many_mut([asker, other]) else { return };
    let place = |unit: &GuidedItem| unit.waypoints.0.front().copied().or(unit.post.0);
    let (Some(mut ours), Some(mut theirs)) = (place(&asker), place(&other)) else { return };
    if exchange.are_strangers {
        // Each keeps its order and its home.
        (ours, theirs) = (theirs.moved_to(ours.goal), ours.moved_to(theirs.goal));
    } else {
        // If one has turned to its own place, both look for the new places with their group.
        let shared = [ours, theirs].into_iter().find(|place| place.anchor != place.goal).map(|place| place.anchor);
        if let Some(anchor) = shared {
            (ours.anchor, theirs.anchor) = (anchor, anchor);
        }
    }
    let is_ordered = match asker.waypoints.0.front_mut() {
        Some(front) => {
            *front = theirs;
            true
        }
        None => false,
    };
    match other.waypoints.0.front_mut() {
        Some(front) => *front = ours,
        // It was going back to its place, and now goes back to another.
        None if !is_ordered => *other.doing = Doing::MakingWay,
        None => {
            other.waypoints.0.push_back(ours);
            *other.priority = *asker.priority;
            *other.doing = Doing::Waiting { since: other.still.0, obstacle: None };
        }
    }
    for (unit, post) in [(&mut asker, theirs), (&mut other, ours)] {
        unit.post.0 = Some(post);
        unit.progress.begin_anew(now);
        unit.disturbed.exchanged_at = now;
        unit.planned.terrain_version = terrain_version;
    }
}

/// Notes that a unit on its way stands, and what is in its way.
pub(crate) fn wait(doing: &mut Doing, now: Tick, obstacle: Option<Obstacle>) {
    let (since, known) = match *doing {
        Doing::Waiting { since, obstacle } => (since, obstacle),
        _ => (now, None),
    };
    let after = Doing::Waiting { since, obstacle: obstacle.or(known) };
    if *doing != after {
        *doing = after;
    }
}
