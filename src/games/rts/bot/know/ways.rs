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
pub(in crate::games::rts::bot) struct Ways {
    columns: usize,
    from: Cell,
    /// Cost to each block in cells, and the block before it.
    blocks: Vec<(u32, usize)>,
}

impl Ways {
    /// `danger` says how many cells of detour it is worth to keep out of a block.
    pub(crate) fn new(ground: &Ground, from: Cell, danger: impl Fn(usize) -> u32, tally: &Tally) -> Self {
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
    pub(crate) fn cost(&self, to: Cell) -> Option<u32> {
        let (cost, _) = *self.blocks.get(self.block(to)?)?;
        if cost == 0 { Some(self.from.chebyshev(to)) } else { Some(cost).filter(|cost| *cost < u32::MAX) }
    }

    /// The place on the way to somewhere that is `most` blocks on, or the end of it.
    pub(crate) fn stop(&self, ground: &Ground, to: Cell, most: usize) -> Option<Cell> {
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

#[cfg(test)]
mod tests {
    use super::super::ground::tests::drawn;
    use super::*;

    #[test]
    fn a_way_goes_around_walls_and_around_danger() {
        let mut picture = vec!["........@@@@@@@@........"; 16];
        picture.extend(["........................"; 8]);
        let (rules, terrain) = drawn(&picture);
        let (mut ground, tally) = (Ground::default(), Tally::default());
        ground.follow(&rules, &terrain, &tally);
        let (from, to) = (Cell::new(4, 4), Cell::new(20, 4));
        let ways = Ways::new(&ground, from, |_| 0, &tally);
        assert_eq!(ways.cost(to), Some(6 * 8), "down, along and up");
        assert_eq!(ways.cost(Cell::new(12, 4)), None, "rock");
        assert_eq!(ways.stop(&ground, to, 2), Some(Cell::new(4, 20)));
        assert_eq!(ways.stop(&ground, to, 9), Some(to));
        let open = vec!["........................"; 24];
        let (rules, terrain) = drawn(&open);
        ground.follow(&rules, &terrain, &tally);
        // An enemy in the middle of the straight way.
        let ways = Ways::new(&ground, Cell::new(4, 12), |block| if block == 4 { 50 } else { 0 }, &tally);
        assert_ne!(ways.stop(&ground, Cell::new(20, 12), 1).map(|cell| cell.y / 8), Some(1));
    }
}
