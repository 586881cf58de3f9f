//! Which way at a fork: who stands far back before a lane one cell wide goes around by another way, if that is quicker.
//!
//! Distances know how long a way is and not how many want to take it. Through a lane one goes after the other, so whoever
//! is on its way to one can be told when its turn comes: not before its own way to the mouth is done, and not before the
//! one in front of it is through. That time is compared with the way that leaves the lane out. Those in front keep to the
//! lane, those far back take the other bridge, and both come over at about the same time (the equilibrium of J. Wardrop,
//! "Some Theoretical Aspects of Road Traffic Research", 1952, worked out for a queue).
//!
//! Bounded: one field of distances a tick, see [`crate::nav::coop::march::guidance`].

use super::{Agent, Scene, index_of};
use crate::base::Cell;
use crate::nav::coop::march::guidance::{DistanceField, field};
use crate::nav::coop::march::surroundings::Ahead;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::GRASS_STEP;
use crate::nav::walk::Walk;
use std::collections::BTreeMap;

/// Ticks between two looks at the queues.
const LOOKS_EVERY: Tick = 10;
/// Ticks after which the way around is worked out anew: the map may have changed.
const RENEWED_AFTER: Tick = 40;
/// The same if there was none.
const LOOKS_AGAIN: Tick = 400;
/// Shortest queue that is looked at.
const QUEUE: usize = 4;
/// What it takes until the next one can enter a lane: a step and a little more, as crowds are seen to do.
const SERVICE: u32 = GRASS_STEP + GRASS_STEP / 4;
/// How much longer waiting has to be for a unit to go around.
const WORTH: u32 = 4 * GRASS_STEP;

/// The queue before a lane: the view and the goal of those who stand in it, and the first cell of the lane.
type Key = (u16, Cell, Cell);

/// The way around a lane.
#[derive(Debug, Clone)]
struct Bypass {
    made: Tick,
    /// `None` if there is none, or it is too long to tell.
    left: Option<DistanceField>,
}

/// The ways around lanes, and who takes one.
#[derive(Debug, Clone, Default)]
pub(super) struct Bypasses {
    ways: BTreeMap<Key, Bypass>,
    takers: BTreeMap<UnitId, Key>,
}

impl Bypasses {
    /// The distances that a unit follows that goes around a lane.
    pub(super) fn field(&self, agent: &Agent) -> Option<&DistanceField> {
        let key = self.takers.get(&agent.unit).filter(|key| (key.0, key.1) == (agent.view, agent.target))?;
        self.ways.get(key)?.left.as_ref()
    }

    /// Whether a unit goes around a lane.
    pub(super) fn is_taken_by(&self, unit: UnitId) -> bool {
        self.takers.contains_key(&unit)
    }

    /// Looks at the queues. `ahead` tells what the units, by their number, have before them.
    pub(super) fn tick(&mut self, agents: &[Agent], ahead: &[Ahead], scene: &Scene<'_, '_>) {
        if !scene.now.is_multiple_of(LOOKS_EVERY) {
            return;
        }
        let find = |unit: UnitId| index_of(agents, unit).map(|index| &agents[index]);
        let ways = &self.ways;
        self.takers.retain(|unit, key| {
            let Some(agent) = find(*unit).filter(|agent| (agent.view, agent.target) == (key.0, key.1)) else {
                return false;
            };
            let around = ways.get(key).and_then(|way| way.left.as_ref()?.left(agent.at));
            // Once it is past the fork both ways are the same.
            around.is_some_and(|around| around > ahead[unit.0 as usize].left)
        });
        let mut queues: BTreeMap<Key, Vec<(u32, usize)>> = BTreeMap::new();
        for (index, agent) in agents.iter().enumerate() {
            let known = &ahead[agent.unit.0 as usize];
            let is_small = agent.size == 1 && agent.goal.is_some() && !self.takers.contains_key(&agent.unit);
            if let Some((mouth, _)) = known.mouth.filter(|_| is_small)
                && scene.views[usize::from(agent.view)].pool.is_none()
            {
                queues.entry((agent.view, agent.target, mouth)).or_default().push((known.left, index));
            }
        }
        queues.retain(|_, queue| queue.len() >= QUEUE);
        let takers: Vec<Key> = self.takers.values().copied().collect();
        self.ways.retain(|key, _| queues.contains_key(key) || takers.contains(key));
        self.renew(&queues, &takers, agents, scene);
        for (key, queue) in &mut queues {
            self.share(*key, queue, agents, scene);
        }
    }

    /// Works out the oldest way around that is due.
    fn renew(
        &mut self,
        queues: &BTreeMap<Key, Vec<(u32, usize)>>,
        takers: &[Key],
        agents: &[Agent],
        scene: &Scene<'_, '_>,
    ) {
        let now = scene.now;
        let wanted = queues.keys().chain(takers);
        let due = |way: &Bypass| way.made + if way.left.is_some() { RENEWED_AFTER } else { LOOKS_AGAIN };
        let wanted = wanted.map(|key| (self.ways.get(key).map_or(0, due), *key));
        let Some((_, key)) = wanted.filter(|(due, _)| *due <= now).min() else { return };
        let (view, target, mouth) = key;
        let map = scene.views[usize::from(view)].map;
        let askers = agents.iter().filter(|agent| agent.goal.is_some() && (agent.view, agent.target) == (view, target));
        let left = field(map, &[target], askers.map(|agent| agent.at), |to, _| (to != mouth).then_some(0));
        self.ways.insert(key, Bypass { made: now, left });
    }

    /// Tells who of a queue goes around.
    fn share(&mut self, key: Key, queue: &mut [(u32, usize)], agents: &[Agent], scene: &Scene<'_, '_>) {
        let (view, target, mouth) = key;
        let Some(around) = self.ways.get(&key).and_then(|way| way.left.as_ref()) else { return };
        let layer = scene.views[usize::from(view)].map.layer();
        let search = scene.distances.peek(layer, target);
        let Some(behind) = search.and_then(|search| search.known(mouth)) else { return };
        queue.sort_unstable();
        let mut turn = 0;
        for (left, index) in queue.iter().filter(|(left, _)| *left >= behind) {
            let agent = &agents[*index];
            let own_turn = (left - behind).max(turn);
            match around.left(agent.at) {
                Some(way) if way + WORTH <= own_turn + behind => {
                    self.takers.insert(agent.unit, key);
                }
                _ => turn = own_turn + SERVICE,
            }
        }
    }
}
