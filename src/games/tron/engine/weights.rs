//! The numbers of the evaluation, in one place.

use super::chambers::Worth;

/// What terms of a position are worth. The unit is arbitrary; [`CELL`] of it is an open cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    pub cell: i32,
    /// A free neighbour of such a cell, counted at both ends.
    pub edge: i32,
    /// What a draw is worth less than nothing.
    pub contempt: i32,
    /// With a possible head-on collision, the best other answer counts as no more than this: a side that is further
    /// behind is glad of the draw.
    pub gain: i32,
    /// How far the value of a possible head-on collision lies from the best other answer towards the draw, in percent.
    pub risk: i32,
}

/// About the worth of an open cell: 55 + 4 * 194, a quarter of the edges missing at walls.
pub const CELL: i32 = 830;

/// Free cells beyond which contempt does not grow.
const MOST_SPACE: u32 = 600;

/// A cell of difference once the sides are separated.
pub const SEPARATED_CELL: i32 = 10_000;

impl Weights {
    /// 55 and 194 are the coefficients of a least-squares fit on games of the best players of 2010 (A. Sloane's report).
    /// Gain and risk hardly matter against good players: eight triples with the contempt, 60 games each against Sloane's
    /// program, all scored 59 to 66 %. But who counts on the other side to give way is cut off by one who does not: of 100
    /// rounds against `separator:8` with 60,000 nodes a move the engine won 93 % at a risk of 50, 98 % at 95.
    ///
    /// A logistic regression on 3,000 games of the engine with itself found no further term (of degrees, exits, fronts,
    /// centrality, leads) that lowers the loss on held-out games by more than 0.3 %.
    pub const TUNED: Self = Self { cell: 55, edge: 194, contempt: 0, gain: 4_000, risk: 95 };

    /// The weights for a search from a position with so many free cells. The contempt is a deficit that can still be made
    /// up; it shrinks with the square of the free cells: in those 3,000 games who was behind by 4 cells of 80, 8 of 125,
    /// 14 of 200 or 20 of 325 still scored about 35 %.
    ///
    /// A player who rides straight at the other head gets draws out of races that look even: of 200 rounds against
    /// `separator:8` with 50 ms a move the engine won 97.5 % so, 94 % with a constant contempt of ten cells. On small boards
    /// those ten cells turned draws into losses: 160 rounds on 16 maps of 2010 against the winner of the contest scored
    /// 57 %, no contempt 67 %, this one 65 % (standard error 2 to 3).
    pub fn with_space(free: u32) -> Self {
        // Where there is more space than on the boards that were measured, the deficit does not grow any more.
        let free = free.min(MOST_SPACE) as i32;
        Self { contempt: CELL * (free * free) / 5_000, ..Self::TUNED }
    }

    #[inline(always)]
    pub fn of(&self, worth: Worth) -> i32 {
        self.cell * worth.cells + self.edge * worth.edges
    }
}
