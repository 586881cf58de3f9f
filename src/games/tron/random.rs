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
pub(crate) struct RandomPlayer {
    rng: rng::Rng,
    careful: bool,
}

impl RandomPlayer {
    /// The source's Random: any free neighbour.
    pub(crate) fn of_the_source(seed: u64) -> Self {
        Self { rng: rng::stream(seed, "tron random-source"), careful: false }
    }

    /// Does not enter a dead end when it has a choice: a move counts only if at least half as many cells can be reached
    /// after it as after the best move.
    pub(crate) fn careful(seed: u64) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tron::contest::parse_map;
    use crate::games::tron::position::Options;
    use std::collections::BTreeSet;

    fn answers(player: &mut RandomPlayer, map: &str) -> BTreeSet<String> {
        let position = Position::new(&parse_map(map).expect("a map"), 2, Options::default());
        (0..200)
            .map(|_| match player.choose(&position, 0, &Budget::unlimited()).step {
                Order::Go(dir) => format!("{dir:?}"),
                order => panic!("{order:?} is no plain move"),
            })
            .collect()
    }

    #[test]
    fn only_the_careful_one_avoids_a_dead_end() {
        // Up is a pit of one cell, right and down lead into the open.
        let map = "5 5\n# ###\n#1   \n#    \n#   2\n#    \n";
        let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        assert_eq!(answers(&mut RandomPlayer::careful(1), map), names(&["East", "South"]));
        assert_eq!(answers(&mut RandomPlayer::of_the_source(1), map), names(&["East", "North", "South"]));
        let forced = "3 3\n# #\n#1#\n##2\n";
        assert_eq!(answers(&mut RandomPlayer::careful(1), forced), names(&["North"]));
    }
}
