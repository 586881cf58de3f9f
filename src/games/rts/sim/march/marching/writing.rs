//! Carries what the planner has chosen into the units.

use super::Marched;
use crate::games::rts::sim::board::{Occupied, Walks};
use crate::games::rts::sim::march::planning::PlannerStats;
use crate::games::rts::sim::march::waypoints::is_given_up;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::units::{Detour, Doing, Intent, Roster};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
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
    units: &mut Marched,
    stats: &mut PlannerStats,
    outcomes: &mut MessageWriter<Outcome>,
) {
    for index in 0..agents.len() {
        let verdict = crowd.verdicts[index];
        if verdict == Verdict::Nothing {
            continue;
        }
        let agent = &agents[index];
        let Ok((_, _, kind, .., mut waypoints, mut intent, mut doing)) = units.get_mut(entities[index]) else {
            continue;
        };
        if let Some(front) = waypoints.0.front_mut().filter(|front| agent.target == front.goal) {
            // Who follows its own distances once goes on with them; to and fro between two fields it could swing for ever.
            front.anchor = front.goal;
        }
        let obstacle = match verdict {
            Verdict::Starts(step) => {
                intent.next = Some(step);
                if waypoints.0.is_empty() {
                    if agent.goal.is_none() {
                        intent.pushed_at = now;
                    }
                    if !matches!(*doing, Doing::MakingWay) {
                        let here = Waypoint::here(agent.at);
                        intent.post = Some(intent.post.unwrap_or(here));
                        *doing = Doing::MakingWay;
                    }
                }
                continue;
            }
            Verdict::Promised(obstacle) | Verdict::Stuck(obstacle) => Some(obstacle),
            Verdict::Waits | Verdict::Nothing => None,
        };
        if waypoints.0.is_empty() {
            continue;
        }
        stats.refused += u64::from(matches!(verdict, Verdict::Stuck(_)));
        wait(&mut doing, now, obstacle);
        let immovable = |unit: UnitId| {
            agents.binary_search_by_key(&unit, |agent| agent.unit).is_ok_and(|other| agents[other].blocks(agent.side))
        };
        let is_stuck = matches!(verdict, Verdict::Stuck(_));
        intent.meets_wall = matches!(obstacle, Some(Obstacle::Unit(other)) if is_stuck && immovable(other));
        if is_stuck
            && let Some(goal) = agent.goal
            && goal != agent.at
            && is_given_up(walks.map(kind.0), occupied, agent.unit, agent.at, goal, immovable)
        {
            waypoints.0.pop_front();
            if waypoints.0.is_empty() {
                *doing = Doing::GoalTaken(goal);
                intent.post = Some(Waypoint::here(agent.at));
            } else {
                outcomes.write(Outcome::passed_over(agent.side, agent.unit, goal, true));
            }
            outcomes.write(Outcome::OrderEnded { unit: agent.unit });
        }
    }
    // Who comes nearer to its goal needs no detour.
    for (index, left) in crowd.left(agents) {
        let Ok((.., mut intent, _)) = units.get_mut(entities[index]) else { continue };
        if left < intent.nearest.0 || intent.nearest_to != agents[index].target {
            intent.nearest = (left, now);
            intent.nearest_to = agents[index].target;
        }
    }
}

/// Carries an exchange of goals into the waypoints.
pub(super) fn swap_goals(exchange: &Exchange, roster: &Roster, terrain_version: u32, now: Tick, units: &mut Marched) {
    let (Some(asker), Some(other)) = (roster.entity(exchange.asker), roster.entity(exchange.other)) else { return };
    let Ok([mut asker, mut other]) = units.get_many_mut([asker, other]) else { return };
    let place = |waypoints: &Waypoints, intent: &Intent| waypoints.0.front().copied().or(intent.post);
    let (Some(mut ours), Some(mut theirs)) = (place(&asker.8, &asker.9), place(&other.8, &other.9)) else { return };
    // Who has turned to its own place already does so from there; the other looks for its new place with its group.
    let shared = [ours, theirs].into_iter().find(|place| place.anchor != place.goal).map(|place| place.anchor);
    if let Some(anchor) = shared {
        (ours.anchor, theirs.anchor) = (anchor, anchor);
    }
    let is_ordered = match asker.8.0.front_mut() {
        Some(front) => {
            *front = theirs;
            true
        }
        None => false,
    };
    match other.8.0.front_mut() {
        Some(front) => *front = ours,
        // Who goes back to its place goes on with that, from another place.
        None if !is_ordered => *other.10 = Doing::MakingWay,
        None => {
            other.8.0.push_back(ours);
            other.9.rank = asker.9.rank;
            *other.10 = Doing::Waiting { since: other.9.still_since, obstacle: None };
        }
    }
    for intent in [&mut asker.9, &mut other.9] {
        intent.nearest = (u32::MAX, now);
        intent.exchanged_at = now;
        intent.detour = Detour::None;
    }
    asker.9.post = Some(theirs);
    other.9.post = Some(ours);
    asker.9.terrain_version = terrain_version;
    other.9.terrain_version = terrain_version;
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
