//! Alpha-beta over serialised turns.
//!
//! In every turn the own side moves first and the other answers, which is pessimistic: the value is a lower bound of the
//! simultaneous game's (B. Bošanský and others, "Using double-oracle method and serialized alpha-beta search for pruning
//! in simultaneous move games", IJCAI 2013). One thing is not taken over: an answer into the very cell that the own
//! head enters. The other side cannot know that cell, so a possible head-on collision is valued between the draw and the
//! best other answer if that answer is better than a draw ([`Weights`](super::weights::Weights): `risk` and `gain`).
//!
//! Around that: a transposition table on full turns, the table's move first, then killer moves (one per ply and side)
//! and the history heuristic (J. Schaeffer, ICCA Journal 6, 1983), null windows for all moves but the first (J. Pearl's
//! Scout, as principal variation search), and an end to the search of a line as soon as the sides are separated.

use super::super::field::Field;
use super::super::plane::{Bits, Spot};
use super::evaluation::Evaluation;
use crate::base::Budget;
use crate::base::rng::mix;
use crate::search::{Bound, Table};

/// Value of a won round, minus the plies until it ends.
pub(super) const WIN: i32 = 100_000_000;

/// Beyond every value.
pub(super) const INFINITE: i32 = 200_000_000;

/// How many nodes are visited between two looks at the budget.
const CHECK: u64 = 256;

/// Plies for which killers are kept.
const PLIES: usize = 256;

pub(super) struct Search<'a, P> {
    pub(super) field: Field<P>,
    pub(super) evaluation: Evaluation<P>,
    table: &'a mut Table<u8>,
    key: u64,
    killers: [[u8; 2]; PLIES],
    history: [Vec<u32>; 2],
    budget: &'a Budget,
    pub(super) nodes: u64,
    next_check: u64,
    /// Set when the budget is spent; values are meaningless from then on.
    pub(super) stopped: bool,
}

/// Up to four moves in the order in which they are tried.
struct Ordered {
    moves: [(u32, u8, Spot); 4],
    len: usize,
}

impl<'a, P: Bits> Search<'a, P> {
    pub(super) fn new(
        field: Field<P>,
        evaluation: Evaluation<P>,
        table: &'a mut Table<u8>,
        budget: &'a Budget,
    ) -> Self {
        let spots = usize::from(field.edges.height as u16) << 7;
        let mut key = 0;
        field.free.for_each(|spot| key ^= cell_key(spot));
        table.next_search();
        Self {
            field,
            evaluation,
            table,
            key,
            killers: [[4; 2]; PLIES],
            history: [vec![0; spots * 4], vec![0; spots * 4]],
            budget,
            nodes: 0,
            next_check: CHECK,
            stopped: false,
        }
    }

    pub(super) fn draw(&self) -> i32 {
        -self.evaluation.weights.contempt
    }

    /// Takes a cell out of the free ones, or puts it back.
    pub(super) fn flip(&mut self, spot: Spot) {
        self.field.free.flip(spot);
        self.key ^= cell_key(spot);
    }

    /// The value with `depth` turns to go, the own side to move from `mine`. `split` says that the last turn may have
    /// separated the sides.
    pub(super) fn own(&mut self, heads: (Spot, Spot), depth: u32, window: (i32, i32), ply: usize, split: bool) -> i32 {
        let (mine, theirs) = heads;
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK;
            self.stopped |= self.budget.is_spent(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let (own_exits, other_exits) = (self.field.exits(mine), self.field.exits(theirs));
        match (own_exits.is_none(), other_exits.is_none()) {
            (true, true) => return self.draw(),
            (true, false) => return ply as i32 - WIN,
            (false, true) => return WIN - ply as i32,
            (false, false) => {}
        }
        let (mut alpha, beta) = window;
        if depth == 0 || split && self.is_separated(mine, theirs) {
            return self.evaluation.value(&self.field, mine, theirs, alpha, beta);
        }
        let key = table_key(self.key ^ head_key(mine, 0) ^ head_key(theirs, 1));
        let mut best_index = 4;
        if let Some(entry) = self.table.get(key) {
            best_index = entry.best;
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if u32::from(entry.depth) >= depth && decides {
                return entry.score;
            }
        }
        let start = alpha;
        let mut best = -INFINITE;
        for (count, (index, to)) in self.ordered(0, mine, best_index, ply).enumerate() {
            let mut value = 0;
            let null = count > 0 && beta > alpha + 1;
            if null {
                value = self.reply(heads, to, depth, (alpha, alpha + 1), ply);
            }
            if !null || value > alpha && value < beta {
                value = self.reply(heads, to, depth, (alpha, beta), ply);
            }
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                best_index = index;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.remember(0, mine, index, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= start => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put_latest(key, best, depth.min(255) as u8, bound, best_index);
        best
    }

    /// The value after the own head has gone to `to`, the other side to answer.
    pub(super) fn reply(&mut self, heads: (Spot, Spot), to: Spot, depth: u32, window: (i32, i32), ply: usize) -> i32 {
        let theirs = heads.1;
        let draw = self.draw();
        let collides = self.field.exits(theirs).any(|(_, cell)| cell == to);
        let own_splits = !self.field.free.is_simple(to, &self.field.edges);
        self.flip(to);
        let moves = self.ordered(1, theirs, 4, ply);
        if moves.len == 0 {
            // The shared cell is the other side's only move.
            self.flip(to);
            return draw;
        }
        // With a possible collision the value lies between the draw and the answers, so the answers have a wider window.
        let safe = i64::from(100 - self.evaluation.weights.risk);
        let widen = |bound: i32| {
            if !collides || bound < draw {
                return bound;
            }
            let above = (i64::from(bound) - i64::from(draw)) * 100 / safe;
            (i64::from(draw) + above).min(i64::from(INFINITE)) as i32
        };
        let (alpha, mut beta) = (widen(window.0), widen(window.1).max(widen(window.0) + 1));
        let mut best = INFINITE;
        for (count, (index, answer)) in moves.enumerate() {
            let splits = own_splits || !self.field.free.is_simple(answer, &self.field.edges);
            self.flip(answer);
            let mut value = 0;
            let null = count > 0 && beta > alpha + 1;
            if null {
                value = self.own((to, answer), depth - 1, (beta - 1, beta), ply + 1, splits);
            }
            if !null || value < beta && value > alpha {
                value = self.own((to, answer), depth - 1, (alpha, beta), ply + 1, splits);
            }
            self.flip(answer);
            if self.stopped {
                break;
            }
            best = best.min(value);
            beta = beta.min(value);
            if alpha >= beta {
                self.remember(1, theirs, index, depth, ply);
                break;
            }
        }
        self.flip(to);
        match self.evaluation.weights.gain {
            gain if collides && best > draw => draw + (i64::from(best.min(gain) - draw) * safe / 100) as i32,
            _ => best,
        }
    }

    /// The value after the own head has boosted over `first` to `second`, the other side to answer in the same turn: it
    /// can meet the head on `first`, or be on `second` before it.
    pub(super) fn boost(&mut self, heads: (Spot, Spot), cells: (Spot, Spot), depth: u32, window: (i32, i32)) -> i32 {
        let (first, second) = cells;
        let mut best = INFINITE;
        for (_, answer) in self.field.exits(heads.1) {
            let value = if answer == first {
                self.draw()
            } else if answer == second {
                -WIN
            } else {
                let taken = [first, second, answer];
                taken.iter().for_each(|spot| self.flip(*spot));
                let value = self.own((second, answer), depth - 1, (window.0, window.1.min(best)), 1, true);
                taken.iter().for_each(|spot| self.flip(*spot));
                value
            };
            best = best.min(value);
            if self.stopped || best <= window.0 {
                break;
            }
        }
        best
    }

    /// The exact value of one pair of moves of the same turn, with `depth` turns to go after it.
    pub(super) fn pair(&mut self, to: Spot, answer: Spot, depth: u32) -> i32 {
        if to == answer {
            return self.draw();
        }
        self.flip(to);
        self.flip(answer);
        let value = self.own((to, answer), depth, (-INFINITE, INFINITE), 1, true);
        self.flip(answer);
        self.flip(to);
        value
    }

    /// The line that the table expects after the own head goes to `to`: own cells and the other side's, at most
    /// `longest` turns.
    pub(super) fn line(&mut self, heads: (Spot, Spot), to: Spot, longest: usize) -> (Vec<Spot>, Vec<Spot>) {
        let (mut own, mut others) = (vec![to], Vec::new());
        let (mut to, mut theirs) = (to, heads.1);
        self.flip(to);
        while own.len() <= longest {
            let known = |answer: Spot| {
                let key = table_key(self.key ^ cell_key(answer) ^ head_key(to, 0) ^ head_key(answer, 1));
                self.table.get(key).map(|entry| (entry.score, entry.best, answer))
            };
            let worst = self.field.exits(theirs).filter_map(|(_, answer)| known(answer)).min();
            let Some((_, best, answer)) = worst else { break };
            self.flip(answer);
            others.push(answer);
            theirs = answer;
            let next = self.field.exits(to).find(|(index, _)| *index == usize::from(best));
            let Some((_, cell)) = next else { break };
            self.flip(cell);
            own.push(cell);
            to = cell;
        }
        for spot in own.iter().chain(&others).copied().collect::<Vec<_>>() {
            self.flip(spot);
        }
        (own, others)
    }

    /// Whether no way is left from one head to the other.
    pub(super) fn is_separated(&self, mine: Spot, theirs: Spot) -> bool {
        !self.field.free.meet([&P::single(mine), &P::single(theirs)], &self.field.edges)
    }

    /// Whether the own head could be answered by a collision in the next turn.
    pub(super) fn in_contact(&self, mine: Spot, theirs: Spot) -> bool {
        self.field.exits(mine).any(|(_, cell)| self.field.exits(theirs).any(|(_, other)| other == cell))
    }

    fn ordered(&self, side: usize, from: Spot, first: u8, ply: usize) -> Ordered {
        let killer = self.killers[ply.min(PLIES - 1)][side];
        let mut ordered = Ordered { moves: [(0, 0, 0); 4], len: 0 };
        for (index, to) in self.field.exits(from) {
            let index = index as u8;
            let rank = if index == first {
                u32::MAX
            } else if index == killer {
                u32::MAX - 1
            } else {
                self.history[side][usize::from(from) * 4 + usize::from(index)]
            };
            // Insertion keeps the order of `MOVES` among equals.
            let mut place = ordered.len;
            while place > 0 && ordered.moves[place - 1].0 < rank {
                ordered.moves[place] = ordered.moves[place - 1];
                place -= 1;
            }
            ordered.moves[place] = (rank, index, to);
            ordered.len += 1;
        }
        ordered
    }

    fn remember(&mut self, side: usize, from: Spot, index: u8, depth: u32, ply: usize) {
        self.killers[ply.min(PLIES - 1)][side] = index;
        let entry = &mut self.history[side][usize::from(from) * 4 + usize::from(index)];
        *entry = entry.saturating_add(depth * depth).min(u32::MAX / 2);
    }
}

impl Iterator for Ordered {
    type Item = (u8, Spot);

    fn next(&mut self) -> Option<(u8, Spot)> {
        let (_, index, to) = self.moves[0];
        self.len = self.len.checked_sub(1)?;
        self.moves.rotate_left(1);
        Some((index, to))
    }
}

#[inline(always)]
fn cell_key(spot: Spot) -> u64 {
    mix(u64::from(spot) | 1 << 20)
}

/// The table puts the last bit of a key aside, which here is as random as any other.
fn table_key(key: u64) -> u64 {
    key.rotate_left(1)
}

#[inline(always)]
fn head_key(spot: Spot, side: u64) -> u64 {
    mix(u64::from(spot) | (2 + side) << 20)
}
