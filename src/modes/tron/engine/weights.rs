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
    /// How much the value against the answer that is expected of the other side counts at the root, in percent; the rest
    /// is the value against the answer that is worst.
    pub(in crate::modes::tron) trust: i32,
}

/// About the worth of an open cell: 55 + 4 * 194, a quarter of the edges missing at walls.
pub(in crate::modes::tron) const CELL: i32 = 830;

/// A cell of difference once the sides are separated.
pub(in crate::modes::tron) const SEPARATED_CELL: i32 = 10_000;

impl Weights {
    /// 55 and 194 are the coefficients of a least-squares fit on games of the best players of 2010, published in
    /// A. Sloane's report. Contempt, gain and risk: eight triples were tried in 60 games each against its author's
    /// program at equal time on symmetric random boards; all scored 59 to 66 %, which is within the noise. Of them this
    /// one did not let a single one of 40 games against a weaker player end in a collision (2,000, 30,000 and 50 four).
    ///
    /// Trust: 86 games each against the same program with equal counted work, 43 boards from both sides: 0 % trust 65.1 %,
    /// 30 % 64.0 %, 60 % 68.0 % (standard error 3.6); 85 % fell behind after 73 games. Twice or three times the contempt
    /// turned draws into losses.
    pub(in crate::modes::tron) const TUNED: Self =
        Self { cell: 55, edge: 194, contempt: 4_000, gain: 4_000, risk: 75, trust: 60 };

    /// How the other side is expected to think: like us, but a draw is a draw to it, and a cell that both can enter is
    /// as good as a collision.
    pub(in crate::modes::tron) const EXPECTED: Self = Self { contempt: 0, risk: 99, ..Self::TUNED };

    #[inline(always)]
    pub(in crate::modes::tron) fn of(&self, worth: Worth) -> i32 {
        self.cell * worth.cells + self.edge * worth.edges
    }
}
