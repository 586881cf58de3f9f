//! Who goes first where a crowd is caught: those who have come no nearer for long take turns at it.
//!
//! Turns go by rank, and who has its turn before another cannot be pushed by it. So two large bodies of different orders that
//! meet, or one that goes back to its place and others that are nearer to theirs, hold each other up for ever. In priority
//! inheritance only who has the first turn of all is sure to get on (Okumura et al. 2022, theorem 1, on ground where everybody
//! can turn back), so of those who are caught in one place one at a time has it, until it is there or has had its time.

use super::Agent;
use super::escape::place;
use crate::base::Cell;
use crate::nav::step::{Tick, UnitId};

/// Ticks of coming no nearer after which a unit may go first: seven and a half seconds.
const CAUGHT_AFTER: Tick = 150;
/// Ticks for which it does at most: half a minute.
const TIME: Tick = 600;
/// Cells between two who go first, at least: what one pushes does not reach so far, as a rule.
const APART: u32 = 16;
/// Ticks between two looks at who is caught.
const EVERY: Tick = 20;

/// The order in which those who are caught have their turns at going first.
type Turn = ((u32, u32), UnitId);

const fn turn(agent: &Agent) -> Turn {
    (agent.rank, agent.unit)
}

/// Those who go first now, and since when.
#[derive(Debug, Clone, Default)]
pub(super) struct Leaders {
    list: Vec<(UnitId, Tick)>,
    /// Who was chosen last: the next in rank has its turn.
    last: Option<Turn>,
}

impl Leaders {
    /// Goes on to a tick; `waits` tells whether a unit waits for its turn before a lane one cell wide.
    pub(super) fn tick(&mut self, agents: &[Agent], waits: impl Fn(&Agent) -> bool, now: Tick) {
        let find =
            |unit: UnitId| agents.binary_search_by_key(&unit, |agent| agent.unit).ok().map(|index| &agents[index]);
        self.list.retain(|(unit, since)| now < since + TIME && find(*unit).is_some_and(wants_to_go_on));
        if !now.is_multiple_of(EVERY) {
            return;
        }
        // A lane is passed by one direction at a time: who came first there would be against the stream.
        let is_caught = |agent: &&Agent| wants_to_go_on(agent) && agent.is_late(now, CAUGHT_AFTER) && !waits(agent);
        let mut caught: Vec<&Agent> = agents.iter().filter(is_caught).collect();
        caught.sort_unstable_by_key(|agent| turn(agent));
        let first = caught.partition_point(|agent| self.last.is_some_and(|last| turn(agent) <= last));
        caught.rotate_left(first);
        let mut places: Vec<Cell> = self.list.iter().filter_map(|(unit, _)| find(*unit).map(place)).collect();
        for agent in caught {
            if places.iter().all(|other| other.chebyshev(place(agent)) > APART) {
                places.push(place(agent));
                self.list.push((agent.unit, now));
                self.last = Some(turn(agent));
            }
        }
    }

    /// Whether a unit has its turn before all who are not led by a plan.
    pub(super) fn goes_first(&self, unit: UnitId) -> bool {
        self.list.iter().any(|(leader, _)| *leader == unit)
    }
}

/// Whether a unit wants to be somewhere else and may go there.
fn wants_to_go_on(agent: &Agent) -> bool {
    agent.goal.is_some_and(|goal| goal != place(agent)) && !agent.holds && !agent.is_patient
}
