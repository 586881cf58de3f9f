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

/// Most nodes of each search in a round: some milliseconds.
const ROUND: u64 = 20_000;

/// Searches that share plans.
#[derive(Debug)]
pub struct Improvers {
    first: Lns,
    others: Vec<Lns>,
    /// The plans as the others have them: between rounds they are the same everywhere.
    copies: Vec<Agenda>,
}

impl Improvers {
    /// So many searches, at least one.
    pub fn new(world: World<'_>, seed: u64, many: usize) -> Self {
        let search = |name: &str| Lns::new(world, rng::stream(seed, name));
        let others = (1..many).map(|number| search(&format!("improvement {number}"))).collect();
        Self { first: search("improvement"), others, copies: Vec::new() }
    }

    /// Work of all so far, in nodes.
    pub fn nodes(&self) -> u64 {
        self.first.nodes() + self.others.iter().map(Lns::nodes).sum::<u64>()
    }

    /// Improves what lies ahead of `now`, each search for about `budget` nodes. Nobody else changes the plans.
    pub fn improve(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, mut budget: u64) {
        if self.others.is_empty() {
            return self.first.improve(world, agenda, now, budget);
        }
        while budget > 0 {
            let portion = budget.min(ROUND);
            budget -= portion;
            let before = self.nodes();
            self.round(world, agenda, now, portion);
            if self.nodes() == before {
                return;
            }
        }
    }

    fn round(&mut self, world: World<'_>, agenda: &mut Agenda, now: Tick, budget: u64) {
        let Self { first, others, copies } = self;
        copies.resize_with(others.len(), || agenda.clone());
        first.note_changes();
        first.look_who_is_home(world, agenda, now);
        others.iter_mut().for_each(|other| other.follow(first));
        thread::scope(|scope| {
            for (other, copy) in others.iter_mut().zip(&mut *copies) {
                scope.spawn(|| other.improve(world, copy, now, budget));
            }
            first.improve(world, agenda, now, budget);
        });
        let theirs: Vec<Vec<Change>> = others.iter_mut().map(Lns::take_changes).collect();
        let changes = || theirs.iter().flatten();
        let ours = first.take_changes();
        let changed = |change: &Change| change.iter().map(|(agent, _)| *agent as usize).collect::<Vec<_>>();
        let mut changed: Vec<usize> = ours.iter().chain(changes()).flat_map(changed).collect();
        changed.sort_unstable();
        changed.dedup();
        for change in changes() {
            make(world, agenda, |agent, entry| first.cost(agent, entry.arrival(), now), change);
        }
        for copy in copies {
            changed.iter().for_each(|agent| drop(copy.take(world, *agent)));
            changed.iter().for_each(|agent| copy.put(world, *agent, agenda.entry(*agent).clone()));
        }
    }
}

/// Makes a change that was found on a copy, if it fits and costs no more than what is there.
fn make(world: World<'_>, agenda: &mut Agenda, cost: impl Fn(usize, &Entry) -> Tick, change: &Change) {
    let then: Tick = change.iter().map(|(agent, entry)| cost(*agent as usize, entry)).sum();
    let there: Tick = change.iter().map(|(agent, _)| cost(*agent as usize, agenda.entry(*agent as usize))).sum();
    if then > there {
        return;
    }
    let agents: Vec<usize> = change.iter().map(|(agent, _)| *agent as usize).collect();
    let old: Vec<Entry> = agents.iter().map(|agent| agenda.take(world, *agent)).collect();
    let mut made = 0;
    for (agent, (_, entry)) in agents.iter().zip(change) {
        if !agenda.fits(world, *agent, entry) {
            break;
        }
        agenda.put(world, *agent, entry.clone());
        made += 1;
    }
    if made < agents.len() {
        agents[..made].iter().for_each(|agent| drop(agenda.take(world, *agent)));
        agents.into_iter().zip(old).for_each(|(agent, entry)| agenda.put(world, agent, entry));
    }
}
