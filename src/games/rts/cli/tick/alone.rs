//! The planner alone, without the engine around it: units that are sent, choose, and move.

use crate::base::{Cell, CellSet, Dir, Fingerprint};
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::nav::coop::march::{Agent, Crowd, Scene, Searches, Verdict, View};
use crate::nav::coop::slots;
use crate::nav::occupancy::Occupancy;
use crate::nav::regions::Regions;
use crate::nav::rra_pool::RraPool;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Ground;
use crate::nav::walk::{Layer, Walk, WalkMap};
use std::time::{Duration, Instant};

/// As in a match: how far from its group's place a unit may be meant to stand for following the distances of that, and how
/// long before it turns to its own.
const SHARES_WITHIN: u32 = 20;
const TURNS_BEFORE: u32 = 4;

/// The ground of one sort of unit.
struct Sort {
    map: WalkMap,
    regions: Regions,
}

/// A march without an engine.
pub(super) struct Alone {
    sorts: Vec<Sort>,
    extent: (u16, u16),
    occupancy: Occupancy,
    searches: RraPool,
    budget: u64,
    agents: Vec<Agent>,
    /// The place of its group, by unit.
    anchors: Vec<Cell>,
    /// The least that was left of its way, when, and to where, by unit.
    nearest: Vec<(u32, Tick, Cell)>,
    crowd: Crowd,
    now: Tick,
    groups: u32,
    /// Units that had a turn, steps that began, and goals that were reached so far.
    pub(super) turns: u64,
    pub(super) steps: u64,
    pub(super) arrivals: u64,
}

impl Alone {
    /// The units of a level, which choose with so many threads.
    pub(super) fn new(level: &Level, rules: &Rules, threads: usize) -> Self {
        let extent = (level.terrain.width(), level.terrain.height());
        let mut layers: Vec<Layer> = Vec::new();
        let mut occupancy = Occupancy::new(extent.0, extent.1);
        let mut agents = Vec::new();
        for spawn in &level.units {
            let kind = rules.kind(spawn.kind);
            let layer = Layer { class: kind.class, size: kind.size };
            let known = layers.iter().position(|known| *known == layer);
            let view = known.unwrap_or_else(|| {
                layers.push(layer);
                layers.len() - 1
            });
            let unit = UnitId(agents.len() as u32);
            // A large unit whose place is taken by then stays out.
            let is_there = occupancy.place(unit, spawn.at, kind.size);
            agents.push(Agent {
                unit,
                side: spawn.side,
                view: view as u16,
                size: if is_there { kind.size } else { 0 },
                ticks_per_cell: kind.ticks_per_cell,
                at: spawn.at,
                facing: Dir::East,
                step: None,
                goal: None,
                target: spawn.at,
                rank: (0, unit.0),
                holds: false,
                group: None,
                post: spawn.at,
                home: spawn.at,
                passed_at: 0,
                still_since: 0,
                late: 0,
                is_patient: false,
            });
        }
        agents.retain(|agent| agent.size > 0);
        let sort = |layer: &Layer| Sort {
            map: WalkMap::new(&level.terrain, &rules.costs, *layer),
            regions: Regions::new(Ground::new(&level.terrain, &rules.costs, layer.class)),
        };
        let mut crowd = Crowd::default();
        crowd.use_threads(threads);
        Self {
            sorts: layers.iter().map(sort).collect(),
            extent,
            occupancy,
            searches: RraPool::new(rules.planner.rra_pool.into()),
            budget: rules.planner.distances_per_tick.into(),
            anchors: level.units.iter().map(|spawn| spawn.at).collect(),
            nearest: level.units.iter().map(|spawn| (u32::MAX, 0, spawn.at)).collect(),
            agents,
            crowd,
            now: 0,
            groups: 0,
            turns: 0,
            steps: 0,
            arrivals: 0,
        }
    }

    /// Sends units to a cell, each to a place of its own around it, the large ones first.
    pub(super) fn send(&mut self, units: &[UnitId], to: Cell) {
        self.groups += 1;
        let mut taken = CellSet::new(self.extent.0, self.extent.1);
        let mut sorts: Vec<usize> = (0..self.sorts.len()).collect();
        sorts.sort_by_key(|sort| std::cmp::Reverse(self.sorts[*sort].map.layer().size));
        for sort in sorts {
            let Sort { map, regions } = &self.sorts[sort];
            let member = |unit: &UnitId| self.agents.binary_search_by_key(unit, |agent| agent.unit).ok();
            let members = units.iter().filter_map(member);
            let members: Vec<usize> = members.filter(|index| usize::from(self.agents[*index].view) == sort).collect();
            let from: Vec<Cell> = members.iter().map(|index| self.agents[*index].at).collect();
            let region = from.first().and_then(|first| regions.region(*first));
            let Some(anchor) = region.and_then(|region| regions.nearest(region, to)) else { continue };
            let places = slots::around(map, anchor, members.len(), &mut taken);
            if places.len() < members.len() {
                continue;
            }
            for (index, slot) in members.into_iter().zip(slots::assign(&from, &places)) {
                let agent = &mut self.agents[index];
                (agent.goal, agent.post, agent.home) = (Some(places[slot]), places[slot], places[slot]);
                (agent.rank, agent.group) = ((self.now, agent.unit.0), Some(self.groups));
                self.anchors[agent.unit.0 as usize] = anchor;
                self.nearest[agent.unit.0 as usize] = (u32::MAX, self.now, anchor);
            }
        }
    }

    /// One tick; how long the choosing took.
    pub(super) fn tick(&mut self) -> Duration {
        let now = self.now;
        for agent in &mut self.agents {
            let number = agent.unit.0 as usize;
            if agent.goal == Some(agent.at) && agent.step.is_none() {
                agent.goal = None;
                self.arrivals += 1;
            }
            let (goal, anchor) = (agent.goal.unwrap_or(agent.post), self.anchors[number]);
            let apart = anchor.chebyshev(goal);
            let is_shared =
                agent.goal.is_some() && apart <= SHARES_WITHIN && agent.at.chebyshev(goal) > apart + TURNS_BEFORE;
            agent.target = if is_shared { anchor } else { goal };
            agent.late = if agent.goal.is_some() { now - self.nearest[number].1 } else { 0 };
            self.turns += u64::from(agent.goal.is_some() && agent.step.is_none());
        }
        let mut views: Vec<View<'_>> = self.sorts.iter().map(|sort| View { map: &sort.map, pool: None }).collect();
        self.occupancy.begin_trial();
        let distances = Searches::Going(&mut self.searches);
        let scene = Scene { now, views: &mut views, occupancy: &mut self.occupancy, distances, budget: self.budget };
        let start = Instant::now();
        self.crowd.tick(&mut self.agents, scene);
        let taken = start.elapsed();
        self.occupancy.take_back();
        self.write();
        self.hand_over(now + 1);
        self.now += 1;
        taken
    }

    /// Begins the steps that were chosen, and notes who has come nearer.
    fn write(&mut self) {
        for (index, left) in self.crowd.left(&self.agents) {
            let agent = &self.agents[index];
            let nearest = &mut self.nearest[agent.unit.0 as usize];
            if left < nearest.0 || nearest.2 != agent.target {
                *nearest = (left, self.now, agent.target);
            }
        }
        for (agent, verdict) in self.agents.iter_mut().zip(&self.crowd.verdicts) {
            if let Verdict::Starts(step) = verdict {
                self.occupancy.commit(agent.unit, step, agent.size);
                (agent.step, agent.facing, agent.still_since) = (Some(*step), step.dir, step.end());
                self.steps += 1;
            }
        }
    }

    /// Hands over the cells of those who are half way or there at a tick.
    fn hand_over(&mut self, next: Tick) {
        for agent in &self.agents {
            match agent.step {
                Some(step) if agent.size > 1 && step.end() == next => {
                    self.occupancy.finish(agent.unit, &step, agent.size);
                }
                Some(step) if agent.size == 1 && step.mid() == next => self.occupancy.leave(agent.unit, &step),
                _ => {}
            }
        }
        for agent in &mut self.agents {
            let Some(step) = agent.step else { continue };
            if step.mid() == next {
                agent.at = step.to();
                if agent.size == 1 {
                    self.occupancy.arrive(agent.unit, &step);
                }
            }
            agent.step = Some(step).filter(|step| step.end() > next);
        }
    }

    /// Where everybody is.
    pub(super) fn print(&self) -> u64 {
        let mut print = Fingerprint::new();
        for agent in &self.agents {
            print.add(agent.at.x).add(agent.at.y);
        }
        print.finish()
    }
}
