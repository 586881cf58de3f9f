//! Several large neighbourhood searches that improve the same plans at the same time.
//!
//! Each has a generator of its own. One works on the plans themselves, every other one on a copy. After a round the changes of the
//! others are made again, one after the other in the order in which they were found, where they still fit and cost no more than
//! what is there by then: neighbourhoods are small, and most of them have nothing to do with each other. How many searches there are
//! decides what comes of it; how many processors they share does not.

use super::agenda::{Agenda, Entry};
use super::lns::{Change, Lns};
use super::pibt::World;
use crate::base::rng;
use crate::nav::step::Tick;
use std::thread;

/// Nodes of each search in a round, and more for each cell of the map, whose plans have to be copied.
const ROUND: u64 = 20_000;
const ROUND_PER_CELL: u64 = 4;
/// Nodes for each cell of the map with less of which one search works alone: a copy would take as long.
const LEAST_PER_CELL: u64 = 1;

/// Searches that share plans.
#[derive(Debug)]
pub struct Improvers {
    first: Lns,
    others: Vec<Lns>,
    /// Nodes of the others that they have had no round for.
    spared: u64,
}

impl Improvers {
    /// So many searches, at least one.
    pub fn new(world: World<'_>, seed: u64, many: usize) -> Self {
        let search = |name: &str| Lns::new(world, rng::stream(seed, name));
        let others = (1..many).map(|number| search(&format!("improvement {number}"))).collect();
        Self { first: search("improvement"), others, spared: 0 }
    }

    /// Work of all so far, in nodes.
    pub fn nodes(&self) -> u64 {
        self.first.nodes() + self.others.iter().map(Lns::nodes).sum::<u64>()
    }

    /// Improves what lies ahead of `now`, each search for about `budget` nodes.
    pub fn improve(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, mut budget: u64) {
        let cells = world.lattice.size() as u64;
        if self.others.is_empty() || budget + self.spared < LEAST_PER_CELL * cells {
            self.spared += budget;
            return self.first.improve(world, agenda, now, budget);
        }
        while budget > 0 {
            let portion = budget.min(ROUND + ROUND_PER_CELL * cells);
            budget -= portion;
            let before = self.nodes();
            self.round(world, agenda, now, portion);
            if self.nodes() == before {
                return;
            }
        }
    }

    fn round(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, budget: u64) {
        let theirs = budget + std::mem::take(&mut self.spared);
        let Self { first, others, .. } = self;
        first.look_who_is_home(world, agenda, now);
        others.iter_mut().for_each(|other| other.follow(first));
        let copies: Vec<Agenda> = others.iter().map(|_| agenda.clone()).collect();
        let changes: Vec<Vec<Change>> = thread::scope(|scope| {
            let work = |(search, mut copy): (&mut Lns, Agenda)| {
                search.improve(world, &mut copy, now, theirs);
                search.take_changes()
            };
            let threads: Vec<_> = others.iter_mut().zip(copies).map(|other| scope.spawn(move || work(other))).collect();
            first.improve(world, agenda, now, budget);
            // A search that panics is a fault here as it would be in this thread.
            threads.into_iter().map(|thread| thread.join().expect("searches do not panic")).collect()
        });
        for change in changes.into_iter().flatten() {
            make(world, agenda, |agent, entry| first.cost(agent, entry.arrival(), now), change);
        }
    }
}

/// Makes a change that was found on a copy, if it fits and costs no more than what is there.
fn make(world: World<'_>, agenda: &mut Agenda, cost: impl Fn(usize, &Entry) -> Tick, change: Change) {
    let then: Tick = change.iter().map(|(agent, entry)| cost(*agent as usize, entry)).sum();
    let there: Tick = change.iter().map(|(agent, _)| cost(*agent as usize, agenda.entry(*agent as usize))).sum();
    if then > there {
        return;
    }
    let agents: Vec<usize> = change.iter().map(|(agent, _)| *agent as usize).collect();
    let old: Vec<Entry> = agents.iter().map(|agent| agenda.take(world, *agent)).collect();
    let mut made = 0;
    for (agent, (_, entry)) in agents.iter().zip(change) {
        if !agenda.fits(world, *agent, &entry) {
            break;
        }
        agenda.put(world, *agent, entry);
        made += 1;
    }
    if made < agents.len() {
        agents[..made].iter().for_each(|agent| drop(agenda.take(world, *agent)));
        agents.into_iter().zip(old).for_each(|(agent, entry)| agenda.put(world, agent, entry));
    }
}
