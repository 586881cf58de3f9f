//! Our opponent: the shared search over the [ways](super::routes) of both sides, in eight levels.
//!
//! A level limits how far it looks ahead and how many moves it looks at, and how sure it is of its values. From the
//! fourth on no win in one and no only defence is missed, as these are found apart from all that is limited.

use super::book::{Answer, Book};
use super::evaluation::Evaluation;
use super::hole::Hole;
use super::network::Network;
use super::node::{Node, QUIESCENCE, WIDTH, settings};
use super::position::Position;
use super::step::Step;
use crate::base::Budget;
use crate::base::rng::mix;
use crate::search::tree::Recorder;
use crate::search::{Evaluate, Settings, Team, Thought};
use std::ops::RangeInclusive;

pub const MAX_LEVEL: u8 = 8;

/// From this level on the [book](super::book) says how to begin and whether to take over the first peg.
const OPENS: u8 = 2;

/// These levels also answer from it. Lower ones are not to know so much, and the highest searches deeper than the book was
/// searched.
const REPLIES: RangeInclusive<u8> = 4..=7;

struct Level {
    /// Plies of the full search.
    depth: u32,
    /// Moves of a position that are looked at.
    width: usize,
    quiescence: u32,
    /// Uncertainty of its values; a peg is 64.
    noise: u64,
    /// How often of a hundred times it plays without looking for wins and threats.
    careless: u64,
}

const LEVELS: [Level; MAX_LEVEL as usize] = [
    Level { depth: 1, width: 40, quiescence: 0, noise: 160, careless: 36 },
    Level { depth: 1, width: 30, quiescence: 0, noise: 88, careless: 16 },
    Level { depth: 1, width: 24, quiescence: 0, noise: 18, careless: 1 },
    Level { depth: 2, width: 16, quiescence: 0, noise: 88, careless: 0 },
    Level { depth: 2, width: 16, quiescence: 0, noise: 10, careless: 0 },
    Level { depth: 3, width: WIDTH, quiescence: QUIESCENCE, noise: 4, careless: 0 },
    Level { depth: 4, width: WIDTH, quiescence: QUIESCENCE, noise: 95, careless: 0 },
    Level { depth: 60, width: WIDTH, quiescence: QUIESCENCE, noise: 0, careless: 0 },
];

/// An opponent with its memory.
pub struct Engine {
    level: u8,
    seed: u64,
    book: Option<&'static Book>,
    search: Team<Node>,
    /// Keeps the trees of its searches, if they are wanted.
    pub(super) recorder: Option<Recorder<Step>>,
}

impl Engine {
    /// An engine of a level from 1 to [`MAX_LEVEL`] that searches every move. The seed only matters to levels that are
    /// unsure.
    pub fn new(level: u8, seed: u64) -> Self {
        let level = level.clamp(1, MAX_LEVEL);
        let Level { depth, quiescence, .. } = LEVELS[usize::from(level) - 1];
        let search = Team::new(Settings { quiescence, max_depth: depth, ..settings() });
        Self { level, seed, book: None, search, recorder: None }
    }

    /// The same with the opening book, from which the seed chooses among equals.
    pub fn with_book(self) -> Self {
        Self { book: (self.level >= OPENS).then(Book::shipped), ..self }
    }

    /// Searches with so many threads where time is the limit. Only the highest level is worth more than one.
    pub fn use_threads(&mut self, threads: usize) {
        if self.level == MAX_LEVEL {
            self.search.set_threads(threads);
        }
    }

    /// Thinks about a position that is not over; `watch` hears of every depth that is finished.
    pub fn think(
        &mut self,
        position: &Position,
        budget: &Budget,
        watch: &mut impl FnMut(&Thought<Step>),
    ) -> Thought<Step> {
        let level = &LEVELS[usize::from(self.level) - 1];
        let known = self.book.and_then(|book| book.answer(position, REPLIES.contains(&self.level), self.seed));
        let position = match &known {
            Some(Answer::Play(thought)) => return thought.clone(),
            Some(Answer::Leave(unswapped)) => unswapped.as_ref(),
            None => position,
        };
        let unsure = Evaluation { network: Network::shipped(), noise: level.noise, seed: self.seed };
        let node = || Node::new(position.clone(), level.width);
        if mix(self.seed ^ position.key()) % 100 < level.careless {
            return careless(position, &unsure);
        }
        let mut thought = match &mut self.recorder {
            Some(recorder) => self.search.think_heard(node, &unsure, budget, watch, recorder),
            None => self.search.think_heard(node, &unsure, budget, watch, &mut ()),
        };
        thought.best = thought.best.or_else(|| position.free(position.side()).iter().next().map(Step::Peg));
        thought
    }
}

/// The peg that seems best by itself, whatever threatens. It expects nothing, so that nothing is said of its worth.
fn careless(position: &Position, unsure: &Evaluation) -> Thought<Step> {
    let side = position.side();
    let mut node = Node::new(position.clone(), 0);
    let value = |hole: &Hole| {
        use crate::search::Game;
        node.make(Step::Peg(*hole));
        let value = if node.outcome().is_some() { 0 } else { unsure.value(&node) };
        node.unmake();
        if side == 0 { value } else { -value }
    };
    let free: Vec<Hole> = position.free(side).iter().collect();
    let nodes = free.len() as u64;
    let best = free.into_iter().max_by_key(value).map(Step::Peg);
    Thought { best, score: 0, depth: 1, nodes, line: Vec::new() }
}
