//! HelpCalls for help: who of whose friends has been hurt near a place.

use crate::base::{Cell, Grid};
use crate::games::rts::sim::fighters::Fighting;
use crate::nav::step::Tick;

/// Ticks for which somebody who was hurt is heard, and looks as far as it can itself.
pub(super) const ALARMED: Tick = 60;
/// Cells to which who is called goes for help, from its place.
pub(super) const HELPS_WITHIN: u32 = 12;
/// Cells on a side of the blocks in which calls are noted: they are heard in the block and those around it.
const BLOCK: i16 = 8;

/// The sides of which somebody has been hurt, as bits, for each block of the map. Made anew at every tick.
#[derive(Debug, Clone)]
pub(super) struct HelpCalls {
    blocks: Grid<u8>,
    is_quiet: bool,
}

impl HelpCalls {
    pub(super) fn new(width: u16, height: u16) -> Self {
        let blocks = |cells: u16| cells.div_ceil(BLOCK as u16).max(1);
        Self { blocks: Grid::filled(blocks(width), blocks(height), 0), is_quiet: true }
    }

    pub(super) fn clear(&mut self) {
        if !self.is_quiet {
            self.blocks.values_mut().fill(0);
            self.is_quiet = true;
        }
    }

    /// Notes the cry of somebody who has been hurt.
    pub(super) fn note(&mut self, at: Cell, side: u8, fighting: &Fighting, now: Tick) {
        if fighting.is_hurt_within(ALARMED, now)
            && let Some(block) = self.blocks.get_mut(Cell::new(at.x / BLOCK, at.y / BLOCK))
        {
            *block |= 1 << side;
            self.is_quiet = false;
        }
    }

    /// Whether one of the sides of a mask calls near a place.
    pub(super) fn are_near(&self, at: Cell, sides: u8) -> bool {
        if self.is_quiet {
            return false;
        }
        let (x, y) = (at.x / BLOCK, at.y / BLOCK);
        let mut around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(x + dx, y + dy)));
        around.any(|block| self.blocks.get(block).is_some_and(|crying| crying & sides != 0))
    }
}
