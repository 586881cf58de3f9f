//! The thinkers of the program from which this game comes: three searches and three evaluations, to a depth that the player
//! chooses.
//!
//! An evaluation adds up, over the pegs of a side: 1 for every two pegs that have a knight's move neighbour in common; 5 for
//! a peg that can be linked to a free hole of an own border line, or else 3 for every hole from which both the peg and such
//! a hole can be reached; 10 for every link. Among equal moves the one comes first that reaches its value in fewer plies.

use super::hole::{DIRECTIONS, Hole};
use super::holes::Holes;
use super::node::Node;
use super::position::Position;
use super::step::Step;
use crate::base::Budget;
use crate::search::tree::{Heard, Listener, OPEN, Why};
use crate::search::{Bound, Evaluate, Game, Thought, WIN, alpha_beta, minimax};

/// What a thinker wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wish {
    /// That the other has little.
    Obstructing,
    /// To have much itself.
    Winning,
    /// Both.
    #[default]
    Mixed,
}

impl Wish {
    pub const ALL: [Self; 3] = [Self::Obstructing, Self::Winning, Self::Mixed];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Obstructing => "obstructing",
            Self::Winning => "winning",
            Self::Mixed => "mixed",
        }
    }

    /// The value of a position for a side.
    pub fn value(self, position: &Position, side: usize) -> i32 {
        match self {
            Self::Obstructing => -standing(position, 1 - side),
            Self::Winning => standing(position, side),
            Self::Mixed => standing(position, side) - standing(position, 1 - side),
        }
    }
}

/// How a thinker looks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Searcher {
    Minimax,
    #[default]
    AlphaBeta,
    /// At every node all moves are valued, and only the best of them are followed.
    Heuristic,
}

impl Searcher {
    pub const ALL: [Self; 3] = [Self::Minimax, Self::AlphaBeta, Self::Heuristic];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Heuristic => "heuristic",
        }
    }
}

/// The deepest search that can be chosen, in plies.
pub const MAX_DEPTH: u8 = 6;

/// A thinker as a player chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thinker {
    pub searcher: Searcher,
    pub wish: Wish,
    /// Plies, from 1 to [`MAX_DEPTH`].
    pub depth: u8,
}

impl Default for Thinker {
    fn default() -> Self {
        Self { searcher: Searcher::AlphaBeta, wish: Wish::Mixed, depth: 2 }
    }
}

impl Thinker {
    /// Its move in a position that is not over. All depths together keep to the budget. If it ends before the chosen depth,
    /// the move is that of the last depth that was finished, or else the first legal one.
    pub fn think(self, position: &Position, budget: &Budget) -> Thought<Step> {
        self.think_heard(position, budget, &mut ())
    }

    /// The same, with a listener that hears of every node.
    pub fn think_heard(
        self,
        position: &Position,
        budget: &Budget,
        listener: &mut impl Listener<Step>,
    ) -> Thought<Step> {
        let (mut node, side) = (Node::new(position.clone(), 0), position.side());
        let value = |node: &Node| {
            let value = self.wish.value(node.position(), side);
            if side == 0 { value } else { -value }
        };
        let mut thought = Thought::default();
        let mut nodes = 0;
        for depth in 1..=u32::from(self.depth) {
            if budget.is_spent(nodes) {
                break;
            }
            let budget = &budget.rest(nodes);
            let found = match self.searcher {
                Searcher::Minimax => minimax::search(&mut node, &value, depth, budget, listener),
                Searcher::AlphaBeta => alpha_beta::search(&mut node, &value, depth, budget, listener),
                Searcher::Heuristic => heuristic(&mut node, &value, depth, budget, listener),
            };
            nodes += found.nodes;
            if found.best.is_none() {
                break;
            }
            thought = found;
        }
        thought.nodes = nodes;
        thought.best = thought.best.or_else(|| {
            let mut moves = Vec::new();
            node.moves(&mut moves);
            moves.first().copied()
        });
        thought
    }
}

/// The heuristic minimax: values all children of a node and goes on only with those of the best value.
fn heuristic(
    node: &mut Node,
    evaluate: &impl Evaluate<Node>,
    depth: u32,
    budget: &Budget,
    listener: &mut impl Listener<Step>,
) -> Thought<Step> {
    let (mut nodes, mut budget) = (0, Heard::new(budget, listener));
    budget.enter(node, depth, OPEN);
    let found = follow(node, evaluate, depth, 0, &mut budget, &mut nodes);
    budget.listener.leave(found.as_ref().map(|(score, _)| *score));
    let (score, mut line) = found.unwrap_or_default();
    line.reverse();
    budget.listener.line(&line);
    Thought { best: line.first().copied(), score, depth, nodes, line }
}

/// The value for the side to move and the line, last move first.
fn follow<L: Listener<Step>>(
    node: &mut Node,
    evaluate: &impl Evaluate<Node>,
    depth: u32,
    ply: u32,
    budget: &mut Heard<L>,
    nodes: &mut u64,
) -> Option<(i32, Vec<Step>)> {
    let side = node.side();
    let mut moves = Vec::new();
    node.moves(&mut moves);
    let mut valued = Vec::with_capacity(moves.len());
    for step in moves {
        *nodes += 1;
        if budget.is_spent(*nodes) {
            return None;
        }
        node.make(step);
        let value = match node.outcome() {
            Some(crate::search::Outcome::Win(winner)) if winner == side => WIN - ply as i32 - 1,
            Some(crate::search::Outcome::Win(_)) => ply as i32 + 1 - WIN,
            Some(crate::search::Outcome::Draw) => 0,
            None => evaluate.value(node) * if side == 0 { 1 } else { -1 },
        };
        valued.push((step, value, node.outcome().is_some()));
        node.unmake();
    }
    let most = valued.iter().map(|(_, value, _)| *value).max()?;
    let mut best: Option<(i32, Vec<Step>)> = None;
    for (step, value, is_over) in valued {
        let is_followed = value == most;
        if !is_followed && !L::HEARS {
            continue;
        }
        budget.listener.step(step);
        node.make(step);
        budget.enter(node, depth.saturating_sub(1), OPEN);
        let found = if is_followed && depth > 1 && !is_over {
            follow(node, evaluate, depth - 1, ply + 1, budget, nodes).map(|(score, line)| (-score, line))
        } else {
            let why = if is_followed { Why::Judged } else { Why::Dropped };
            budget.listener.why(if is_over { Why::Over } else { why }, Bound::Exact);
            Some((value, Vec::new()))
        };
        budget.listener.leave(found.as_ref().map(|(score, _)| -score));
        node.unmake();
        let (score, mut line) = found?;
        let is_better =
            best.as_ref().is_none_or(|(most, old)| score > *most || score == *most && line.len() + 1 < old.len());
        if is_followed && is_better {
            line.push(step);
            best = Some((score, line));
        }
    }
    best
}

/// What the pegs and links of a side are worth.
fn standing(position: &Position, side: usize) -> i32 {
    let pegs: Vec<Hole> = position.pegs(side).iter().collect();
    let spots = position.free(side).and(&position.border(side));
    let mut value = 10 * position.links(side).len() as i32;
    for (index, peg) in pegs.iter().enumerate() {
        value += pegs[index + 1..].iter().filter(|other| is_pair(*peg, **other)).count() as i32;
        let around: Holes = DIRECTIONS.iter().filter_map(|(columns, rows)| peg.offset(*columns, *rows)).collect();
        if around.meets(&spots) {
            value += 5;
        } else {
            let reaches = |hole: &Hole| {
                DIRECTIONS
                    .iter()
                    .filter_map(|(columns, rows)| hole.offset(*columns, *rows))
                    .any(|spot| spots.contains(spot))
            };
            value += 3 * around.iter().filter(|hole| position.rules().has(*hole) && reaches(hole)).count() as i32;
        }
    }
    value
}

/// Whether two holes have a knight's move neighbour in common.
fn is_pair(a: Hole, b: Hole) -> bool {
    let apart = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    matches!((apart.0.min(apart.1), apart.0.max(apart.1)), (0, 2 | 4) | (1, 1 | 3) | (2, 4) | (3, 3))
}
