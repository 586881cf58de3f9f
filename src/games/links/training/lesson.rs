//! What the network learns from: positions of matches that the engine plays with itself, each with how the match ended.

use crate::base::Budget;
use crate::base::rng::{self, Rng, mix};
use crate::games::links::evaluation::Evaluation;
use crate::games::links::hole::Hole;
use crate::games::links::network::{INPUTS, Network, inputs};
use crate::games::links::node::{Node, settings};
use crate::games::links::position::Position;
use crate::games::links::routes::Look;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::step::Step;
use crate::search::{Engine, Game, Outcome, Settings};
use rand::RngExt;

/// A position and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    pub inputs: [i16; INPUTS],
    /// Whether the side to move has won.
    pub won: bool,
}

/// The boards of the matches; most are played on 20.
const SIZES: [u8; 7] = [20, 20, 20, 24, 24, 18, 12];

/// Moves that are looked at.
const WIDTH: usize = 20;

/// One of so many moves is any of the better ones.
const RANDOM: u32 = 25;

/// How unsure the players of a match are, so that matches differ.
const NOISE: [u64; 3] = [4, 12, 24];

/// The lessons of match number `number`, played with `nodes` nodes a move. Positions in which somebody can win at once teach
/// nothing, nor does a drawn match.
pub fn play(network: &Network, number: u64, seed: u64, nodes: u64) -> Vec<Lesson> {
    let mut rng = rng::stream(mix(seed) ^ number, "links lesson");
    let variant = if rng.random_range(0..4) == 0 { Variant::Standard } else { Variant::Pp };
    let size = SIZES[rng.random_range(0..SIZES.len())];
    let mut position = opening(Rules { size, variant, ..Rules::default() }, &mut rng);
    let noise = NOISE[rng.random_range(0..NOISE.len())];
    let unsure = Evaluation { network, noise, seed: rng.random_range(0..u64::MAX) };
    let mut engine = Engine::new(Settings { table_bits: 16, ..settings() });
    let mut seen: Vec<(usize, [i16; INPUTS])> = Vec::new();
    while position.end().is_none() {
        let (side, look) = (position.side(), Look::at(&position));
        if look.routes.iter().all(|routes| routes.distance > 1) {
            seen.push((side, inputs(&look, side)));
        }
        let mut node = Node::new(position.clone(), WIDTH);
        let thought = engine.think(&mut node, &unsure, &Budget::nodes(nodes));
        let mut moves: Vec<Step> = thought.best.into_iter().collect();
        if rng.random_range(0..RANDOM) == 0 {
            moves.clear();
            node.search_moves(&mut moves);
            moves.truncate(WIDTH / 2);
        }
        if moves.is_empty() {
            return Vec::new();
        }
        position.make(moves[rng.random_range(0..moves.len())]);
        position.judge_dead();
    }
    match position.end().map(|end| end.outcome) {
        Some(Outcome::Win(winner)) => {
            seen.into_iter().map(|(side, inputs)| Lesson { inputs, won: side == winner }).collect()
        }
        _ => Vec::new(),
    }
}

/// Two to six pegs anywhere but near the border.
fn opening(rules: Rules, rng: &mut Rng) -> Position {
    let mut position = Position::new(rules);
    let is_inside = |hole: &Hole| [hole.column(), hole.row()].iter().all(|at| (2..rules.size - 2).contains(at));
    for _ in 0..rng.random_range(2..7) {
        let free: Vec<Hole> = position.free(position.side()).iter().filter(is_inside).collect();
        position.make(Step::Peg(free[rng.random_range(0..free.len())]));
    }
    position
}
