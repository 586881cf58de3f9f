//! What a search costs: the counts that `gridmarch bench tron` turns into speeds.

use super::super::arena::ArenaProblem;
use super::super::field::{Field, head, nearest_opponent};
use super::super::generate::RandomArena;
use super::super::plane::{Bits, with_bits};
use super::super::position::{Options, Position};
use super::evaluation::{Evaluation, Terms};
use super::search::{INFINITE, Search};
use super::{Engine, MAX_LEVEL};
use crate::arena::Player as _;
use crate::base::{Budget, rng};
use crate::search::Table;
use rand::RngExt;
use std::ops::AddAssign;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Positions visited with the own side to move.
    pub nodes: u64,
    /// Positions evaluated: territories divided, cells and edges counted.
    pub evaluations: u64,
    /// Evaluations that went on to the chambers of both sides.
    pub walks: u64,
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.walks += other.walks;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaves {
    /// Territory, cells and edges.
    Cheap,
    /// The same, and chambers where they can matter: what the engine plays with.
    Chambers,
}

/// Searches for `seat` with iterative deepening until the budget is spent. The same position, leaves and node budget
/// always do the same work.
pub fn work(position: &Position, seat: usize, leaves: Leaves, budget: &Budget) -> Work {
    with_bits!(position.width(), position.height(), Bits => work_on::<Bits>(position, seat, leaves, budget))
}

fn work_on<P: Bits>(position: &Position, seat: usize, leaves: Leaves, budget: &Budget) -> Work {
    let field = Field::<P>::new(position);
    let Some(other) = nearest_opponent(position, seat, &field.edges) else {
        return Work::default();
    };
    let heads = (head(position, seat), head(position, other));
    let terms = Terms { edges: true, chambers: leaves == Leaves::Chambers };
    let mut table = Table::new(18);
    let mut search = Search::new(field, Evaluation::new(&field, terms, P::EMPTY), &mut table, budget);
    for depth in 1..=field.free.count() / 2 {
        search.own(heads, depth, (-INFINITE, INFINITE), 0, true);
        if search.stopped {
            break;
        }
    }
    Work { nodes: search.nodes, evaluations: search.evaluation.evaluations, walks: search.evaluation.walks }
}

/// Positions of games of the engine against itself on random boards, in which two players can still meet: what searches
/// are measured on. Each board gives the start and then every eighth step.
pub fn samples(wish: RandomArena, count: usize, seed: u64) -> Result<Vec<Position>, ArenaProblem> {
    let mut positions = Vec::with_capacity(count);
    let mut boards = rng::stream(seed, "tron samples");
    while positions.len() < count {
        let mut position = Position::new(&wish.generate(boards.random())?, 2, Options::default());
        let mut players = [1, 2].map(|side| Engine::new(MAX_LEVEL, seed ^ side));
        while positions.len() < count && position.outcome().is_none() && can_meet(&position) {
            if position.steps().is_multiple_of(8) {
                positions.push(position.clone());
            }
            let orders = [0, 1].map(|seat| players[seat].choose(&position, seat, &Budget::nodes(SAMPLE_NODES)).step);
            position.make(&orders);
        }
    }
    Ok(positions)
}

/// Nodes of a move in the games that samples come from.
const SAMPLE_NODES: u64 = 300;

/// Whether there is a way from the first head to the second.
pub fn can_meet(position: &Position) -> bool {
    with_bits!(position.width(), position.height(), Bits => {
        let field = Field::<Bits>::new(position);
        let reach = field.reach(head(position, 0));
        field.exits(head(position, 1)).any(|(_, door)| reach.has(door))
    })
}
