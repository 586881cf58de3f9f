//! Threat and own power on blocks of cells.

use super::Seen;
use crate::base::{Cell, Grid};

/// Cells on a side of a block.
pub const BLOCK: u16 = 8;
/// The part of a block's worth that is felt in each block beside it: one in so many.
const BESIDE: u32 = 4;

/// What is on a block and near it, as worth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Block {
    /// Of enemies, as far as they are believed in.
    pub threat: u32,
    /// Of own soldiers and towers.
    pub power: u32,
}

/// Threat and power all over a map of `width` × `height` cells.
pub fn threat_blocks((width, height): (u16, u16), seen: &[Seen], own: &[(Cell, u32)]) -> Grid<Block> {
    let mut blocks = Grid::filled(width.div_ceil(BLOCK).max(1), height.div_ceil(BLOCK).max(1), Block::default());
    let mut add = |at: Cell, worth: u32, of: fn(&mut Block) -> &mut u32| {
        let side = BLOCK as i16;
        let middle = Cell::new(at.x.div_euclid(side), at.y.div_euclid(side));
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            if let Some(block) = blocks.get_mut(Cell::new(middle.x + dx, middle.y + dy)) {
                let sum = of(block);
                *sum = sum.saturating_add(if (dx, dy) == (0, 0) { worth } else { worth / BESIDE });
            }
        }
    };
    for one in seen {
        add(one.body.at, one.worth, |block| &mut block.threat);
    }
    for (at, worth) in own {
        add(*at, *worth, |block| &mut block.power);
    }
    blocks
}
