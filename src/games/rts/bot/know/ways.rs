//! Ways over blocks of cells: how far it is on foot, and where there are the fewest enemies. By Dijkstra's algorithm, on at most
//! a sixty-fourth of the cells.

use super::ground::{BLOCK, Ground};
use super::work::Tally;
use crate::base::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cells from the middle of a block to that of the next one: straight, and on the slant.
const STEP: [u32; 2] = [8, 11];

/// Ways from one place to all others.
#[derive(Debug)]
pub struct Ways {
    columns: usize,
    from: Cell,
    /// Cost to each block in cells, and the block before it.
    blocks: Vec<(u32, usize)>,
}

impl Ways {
    /// `danger` says how many cells of detour it is worth to keep out of a block.
    pub fn new(ground: &Ground, from: Cell, danger: impl Fn(usize) -> u32, tally: &Tally) -> Self {
        let (columns, rows) = ground.size();
        let mut ways = Self { columns, from, blocks: vec![(u32::MAX, usize::MAX); columns * rows] };
        let Some(first) = ways.block(from) else { return ways };
        let mut open = BinaryHeap::from([Reverse((0, first))]);
        ways.blocks[first] = (0, first);
        let mut looked = 0;
        while let Some(Reverse((cost, block))) = open.pop() {
            if cost > ways.blocks[block].0 {
                continue;
            }
            looked += 1;
            for (next, is_slant) in ground.next_to(block) {
                let through = cost + STEP[usize::from(is_slant)] + danger(next);
                if through < ways.blocks[next].0 {
                    ways.blocks[next] = (through, block);
                    open.push(Reverse((through, next)));
                }
            }
        }
        tally.cells(looked);
        ways
    }

    fn block(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x / BLOCK).ok()?, usize::try_from(cell.y / BLOCK).ok()?);
        Some(y * self.columns + x).filter(|block| x < self.columns && *block < self.blocks.len())
    }

    /// Cells to a place, and the danger on the way; `None` if there is none.
    pub fn cost(&self, to: Cell) -> Option<u32> {
        let (cost, _) = *self.blocks.get(self.block(to)?)?;
        if cost == 0 { Some(self.from.chebyshev(to)) } else { Some(cost).filter(|cost| *cost < u32::MAX) }
    }

    /// The place on the way to somewhere that is `most` blocks on, or the end of it.
    pub fn stop(&self, ground: &Ground, to: Cell, most: usize) -> Option<Cell> {
        let last = self.block(to)?;
        let mut way = vec![last];
        let mut block = last;
        while self.blocks[block].1 != block {
            block = self.blocks.get(block)?.1;
            if block == usize::MAX {
                return None;
            }
            way.push(block);
        }
        let block = *way.get(way.len().saturating_sub(1 + most))?;
        if block == last { Some(to) } else { ground.middle_of(block) }
    }
}
