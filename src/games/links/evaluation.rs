//! What a position is worth to our engine: half of it is the [ways](super::routes) of both sides by a plain rule, half is
//! what the [network](super::network) has learned.
//!
//! The halves err in different positions. On 20 × 20 with 3,000 nodes a move, from both sides of balanced openings: the
//! network alone is as good as the rule alone (50.3 % of 160 matches), the mean of both is better than the rule (57.3 % of
//! 240, 51 ± 40 Elo).

use super::network::Network;
use super::node::Node;
use super::routes::{FAR, Look, Routes};
use crate::base::rng::mix;
use crate::search::{Evaluate, Game};

/// A peg less to place.
pub const PEG: i32 = 64;

/// A hole more on the shortest ways, up to [`MOST_HOLES`].
const HOLE: i32 = 1;

/// Having the move.
const TEMPO: i32 = 8;

/// More ways than these are no safer.
const MOST_HOLES: i32 = 24;

/// The value at which the odds to win are e to 1, on a board of this size: 10.5 for each hole along a side.
///
/// Fitted by likelihood to 19,382 undecided positions of 1,057 matches of the engine against itself from random openings,
/// with 3,000 nodes a move, every eighth move a weaker one. By itself each board would have a width of 129 (12 × 12), 297
/// (20 × 20) and 185 (24 × 24), where a peg is 64; nine of ten samples of the matches give 100 to 180, 220 to 400
/// and 160 to 220. Fitted to one half of the matches and judged on the other, a width in proportion to the side of the board
/// has the least log loss, 0.587 on the mean of the boards: a constant has 0.589, the square of the side 0.594, half of the
/// square, which was fitted before there was a network, 0.602.
pub(super) fn width(size: u8) -> i32 {
    21 * i32::from(size) / 2
}

/// The evaluation of who is more or less sure of it.
#[derive(Debug, Clone, Copy)]
pub struct Evaluation<'a> {
    pub network: &'a Network,
    /// By how much a value can be wrong, up or down; which it is depends on the seed.
    pub noise: u64,
    pub seed: u64,
}

impl Evaluation<'static> {
    /// The one that the game ships, at its best.
    pub fn best() -> Self {
        Self { network: Network::shipped(), noise: 0, seed: 0 }
    }
}

impl Evaluation<'_> {
    /// The value for the first side, with the other or it to move, without noise.
    pub fn judge(&self, look: &Look, side: usize) -> i32 {
        let [first, second] = &look.routes;
        if first.distance >= FAR && second.distance >= FAR {
            return 0;
        }
        let learned = self.network.judge(look, side);
        let sign = if side == 0 { 1 } else { -1 };
        (standing(first) - standing(second) + sign * (TEMPO + learned)) / 2
    }
}

fn standing(routes: &Routes) -> i32 {
    HOLE * (routes.holes[0].len() as i32).min(MOST_HOLES) - PEG * routes.distance as i32
}

impl Evaluate<Node> for Evaluation<'_> {
    fn value(&self, node: &Node) -> i32 {
        let value = self.judge(node.look(), node.side());
        if self.noise == 0 {
            return value;
        }
        let chance = mix(self.seed ^ node.position().key()) % (2 * self.noise + 1);
        value + chance as i32 - self.noise as i32
    }

    fn known(&self, node: &Node, ply: u32) -> Option<i32> {
        node.known(ply)
    }
}
