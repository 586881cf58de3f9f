//! Units look for ways around those that do not make way: see [`crate::games::rts::sim::march::detours`].

use super::AllGuided;
use crate::games::rts::sim::board::{Distances, TerrainGrid, Walks};
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::units::{Detour, Progress};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::march::{Agent, View};
use crate::nav::occupancy::body;
use crate::nav::step::Tick;
use crate::nav::straight;
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
/// Units that may look for a detour in one tick, apart from those that are on one.
const LOOKS_PER_TICK: usize = 8;
/// Cells that looking for detours may close in one tick.
const DETOUR_CELLS: u64 = 20_000;

#[derive(Debug, Default)]
pub(super) struct Looking {
    /// Groups of which a member has found a way around, with the tick: the others look as well.
    around: BTreeMap<u32, Tick>,
    /// Who wants to look at this tick, by position among the agents.
    wanting: Vec<usize>,
    /// Who does, by side and sort of ground.
    members: BTreeMap<(u8, u8), Vec<usize>>,
}

impl Looking {
    pub(super) fn begin(&mut self, now: Tick) {
        self.around.retain(|_, found| now - *found < PATIENCE);
        self.wanting.clear();
        self.members.values_mut().for_each(Vec::clear);
    }

    /// Whether a unit wants to look for a way around.
    pub(super) fn wants_to(&self, agent: &Agent, waypoints: &Waypoints, progress: &Progress, now: Tick) -> bool {
        let Some(waypoint) = waypoints.0.front() else { return false };
        let is_late = || {
            let since = agent.late.min(now.saturating_sub(progress.looked_at));
            // Nobody is late before that, and most never are.
            if agent.step.is_some() || since < SHORT_PATIENCE {
                return false;
            }
            let knows = self.around.contains_key(&waypoint.group);
            since >= if knows || progress.meets_wall { SHORT_PATIENCE } else { PATIENCE }
        };
        match progress.detour {
            Detour::None => is_late(),
            Detour::Around => true,
            Detour::NoWay(again) => again <= now,
        }
    }

    /// Adds one who wants to, by its position among the agents; in their order.
    pub(super) fn add(&mut self, index: usize) {
        self.wanting.push(index);
    }

    /// Chooses who looks at this tick: those on a detour, and a few of those that may be blocked.
    pub(super) fn sort_out(&mut self, agents: &[Agent], entities: &[Entity], now: Tick, units: &mut AllGuided) {
        let mut blocked_sides: BTreeMap<u8, bool> = BTreeMap::new();
        let mut looks_left = LOOKS_PER_TICK;
        for index in &self.wanting {
            let agent = &agents[*index];
            let Ok(mut unit) = units.get_mut(entities[*index]) else { continue };
            let is_around = unit.progress.detour == Detour::Around;
            let is_blocked =
                *blocked_sides.entry(agent.side).or_insert_with(|| agents.iter().any(|other| other.blocks(agent.side)));
            if !is_blocked {
                // Everybody who rests makes way for this side: the crowd itself is what the unit waits for.
                (unit.progress.detour, unit.progress.looked_at) = (Detour::None, now);
            } else if is_around || looks_left > 0 {
                looks_left -= usize::from(!is_around);
                self.members.entry((agent.side, agent.view as u8)).or_default().push(*index);
            }
        }
    }

    /// Makes the maps on which they look.
    pub(super) fn prepare(&self, agents: &[Agent], ground: (&TerrainGrid, &Walks), now: Tick, detours: &mut Detours) {
        for (key, _) in self.members.iter().filter(|(_, members)| !members.is_empty()) {
            let obstacles = agents.iter().filter(|agent| agent.blocks(key.0));
            let cells = obstacles.flat_map(|agent| body(agent.at, agent.size));
            detours.prepare(*key, ground, now, cells);
        }
    }

    /// Lets them look. Those on a detour see other ground: one of the `views` that are added.
    pub(super) fn look<'a>(
        &mut self,
        agents: &mut [Agent],
        entities: &[Entity],
        now: Tick,
        (detours, distances): (&'a mut Detours, &Distances),
        views: &mut Vec<View<'a>>,
        units: &mut AllGuided,
    ) {
        let mut cells_left = DETOUR_CELLS;
        for (key, detour) in &mut detours.0 {
            let Some(members) = self.members.get(key).filter(|members| !members.is_empty()) else { continue };
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
                let map = views[usize::from(agent.view)].map;
                let known = distances.0.peek(map.layer(), agent.target).and_then(|search| search.known(agent.at));
                let direct = known.or_else(|| straight::distance(map, agent.at, agent.target));
                let found = match left {
                    // Nobody stands between: the crowd itself is what it waits for.
                    Some(left) if direct.is_some_and(|direct| left <= direct) => Detour::None,
                    Some(_) => Detour::Around,
                    None => Detour::NoWay(now + LOOKS_AGAIN),
                };
                if found == Detour::Around {
                    agent.view = views.len() as u16;
                }
                agent.is_patient = matches!(found, Detour::NoWay(_));
                if let Ok(mut unit) = units.get_mut(entities[*index]) {
                    if found == Detour::Around && unit.progress.detour != found {
                        let group = unit.waypoints.0.front().filter(|front| front.group != 0);
                        self.around.extend(group.map(|front| (front.group, now)));
                    }
                    unit.progress.detour = found;
                    unit.progress.meets_wall = false;
                    unit.progress.looked_at = now;
                }
            }
            views.push(View { map: &detour.map, pool: Some(&mut detour.pool) });
        }
    }
}
