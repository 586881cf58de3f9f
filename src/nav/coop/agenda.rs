//! The plans of all agents of a one-shot problem, complete and free of conflicts at every moment.
//!
//! **Invariants**: every plan leads from where its agent is to its goal and stays there; the timeline holds exactly
//! these plans, so no two of them meet.

use super::lattice::{Lattice, Vertex};
use super::pibt::World;
use super::timeline::{Plan, Timeline};
use crate::nav::step::{FOREVER, Step, Tick, UnitId};

#[derive(Debug, Clone, Default)]
pub struct Entry {
    pub at: Vertex,
    pub since: Tick,
    /// The steps, each of one tick.
    pub steps: Vec<Step>,
}

impl Entry {
    /// When the agent rests at its goal.
    pub fn arrival(&self) -> Tick {
        self.steps.last().map_or(self.since, Step::end)
    }

    /// Where the agent is at `tick`.
    pub fn position(&self, lattice: &Lattice, tick: Tick) -> Vertex {
        let done = self.steps.partition_point(|step| step.mid() <= tick);
        done.checked_sub(1).map_or(self.at, |last| lattice.vertex(self.steps[last].to()))
    }

    fn plan(&self, agent: usize) -> Plan<'_> {
        Plan { unit: UnitId(agent as u32), at: self.at, since: self.since, steps: &self.steps, hold: FOREVER }
    }
}

#[derive(Debug, Clone)]
pub struct Agenda {
    entries: Vec<Entry>,
    timeline: Timeline,
}

impl Agenda {
    /// Plans that stand in no timeline yet.
    pub fn new(world: World<'_>, entries: Vec<Entry>) -> Self {
        let mut agenda = Self { entries, timeline: Timeline::new(world.lattice) };
        for agent in 0..agenda.entries.len() {
            agenda.timeline.reserve(world.lattice, agenda.entries[agent].plan(agent));
        }
        agenda
    }

    /// Plans from a sequence of configurations, the first of which holds at tick `since`.
    pub fn from_configurations(world: World<'_>, way: &[&[Vertex]], since: Tick) -> Self {
        let entry = |agent: usize| {
            let moves = way.windows(2).zip(since..).filter(|(pair, _)| pair[0][agent] != pair[1][agent]);
            let steps = moves.map(|(pair, tick)| {
                let dir = world.lattice.direction(pair[0][agent], pair[1][agent]);
                world.lattice.step(pair[0][agent], dir, tick, 1)
            });
            Entry { at: way[0][agent], since, steps: steps.collect() }
        };
        Self::new(world, (0..world.goals.len()).map(entry).collect())
    }

    /// An agenda in which nobody has a plan yet, nor a place: every agent has to be [`put`](Self::put) in.
    pub fn empty(lattice: &Lattice, agents: usize) -> Self {
        Self { entries: vec![Entry::default(); agents], timeline: Timeline::new(lattice) }
    }

    /// The agents whose plans a plan meets, each once.
    pub fn in_the_way(&self, world: World<'_>, agent: usize, entry: &Entry) -> Vec<u32> {
        let mut met: Vec<u32> =
            self.timeline.in_the_way(world.lattice, entry.plan(agent)).into_iter().map(|unit| unit.0).collect();
        met.sort_unstable();
        met.dedup();
        met
    }

    /// Whether nobody is in the way of a plan.
    pub fn fits(&self, world: World<'_>, agent: usize, entry: &Entry) -> bool {
        self.timeline.fits(world.lattice, entry.plan(agent))
    }

    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    pub fn entry(&self, agent: usize) -> &Entry {
        &self.entries[agent]
    }

    /// Where an agent is at `tick`.
    pub fn position(&self, world: World<'_>, agent: usize, tick: Tick) -> Vertex {
        self.entries[agent].position(world.lattice, tick)
    }

    /// When the last agent rests at its goal.
    pub fn makespan(&self) -> Tick {
        self.entries.iter().map(Entry::arrival).max().unwrap_or(0)
    }

    /// Takes an agent's plan off the timeline and out of the agenda, until [`put`](Self::put).
    pub fn take(&mut self, world: World<'_>, agent: usize) -> Entry {
        let entry = std::mem::take(&mut self.entries[agent]);
        self.timeline.release(world.lattice, entry.plan(agent));
        entry
    }

    /// Gives an agent a plan, which must fit in.
    pub fn put(&mut self, world: World<'_>, agent: usize, entry: Entry) {
        self.timeline.reserve(world.lattice, entry.plan(agent));
        self.entries[agent] = entry;
    }
}
