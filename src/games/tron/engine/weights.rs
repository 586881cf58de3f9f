//! The numbers of the evaluation, in one place.

use super::chambers::Worth;

/// What terms of a position are worth. The unit is arbitrary; [`CELL`] of it is an open cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weights {
    /// A cell that a path can use.
    pub(crate) cell: i32,
    /// A free neighbour of such a cell, counted at both ends.
    pub(crate) edge: i32,
    /// What a draw is worth less than nothing.
    pub(crate) contempt: i32,
    /// With a possible head-on collision, the best other answer counts as no more than this: a side that is further
    /// behind is glad of the draw.
    pub(crate) gain: i32,
    /// How far the value of a possible head-on collision lies from the best other answer towards the draw, in percent.
    pub(crate) risk: i32,
}

/// About the worth of an open cell: 55 + 4 * 194, a quarter of the edges missing at walls.
pub(crate) const CELL: i32 = 830;

/// Free cells beyond which contempt does not grow.
const MOST_SPACE: u32 = 600;

/// A cell of difference once the sides are separated.
pub(crate) const SEPARATED_CELL: i32 = 10_000;

impl Weights {
    /// 55 and 194 are the coefficients of a least-squares fit on games of the best players of 2010, published in
    /// A. Sloane's report. Gain and risk: eight triples with the contempt were tried in 60 games each against its author's
    /// program at equal time on symmetric random boards; all scored 59 to 66 %, which is within the noise, and so are 75
    /// and 95 % of risk in 160 to 200 games against it and against each other. But who counts on the other side to give
    /// way is cut off by one who does not: of 100 rounds against `separator:8` with 60,000 nodes a move the engine won
    /// 93 % at 50, 94 % at 75 and 98 % at 95 % (standard error 1.4 to 2.6).
    ///
    /// A logistic regression of the results of 3,000 games of the engine with itself on these two terms and eleven others
    /// (degrees, exits, lengths of fronts, centrality, leads of one and two steps) found none that lowers the loss on
    /// held-out games by more than 0.3 %, once differences are divided by about the square of the free cells.
    pub(crate) const TUNED: Self = Self { cell: 55, edge: 194, contempt: 0, gain: 4_000, risk: 95 };

    /// The weights for a search from a position with so many free cells. The contempt is a deficit that can still be made
    /// up, and that shrinks with the square of the free cells: in those 3,000 games a player who was behind by 4 cells of
    /// 80, 8 of 125, 14 of 200 or 20 of 325 still scored about 35 %, one behind by 45 of 500 41 %.
    ///
    /// A player who rides straight at the other head gets draws out of races that look even. Of 100 rounds against
    /// `separator:8` with 60,000 nodes a move the engine won all so, 98 with half of it; of 200 rounds with 50 ms a move
    /// 97.5 %, 94 % with a constant contempt of ten cells. But on small boards the same ten cells turned draws with good
    /// players into losses: on 16 maps of the contest of 2010, 160 rounds against its winner at 10 ms each, they scored
    /// 57 % (59-65-36), no contempt 67 % (62-91-7), half of this one 64 % (59-87-14) and this one 65 % (62-85-13), all with
    /// a standard error of 2 to 3.
    pub(crate) fn with_space(free: u32) -> Self {
        // Where there is more space than on the boards that were measured, the deficit does not grow any more.
        let free = free.min(MOST_SPACE) as i32;
        Self { contempt: CELL * (free * free) / 5_000, ..Self::TUNED }
    }

    #[inline(always)]
    pub(crate) fn of(&self, worth: Worth) -> i32 {
        self.cell * worth.cells + self.edge * worth.edges
    }
}
