//! One decision: which opponent, which search, which move.
//!
//! - Separated from every living opponent: the endgame fills the region ([`super::endgame`]).
//! - Else the opponent who is nearest moves in the search and the others stand as bystanders whose heads take part in the
//!   division of the territory: paranoid search (N. Sturtevant, R. Korf, "On pruning techniques for multi-player games",
//!   AAAI 2000) restricted to the one who matters most.
//!
//! Iterative deepening over full turns with the best move first and null windows for the others. An unfinished
//! iteration counts as far as it got, once its first move is done. Where the heads can enter one cell in the coming
//! turn, the moves are mixed ([`super::mixing`]) if that promises more than the safest move.

use super::super::arena::MOVES;
use super::super::field::{Field, head};
use super::super::plane::{Bits, Spot, cell_of};
use super::super::player::{Choice, Thought};
use super::super::position::{Order, Position};
use super::endgame::fill;
use super::evaluation::Evaluation;
use super::levels::Level;
use super::mixing::{safest, solve};
use super::search::{INFINITE, Search, WIN};
use super::weights::CELL;
use crate::base::{Budget, rng};
use crate::search::Table;
use rand::RngExt;
use rand::seq::SliceRandom;

/// What the engine keeps from turn to turn.
pub(super) struct Memory {
    pub(super) table: Table<u8>,
    pub(super) plan: Vec<Spot>,
    pub(super) rng: rng::Rng,
    /// Own seat and opponent of the last search: the table's values are theirs.
    pub(super) pairing: Option<(usize, usize)>,
}

/// The matrix of a turn in contact is searched this many turns less deep than the moves: it takes full windows.
const MATRIX_BELOW: u32 = 2;

/// How much better than the best move a boost has to be: four steps of energy are worth something later, too.
const BOOST_PRICE: i32 = 4 * CELL;

/// How many turns of the expected line are told.
const LINE: usize = 20;

/// What a won or lost round counts in the matrix: about 36 cells.
const LARGE: i32 = 30_000;

/// A move at the root with its direction's index and cell.
type Candidate = (usize, Spot);

/// Chooses a move on a board that fits into `P`.
pub(super) fn choose<P: Bits>(
    position: &Position,
    seat: usize,
    budget: &Budget,
    level: &Level,
    memory: &mut Memory,
) -> Choice {
    let field = Field::<P>::new(position);
    let mine = head(position, seat);
    let mut moves: Vec<Candidate> = field.exits(mine).collect();
    let only = |index: usize| Choice { step: Order::Go(MOVES[index]), thought: None };
    match moves[..] {
        [] => return Choice { step: Order::Go(position.riders()[seat].heading), thought: None },
        [(index, to)] => {
            memory.follow(to);
            return only(index);
        }
        _ => {}
    }
    // Random among equals: the first of the best is taken.
    moves.shuffle(&mut memory.rng);
    if level.errors > 0 && memory.rng.random_range(0..100) < level.errors {
        memory.plan.clear();
        return only(moves[0].0);
    }
    let reach = field.reach(mine);
    let touched = |other: &usize| field.exits(head(position, *other)).any(|(_, door)| reach.has(door));
    let in_reach = |other: &usize| {
        let (dx, dy) = field.edges.offset(mine, head(position, *other));
        (!touched(other), dx + dy)
    };
    let nearest = position.living().filter(|other| *other != seat).min_by_key(in_reach);
    match nearest {
        Some(other) if touched(&other) => {
            memory.plan.clear();
            search(position, seat, other, field, moves, budget, level, memory)
        }
        _ => {
            let budget = budget.clone().and_nodes(level.filling);
            let filling = fill(field, mine, &memory.plan, &budget);
            let Some(to) = filling.path.first().copied() else {
                return only(moves[0].0);
            };
            let index = moves.iter().find(|(_, cell)| *cell == to).map_or(moves[0].0, |(index, _)| *index);
            let thought = Thought {
                score: 100 * filling.path.len() as i32,
                depth: filling.depth,
                nodes: filling.nodes,
                evaluations: filling.nodes,
                line: filling.path.iter().map(|spot| cell_of(*spot)).collect(),
                ..Thought::default()
            };
            memory.plan = filling.path;
            memory.follow(to);
            Choice { step: Order::Go(MOVES[index]), thought: Some(thought) }
        }
    }
}

impl Memory {
    /// The head goes to `to`: the plan loses its first cell, or is void.
    fn follow(&mut self, to: Spot) {
        if self.plan.first() == Some(&to) {
            self.plan.remove(0);
        } else {
            self.plan.clear();
        }
    }
}

fn search<P: Bits>(
    position: &Position,
    seat: usize,
    other: usize,
    field: Field<P>,
    mut moves: Vec<Candidate>,
    budget: &Budget,
    level: &Level,
    memory: &mut Memory,
) -> Choice {
    if memory.pairing != Some((seat, other)) {
        memory.table = Table::new(level.table);
        memory.pairing = Some((seat, other));
    }
    let heads = (head(position, seat), head(position, other));
    let bystanders = position
        .living()
        .filter(|third| *third != seat && *third != other)
        .fold(P::EMPTY, |set, third| set.or(&P::single(head(position, third))));
    let evaluation = Evaluation::new(&field, level.terms, bystanders);
    let mut search = Search::new(field, evaluation, &mut memory.table, budget);
    let mut thought = Thought::default();
    let contact = search.in_contact(heads.0, heads.1);
    let answers: Vec<Spot> = field.exits(heads.1).map(|(_, to)| to).collect();
    let mut mixed = None;
    let boosts = boosts(position, seat, &field, &moves);
    let mut boosted = None;
    let deepest = (field.free.count() / 2 + 1).min(level.turns);
    for depth in 1..=deepest {
        let mut best: Option<(usize, i32)> = None;
        for (rank, &(_, to)) in moves.iter().enumerate() {
            let value = match best {
                None => search.reply(heads, to, depth, (-INFINITE, INFINITE), 0),
                Some((_, best)) => {
                    let value = search.reply(heads, to, depth, (best, best + 1), 0);
                    if value > best { search.reply(heads, to, depth, (best, INFINITE), 0) } else { value }
                }
            };
            if search.stopped {
                break;
            }
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((rank, value));
            }
        }
        if let Some((rank, value)) = best {
            moves[..=rank].rotate_right(1);
            thought.score = (i64::from(value) * 100 / i64::from(CELL)) as i32;
            thought.depth = depth;
            // A lost position can still be saved by a boost.
            if value.abs() > WIN / 2 && (value > 0 || boosts.is_empty()) {
                break;
            }
        }
        if search.stopped {
            break;
        }
        if let Some((_, best)) = best {
            boosted = None;
            let mut enough = if best < -WIN / 2 { best } else { best.saturating_add(BOOST_PRICE) };
            for (index, cells) in &boosts {
                let value = search.boost(heads, *cells, depth, (enough, INFINITE));
                if value > enough && !search.stopped {
                    enough = value;
                    boosted = Some((*index, cells.1));
                }
            }
            if search.stopped {
                break;
            }
        }
        if level.mixes && contact && depth > MATRIX_BELOW {
            let matrix: Vec<Vec<i32>> = moves
                .iter()
                .map(|(_, to)| answers.iter().map(|answer| search.pair(*to, *answer, depth - MATRIX_BELOW)).collect())
                .collect();
            if search.stopped {
                break;
            }
            mixed = mixture(&matrix, &moves);
        }
    }
    if let Some(mix) = &mixed {
        let mut ball = memory.rng.random_range(0..mix.iter().map(|(_, share)| u32::from(*share)).sum::<u32>());
        for (candidate, share) in mix {
            if ball < u32::from(*share) {
                let rank = moves.iter().position(|other| other == candidate).unwrap_or(0);
                moves.swap(0, rank);
                break;
            }
            ball -= u32::from(*share);
        }
    }
    thought.nodes = search.nodes;
    thought.evaluations = search.evaluation.evaluations;
    if let Some((index, to)) = boosted {
        thought.line = vec![cell_of(to)];
        thought.mix = vec![(MOVES[index], 100)];
        return Choice { step: Order::Boost(MOVES[index]), thought: Some(thought) };
    }
    let (index, to) = moves[0];
    thought.mix = match mixed {
        Some(mix) => mix.into_iter().map(|((index, _), share)| (MOVES[index], share)).collect(),
        None => vec![(MOVES[index], 100)],
    };
    let (line, reply) = search.line(heads, to, LINE);
    thought.line = line.into_iter().map(cell_of).collect();
    thought.reply = reply.into_iter().map(cell_of).collect();
    Choice { step: Order::Go(MOVES[index]), thought: Some(thought) }
}

/// The boosts over free cells: index of the direction, first and second cell. None where the seat cannot boost.
fn boosts<P: Bits>(
    position: &Position,
    seat: usize,
    field: &Field<P>,
    moves: &[Candidate],
) -> Vec<(usize, (Spot, Spot))> {
    if !position.can_boost(seat) {
        return Vec::new();
    }
    let second = |&(index, first): &Candidate| {
        let second = field.edges.neighbour(first, index).filter(|second| field.free.has(*second));
        second.map(|second| (index, (first, second)))
    };
    moves.iter().filter_map(second).collect()
}

/// The mixture of moves that the matrix of their values asks for, or `None` if the safest move is as good as it.
fn mixture(matrix: &[Vec<i32>], moves: &[Candidate]) -> Option<Vec<(Candidate, u8)>> {
    // Won and lost lines count as large differences, not as infinite ones.
    let limited: Vec<Vec<i32>> =
        matrix.iter().map(|row| row.iter().map(|value| (*value).clamp(-LARGE, LARGE)).collect()).collect();
    let (shares, value) = solve(&limited);
    let (_, guaranteed) = safest(&limited)?;
    if value <= guaranteed + CELL / 2 {
        return None;
    }
    let mut mix: Vec<_> = moves.iter().copied().zip(shares).filter(|(_, share)| *share > 0).collect();
    mix.sort_by_key(|(_, share)| 100 - *share);
    Some(mix)
}
