//! The numbers of the evaluation, in one place.

use super::chambers::Worth;

/// What terms of a position are worth. The unit is arbitrary; [`CELL`] of it is an open cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::modes::tron) struct Weights {
    /// A cell that a path can use.
    pub(in crate::modes::tron) cell: i32,
    /// A free neighbour of such a cell, counted at both ends.
    pub(in crate::modes::tron) edge: i32,
    /// What a draw is worth less than nothing.
    pub(in crate::modes::tron) contempt: i32,
    /// The most that a possible head-on collision can destroy.
    pub(in crate::modes::tron) gain: i32,
}

/// About the worth of an open cell: 55 + 4 * 194, a quarter of the edges missing at walls.
pub(in crate::modes::tron) const CELL: i32 = 830;

/// A cell of difference once the sides are separated.
pub(in crate::modes::tron) const SEPARATED_CELL: i32 = 10_000;

impl Weights {
    /// 55 and 194 are the coefficients of a least-squares fit on games of the best players of 2010, published in
    /// A. Sloane's report. Contempt and gain: of four pairs tried in 36 to 40 games each against its author's program at
    /// equal time, this one scored best (70 %; the others 64 to 68 %, so the differences are within the noise).
    pub(in crate::modes::tron) const TUNED: Self = Self { cell: 55, edge: 194, contempt: 2_000, gain: 30_000 };

    #[inline(always)]
    pub(in crate::modes::tron) fn of(&self, worth: Worth) -> i32 {
        self.cell * worth.cells + self.edge * worth.edges
    }
}
