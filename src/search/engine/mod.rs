//! The search that the game ships: principal variation search with null windows (T. A. Marsland, M. Campbell,
//! "Parallel search of strongly ordered game trees", 1982) under iterative deepening, with a transposition table,
//! killers and history, and a quiescence search over noisy moves.
//!
//! Wins count their distance from the root, also through the table. A position that was there before is a draw at once;
//! a draw is worth a little less than nothing to the side that stands better at the root. Repetition makes values depend
//! on the way to a position, which the table does not know: the usual error of the kind, taken for its speed.

mod quiescence;

use super::Thought;
use super::game::{Evaluate, Game, Outcome, WIN, ended, is_decided, plies_to_end, relative};
use super::ordering::Ordering;
use super::settings::Settings;
use super::table::{Bound, Memory, Table};
use super::tree::{Heard, Listener, Why};
use crate::base::Budget;

/// Longest line that is followed, in plies.
pub(crate) const MAX_PLIES: usize = 128;

/// Nodes between two looks at the budget.
const LOOK: u64 = 512;

/// Above every value.
const INFINITE: i32 = WIN + 1;

/// Plies from which on a thread leaves a move for later that another one searches at the time (T. Kerrigan, "Simplified
/// ABDADA", 2014).
const WORTH_WAITING: u32 = 3;

/// The rank of such a move.
const LATER: i32 = i32::MIN;

/// Half of the first window around the last value.
const WINDOW: i32 = 40;

struct Stopped;

/// A search with its memory, which it keeps from one position to the next.
pub struct Engine<G: Game, T = Table<Option<<G as Game>::Move>>> {
    settings: Settings,
    table: T,
    ordering: Ordering<G::Move>,
    /// Buffers of moves with their ranks, by ply.
    ranked: Vec<Vec<(i32, G::Move)>>,
    buffer: Vec<G::Move>,
    /// The expected line from each ply.
    lines: Vec<Vec<G::Move>>,
    nodes: u64,
    /// Whether a first move has been searched, before which no budget stops.
    has_move: bool,
    /// What a draw is worth to side 0.
    draw: i32,
    /// The best of the depth in progress.
    root: Option<(i32, Vec<G::Move>)>,
}

impl<G: Game> Engine<G> {
    pub fn new(settings: Settings) -> Self {
        Self::remembering(settings, Table::new(settings.table_bits))
    }
}

impl<G: Game, T: Memory<Option<G::Move>>> Engine<G, T> {
    /// An engine that keeps what it knows in a table, which others may use as well.
    pub(super) fn remembering(settings: Settings, table: T) -> Self {
        Self {
            settings,
            table,
            ordering: Ordering::new(G::HISTORY, MAX_PLIES),
            ranked: (0..MAX_PLIES).map(|_| Vec::new()).collect(),
            buffer: Vec::new(),
            lines: (0..=MAX_PLIES).map(|_| Vec::new()).collect(),
            nodes: 0,
            has_move: false,
            draw: 0,
            root: None,
        }
    }

    pub(crate) fn set_max_depth(&mut self, plies: u32) {
        self.settings.max_depth = plies;
    }

    /// Searches deeper and deeper until the budget or the largest depth is reached, or the end is certain. The position
    /// is the same afterwards. At least one move is always searched, however small the budget.
    pub fn think(&mut self, game: &mut G, evaluate: &impl Evaluate<G>, budget: &Budget) -> Thought<G::Move> {
        self.think_watched(game, evaluate, budget, &mut |_| {})
    }

    /// The same, telling after each finished depth what is known so far.
    pub(crate) fn think_watched(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        budget: &Budget,
        watch: &mut impl FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        self.think_heard(game, evaluate, budget, watch, &mut ())
    }

    /// The same, with a listener that hears of every node. It changes nothing.
    pub fn think_heard(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        budget: &Budget,
        watch: &mut impl FnMut(&Thought<G::Move>),
        listener: &mut impl Listener<G::Move>,
    ) -> Thought<G::Move> {
        self.table.next_search();
        self.think_from(1, game, evaluate, budget, watch, listener)
    }

    /// The same, beginning with a depth, and with what is known as new as what will be found.
    pub(super) fn think_from(
        &mut self,
        first: u32,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        budget: &Budget,
        watch: &mut impl FnMut(&Thought<G::Move>),
        listener: &mut impl Listener<G::Move>,
    ) -> Thought<G::Move> {
        let budget = &mut Heard::new(budget, listener);
        let mut thought = Thought::default();
        if game.outcome().is_some() {
            return thought;
        }
        self.nodes = 0;
        self.has_move = false;
        self.ordering.next_search();
        let better = relative(game, evaluate).signum() * if game.side() == 0 { 1 } else { -1 };
        self.draw = -better * self.settings.contempt;
        let most = self.settings.max_depth.clamp(1, MAX_PLIES as u32 - 1);
        for depth in first..=most {
            let is_stopped = self.deepen(game, evaluate, depth, thought.score, budget).is_err();
            if let Some((score, line)) = self.root.take() {
                thought.best = line.first().copied();
                thought.score = score;
                thought.line = line;
            }
            thought.nodes = self.nodes;
            budget.listener.line(&thought.line);
            if is_stopped {
                break;
            }
            thought.depth = depth;
            watch(&thought);
            let is_certain = plies_to_end(thought.score).is_some_and(|plies| plies <= depth);
            if is_certain || budget.is_spent(self.nodes) {
                break;
            }
        }
        thought
    }

    /// One depth, in a window around the last value that is opened where the value falls outside.
    fn deepen<L: Listener<G::Move>>(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        depth: u32,
        last: i32,
        budget: &mut Heard<L>,
    ) -> Result<(), Stopped> {
        let (mut below, mut above) = (INFINITE, INFINITE);
        if depth > 2 && !is_decided(last) {
            (below, above) = (WINDOW, WINDOW);
        }
        loop {
            let (alpha, beta) = ((last - below).max(-INFINITE), (last + above).min(INFINITE));
            let score = self.node(game, evaluate, depth, 0, alpha, beta, budget)?;
            if score <= alpha && alpha > -INFINITE {
                below = INFINITE * 2;
            } else if score >= beta && beta < INFINITE {
                above = INFINITE * 2;
            } else {
                return Ok(());
            }
        }
    }

    /// Searches a node, and tells of it.
    #[inline(always)]
    fn node<L: Listener<G::Move>>(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
        budget: &mut Heard<L>,
    ) -> Result<i32, Stopped> {
        budget.enter(game, depth, (alpha, beta));
        let found = self.full(game, evaluate, depth, ply, alpha, beta, budget);
        budget.listener.leave(found.as_ref().ok().copied());
        found
    }

    fn full<L: Listener<G::Move>>(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        mut depth: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        budget: &mut Heard<L>,
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        if let Some(score) = self.settled(game, evaluate, ply) {
            self.visit(budget)?;
            budget.settled(game);
            return Ok(score);
        }
        if ply > 0 && game.is_forced() {
            depth += 1;
        }
        if depth == 0 || ply + 1 >= MAX_PLIES {
            return self.quiet(game, evaluate, self.settings.quiescence, ply, alpha, beta, budget);
        }
        self.visit(budget)?;
        let key = game.path_key();
        let is_line = beta - alpha > 1;
        let mut known = None;
        if let Some(entry) = self.table.get(key) {
            known = entry.best;
            let is_enough =
                u32::from(entry.depth) == depth || self.settings.deeper_entries && u32::from(entry.depth) > depth;
            // Not on the principal line, which would lose its moves.
            if is_enough && !is_line {
                let score = from_table(entry.score, ply);
                let cuts = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if cuts {
                    budget.listener.why(Why::Table, entry.bound);
                    return Ok(score);
                }
            }
        }
        let side = game.side();
        let mut moves = self.ranked_moves(game, ply, known, false);
        let (mut best, mut best_move, old_alpha) = (-INFINITE, None, alpha);
        // Moves may be put off to the end.
        let mut next = 0;
        while next < moves.len() {
            let (index, action) = (next, pick(&mut moves, next));
            next += 1;
            let less = self.reduction(game, action, depth, index);
            game.make(action);
            let below = game.path_key();
            let may_wait = index > 0 && depth >= WORTH_WAITING;
            let is_begun = may_wait && self.table.begin(below);
            if may_wait && !is_begun && moves[index].0 != LATER {
                game.unmake();
                moves.push((LATER, action));
                continue;
            }
            budget.listener.step(action);
            let is_own = game.side() == side;
            let found = self.child(game, evaluate, depth, ply, (index, less), (alpha, beta), is_own, budget);
            game.unmake();
            // The mark of another thread stays.
            if is_begun {
                self.table.end(below);
            }
            let Ok(score) = found else {
                self.ranked[ply] = moves;
                return Err(Stopped);
            };
            if score > best {
                (best, best_move) = (score, Some(action));
                if score > alpha {
                    alpha = score;
                    self.prepend(ply, action);
                    if ply == 0 && score < beta {
                        self.has_move = true;
                        self.root = Some((score, self.lines[0].clone()));
                    }
                }
                if alpha >= beta {
                    if !game.is_noisy(action) {
                        self.ordering.reward(game, action, ply, depth);
                    }
                    budget.listener.untried(moves.len() - index - 1);
                    break;
                }
            }
        }
        self.ranked[ply] = moves;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Below the window all moves are only known to be bad.
        let stored = if bound == Bound::Upper { None } else { best_move };
        self.table.put(key, to_table(best, ply), depth as u8, bound, stored);
        Ok(best)
    }

    /// The value of the position after a move, for the side that made it: the first move with the whole window, the
    /// others with an empty one first.
    fn child<L: Listener<G::Move>>(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        depth: u32,
        ply: usize,
        (index, less): (usize, u32),
        (alpha, beta): (i32, i32),
        is_own: bool,
        budget: &mut Heard<L>,
    ) -> Result<i32, Stopped> {
        let mut search = |less: u32, alpha: i32, beta: i32| {
            let depth = depth - 1 - less;
            if is_own {
                self.node(game, evaluate, depth, ply + 1, alpha, beta, budget)
            } else {
                self.node(game, evaluate, depth, ply + 1, -beta, -alpha, budget).map(|score| -score)
            }
        };
        if index == 0 {
            return search(0, alpha, beta);
        }
        let mut score = search(less, alpha, alpha + 1)?;
        if less > 0 && score > alpha {
            score = search(0, alpha, alpha + 1)?;
        }
        if score > alpha && score < beta { search(0, alpha, beta) } else { Ok(score) }
    }

    /// Plies less for a move at a place in the order.
    fn reduction(&self, game: &G, action: G::Move, depth: u32, index: usize) -> u32 {
        if !self.settings.reductions || depth < 3 || index < 3 || game.is_forced() || game.is_noisy(action) {
            return 0;
        }
        if index < 10 || depth < 5 { 1 } else { 2 }
    }

    /// The value of a position that needs no search: over, repeated, or known.
    fn settled(&self, game: &G, evaluate: &impl Evaluate<G>, ply: usize) -> Option<i32> {
        let draw = if game.side() == 0 { self.draw } else { -self.draw };
        match game.outcome() {
            Some(Outcome::Draw) => Some(draw),
            Some(outcome) => Some(ended(outcome, game.side(), ply as u32)),
            // At the root a move is wanted, whatever is known.
            None if ply == 0 => None,
            None if game.repeats() => Some(draw),
            None => evaluate.known(game, ply as u32),
        }
    }

    fn visit(&mut self, budget: &Budget) -> Result<(), Stopped> {
        self.nodes += 1;
        let is_spent = budget.is_spent_within(self.nodes, LOOK);
        // Whatever the budget, there must be a move.
        if is_spent && self.has_move { Err(Stopped) } else { Ok(()) }
    }

    fn ranked_moves(&mut self, game: &G, ply: usize, known: Option<G::Move>, noisy: bool) -> Vec<(i32, G::Move)> {
        let mut moves = std::mem::take(&mut self.ranked[ply]);
        moves.clear();
        self.buffer.clear();
        if noisy {
            game.noisy_moves(&mut self.buffer);
        } else {
            game.search_moves(&mut self.buffer);
        }
        moves.extend(self.buffer.iter().map(|action| (self.ordering.rank(game, *action, ply, known), *action)));
        moves
    }

    /// The line of a ply becomes the move and the line of the next ply.
    fn prepend(&mut self, ply: usize, action: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(action);
        above[ply].extend_from_slice(&below[0]);
    }
}

/// Brings the best of the moves from `index` on to `index`; the first of equals, so that the order is defined.
fn pick<M: Copy>(moves: &mut [(i32, M)], index: usize) -> M {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves[index..=best].rotate_right(1);
    moves[index].1
}

/// Wins are stored with their distance from the position itself.
fn to_table(score: i32, ply: usize) -> i32 {
    if is_decided(score) { score + score.signum() * ply as i32 } else { score }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if is_decided(score) { score - score.signum() * ply as i32 } else { score }
}
