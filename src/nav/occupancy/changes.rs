//! Copies that follow the original cell by cell.

use super::Occupancy;
use crate::base::Cell;

/// Of so many cells at most one is kept as changed; with more, copying everything is as quick.
const MOST: usize = 8;

impl Occupancy {
    /// Notes that a cell has changed, for those who follow. Trials are taken back and do not count.
    #[inline]
    pub(super) fn note_change(&mut self, cell: Cell) {
        if self.is_trial {
            return;
        }
        if let Some(changes) = &mut self.changes
            && changes.last() != Some(&cell)
        {
            changes.push(cell);
            if changes.len() > self.places.len() / MOST {
                self.changes = None;
            }
        }
    }

    /// The cells that have changed since they were asked for last, some more than once; `None` if not all were kept. From now
    /// on all are.
    pub fn take_changes(&mut self) -> Option<Vec<Cell>> {
        self.changes.replace(Vec::new())
    }

    /// Keeps no changes until they are asked for again.
    pub fn forget_changes(&mut self) {
        self.changes = None;
    }

    /// A copy without the trial that is on.
    pub fn copy(&self) -> Self {
        let mut copy = self.clone();
        copy.take_back();
        copy.changes = None;
        copy
    }

    /// Brings a copy up to date in the cells that have changed.
    pub fn follow(&mut self, original: &Self, changes: &[Cell]) {
        for cell in changes.iter().copied() {
            self.change(cell, |holder| *holder = original.holders[cell]);
            self.comers[cell] = original.comers[cell];
            self.places[cell] = original.places[cell];
            let (tile, _) = self.places.place(cell);
            self.locked_until[tile] = original.locked_until[tile];
        }
    }
}
