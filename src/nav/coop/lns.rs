//! Large neighbourhood search: a complete plan is made better by planning a few agents anew, again and again.
//!
//! J. Li, Z. Chen, D. Harabor, P. J. Stuckey, S. Koenig, "Anytime Multi-Agent Path Finding via Large Neighborhood
//! Search", IJCAI 2021: the plans of a neighbourhood are taken out, its agents plan one after another in random order
//! around all the rest, and the outcome is kept if the sum of costs has not grown. Three kinds of neighbourhood
//! (agents in the way of a delayed one, agents that pass one place, any agents) are chosen by how much they have gained
//! lately.
//!
//! Where we differ: agents plan with [`super::sipp`] on intervals; a search ends as soon as the neighbourhood cannot
//! become better any more; and the search runs online: only what lies ahead of `now` is planned anew, in portions of a
//! fixed number of nodes.

use super::agenda::{Agenda, Entry};
use super::lattice::{NOWHERE, Vertex};
use super::pibt::World;
use super::sipp::{Request, Sipp};
use crate::base::rng::Rng;
use crate::nav::step::{FOREVER, Step, Tick};
use rand::RngExt;
use rand::seq::SliceRandom;

/// Work of taking out and putting back one plan, in search nodes.
const NODES_PER_AGENT: u64 = 20;

/// Visits whose writing down takes as long as one node.
const VISITS_PER_NODE: u64 = 4;

/// Most nodes of one search.
const NODES_PER_SEARCH: u32 = 4_000;

/// Nodes by which a portion may be exceeded for the sake of a neighbourhood that has been begun.
const OVERDRAFT: u64 = 500;

/// With fewer nodes left no neighbourhood is begun; the next portion has them as well.
const LEAST: u64 = 1_500;

/// Agents in a neighbourhood. Larger ones fail more often than they gain (room-64-64-16, 500 agents: 2.38 with 4 to 12,
/// 2.47 with 8 to 24).
const SIZES: std::ops::RangeInclusive<usize> = 4..=12;

/// Kinds of neighbourhood.
const KINDS: usize = 3;

/// The new plans of a neighbourhood.
pub(super) type Change = Vec<(u32, Entry)>;

/// The search's memory between portions.
#[derive(Debug, Clone)]
pub struct Lns {
    sipp: Sipp,
    rng: Rng,
    /// How much each kind has gained lately, in 1/1024 ticks per neighbourhood.
    gains: [u64; KINDS],
    /// Whether an agent is in the neighbourhood.
    is_member: Vec<bool>,
    members: Vec<u32>,
    /// Marks of cells for the search around a place.
    marks: Vec<u32>,
    mark: u32,
    queue: Vec<Vertex>,
    nodes: u64,
    /// Nodes that all portions so far were for.
    due: u64,
    /// Since when each agent has been at its goal without a break, if it is there.
    home: Vec<Option<Tick>>,
    /// Agents with delay that have not been the seed of a neighbourhood in this round.
    seeds: Vec<u32>,
    /// The changes since they were taken last, if somebody wants them.
    changes: Option<Vec<Change>>,
}

impl Lns {
    /// A search for `agents` agents.
    pub fn new(world: World<'_>, rng: Rng) -> Self {
        Self {
            sipp: Sipp::new(world.lattice),
            rng,
            gains: [1024; KINDS],
            is_member: vec![false; world.goals.len()],
            members: Vec::new(),
            marks: vec![0; world.lattice.size()],
            mark: 0,
            queue: Vec::new(),
            nodes: 0,
            due: 0,
            home: vec![None; world.goals.len()],
            seeds: Vec::new(),
            changes: None,
        }
    }

    /// Work done so far, in nodes.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Keeps all changes from now on.
    pub(super) fn note_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// The same, and takes over from another search of the same plans who is home.
    pub(super) fn follow(&mut self, other: &Self) {
        self.note_changes();
        self.home.clone_from(&other.home);
    }

    /// The changes that were kept, in the order in which they were made.
    pub(super) fn take_changes(&mut self) -> Vec<Change> {
        self.changes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Improves what lies ahead of `now` for about `budget` nodes.
    pub fn improve(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, budget: u64) {
        self.look_who_is_home(world, agenda, now);
        // What one portion takes too much the next ones lack, and what is left of it they have.
        self.due = self.due.saturating_add(budget);
        let last = self.due;
        while self.nodes + LEAST.min(budget) <= last {
            let kind = self.kind();
            let size = self.rng.random_range(SIZES).min(world.goals.len());
            if !self.gather(world, agenda, now, kind, size) {
                self.due = self.nodes;
                return;
            }
            let gain = self.replan(world, agenda, now, last);
            self.gains[kind] = (self.gains[kind] * 127 + u64::from(gain) * 1024) / 128;
            for agent in self.members.drain(..) {
                self.is_member[agent as usize] = false;
            }
        }
    }

    /// Notes who is at its goal at a tick. To be called at every tick at which somebody can have come or gone.
    pub(super) fn look_who_is_home(&mut self, world: World<'_>, agenda: &Agenda, now: Tick) {
        for (agent, home) in self.home.iter_mut().enumerate() {
            let is_home = agenda.position(world, agent, now) == world.goals[agent];
            *home = is_home.then(|| home.unwrap_or_else(|| agenda.entry(agent).arrival().min(now)));
        }
    }

    /// When an agent rests at its goal for good by its plan: what the plan costs. Whoever has been there for long and leaves once
    /// more has come in vain.
    pub(super) fn cost(&self, agent: usize, arrival: Tick, now: Tick) -> Tick {
        self.home[agent].filter(|_| arrival <= now).unwrap_or(arrival)
    }

    /// The least that a plan from a cell on can cost.
    fn bound(&self, world: World<'_>, agent: usize, vertex: Vertex, now: Tick) -> Tick {
        self.home[agent].unwrap_or_else(|| now + Tick::from(world.distances.steps(agent, vertex)))
    }

    fn kind(&mut self) -> usize {
        const LEAST: u64 = 32;
        let sum: u64 = self.gains.iter().map(|gain| gain + LEAST).sum();
        let mut dice = self.rng.random_range(0..sum);
        for (kind, gain) in self.gains.iter().enumerate() {
            if dice < gain + LEAST {
                return kind;
            }
            dice -= gain + LEAST;
        }
        0
    }

    fn add(&mut self, agent: u32) {
        if !self.is_member[agent as usize] {
            self.is_member[agent as usize] = true;
            self.members.push(agent);
        }
    }

    /// Chooses a neighbourhood; `false` if no agent is delayed.
    fn gather(&mut self, world: World<'_>, agenda: &Agenda, now: Tick, kind: usize, size: usize) -> bool {
        let Some(seed) = self.seed(world, agenda, now) else { return false };
        self.add(seed);
        match kind {
            0 => {
                for _ in 0..8 {
                    if self.members.len() >= size {
                        break;
                    }
                    let walker = self.members[self.rng.random_range(0..self.members.len())];
                    self.walk(world, agenda, now, walker, size);
                }
            }
            1 => self.around(world, agenda, now, seed, size),
            _ => {
                while self.members.len() < size {
                    let agent = self.rng.random_range(0..world.goals.len()) as u32;
                    self.add(agent);
                }
            }
        }
        self.nodes += 50;
        true
    }

    /// The next delayed agent: each in turn, in random order, those with long delays several times.
    fn seed(&mut self, world: World<'_>, agenda: &Agenda, now: Tick) -> Option<u32> {
        for _ in 0..2 {
            while let Some(agent) = self.seeds.pop() {
                if self.delay(world, agenda, now, agent) > 0 {
                    return Some(agent);
                }
            }
            for agent in 0..world.goals.len() as u32 {
                let delay = self.delay(world, agenda, now, agent);
                let times = Tick::BITS - delay.leading_zeros();
                self.seeds.extend(std::iter::repeat_n(agent, times as usize));
            }
            self.seeds.shuffle(&mut self.rng);
            self.nodes += world.goals.len() as u64 / 4;
        }
        None
    }

    /// Ticks that an agent arrives later than it could without the others.
    fn delay(&self, world: World<'_>, agenda: &Agenda, now: Tick, agent: u32) -> Tick {
        let agent = agent as usize;
        let vertex = agenda.position(world, agent, now);
        let cost = self.cost(agent, agenda.entry(agent).arrival(), now);
        cost.saturating_sub(self.bound(world, agent, vertex, now))
    }

    /// Follows an agent on ways that would be sooner than its plan, and adds whom it meets there.
    fn walk(&mut self, world: World<'_>, agenda: &Agenda, now: Tick, agent: u32, size: usize) {
        let arrival = agenda.entry(agent as usize).arrival();
        if arrival <= now {
            return;
        }
        let mut tick = self.rng.random_range(now..arrival);
        let mut vertex = agenda.position(world, agent as usize, tick);
        while self.members.len() < size {
            let steps = |to| Tick::from(world.distances.steps(agent as usize, to));
            let mut chosen = NOWHERE;
            let mut count = 0;
            for to in std::iter::once(vertex).chain(world.lattice.neighbours(vertex)) {
                if tick + 1 + steps(to) < arrival {
                    count += 1;
                    if self.rng.random_range(0..count) == 0 {
                        chosen = to;
                    }
                }
            }
            if chosen == NOWHERE {
                return;
            }
            if let Some(other) = agenda.timeline().holder(chosen, tick + 1) {
                self.add(other.0);
            }
            if let Some(other) = agenda.timeline().holder(chosen, tick)
                && agenda.timeline().holder(vertex, tick + 1) == Some(other)
            {
                self.add(other.0);
            }
            (vertex, tick) = (chosen, tick + 1);
            self.nodes += 1;
        }
    }

    /// Adds agents that pass near a random place of an agent's plan about when it does.
    fn around(&mut self, world: World<'_>, agenda: &Agenda, now: Tick, agent: u32, size: usize) {
        let arrival = agenda.entry(agent as usize).arrival();
        let tick = self.rng.random_range(now..arrival.max(now + 1));
        let centre = agenda.position(world, agent as usize, tick);
        self.mark += 1;
        self.marks[centre as usize] = self.mark;
        self.queue.clear();
        self.queue.push(centre);
        let mut head = 0;
        while head < self.queue.len() && self.members.len() < size {
            let vertex = self.queue[head];
            head += 1;
            let visits = agenda.timeline().visits(vertex);
            let first = visits.partition_point(|visit| visit.until <= now);
            let near = visits.partition_point(|visit| visit.until <= tick).max(first);
            // The two before and the two after.
            for visit in &visits[near.saturating_sub(2).max(first)..(near + 3).min(visits.len())] {
                if self.members.len() < size {
                    self.add(visit.unit.0);
                }
            }
            for to in world.lattice.neighbours(vertex) {
                if self.marks[to as usize] != self.mark {
                    self.marks[to as usize] = self.mark;
                    self.queue.push(to);
                }
            }
            self.nodes += 1;
        }
    }

    /// Plans the members anew; the ticks gained, 0 if the old plans stay. Not much more than `last` nodes are used.
    fn replan(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, last: u64) -> Tick {
        self.members.shuffle(&mut self.rng);
        let mut old = Vec::with_capacity(self.members.len());
        let mut written = agenda.timeline().work();
        let mut before = 0;
        let mut least = 0;
        for agent in &self.members {
            let agent = *agent as usize;
            let vertex = agenda.position(world, agent, now);
            let bound = self.bound(world, agent, vertex, now);
            let entry = agenda.take(world, agent);
            before += self.cost(agent, entry.arrival(), now);
            least += bound;
            old.push((vertex, bound, entry));
        }
        let mut after = 0;
        let mut planned = 0;
        self.nodes += nodes_since(agenda, &mut written);
        if least < before {
            for (agent, (vertex, bound, _)) in self.members.iter().zip(&old) {
                let agent = *agent as usize;
                least -= bound;
                let latest = before - after - least;
                let request = Request {
                    start: *vertex,
                    ready: now,
                    goal: world.goals[agent],
                    horizon: FOREVER,
                    // To stay at the goal costs nothing.
                    latest: if self.home[agent].is_some() { latest.max(now) } else { latest },
                    expansions: NODES_PER_SEARCH.min((last + OVERDRAFT).saturating_sub(self.nodes) as u32),
                    variant: self.rng.random(),
                };
                let mut steps: Vec<Step> = Vec::new();
                let before_search = self.sipp.work();
                let found = self.sipp.search(
                    world.lattice,
                    agenda.timeline(),
                    &request,
                    |_, _| 1,
                    |vertex| world.distances.steps(agent, vertex).into(),
                    &mut steps,
                );
                self.nodes += self.sipp.work() - before_search + NODES_PER_AGENT;
                let Some(found) = found else { break };
                let cost = self.cost(agent, found.arrival, now);
                if cost > latest {
                    break;
                }
                after += cost;
                agenda.put(world, agent, Entry { at: *vertex, since: now, steps });
                self.nodes += nodes_since(agenda, &mut written);
                planned += 1;
            }
        }
        if planned == self.members.len() {
            if let Some(changes) = &mut self.changes {
                let entry = |agent: &u32| (*agent, agenda.entry(*agent as usize).clone());
                changes.push(self.members.iter().map(entry).collect());
            }
            return before - after;
        }
        for agent in &self.members[..planned] {
            agenda.take(world, *agent as usize);
        }
        for (agent, (_, _, entry)) in self.members.iter().zip(old) {
            agenda.put(world, *agent as usize, entry);
        }
        self.nodes += nodes_since(agenda, &mut written);
        self.nodes += NODES_PER_AGENT * self.members.len() as u64 / 2;
        0
    }
}

/// Nodes that the work in the timeline counts for since it was `written`, which is brought up to now.
fn nodes_since(agenda: &Agenda, written: &mut u64) -> u64 {
    let before = std::mem::replace(written, agenda.timeline().work());
    (*written - before) / VISITS_PER_NODE
}
