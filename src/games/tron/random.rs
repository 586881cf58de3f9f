//! Players that play at random: the source's, and one that looks where it goes.

use super::field::{Field, head};
use super::plane::{Bits, with_bits};
use super::player::Choice;
use super::position::{Order, Position};
use crate::arena::Player;
use crate::base::{Budget, Dir, rng};
use crate::games::tron::arena::MOVES;
use rand::RngExt;

/// Plays a random free neighbour; without one it goes straight on.
pub struct RandomPlayer {
    rng: rng::Rng,
    careful: bool,
}

impl RandomPlayer {
    /// The source's Random: any free neighbour.
    pub fn of_the_source(seed: u64) -> Self {
        Self { rng: rng::stream(seed, "tron random-source"), careful: false }
    }

    /// Does not enter a dead end when it has a choice: a move counts only if at least half as many cells can be reached
    /// after it as after the best move.
    pub fn careful(seed: u64) -> Self {
        Self { rng: rng::stream(seed, "tron random"), careful: true }
    }
}

impl Player<Position> for RandomPlayer {
    fn choose(&mut self, position: &Position, seat: usize, _budget: &Budget) -> Choice {
        let mut moves: Vec<Dir> = position.free_moves(seat).collect();
        if self.careful && moves.len() > 1 {
            moves = with_bits!(position.width(), position.height(), Bits => open_moves::<Bits>(position, seat));
        }
        let dir = match moves.len() {
            0 => position.riders()[seat].heading,
            1 => moves[0],
            count => moves[self.rng.random_range(0..count)],
        };
        Choice { step: Order::Go(dir), thought: None }
    }
}

fn open_moves<P: Bits>(position: &Position, seat: usize) -> Vec<Dir> {
    let field = Field::<P>::new(position);
    let reached: Vec<(Dir, u32)> = field
        .exits(head(position, seat))
        .map(|(index, to)| {
            let mut after = field;
            after.free.flip(to);
            (MOVES[index], after.reach(to).count())
        })
        .collect();
    let best = reached.iter().map(|(_, count)| *count).max().unwrap_or(0);
    reached.into_iter().filter(|(_, count)| 2 * count >= best).map(|(dir, _)| dir).collect()
}
