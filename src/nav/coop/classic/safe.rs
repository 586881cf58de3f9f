//! Makes the wishes of one step legal by letting agents stay.
//!
//! The planners here predict, and predictions fail when an agent finds no path or is held up. Dropping steps until no
//! law is broken always ends, because everybody staying is legal. What is dropped is not made up for within the step.

use crate::base::{Cell, Grid};

const NOBODY: u32 = u32::MAX;

/// The scratch tables of the commit; empty between two calls.
#[derive(Debug, Clone)]
pub struct SafeStep {
    /// Who stands in each cell.
    here: Grid<u32>,
    /// Who has been granted the way into each cell.
    into: Grid<u32>,
    /// Whether a straight and whether a diagonal step has been granted inside of the 2×2 block with this top left cell.
    /// Blocks that stick out of the map at the top or left are not kept: no diagonal crosses them.
    crossed: Grid<(bool, bool)>,
}

impl SafeStep {
    pub fn new(width: u16, height: u16) -> Self {
        let crossed = Grid::filled(width, height, (false, false));
        Self { here: Grid::filled(width, height, NOBODY), into: Grid::filled(width, height, NOBODY), crossed }
    }

    /// Turns wishes that lead to the own or a neighbouring passable cell into a legal step: those that break a law
    /// become the agent's present cell. Where two agents are in each other's way, the one that comes first in `order`
    /// keeps its wish; `order` names every agent once.
    pub fn commit(&mut self, positions: &[Cell], wishes: &mut [Cell], order: &[u32]) {
        for (agent, cell) in (0..).zip(positions) {
            self.here[*cell] = agent;
        }
        for agent in 0..positions.len() {
            let other = self.here[wishes[agent]];
            // The pair is undone when its first is seen; the second then finds that it stays.
            if other != NOBODY && other as usize != agent && wishes[other as usize] == positions[agent] {
                wishes[other as usize] = positions[other as usize];
                wishes[agent] = positions[agent];
            }
        }
        let mut granted = Vec::with_capacity(positions.len());
        for agent in order {
            let (from, to) = (positions[*agent as usize], wishes[*agent as usize]);
            if from == to {
                continue;
            }
            if self.into[to] == NOBODY && self.cross(from, to) {
                self.into[to] = *agent;
                granted.push((from, to));
            } else {
                wishes[*agent as usize] = from;
            }
        }
        // An agent that stays keeps others out.
        let mut staying: Vec<u32> =
            (0..positions.len() as u32).filter(|agent| wishes[*agent as usize] == positions[*agent as usize]).collect();
        while let Some(agent) = staying.pop() {
            let cell = positions[agent as usize];
            let comes = self.into[cell];
            if comes != NOBODY && wishes[comes as usize] == cell {
                wishes[comes as usize] = positions[comes as usize];
                staying.push(comes);
            }
        }
        for cell in positions {
            self.here[*cell] = NOBODY;
        }
        for (from, to) in granted {
            self.into[to] = NOBODY;
            for block in blocks(from, to) {
                if let Some(crossed) = self.crossed.get_mut(block) {
                    *crossed = (false, false);
                }
            }
        }
    }

    /// Locks the blocks of a step, or changes nothing if another step is in the way.
    fn cross(&mut self, from: Cell, to: Cell) -> bool {
        let is_diagonal = from.x != to.x && from.y != to.y;
        let is_free = blocks(from, to)
            .iter()
            .filter_map(|block| self.crossed.get(*block))
            .all(|(straight, diagonal)| !(*diagonal || is_diagonal && *straight));
        if is_free {
            for block in blocks(from, to) {
                if let Some((straight, diagonal)) = self.crossed.get_mut(block) {
                    *straight |= !is_diagonal;
                    *diagonal |= is_diagonal;
                }
            }
        }
        is_free
    }
}

/// The top left cells of the 2×2 blocks that hold both ends of a step: one for a diagonal, two for a straight one.
fn blocks(from: Cell, to: Cell) -> [Cell; 2] {
    let corner = Cell::new(from.x.min(to.x), from.y.min(to.y));
    let second = Cell::new(corner.x - i16::from(from.x == to.x), corner.y - i16::from(from.y == to.y));
    [corner, second]
}
