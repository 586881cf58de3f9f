//! What can be seen of the units on their cells from afar: enough to judge a line of cells without asking who stands there.
//!
//! Every unit that chooses looks along eight lines of nine cells, at every tick at which it stands. Asking the occupancy
//! for the holder, the index for its place and the list for what it does were three look-ups for each of those cells, and
//! most of the time of a crowd.

use super::Agent;
use crate::base::{Cell, Dir, Grid};
use crate::nav::occupancy::{body, swept};
use crate::nav::step::Step;

/// One unit as it is seen on a cell. Bit 0: somebody is there; bit 1: it has a goal; bit 2: it stands; bits 3 to 5: where
/// it faces; the upper byte: its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sight(u16);

impl Sight {
    const NOBODY: Self = Self(0);

    fn of(agent: &Agent) -> Self {
        let flags = 1 | u16::from(agent.goal.is_some()) << 1 | u16::from(agent.step.is_none()) << 2;
        Self(flags | (agent.facing as u16) << 3 | u16::from(agent.side) << 8)
    }

    /// Whether somebody of a side is there who has a goal.
    #[inline]
    pub(super) const fn wants(self, side: u8) -> bool {
        self.0 & 2 != 0 && (self.0 >> 8) as u8 == side
    }

    /// Whether it is not under way.
    #[inline]
    pub(super) const fn stands(self) -> bool {
        self.0 & 4 != 0
    }

    /// Where it faces.
    #[inline]
    pub(super) const fn facing(self) -> Dir {
        Dir::ALL[(self.0 >> 3 & 7) as usize]
    }
}

/// The units on all cells as they are seen at one tick.
#[derive(Debug, Clone)]
pub(super) struct Sights {
    cells: Grid<Sight>,
    marked: Vec<Cell>,
}

impl Sights {
    pub(super) fn new(width: u16, height: u16) -> Self {
        Self { cells: Grid::filled(width, height, Sight::NOBODY), marked: Vec::new() }
    }

    /// Forgets the last tick and sees where all are now.
    pub(super) fn see(&mut self, agents: &[Agent]) {
        for cell in self.marked.drain(..) {
            self.cells[cell] = Sight::NOBODY;
        }
        agents.iter().for_each(|agent| self.mark(agent));
    }

    /// Sees one unit, which may have another goal than before.
    pub(super) fn mark(&mut self, agent: &Agent) {
        let sight = Sight::of(agent);
        if agent.size == 1 {
            self.put(agent.at, sight);
            return;
        }
        body(agent.at, agent.size).for_each(|cell| self.put(cell, sight));
        if let Some(step) = agent.step {
            swept(&step, agent.size).for_each(|cell| self.put(cell, sight));
        }
    }

    /// Sees a large unit that has just started a step, and holds what it sweeps; it still counts as one that stands.
    pub(super) fn sweeps(&mut self, agent: &Agent, step: &Step) {
        let sight = Sight::of(agent);
        swept(step, agent.size).for_each(|cell| self.put(cell, sight));
    }

    fn put(&mut self, cell: Cell, sight: Sight) {
        self.cells[cell] = sight;
        self.marked.push(cell);
    }

    /// Who is on a cell, which may lie outside of the map.
    #[inline]
    pub(super) fn at(&self, cell: Cell) -> Option<Sight> {
        self.cells.get(cell).copied().filter(|sight| *sight != Sight::NOBODY)
    }
}
