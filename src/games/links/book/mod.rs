//! The opening book, which our own engine computes: what every first peg is worth, which of them are balanced, and good
//! answers to these. By it the engine opens, takes over the first peg or does not, and simulations begin their matches.
//!
//! | file | subject |
//! |---|---|
//! | `mirror` | positions that are the same but for mirroring and the pie rule |
//! | `file` | `assets/links/book.ron` |
//! | [`maker`] | how a book is computed |

mod file;
pub mod maker;
mod mirror;

pub(super) use file::VERSION;
pub use file::{BookError, BookProblem, parse, write};
pub use mirror::Mirror;

use super::evaluation::width;
use super::hole::Hole;
use super::position::Position;
use super::rules::{Rules, Variant};
use super::step::Step;
use crate::base::rng::{self, mix};
use crate::search::Thought;
use mirror::{Sight, unswapped};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Chances that count as balanced, in percent.
pub const BALANCED: std::ops::RangeInclusive<u8> = 45..=55;

/// A first peg and the chance of who places it to win, in percent, if it is not taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct First {
    pub hole: Hole,
    pub chance: u8,
}

/// An answer and what it is worth for who places it, in the units of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reply {
    pub hole: Hole,
    pub score: i32,
}

/// Pegs from the empty board on, in turn, and good answers, the best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub pegs: Vec<Hole>,
    pub replies: Vec<Reply>,
}

/// What is known of a board. All of it is about matches in which nobody takes a peg over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub size: u8,
    pub variant: Variant,
    /// All holes of the upper left quarter in which the first side may place a peg, row after row.
    pub firsts: Vec<First>,
    /// Those of them with which a match under the pie rule begins.
    pub balanced: Vec<Hole>,
    pub lines: Vec<Line>,
    /// The place in `lines` of a position, however it is mirrored, by its key, and how that line has to be mirrored for
    /// it.
    places: BTreeMap<u64, (usize, Mirror)>,
}

/// The boards of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    pub boards: Vec<Board>,
}

/// What the book says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A move without a search.
    Play(Thought<Step>),
    /// The first peg is better left to who has placed it, and that is all: the same position, but nothing can be taken
    /// over.
    Leave(Box<Position>),
}

static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
    let text = include_str!("../../../../assets/links/book.ron");
    // A test reads it; it is part of the program.
    parse(text, "assets/links/book.ron").unwrap_or_else(|problem| unreachable!("{problem}"))
});

impl Book {
    /// The book that the game ships.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// What is known of the board of some rules.
    pub fn board(&self, rules: Rules) -> Option<&Board> {
        self.boards.iter().find(|board| (board.size, board.variant) == (rules.size, rules.variant))
    }

    /// What to do in a position that is not over; nothing if the book does not know it. With `replies` also the answers
    /// to pegs are played from it. Among equals the seed chooses.
    pub fn answer(&self, position: &Position, replies: bool, seed: u64) -> Option<Answer> {
        let board = self.board(position.rules())?;
        let chance = mix(seed ^ position.key());
        if position.turns() == 0 {
            return board.opens(position.rules().pie, chance).map(Answer::Play);
        }
        let swap = position.can_swap().then(|| board.swap(position)).flatten();
        match swap {
            Some(score) if score > 0 => Some(play(Step::Swap, score, Vec::new())),
            _ => {
                let known = replies.then(|| board.replies(position, chance)).flatten();
                known
                    .map(Answer::Play)
                    .or_else(|| swap.and_then(|_| unswapped(position)).map(|left| Answer::Leave(Box::new(left))))
            }
        }
    }
}

fn play(step: Step, score: i32, rest: Vec<Step>) -> Answer {
    Answer::Play(thought(step, score, rest))
}

/// A move that nobody had to search for.
fn thought(step: Step, score: i32, rest: Vec<Step>) -> Thought<Step> {
    let line = std::iter::once(step).chain(rest).collect();
    Thought { best: Some(step), score, depth: 0, nodes: 0, line }
}

impl Board {
    /// A board of these lines. All of them must be [legal](parse).
    fn new(size: u8, variant: Variant, firsts: Vec<First>, balanced: Vec<Hole>, lines: Vec<Line>) -> Self {
        let places = lines.iter().enumerate().filter_map(|(index, line)| {
            let Sight { key, mirror, .. } = Sight::of(&after(size, variant, &line.pegs)?)?;
            Some((key, (index, mirror)))
        });
        let places = places.collect();
        Self { size, variant, firsts, balanced, lines, places }
    }

    /// The chance of who places a first peg to win, in percent, if it is not taken over.
    pub fn chance(&self, hole: Hole) -> Option<u8> {
        let near = Mirror::into_quarter(self.size, hole);
        self.firsts.iter().find(|first| first.hole == near).map(|first| first.chance)
    }

    /// A chance near one half in the units of the search.
    fn score(&self, chance: u8) -> i32 {
        width(self.size) * (i32::from(chance) - 50) / 25
    }

    /// The first move: a balanced one where it can be taken over, else the best; mirrored by chance.
    fn opens(&self, pie: bool, chance: u64) -> Option<Thought<Step>> {
        let hole = if pie {
            *self.balanced.get(chance as usize % self.balanced.len().max(1))?
        } else {
            // The first of equals.
            self.firsts.iter().rev().max_by_key(|first| first.chance)?.hole
        };
        let score = self.score(self.chance(hole)?);
        let hole = Mirror::of(chance >> 32).apply(self.size, hole);
        Some(thought(Step::Peg(hole), if pie { -score.abs() } else { score }, Vec::new()))
    }

    /// What it is worth to take the first peg over.
    fn swap(&self, position: &Position) -> Option<i32> {
        let first = position.pegs(0).iter().next()?;
        self.chance(first).map(|chance| self.score(chance))
    }

    /// The known answers in a position, the best first; none if it is not in the book.
    pub fn known(&self, position: &Position) -> Vec<Reply> {
        self.find(position).unwrap_or_default()
    }

    fn find(&self, position: &Position) -> Option<Vec<Reply>> {
        let sight = Sight::of(position)?;
        let (index, mirror) = self.places.get(&sight.key)?;
        let seen = |reply: &Reply| Reply { hole: sight.back(mirror.apply(self.size, reply.hole), self.size), ..*reply };
        Some(self.lines[*index].replies.iter().map(seen).collect())
    }

    /// One of the known answers, and how it goes on with the best ones.
    fn replies(&self, position: &Position, chance: u64) -> Option<Thought<Step>> {
        let known = self.find(position)?;
        let Reply { hole, score } = *known.get(chance as usize % known.len().max(1))?;
        let mut next = position.clone();
        next.make(Step::Peg(hole));
        let mut rest = Vec::new();
        while let Some(best) = self.known(&next).first() {
            rest.push(Step::Peg(best.hole));
            next.make(Step::Peg(best.hole));
        }
        Some(thought(Step::Peg(hole), score, rest))
    }

    /// One of the [balanced lines](Self::openings) of so many pegs, mirrored by chance: for each number another one
    /// until all were there. `None` if there is none.
    pub fn opening(&self, pegs: usize, number: usize, seed: u64) -> Option<Vec<Hole>> {
        let mut all = self.openings(pegs);
        let mut rng = rng::stream(seed, "links book");
        all.shuffle(&mut rng);
        let line = all.get(number % all.len().max(1))?;
        let mirror = Mirror::of(rng.random::<u64>().wrapping_add((number / all.len()) as u64));
        Some(line.iter().map(|hole| mirror.apply(self.size, *hole)).collect())
    }

    /// All lines of so many pegs that answer each other and after which the chances of both sides are about
    /// even.
    pub fn openings(&self, pegs: usize) -> Vec<Vec<Hole>> {
        // A peg alone is balanced for who may take it over; later ones can make good for any.
        let firsts: Vec<Hole> = self.firsts.iter().map(|first| first.hole).collect();
        let firsts = if pegs == 1 { &self.balanced } else { &firsts };
        let mut found: Vec<(Vec<Hole>, i32)> = firsts.iter().map(|hole| (vec![*hole], 0)).collect();
        for _ in 1..pegs {
            let longer = |(line, _): &(Vec<Hole>, i32)| {
                let replies = after(self.size, self.variant, line).map(|position| self.known(&position));
                let line = line.clone();
                replies
                    .unwrap_or_default()
                    .into_iter()
                    .map(move |reply| (line.iter().copied().chain([reply.hole]).collect::<Vec<Hole>>(), reply.score))
            };
            found = found.iter().flat_map(longer).collect();
        }
        if pegs == 0 {
            return Vec::new();
        }
        let most = self.score(*BALANCED.end());
        found.into_iter().filter(|(_, score)| score.abs() <= most).map(|(line, _)| line).collect()
    }
}

/// The position after some pegs, in which nothing can be taken over; `None` if one is not legal or the match is over.
fn after(size: u8, variant: Variant, pegs: &[Hole]) -> Option<Position> {
    let mut position = Position::new(Rules { size, variant, pie: false });
    for peg in pegs {
        if !position.is_legal(Step::Peg(*peg)) {
            return None;
        }
        position.make(Step::Peg(*peg));
    }
    position.end().is_none().then_some(position)
}
