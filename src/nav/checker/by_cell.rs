//! Which bodies and movements touch a cell.

use crate::base::Cell;

/// Entries by place, sorted for look-up.
#[derive(Debug, Default)]
pub(super) struct ByCell(Vec<(Cell, usize)>);

impl ByCell {
    pub(super) fn new(mut entries: Vec<(Cell, usize)>) -> Self {
        entries.sort_unstable();
        entries.dedup();
        Self(entries)
    }

    pub(super) fn at(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        let first = self.0.partition_point(|(place, _)| *place < cell);
        self.0[first..].iter().take_while(move |(place, _)| *place == cell).map(|(_, index)| *index)
    }

    /// Neighbouring entries of one cell.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Cell, usize, usize)> + '_ {
        self.0.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].0, pair[0].1, pair[1].1))
    }
}
