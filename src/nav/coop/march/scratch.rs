//! What the planner keeps from tick to tick.

use super::Agent;
use super::surroundings::{Ahead, Surroundings};
use super::traffic::Traffic;
use crate::base::{Cell, CellSet, Dir, Tiled};
use crate::nav::occupancy::body;
use crate::nav::step::{Step, Tick, UnitId};

/// "Not among the agents".
pub(super) const NOBODY: u32 = u32::MAX;

/// Where a unit is in the course of one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Open,
    Choosing,
    Chosen,
}

/// What others see of a unit at a glance; by its number, in few bytes, because it is asked again and again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glance {
    /// Whether it is among the agents.
    pub(super) is_there: bool,
    pub(super) side: u8,
    pub(super) facing: Dir,
    /// Whether it wants to be somewhere.
    pub(super) has_goal: bool,
    /// Whether it was under way when the tick began.
    pub(super) is_under_way: bool,
}

impl Glance {
    const NOBODY: Self = Self { is_there: false, side: 0, facing: Dir::North, has_goal: false, is_under_way: false };

    const fn at(agent: &Agent) -> Self {
        Self {
            is_there: true,
            side: agent.side,
            facing: agent.facing,
            has_goal: agent.goal.is_some(),
            is_under_way: agent.step.is_some(),
        }
    }
}

/// Who has its turn when: see [`Agent::rank`]. Led ones come first, then those who go first where a crowd is caught; the last is the
/// position among the agents.
pub(super) type Turn = (bool, u32, u32, u32, UnitId, u32);

#[derive(Debug, Clone)]
pub(super) struct Scratch {
    /// Position among the agents by the number of the unit.
    pub(super) index: Vec<u32>,
    pub(super) glances: Vec<Glance>,
    /// By side: the cells of those who want to be somewhere else and did not move when the tick began. Whoever looks along a
    /// line for them looks at few words, and not at each of them.
    queues: Vec<CellSet>,
    queued: Vec<(u8, Cell)>,
    pub(super) stage: Vec<Stage>,
    /// What the agents were found to have before them at this tick.
    pub(super) surroundings: Vec<Option<Surroundings>>,
    /// Who has one, some more than once.
    pub(super) looked: Vec<u32>,
    /// The places of the searches that were used where they could not go on.
    pub(super) used: Vec<usize>,
    /// Who has asked for an exchange of goals at this tick, or has been asked a second time to make way: once is enough.
    pub(super) has_asked: Vec<bool>,
    pub(super) turns: Vec<Turn>,
    /// The cells that are claimed at this tick, some more than once.
    pub(super) claimed: Vec<Cell>,
    pub(super) is_claimed: CellSet,
    /// By whom, where a cell is claimed.
    pub(super) claimants: Tiled<u32>,
    pub(super) traffic: Traffic,
    pub(super) chain: Vec<(u32, Step)>,
    /// What the units, by their number, have before them.
    pub(super) ahead: Vec<Ahead>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            index: Vec::new(),
            glances: Vec::new(),
            queues: Vec::new(),
            queued: Vec::new(),
            stage: Vec::new(),
            surroundings: Vec::new(),
            looked: Vec::new(),
            used: Vec::new(),
            has_asked: Vec::new(),
            turns: Vec::new(),
            claimed: Vec::new(),
            is_claimed: CellSet::new(1, 1),
            claimants: Tiled::filled(1, 1, 0),
            traffic: Traffic::new(1, 1),
            chain: Vec::new(),
            ahead: Vec::new(),
        }
    }
}

impl Scratch {
    /// Makes ready for a map of this size.
    pub(super) fn fit(&mut self, (width, height): (u16, u16)) {
        if (self.claimants.width(), self.claimants.height()) != (width, height) {
            self.claimed.clear();
            self.is_claimed = CellSet::new(width, height);
            self.claimants = Tiled::filled(width, height, 0);
            self.traffic = Traffic::new(width, height);
            self.queued.clear();
            self.queues.clear();
        }
    }

    /// Makes ready for a tick of these agents on a map of this size.
    pub(super) fn begin(&mut self, agents: &[Agent], extent: (u16, u16), now: Tick) {
        self.fit(extent);
        self.used.clear();
        self.index.fill(NOBODY);
        self.glances.fill(Glance::NOBODY);
        self.stage.clear();
        self.looked.drain(..).for_each(|index| self.surroundings[index as usize] = None);
        self.surroundings.resize(agents.len(), None);
        self.has_asked.clear();
        self.has_asked.resize(agents.len(), false);
        self.queued.drain(..).for_each(|(side, cell)| self.queues[usize::from(side)].remove(cell));
        for (position, agent) in agents.iter().enumerate() {
            let number = agent.unit.0 as usize;
            if self.index.len() <= number {
                self.index.resize(number + 1, NOBODY);
                self.glances.resize(number + 1, Glance::NOBODY);
                self.ahead.resize(number + 1, Ahead::default());
            }
            self.index[number] = position as u32;
            self.glances[number] = Glance::at(agent);
            self.stage.push(if agent.step.is_some() { Stage::Chosen } else { Stage::Open });
            if agent.goal.is_some() && agent.step.is_none() {
                self.queue(agent.side, body(agent.at, agent.size));
            }
        }
        self.claimed.drain(..).for_each(|cell| self.is_claimed.remove(cell));
        self.traffic.go_on(now);
    }

    /// Notes cells of somebody of a side who stands and wants to be somewhere else.
    pub(super) fn queue(&mut self, side: u8, cells: impl Iterator<Item = Cell>) {
        let (width, height) = (self.claimants.width(), self.claimants.height());
        let sides = self.queues.len().max(usize::from(side) + 1);
        self.queues.resize_with(sides, || CellSet::new(width, height));
        for cell in cells {
            self.queues[usize::from(side)].insert(cell);
            self.queued.push((side, cell));
        }
    }

    /// Those cells of a side, if there are any.
    pub(super) fn queues(&self, side: u8) -> Option<&CellSet> {
        self.queues.get(usize::from(side))
    }

    /// What is left of the way of everybody whose distances were looked up; some come twice.
    pub(super) fn left(&self) -> impl Iterator<Item = (usize, u32)> {
        self.looked.iter().filter_map(|index| Some((*index as usize, self.surroundings[*index as usize]?.left)))
    }

    pub(super) fn note_surroundings(&mut self, index: usize, surroundings: Surroundings) {
        self.surroundings[index] = Some(surroundings);
        self.looked.push(index as u32);
    }
}
