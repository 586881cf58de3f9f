//! What follows from the known ground: where there is a way on foot, and which blocks of cells are open to each other.
//!
//! It is kept up to date by the cells that have changed, and is a function of the ground as it is now: a program that was
//! loaded makes it anew and knows the same.

use super::work::Tally;
use crate::base::{Cell, Grid};
use crate::games::rts::rules::Rules;
use crate::nav::regions::{Regions, ring};
use crate::nav::terrain::{MovementClass, Terrain};

/// Side of a block in cells.
pub(in crate::games::rts::bot) const BLOCK: i16 = 8;
/// Cells around a place in which somebody on foot is looked for ground to stand on: beside the largest building.
const BESIDE: i16 = 5;

/// What is known of the ground; nothing before the first [`Ground::follow`].
#[derive(Debug, Clone, Default)]
pub struct Ground(Option<Box<Known>>);

#[derive(Debug, Clone)]
struct Known {
    terrain: Grid<Terrain>,
    passable: Grid<bool>,
    regions: Regions,
    columns: usize,
    rows: usize,
    blocks: Vec<Block>,
}

/// A square of cells.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    /// Whether one can step into the next block on the right, and into the one below.
    east: bool,
    south: bool,
}

impl Ground {
    /// Takes in what has changed of the ground since the last time.
    pub fn follow(&mut self, rules: &Rules, terrain: &Grid<Terrain>, tally: &Tally) {
        let walks = |ground: Terrain| rules.costs.quarters(MovementClass::Foot, ground).is_some();
        let (width, height) = (terrain.width(), terrain.height());
        let fits = |known: &Known| (known.terrain.width(), known.terrain.height()) == (width, height);
        let Some(known) = self.0.as_deref_mut().filter(|known| fits(known)) else {
            let passable = terrain.map(|ground| walks(*ground));
            let (columns, rows) = [width, height].map(|side| usize::from(side).div_ceil(BLOCK as usize)).into();
            let regions = Regions::of_passable(width, height, |cell| passable[cell]);
            let blocks = vec![Block::default(); columns * rows];
            let mut known = Known { terrain: terrain.clone(), passable, regions, columns, rows, blocks };
            (0..columns * rows).for_each(|block| known.survey(block));
            tally.cells(3 * terrain.len());
            self.0 = Some(Box::new(known));
            return;
        };
        let side = usize::from(width);
        let mut changed = Vec::new();
        for (y, (old, new)) in known.terrain.values_mut().chunks_mut(side).zip(terrain.rows()).enumerate() {
            if *old == *new {
                continue;
            }
            for (x, (old, new)) in old.iter_mut().zip(new).enumerate().filter(|(_, (old, new))| **old != **new) {
                if walks(*old) != walks(*new) {
                    changed.push(Cell::new(x as i16, y as i16));
                }
                *old = *new;
            }
        }
        if changed.is_empty() {
            return;
        }
        for cell in &changed {
            known.passable[*cell] = !known.passable[*cell];
        }
        let passable = &known.passable;
        let looked = known.regions.update_passable(&changed, |cell| passable[cell]);
        let mut blocks: Vec<usize> = changed.iter().flat_map(|cell| known.touched(*cell)).flatten().collect();
        blocks.sort_unstable();
        blocks.dedup();
        tally.cells(looked + blocks.len() * (BLOCK * BLOCK) as usize);
        blocks.into_iter().for_each(|block| known.survey(block));
    }

    /// Whether somebody on foot comes from beside one place to beside another, as far as is known.
    pub fn is_linked(&self, from: Cell, to: Cell) -> bool {
        let Some(known) = &self.0 else { return true };
        let around = |at: Cell| (0..=BESIDE).flat_map(move |radius| ring(at, radius));
        let Some(own) = around(from).find_map(|cell| known.regions.region(cell)) else { return false };
        around(to).any(|cell| known.regions.region(cell) == Some(own))
    }

    /// Cells across the narrowest place on the straight line between two cells, if it can be walked: the front that two
    /// armies have who meet there. `None` where it is wider than `most`.
    pub fn front(&self, from: Cell, to: Cell, most: u8) -> Option<u8> {
        let known = self.0.as_ref()?;
        let is_straight = from.line_between(to).all(|cell| known.is_passable(cell));
        if !is_straight {
            return None;
        }
        from.line_between(to).filter_map(|cell| known.across(cell, most)).min()
    }

    /// Rows and columns of blocks.
    pub(crate) fn size(&self) -> (usize, usize) {
        self.0.as_ref().map_or((0, 0), |known| (known.columns, known.rows))
    }

    /// The blocks that one can step into from a block, each with whether that is on the slant.
    pub fn next_to(&self, block: usize) -> impl Iterator<Item = (usize, bool)> {
        let known = self.0.as_deref();
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        steps.into_iter().filter_map(move |(dx, dy)| {
            let known = known?;
            let next = known.beside(block, dx, dy)?;
            let is_slant = dx != 0 && dy != 0;
            let has_step = if is_slant {
                // Around either corner.
                let (first, second) = (known.beside(block, dx, 0)?, known.beside(block, 0, dy)?);
                known.steps(block, first)
                    && known.steps(first, next)
                    && known.steps(block, second)
                    && known.steps(second, next)
            } else {
                known.steps(block, next)
            };
            has_step.then_some((next, is_slant))
        })
    }

    /// Ground to stand on near the middle of a block.
    pub(crate) fn middle_of(&self, block: usize) -> Option<Cell> {
        let known = self.0.as_deref()?;
        let corner = known.corner(block);
        let middle = Cell::new(corner.x + BLOCK / 2, corner.y + BLOCK / 2);
        (0..=BLOCK / 2).flat_map(|radius| ring(middle, radius)).find(|cell| known.is_passable(*cell))
    }
}

impl Known {
    fn is_passable(&self, cell: Cell) -> bool {
        self.passable.get(cell) == Some(&true)
    }

    fn corner(&self, block: usize) -> Cell {
        Cell::new((block % self.columns) as i16 * BLOCK, (block / self.columns) as i16 * BLOCK)
    }

    fn beside(&self, block: usize, dx: i16, dy: i16) -> Option<usize> {
        let (x, y) = ((block % self.columns) as i16 + dx, (block / self.columns) as i16 + dy);
        let is_on_map = x >= 0 && y >= 0 && (x as usize) < self.columns && (y as usize) < self.rows;
        is_on_map.then(|| y as usize * self.columns + x as usize)
    }

    /// Whether one can step from a block into one beside it.
    fn steps(&self, from: usize, to: usize) -> bool {
        let (first, second) = (from.min(to), from.max(to));
        if second - first == 1 { self.blocks[first].east } else { self.blocks[first].south }
    }

    /// The block of a cell and those whose sides it may lie on.
    fn touched(&self, cell: Cell) -> [Option<usize>; 3] {
        let block = (cell.y / BLOCK) as usize * self.columns + (cell.x / BLOCK) as usize;
        [Some(block), self.beside(block, -1, 0), self.beside(block, 0, -1)]
    }

    /// Looks at a block anew.
    fn survey(&mut self, block: usize) {
        let Cell { x, y } = self.corner(block);
        let last = BLOCK - 1;
        let both = |one: Cell, other: Cell| self.is_passable(one) && self.is_passable(other);
        self.blocks[block] = Block {
            east: (0..BLOCK).any(|d| both(Cell::new(x + last, y + d), Cell::new(x + BLOCK, y + d))),
            south: (0..BLOCK).any(|d| both(Cell::new(x + d, y + last), Cell::new(x + d, y + BLOCK))),
        };
    }

    /// Free cells in a row through a cell, in the direction in which there are fewest; `None` if that is more than `most`.
    fn across(&self, cell: Cell, most: u8) -> Option<u8> {
        let run = |dx: i16, dy: i16| {
            let free = |sign: i16| {
                let along = |step: i16| Cell::new(cell.x + sign * step * dx, cell.y + sign * step * dy);
                (1..=i16::from(most)).take_while(|step| self.is_passable(along(*step))).count()
            };
            1 + free(1) + free(-1)
        };
        let least = [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().map(|(dx, dy)| run(dx, dy)).min().unwrap_or(0);
        (least <= usize::from(most)).then_some(least as u8)
    }
}
