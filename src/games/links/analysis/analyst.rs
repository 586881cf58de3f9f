//! A search that values moves one by one. All its searches share one table, so that what was found about one move helps with
//! the next, and what was found about a later position of a match with the earlier ones.

use crate::base::Budget;
use crate::games::links::evaluation::Evaluation;
use crate::games::links::node::{Node, WIDTH, settings};
use crate::games::links::position::Position;
use crate::games::links::routes::Look;
use crate::games::links::step::Step;
use crate::search::{Engine, Game, Outcome, Settings, Thought, WIN, is_decided, plies_to_end};

/// Two to the power of this is how many positions are remembered.
const TABLE_BITS: u32 = 19;
/// Plies of the deepest search for a candidate.
const DEEPEST: u32 = 40;
/// Equally long defences that are told apart by the answers that refute them, and answers that are tried against each.
const ALIKE: usize = 6;
const ANSWERS: usize = 16;

/// A move and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub step: Step,
    /// For who makes it; wins and losses count from before it.
    pub score: i32,
    /// The expected line, the move first.
    pub line: Vec<Step>,
    /// Plies that were searched in full, the move among them.
    pub depth: u32,
}

/// Values moves, and remembers what it has found.
pub struct Analyst {
    search: Engine<Node>,
}

impl Default for Analyst {
    fn default() -> Self {
        Self { search: Engine::new(Settings { table_bits: TABLE_BITS, ..settings() }) }
    }
}

impl Analyst {
    /// The best move but for those that are left out, at most so many plies deep.
    pub(super) fn think(
        &mut self,
        position: &Position,
        left_out: &[Step],
        depth: u32,
        budget: &Budget,
    ) -> Thought<Step> {
        self.search.set_max_depth(depth);
        let mut node = Node::new(position.clone(), WIDTH).leaving_out(left_out);
        self.search.think(&mut node, &Evaluation::best(), budget)
    }

    /// The value of a legal move by a search that is `depth` plies deep with it, at least two; adds the nodes that it took.
    /// Nothing if the budget does not allow for it.
    pub(super) fn value(
        &mut self,
        position: &Position,
        step: Step,
        depth: u32,
        budget: &Budget,
        nodes: &mut u64,
    ) -> Option<Candidate> {
        let side = position.side();
        let mut after = position.clone();
        after.make(step);
        if let Some(end) = after.end() {
            let score = match end.outcome {
                Outcome::Win(winner) if winner == side => WIN - 1,
                Outcome::Win(_) => 1 - WIN,
                Outcome::Draw => 0,
            };
            return Some(Candidate { step, score, line: vec![step], depth });
        }
        let thought = self.think(&after, &[], depth.max(2) - 1, budget);
        *nodes += thought.nodes;
        let is_certain = plies_to_end(thought.score).is_some_and(|plies| plies <= thought.depth);
        if thought.depth + 1 < depth && !is_certain {
            return None;
        }
        let line = std::iter::once(step).chain(thought.line).collect();
        Some(Candidate { step, score: before(thought.score), line, depth: thought.depth + 1 })
    }

    /// The moves that a search would look at, at most so many, the most promising first; all wins in one, where there are
    /// some.
    fn steps(&self, position: &Position, most: usize) -> Vec<Step> {
        let wins = Look::at(position).routes[position.side()].wins();
        let mut steps: Vec<Step> = wins.iter().map(Step::Peg).collect();
        if steps.is_empty() {
            Node::new(position.clone(), most).search_moves(&mut steps);
            // Taking the first peg over comes last and is never one too many.
            let swap = steps.pop_if(|step| *step == Step::Swap);
            steps.truncate(most.saturating_sub(usize::from(swap.is_some())));
            steps.extend(swap);
        } else {
            steps.truncate(most);
        }
        steps
    }

    /// The best moves of a position that is not over, at most so many, the best first: all valued by searches of the same
    /// depth, deeper and deeper until the budget is spent. `watch` hears of every depth that is finished; the first one,
    /// of two plies, always is. Where all moves lose, the first one is the hardest to refute: it holds out longest, and
    /// among equals has the fewest answers that win.
    pub fn candidates(
        &mut self,
        position: &Position,
        most: usize,
        budget: &Budget,
        watch: &mut impl FnMut(&[Candidate]),
    ) -> Vec<Candidate> {
        let mut steps = self.steps(position, most);
        let (mut found, mut nodes): (Vec<Candidate>, u64) = (Vec::new(), 0);
        'deeper: for depth in 2..=DEEPEST {
            let mut round = Vec::new();
            for step in &steps {
                let limits = if depth == 2 { Budget::unlimited() } else { budget.rest(nodes) };
                if depth > 2 && budget.is_spent(nodes) {
                    break 'deeper;
                }
                let Some(valued) = self.value(position, *step, depth, &limits, &mut nodes) else { break 'deeper };
                round.push(valued);
            }
            round.sort_by_key(|candidate| -candidate.score);
            steps = round.iter().map(|candidate| candidate.step).collect();
            found = round;
            watch(&found);
            let is_known = |one: &Candidate| plies_to_end(one.score).is_some_and(|plies| plies <= depth);
            if found.first().is_some_and(|best| is_known(best) && best.score > 0) || found.iter().all(is_known) {
                break;
            }
        }
        self.hardest_first(position, &mut found, &budget.rest(nodes));
        found
    }

    /// Of the moves at the head of a list that lose equally late, the one with the fewest answers that win comes first.
    fn hardest_first(&mut self, position: &Position, found: &mut [Candidate], budget: &Budget) {
        let Some(best) = found.first().map(|best| best.score).filter(|best| is_decided(*best) && *best < 0) else {
            return;
        };
        let alike = found.iter().take(ALIKE).take_while(|one| one.score == best).count();
        if alike < 2 {
            return;
        }
        let mut nodes = 0;
        let mut refutations = Vec::new();
        for one in &found[..alike] {
            let mut after = position.clone();
            after.make(one.step);
            let depth = plies_to_end(one.score).unwrap_or_default().saturating_sub(1).max(2);
            let mut wins = 0;
            for answer in if after.end().is_none() { self.steps(&after, ANSWERS) } else { Vec::new() } {
                if budget.is_spent(nodes) {
                    return;
                }
                let valued = self.value(&after, answer, depth, &budget.rest(nodes), &mut nodes);
                wins += u32::from(valued.is_some_and(|valued| is_decided(valued.score) && valued.score > 0));
            }
            refutations.push((wins, one.clone()));
        }
        refutations.sort_by_key(|(wins, _)| *wins);
        for (place, (_, one)) in found.iter_mut().zip(refutations) {
            *place = one;
        }
    }
}

/// A value of the position after a move, for who made it: a win or loss is a ply further away.
pub(super) const fn before(score: i32) -> i32 {
    if is_decided(score) { score.signum() - score } else { -score }
}
