//! The planner that the game ships with, in the running game: tells [`crate::nav::coop::march`] what all units are and want,
//! and writes their next steps. Nobody moves here.
//!
//! A unit that rests is pushed aside when a unit of its side wants to pass, and goes back when it is no longer in the way, if
//! the rules say so. Units that hold, and those of other sides, are walked around.

use super::SimSystems;
use super::board::{At, Board, Distances, Occupied, Planner, TerrainGrid, Walks};
use super::classic::plan_routes;
use super::detours::Detours;
use super::matches::{GameRules, MatchClock};
use super::orders::Roster;
use super::outcome::Outcome;
use super::planning::{PlannerStats, catch_up};
use super::units::{Detour, Doing, Facing, Id, Intent, Kind, Owner, Stepping, Unit, Waypoint, Waypoints};
use super::waypoints::{is_given_up, target};
use crate::modes::rts::rules::{GivingWay, Rules};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::{Agent, Crowd, Exchange, Scene, Verdict, View};
use crate::nav::occupancy::{Obstacle, body};
use crate::nav::step::{Tick, UnitId};
use crate::nav::walk::Walk;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Ticks without coming nearer after which a unit looks whether somebody who does not make way stands between it and its
/// goal: three seconds.
const PATIENCE: Tick = 60;
/// The same for a unit that stands before such a one, or whose group has found a way around: half a second.
const SHORT_PATIENCE: Tick = 10;
/// Ticks after which a unit that found no way around looks again: ten seconds.
const LOOKS_AGAIN: Tick = 200;
/// Ticks after the last push after which a unit goes back to its place: one second.
pub(super) const RETURNS_AFTER: Tick = 20;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, choose_steps.in_set(SimSystems::Plan).after(catch_up).after(plan_routes));
}

/// The memory of the planner. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Marching {
    crowd: Crowd,
    agents: Vec<Agent>,
    entities: Vec<Entity>,
    /// Groups of which a member has found a way around, with the tick: the others look as well.
    around: BTreeMap<u32, Tick>,
}

impl Marching {
    /// What each unit was at the last tick, sorted by unit, and what became of it: for people who watch.
    pub fn seen(&self) -> impl Iterator<Item = (&Agent, &Verdict)> {
        self.agents.iter().zip(&self.crowd.verdicts)
    }
}

type Marched<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Id,
        &'static Kind,
        &'static Owner,
        &'static At,
        &'static Facing,
        &'static Stepping,
        &'static mut Waypoints,
        &'static mut Intent,
        &'static mut Doing,
    ),
    With<Unit>,
>;

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
        holds: *doing == Doing::Holding,
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

fn choose_steps(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (&Planner, &TerrainGrid, &Walks, &Roster, &mut Occupied, &mut Distances, &mut Detours, &mut Marching),
        With<Board>,
    >,
    mut units: Marched,
    mut stats: ResMut<PlannerStats>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (planner, terrain, walks, roster, mut occupied, mut distances, mut detours, mut marching) = board.into_inner();
    if planner.0 != PlannerKind::March {
        return;
    }
    let now = clock.tick();
    let Marching { crowd, agents, entities, around } = &mut *marching;
    around.retain(|_, found| now - *found < PATIENCE);
    let mut gathered: Vec<(Agent, Entity, bool)> = units
        .iter()
        .map(|(entity, id, kind, owner, at, facing, stepping, waypoints, intent, doing)| {
            let agent = agent(&rules.0, walks, now, (id, kind, owner, at, facing, stepping), waypoints, intent, doing);
            let since = agent.late.min(now.saturating_sub(intent.looked_at));
            let knows = waypoints.0.front().is_some_and(|waypoint| around.contains_key(&waypoint.group));
            let limit = if knows || intent.meets_wall { SHORT_PATIENCE } else { PATIENCE };
            let is_late = since >= limit && agent.step.is_none();
            let looks = match intent.detour {
                Detour::None => is_late,
                Detour::Around => true,
                Detour::NoWay(again) => again <= now,
            };
            (agent, entity, looks && !waypoints.0.is_empty())
        })
        .collect();
    gathered.sort_unstable_by_key(|(agent, ..)| agent.unit);
    agents.clear();
    entities.clear();
    agents.extend(gathered.iter().map(|(agent, ..)| *agent));
    entities.extend(gathered.iter().map(|(_, entity, _)| *entity));

    // Those on a detour see other ground.
    let mut wanted: BTreeMap<(u8, u8), Vec<usize>> = BTreeMap::new();
    let in_the_way = |side: u8| move |agent: &&Agent| agent.holds || agent.side != side && agent.goal.is_none();
    let mut blocked_sides: BTreeMap<u8, bool> = BTreeMap::new();
    let mut looks_left = LOOKS_PER_TICK;
    for (index, (agent, entity, looks)) in gathered.iter().enumerate() {
        if !looks {
            continue;
        }
        let Ok((.., mut intent, _)) = units.get_mut(*entity) else { continue };
        let is_around = intent.detour == Detour::Around;
        let is_blocked = *blocked_sides
            .entry(agent.side)
            .or_insert_with(|| agents.iter().any(|other| in_the_way(agent.side)(&other)));
        if !is_blocked {
            // Everybody who rests makes way for this side: the crowd itself is what the unit waits for.
            (intent.detour, intent.looked_at) = (Detour::None, now);
        } else if is_around || looks_left > 0 {
            looks_left -= usize::from(!is_around);
            wanted.entry((agent.side, agent.view as u8)).or_default().push(index);
        }
    }
    for key in wanted.keys() {
        let obstacles = agents.iter().filter(in_the_way(key.0));
        let cells = obstacles.flat_map(|agent| body(agent.at, agent.size));
        detours.prepare(*key, (terrain, walks), now, cells);
    }
    let mut views: Vec<View<'_>> = walks.maps.iter().map(|map| View { map, pool: None }).collect();
    let mut cells_left = DETOUR_CELLS;
    for (key, detour) in &mut detours.0 {
        let Some(members) = wanted.get(key) else { continue };
        for index in members {
            let agent = &mut agents[*index];
            let search = detour.pool.search(&detour.map, agent.target, agent.at);
            let before = search.expanded();
            let is_answered = search.advance(&detour.map, agent.at, cells_left);
            cells_left -= (search.expanded() - before).min(cells_left);
            if !is_answered {
                // Goes on at the next tick.
                continue;
            }
            let left = search.known(agent.at);
            let straight = distances.0.peek(walks.maps[usize::from(agent.view)].layer(), agent.target);
            let straight = straight.and_then(|search| search.known(agent.at));
            let found = match left {
                // Nobody stands between: the crowd itself is what it waits for.
                Some(left) if straight.is_some_and(|straight| left <= straight) => Detour::None,
                Some(_) => Detour::Around,
                None => Detour::NoWay(now + LOOKS_AGAIN),
            };
            if found == Detour::Around {
                agent.view = views.len() as u16;
            }
            agent.is_patient = matches!(found, Detour::NoWay(_));
            if let Ok((.., waypoints, mut intent, _)) = units.get_mut(entities[*index]) {
                if found == Detour::Around && intent.detour != found {
                    around.extend(waypoints.0.front().filter(|front| front.group != 0).map(|front| (front.group, now)));
                }
                intent.detour = found;
                intent.meets_wall = false;
                intent.looked_at = now;
            }
        }
        views.push(View { map: &detour.map, pool: Some(&mut detour.pool) });
    }

    let budget = u64::from(rules.0.planner.distances_per_tick);
    let scene = Scene { now, views: &mut views, occupancy: &mut occupied.0, distances: &mut distances.0, budget };
    stats.distance_cells += crowd.tick(agents, scene);
    stats.exchanges += crowd.exchanges.len() as u64;
    for exchange in &crowd.exchanges {
        swap_goals(exchange, roster, terrain.version(), now, &mut units);
    }
    for index in 0..agents.len() {
        let (agent, verdict) = (&agents[index], crowd.verdicts[index]);
        if agent.step.is_some() || verdict == Verdict::Nothing {
            continue;
        }
        let Ok((.., mut waypoints, mut intent, mut doing)) = units.get_mut(entities[index]) else { continue };
        let obstacle = match verdict {
            Verdict::Starts(step) => {
                intent.next = Some(step);
                if waypoints.0.is_empty() {
                    if gathered[index].0.goal.is_none() {
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
            agents.binary_search_by_key(&unit, |agent| agent.unit).is_ok_and(|other| {
                let other = &agents[other];
                other.holds || other.side != agent.side && other.goal.is_none()
            })
        };
        let is_stuck = matches!(verdict, Verdict::Stuck(_));
        intent.meets_wall = matches!(obstacle, Some(Obstacle::Unit(other)) if is_stuck && immovable(other));
        if is_stuck
            && let Some(goal) = agent.goal
            && goal != agent.at
            && is_given_up(
                &walks.maps[usize::from(gathered[index].0.view)],
                &occupied,
                agent.unit,
                agent.at,
                goal,
                immovable,
            )
        {
            waypoints.0.pop_front();
            if waypoints.0.is_empty() {
                *doing = Doing::GoalTaken(goal);
                intent.post = Some(Waypoint::here(agent.at));
            } else {
                outcomes.write(Outcome::passed_over(agent.unit, goal, "is taken"));
            }
            outcomes.write(Outcome::OrderEnded { unit: agent.unit });
        }
    }
    if std::env::var("DUMP").is_ok() && now % 100 == 0 {
        // DBG
        let (w, h) = walks.maps[0].extent();
        let mut g = vec![vec!['.'; w as usize]; h as usize]; // DBG
        for y in 0..h {
            for x in 0..w {
                if !walks.maps[0].is_passable(crate::base::Cell::new(x as i16, y as i16)) {
                    g[y as usize][x as usize] = '#';
                }
            }
        } // DBG
        for (i, a) in agents.iter().enumerate() {
            let c = if a.goal.is_none() {
                '*'
            } else {
                let b = if a.group.unwrap_or(0) % 2 == 0 { 'a' } else { 'b' };
                if a.step.is_some() || matches!(crowd.verdicts[i], Verdict::Starts(_)) {
                    b
                } else {
                    b.to_ascii_uppercase()
                }
            };
            g[a.at.y as usize][a.at.x as usize] = c;
        } // DBG
        eprintln!("tick {now}");
        for r in g {
            eprintln!("{}", r.into_iter().collect::<String>());
        } // DBG
    } // DBG
    // Who comes nearer to its goal needs no detour.
    for (index, left) in crowd.left(agents) {
        let Ok((.., mut intent, _)) = units.get_mut(entities[index]) else { continue };
        if left < intent.nearest.0 || intent.nearest_to != agents[index].target {
            intent.nearest = (left, now);
            intent.nearest_to = agents[index].target;
        }
    }
}

/// Units that may look for a detour in one tick, apart from those that are on one.
const LOOKS_PER_TICK: usize = 8;
/// Cells that looking for detours may close in one tick.
const DETOUR_CELLS: u64 = 20_000;

/// Carries an exchange of goals into the waypoints.
fn swap_goals(exchange: &Exchange, roster: &Roster, terrain_version: u32, now: Tick, units: &mut Marched) {
    let (Some(asker), Some(other)) = (roster.entity(exchange.asker), roster.entity(exchange.other)) else { return };
    let Ok([mut asker, mut other]) = units.get_many_mut([asker, other]) else { return };
    let place = |waypoints: &Waypoints, intent: &Intent| waypoints.0.front().copied().or(intent.post);
    let (Some(ours), Some(theirs)) = (place(&asker.7, &asker.8), place(&other.7, &other.8)) else { return };
    let is_ordered = match asker.7.0.front_mut() {
        Some(front) => {
            *front = theirs;
            true
        }
        None => false,
    };
    match other.7.0.front_mut() {
        Some(front) => *front = ours,
        // Who goes back to its place goes on with that, from another place.
        None if !is_ordered => *other.9 = Doing::MakingWay,
        None => {
            other.7.0.push_back(ours);
            other.8.rank = asker.8.rank;
            *other.9 = Doing::Waiting { since: other.8.still_since, obstacle: None };
        }
    }
    for intent in [&mut asker.8, &mut other.8] {
        intent.nearest = (u32::MAX, now);
        intent.exchanged_at = now;
        intent.detour = Detour::None;
    }
    asker.8.post = Some(theirs);
    other.8.post = Some(ours);
    asker.8.terrain_version = terrain_version;
    other.8.terrain_version = terrain_version;
}

/// Notes that a unit on its way stands, and what is in its way.
pub(super) fn wait(doing: &mut Doing, now: Tick, obstacle: Option<Obstacle>) {
    let (since, known) = match *doing {
        Doing::Waiting { since, obstacle } => (since, obstacle),
        _ => (now, None),
    };
    let after = Doing::Waiting { since, obstacle: obstacle.or(known) };
    if *doing != after {
        *doing = after;
    }
}
