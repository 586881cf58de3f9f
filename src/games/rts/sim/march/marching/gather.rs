//! What the planner is told of all units.

use super::Marching;
use crate::games::rts::rules::{GivingWay, Rules};
use crate::games::rts::sim::board::{At, Walks};
use crate::games::rts::sim::march::waypoints::target;
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{
    Detour, Disturbed, Doing, Facing, Id, Kind, Owner, Post, Priority, Progress, Rooted, Roster, Stepping, StillSince,
    Unit,
};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::march::Agent;
use crate::nav::step::{Tick, UnitId};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// Ticks after the last push after which a unit goes back to its place: one second.
pub(crate) const RETURNS_AFTER: Tick = 20;

/// What the planner reads of a unit.
#[derive(QueryData)]
pub(super) struct Told {
    entity: Entity,
    kind: &'static Kind,
    owner: &'static Owner,
    at: &'static At,
    facing: &'static Facing,
    stepping: &'static Stepping,
    inside: &'static Inside,
    rooted: &'static Rooted,
    waypoints: &'static Waypoints,
    post: &'static Post,
    priority: &'static Priority,
    progress: &'static Progress,
    disturbed: &'static Disturbed,
    still: &'static StillSince,
    doing: &'static Doing,
}

/// Tells the planner of all units that stand on the map, in their order, and notes who wants to look for a way around.
pub(super) fn gather(
    marching: &mut Marching,
    (rules, walks, roster): (&Rules, &Walks, &Roster),
    now: Tick,
    units: &Query<(&'static Id, Told), With<Unit>>,
) {
    let Marching { agents, entities, looking, .. } = marching;
    agents.clear();
    entities.clear();
    looking.begin(now);
    roster.for_each(units, |id, unit| {
        if unit.inside.mine().is_some() {
            return;
        }
        let agent = agent(rules, walks, now, id, &unit);
        if looking.wants_to(&agent, unit.waypoints, unit.progress, now) {
            looking.add(agents.len());
        }
        agents.push(agent);
        entities.push(unit.entity);
    });
}

/// What the planner is told of a unit.
fn agent(rules: &Rules, walks: &Walks, now: Tick, id: UnitId, told: &ToldItem) -> Agent {
    let ToldItem { kind, at, waypoints, doing, .. } = told;
    let unit_kind = rules.kind(kind.0);
    let post = told.post.0.map_or(at.0, |post| post.goal);
    let mut agent = Agent {
        unit: id,
        side: told.owner.0,
        view: u16::from(walks.index(kind.0)),
        size: unit_kind.size,
        ticks_per_cell: unit_kind.ticks_per_cell,
        at: at.0,
        facing: told.facing.0,
        step: told.stepping.under_way(now),
        goal: None,
        target: post,
        rank: (Tick::MAX, id.0),
        holds: **doing == Doing::Holding || told.rooted.0,
        group: told.post.0.map(|post| post.group).filter(|group| *group != 0),
        post,
        home: waypoints.0.front().copied().or(told.post.0).map_or(at.0, |place| place.home()),
        passed_at: told.disturbed.passed_at,
        still_since: told.still.0,
        late: if waypoints.0.is_empty() { 0 } else { now.saturating_sub(told.progress.nearest.1) },
        is_patient: matches!(told.progress.detour, Detour::NoWay(_)),
    };
    if let Some(waypoint) = waypoints.0.front() {
        agent.goal = Some(waypoint.goal);
        agent.passed_at = now;
        agent.target = target(walks.map(kind.0), at.0, waypoint);
        agent.rank = told.priority.0;
        if waypoint.pace != 0 {
            agent.ticks_per_cell = agent.ticks_per_cell.max(waypoint.pace);
        }
        let is_last = waypoints.0.len() == 1 && waypoint.group != 0;
        agent.group = is_last.then_some(waypoint.group);
    } else if rules.planner.giving_way == GivingWay::Return
        && at.0 != post
        && now >= told.disturbed.pushed_at + RETURNS_AFTER
        && **doing == Doing::MakingWay
    {
        agent.goal = Some(post);
    }
    agent
}
