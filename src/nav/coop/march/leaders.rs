//! Who goes first where a crowd is caught: those who have come no nearer for long take turns at it.
//!
//! Turns go by rank, and who has its turn before another cannot be pushed by it. So two large bodies of different orders that
//! meet, or one that goes back to its place and others that are nearer to theirs, hold each other up for ever. In priority
//! inheritance only who has the first turn of all is sure to get on (Okumura et al. 2022, theorem 1, on ground where everybody
//! can turn back), so of those who are caught in one place one at a time has it, until it is there or has had its time.

use super::escape::place;
use super::{Agent, index_of};
use crate::base::Cell;
use crate::nav::step::{Tick, UnitId};
use std::collections::BTreeMap;

/// Ticks of coming no nearer after which a unit may go first: seven and a half seconds.
const CAUGHT_AFTER: Tick = 150;
/// Ticks for which it does at most: half a minute.
const TIME: Tick = 600;
/// Cells between two who go first, at least: what one pushes does not reach so far, as a rule.
const APART: u32 = 16;
/// Ticks between two looks at who is caught.
const EVERY: Tick = 20;

/// Those who go first now, and who has had its turn.
#[derive(Debug, Clone, Default)]
pub struct Leaders {
    /// Since when.
    now: BTreeMap<UnitId, Tick>,
    /// Who of those that are still caught has gone first before, and when it began.
    before: BTreeMap<UnitId, Tick>,
}

impl Leaders {
    /// Goes on to a tick; `waits` tells whether a unit waits for its turn before a lane one cell wide.
    pub fn tick(&mut self, agents: &[Agent], waits: impl Fn(&Agent) -> bool, now: Tick) {
        let find = |unit: UnitId| index_of(agents, unit).map(|index| &agents[index]);
        // A lane is passed by one direction at a time: who came first there would be against the stream.
        let wants_to_go_on = |agent: &Agent| {
            agent.goal.is_some_and(|goal| goal != place(agent)) && !agent.holds && !agent.is_patient && !waits(agent)
        };
        self.now.retain(|unit, since| now < *since + TIME && find(*unit).is_some_and(wants_to_go_on));
        if !now.is_multiple_of(EVERY) {
            return;
        }
        let is_caught = |agent: &Agent| wants_to_go_on(agent) && agent.is_late(now, CAUGHT_AFTER);
        self.before.retain(|unit, _| find(*unit).is_some_and(is_caught));
        let mut caught: Vec<&Agent> = agents.iter().filter(|agent| is_caught(agent)).collect();
        caught.sort_unstable_by_key(|agent| (self.before.get(&agent.unit), agent.rank, agent.unit));
        let mut places: Vec<Cell> = self.now.keys().filter_map(|unit| find(*unit).map(place)).collect();
        for agent in caught {
            if places.iter().all(|other| other.chebyshev(place(agent)) > APART) {
                places.push(place(agent));
                self.now.insert(agent.unit, now);
                self.before.insert(agent.unit, now);
            }
        }
    }

    /// Whether a unit has its turn before all who are not led by a plan.
    pub fn goes_first(&self, unit: UnitId) -> bool {
        self.now.contains_key(&unit)
    }
}
