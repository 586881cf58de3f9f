//! What the planner is told of all units.

use super::{Marched, Marching};
use crate::games::rts::rules::{GivingWay, Rules};
use crate::games::rts::sim::board::{At, Walks};
use crate::games::rts::sim::march::waypoints::target;
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{Detour, Doing, Facing, Id, Intent, Kind, Owner, Roster, Stepping};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::march::Agent;
use crate::nav::step::Tick;
use bevy::prelude::Entity;

/// Ticks after the last push after which a unit goes back to its place: one second.
pub(crate) const RETURNS_AFTER: Tick = 20;

/// Tells the planner of all units that stand on the map, in their order, and notes who wants to look for a way around.
pub(super) fn gather(
    marching: &mut Marching,
    (rules, walks, roster): (&Rules, &Walks, &Roster),
    now: Tick,
    units: &Marched,
) {
    let Marching { agents, entities, looking, .. } = marching;
    agents.clear();
    entities.clear();
    looking.begin(now);
    let tell = |(entity, id, kind, owner, at, facing, stepping, inside, waypoints, intent, doing): Told<'_>| {
        if inside.mine().is_some() {
            return;
        }
        let agent = agent(rules, walks, now, (id, kind, owner, at, facing, stepping), waypoints, intent, doing);
        if looking.wants_to(&agent, waypoints, intent, now) {
            looking.add(agents.len());
        }
        agents.push(agent);
        entities.push(entity);
    };
    // As they lie in memory, if that is their order; looking each up takes twice the time.
    if units.iter().map(|(_, id, ..)| id).is_sorted() {
        units.iter().for_each(tell);
    } else {
        units.iter_many(roster.entities()).for_each(tell);
    }
}

/// A unit as the query gives it.
type Told<'a> = (
    Entity,
    &'a Id,
    &'a Kind,
    &'a Owner,
    &'a At,
    &'a Facing,
    &'a Stepping,
    &'a Inside,
    &'a Waypoints,
    &'a Intent,
    &'a Doing,
);

/// What the planner is told of a unit.
fn agent(
    rules: &Rules,
    walks: &Walks,
    now: Tick,
    (id, kind, owner, at, facing, stepping): (&Id, &Kind, &Owner, &At, &Facing, &Stepping),
    waypoints: &Waypoints,
    intent: &Intent,
    doing: &Doing,
) -> Agent {
    let unit_kind = rules.kind(kind.0);
    let post = intent.post.map_or(at.0, |post| post.goal);
    let mut agent = Agent {
        unit: id.0,
        side: owner.0,
        view: u16::from(walks.index(kind.0)),
        size: unit_kind.size,
        ticks_per_cell: unit_kind.ticks_per_cell,
        at: at.0,
        facing: facing.0,
        step: stepping.under_way(now),
        goal: None,
        target: post,
        rank: (Tick::MAX, id.0.0),
        holds: *doing == Doing::Holding || intent.rooted,
        group: intent.post.map(|post| post.group).filter(|group| *group != 0),
        post,
        still_since: intent.still_since,
        late: if waypoints.0.is_empty() { 0 } else { now.saturating_sub(intent.nearest.1) },
        is_patient: matches!(intent.detour, Detour::NoWay(_)),
    };
    if let Some(waypoint) = waypoints.0.front() {
        agent.goal = Some(waypoint.goal);
        agent.target = target(walks.map(kind.0), at.0, waypoint);
        agent.rank = intent.rank;
        if waypoint.pace != 0 {
            agent.ticks_per_cell = agent.ticks_per_cell.max(waypoint.pace);
        }
        let is_last = waypoints.0.len() == 1 && waypoint.group != 0;
        agent.group = is_last.then_some(waypoint.group);
    } else if rules.planner.giving_way == GivingWay::Return
        && at.0 != post
        && now >= intent.pushed_at + RETURNS_AFTER
        && *doing == Doing::MakingWay
    {
        agent.goal = Some(post);
    }
    agent
}
