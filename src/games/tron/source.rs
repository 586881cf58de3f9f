//! The minimax players of the source, decision for decision as it is coded (not as it is described).
//!
//! The source builds the whole tree of `level` single moves (own and other in turn), grades the leaves and takes the
//! first best own move in the order up, right, down, left. Here the same minimax value is found by alpha-beta
//! (D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975): a root move counts
//! only if it is strictly better than all before it, so cut-offs change nothing. The set of reachable cells is carried
//! down the tree: a move whose cell is *simple* (its free neighbours hang together locally) splits nothing, and only
//! after other moves the flood is made anew. What the code does and its text does
//! not say:
//!
//! - A player without a free neighbour is no loss in the tree: the node is a leaf and graded like any other. If that
//!   is the other player, the own trail of this turn is not there yet: the cell just entered still counts as floor.
//! - The other player may enter the cell just entered: both are out, which Separator grades 0, Wallhugger -1.
//! - Wallhugger's number of adjacent walls is always 0: it is the number of reachable cells, nothing else.
//! - Separator, separated: reachable cells minus all other floor cells, the other player's and unreachable ones.
//!
//! With more than two players the nearest living opponent is the other player; the rest stand still.

use super::arena::MOVES;
use super::field::{Field, head, nearest_opponent};
use super::plane::{Bits, Spot, with_bits};
use super::player::{Choice, Thought};
use super::position::{Order, Position};
use crate::arena::Player;
use crate::base::Budget;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Wallhugger,
    /// 1 / distance while connected, own minus all other floor once separated.
    Separator,
}

/// The source's minimax player. It looks at no budget: its depth is its rule.
#[derive(Debug, Clone)]
pub struct SourcePlayer {
    rule: Rule,
    level: u8,
}

impl SourcePlayer {
    /// A player that looks `level` single moves ahead; the source has 2, 4, 6, 8 and 10.
    pub fn new(rule: Rule, level: u8) -> Self {
        Self { rule, level }
    }
}

impl Player<Position> for SourcePlayer {
    fn choose(&mut self, position: &Position, seat: usize, _budget: &Budget) -> Choice {
        with_bits!(position.width(), position.height(), Bits => self.choose_on::<Bits>(position, seat))
    }
}

impl SourcePlayer {
    fn choose_on<P: Bits>(&self, position: &Position, seat: usize) -> Choice {
        let field = Field::<P>::new(position);
        let straight = Choice { step: Order::Go(position.riders()[seat].heading), thought: None };
        let Some(other) = nearest_opponent(position, seat, &field.edges) else {
            return straight;
        };
        let mut tree = Tree { rule: self.rule, field, floors: field.free.count() as i32, leaves: 0 };
        let (mine, theirs) = (head(position, seat), head(position, other));
        let reach = tree.reach(mine);
        let mut best = None;
        for (index, to) in field.exits(mine) {
            let alpha = best.map_or(-LIMIT, |(_, score)| score);
            let score = tree.other_to_move(to, theirs, &reach, self.level.saturating_sub(1), alpha, LIMIT);
            if best.is_none() || score > alpha {
                best = Some((index, score));
            }
        }
        let Some((index, score)) = best else {
            return straight;
        };
        let thought = Thought {
            score: score.div_euclid(UNIT),
            depth: u32::from(self.level),
            nodes: tree.leaves,
            evaluations: tree.leaves,
            ..Thought::default()
        };
        Choice { step: Order::Go(MOVES[index]), thought: Some(thought) }
    }
}

/// Grades are kept as integers: cells times `UNIT`, and 1 / distance as a number between 0 and `UNIT` that falls with
/// the square of the distance. Only the order of grades matters, and 1 at distance 1 equals one cell, as in the source.
const UNIT: i32 = 1 << 15;

/// Above every grade: `UNIT` times more cells than a board can have.
const LIMIT: i32 = UNIT * 20_000;

struct Tree<P> {
    rule: Rule,
    field: Field<P>,
    floors: i32,
    leaves: u64,
}

/// The cells that the own head can reach, kept from node to node.
#[derive(Clone, Copy)]
struct Reach<P> {
    region: P,
    count: i32,
    /// Whether the region is certainly connected without passing the head.
    whole: bool,
}

impl<P: Bits> Tree<P> {
    fn own_to_move(&mut self, mine: Spot, theirs: Spot, reach: &Reach<P>, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        let exits = self.field.exits(mine);
        if depth == 0 || exits.is_none() {
            return self.grade(mine, theirs, reach);
        }
        for (_, to) in exits {
            alpha = alpha.max(self.other_to_move(to, theirs, reach, depth - 1, alpha, beta));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// `reach` is what could be reached before the own move to `mine`.
    fn other_to_move(
        &mut self,
        mine: Spot,
        theirs: Spot,
        reach: &Reach<P>,
        depth: u8,
        alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let exits = self.field.exits(theirs);
        if depth == 0 || exits.is_none() {
            let reach = self.reach(mine);
            return self.grade(mine, theirs, &reach);
        }
        let keeps = reach.whole && self.field.free.is_simple(mine, &self.field.edges);
        self.field.free.flip(mine);
        self.floors -= 2;
        for (_, to) in exits {
            let value = if to == mine {
                self.leaves += 1;
                match self.rule {
                    Rule::Separator => 0,
                    Rule::Wallhugger => -UNIT,
                }
            } else {
                let after = self.reach_after(reach, keeps, mine, to);
                self.field.free.flip(to);
                let after = after.unwrap_or_else(|| self.reach(mine));
                let value = self.own_to_move(mine, to, &after, depth - 1, alpha, beta);
                self.field.free.flip(to);
                value
            };
            beta = beta.min(value);
            if alpha >= beta {
                break;
            }
        }
        self.field.free.flip(mine);
        self.floors += 2;
        beta
    }

    /// What can be reached after both moved, from what could be reached before, if neither move can have split it;
    /// `keeps` says so of the own move.
    fn reach_after(&self, before: &Reach<P>, keeps: bool, mine: Spot, theirs: Spot) -> Option<Reach<P>> {
        let inside = before.region.has(theirs);
        if !keeps || inside && !self.field.free.is_simple(theirs, &self.field.edges) {
            return None;
        }
        let mut after = *before;
        after.region.flip(mine);
        after.count -= 1;
        if inside {
            after.region.flip(theirs);
            after.count -= 1;
        }
        Some(after)
    }

    fn reach(&self, mine: Spot) -> Reach<P> {
        let region = self.field.reach(mine);
        Reach { region, count: region.count() as i32, whole: self.field.free.is_simple(mine, &self.field.edges) }
    }

    fn grade(&mut self, mine: Spot, theirs: Spot, reach: &Reach<P>) -> i32 {
        self.leaves += 1;
        match self.rule {
            Rule::Wallhugger => reach.count * UNIT,
            Rule::Separator if self.field.exits(theirs).any(|(_, door)| reach.region.has(door)) => {
                let (dx, dy) = self.field.edges.offset(mine, theirs);
                // At most 2 * 99 * 99, less than `UNIT`; two heads are never in one cell here.
                UNIT + 1 - (dx * dx + dy * dy) as i32
            }
            Rule::Separator => (2 * reach.count - self.floors) * UNIT,
        }
    }
}
