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
    /// With a possible head-on collision, the best other answer counts as no more than this: a side that is further
    /// behind is glad of the draw.
    pub(in crate::modes::tron) gain: i32,
    /// How far the value of a possible head-on collision lies from the best other answer towards the draw, in percent.
    pub(in crate::modes::tron) risk: i32,
}

/// About the worth of an open cell: 55 + 4 * 194, a quarter of the edges missing at walls.
pub(in crate::modes::tron) const CELL: i32 = 830;

/// A cell of difference once the sides are separated.
pub(in crate::modes::tron) const SEPARATED_CELL: i32 = 10_000;

impl Weights {
    /// 55 and 194 are the coefficients of a least-squares fit on games of the best players of 2010, published in
    /// A. Sloane's report. Gain and risk: eight triples with the contempt were tried in 60 games each against its author's
    /// program at equal time on symmetric random boards; all scored 59 to 66 %, which is within the noise.
    ///
    /// Contempt: a player who rides straight at the other head gets draws out of races that look even. Of 400 rounds
    /// against `separator:8` with 5,000 nodes a move the engine won 93.0 % at 4,000, 95.5 % at 8,000, 95.8 % at 16,000 and
    /// 97.2 % at 30,000 (standard error 0.8 to 1.3). But against itself at 4,000 it scored 42 % of 200 games at 12,000 and
    /// 40 % at 30,000 (standard error 3.2): it then rather loses than draws.
    pub(in crate::modes::tron) const TUNED: Self = Self { cell: 55, edge: 194, contempt: 8_000, gain: 4_000, risk: 75 };

    #[inline(always)]
    pub(in crate::modes::tron) fn of(&self, worth: Worth) -> i32 {
        self.cell * worth.cells + self.edge * worth.edges
    }
}
