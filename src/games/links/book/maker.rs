//! Computes a book.
//!
//! What a first peg is worth is known in two ways, and the mean of both is taken: by a search, and by matches of the
//! engine with itself, in which it is a little unsure so that they differ. Neighbouring holes are worth about the same,
//! so the matches of all count, the less the further away.
//!
//! Every first peg gets answers. Then lines grow: that position is looked at next whose pegs have lost the least on the
//! way, a ply counting as some loss, and so does a first peg that is not balanced (T. R. Lincke, "Strategies for the
//! automatic construction of opening books", 2000: drop-out expansion). Values go back from the ends of the lines, and
//! answers that turned out worse are left out.
//!
//! Everything comes from the seed and is limited by nodes, so the same wish gives the same book on any number of
//! threads.

use super::mirror::{Mirror, Sight};
use super::{BALANCED, Board, Book, First, Line, Reply, after};
use crate::arena::play_all;
use crate::base::Budget;
use crate::base::rng::mix;
use crate::games::links::evaluation::{Evaluation, width};
use crate::games::links::hole::Hole;
use crate::games::links::network::Network;
use crate::games::links::node::{Node, WIDTH, settings};
use crate::games::links::position::Position;
use crate::games::links::rules::Variant;
use crate::games::links::step::Step;
use crate::search::{Engine, Outcome, Settings, Thought, is_decided};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter, Result as Written};
use std::sync::atomic::AtomicBool;

/// What is to be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// Only the boards of this size, of [`SIZES`].
    pub size: Option<u8>,
    /// Only those of this variant.
    pub variant: Option<Variant>,
    /// Matches from every first hole.
    pub matches: u32,
    /// Nodes of a move of them.
    pub move_nodes: u64,
    /// Lines of every board, beside those of the first holes.
    pub lines: usize,
    /// Nodes of a search; every position is searched four times.
    pub nodes: u64,
    pub seed: u64,
}

/// The boards of a book.
pub const SIZES: [u8; 4] = [12, 18, 20, 24];

/// The holes that are marked as balanced, at most, and at least if fewer are.
const MARKED: usize = 12;
const LEAST_MARKED: usize = 4;

/// How far the matches of a neighbour count, in parts of the board: at twice this far a seventh.
const NEAR: f64 = 0.1;

/// How unsure the engine is in the matches, so that they differ; a peg is 64.
const NOISE: u64 = 12;

/// Searches of a position, and how unsure all but the first are.
const SEARCHES: usize = 4;
const DOUBT: u64 = 6;

/// Values of a position of which more is not asked: somebody wins.
const WON: i32 = 1000;

/// The loss that a ply counts as.
const PLY: i32 = 8;

/// Positions that are looked at, for each line: answers that turn out worse are left out with what comes after them.
const MOST: usize = 3;

/// Positions that are looked at at the same time, whatever the number of threads.
const TOGETHER: usize = 8;

impl Display for Wish {
    /// The command.
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let Self { size, variant, matches, move_nodes, lines, nodes, seed } = self;
        write!(f, "gridmarch book links --out book.ron --matches {matches} --move-nodes {move_nodes}")?;
        write!(f, " --lines {lines} --nodes {nodes} --seed {seed}")?;
        size.iter().try_for_each(|size| write!(f, " --size {size}"))?;
        variant.iter().try_for_each(|variant| write!(f, " --variant {variant}"))
    }
}

impl Wish {
    /// The boards, one after the other.
    pub fn boards(&self) -> Vec<(u8, Variant)> {
        let all = SIZES.into_iter().flat_map(|size| Variant::ALL.map(|variant| (size, variant)));
        let is_wanted = |(size, variant): &(u8, Variant)| {
            self.size.is_none_or(|only| only == *size) && self.variant.is_none_or(|only| only == *variant)
        };
        all.filter(is_wanted).collect()
    }

    /// What there is to do: matches and lines of all boards.
    pub fn work(&self) -> u64 {
        let holes = |size: u8| u64::from(size / 2) * u64::from(size / 2 - 1);
        let each = |(size, _)| holes(size) * (u64::from(self.matches) + 1) + (self.lines * MOST) as u64;
        self.boards().into_iter().map(each).sum()
    }
}

/// Computes a book; `tell` hears after each match and each position that was looked at.
pub fn make(wish: &Wish, threads: usize, tell: &mut impl FnMut()) -> Book {
    let board = |(size, variant)| Maker { wish, size, variant, threads }.board(tell);
    Book { boards: wish.boards().into_iter().map(board).collect() }
}

/// Computes a board.
struct Maker<'a> {
    wish: &'a Wish,
    size: u8,
    variant: Variant,
    threads: usize,
}

impl Maker<'_> {
    fn board(&self, tell: &mut impl FnMut()) -> Board {
        let quarter = (0..self.size / 2).flat_map(|row| (0..self.size / 2).map(move |column| Hole::new(column, row)));
        let holes: Vec<Hole> = quarter.filter(|hole| self.after(&[*hole]).is_some()).collect();
        let played = self.played(&holes, tell);
        let mut grown = BTreeMap::new();
        self.look(holes.iter().map(|hole| vec![*hole]).collect(), &mut grown, tell);
        let roots = self.firsts(&holes, &played, &grown);
        let lines = self.grow(&roots, &mut grown, tell);
        let firsts = self.firsts(&holes, &played, &grown);
        let balanced = balanced(&firsts);
        Board::new(self.size, self.variant, firsts, balanced, lines)
    }

    fn after(&self, pegs: &[Hole]) -> Option<Position> {
        after(self.size, self.variant, pegs)
    }

    fn key(&self, pegs: &[Hole]) -> Option<u64> {
        Some(Sight::of(&self.after(pegs)?)?.key)
    }

    /// What matches say of the chance of each first hole of the upper left quarter, from 0 to 1.
    fn played(&self, holes: &[Hole], tell: &mut impl FnMut()) -> Vec<f64> {
        let matches = self.wish.matches as usize;
        let play = |number: usize| {
            let seed = mix(self.wish.seed ^ mix((number as u64) << 8 | u64::from(self.size)));
            self.play(holes[number / matches], seed)
        };
        let played = play_all(holes.len() * matches, self.threads, &AtomicBool::new(false), play, |_, _| tell());
        let points: Vec<u32> = played.chunks(matches).map(|one| one.iter().sum()).collect();
        let near = NEAR * f64::from(self.size);
        let chance = |hole: &Hole| {
            let (mut sum, mut weight) = (0.0, 0.0);
            for (other, points) in holes.iter().zip(&points) {
                // Every hole of the quarter stands for four of the board.
                for mirror in Mirror::ALL {
                    let other = mirror.apply(self.size, *other);
                    let apart = [(hole.column(), other.column()), (hole.row(), other.row())]
                        .map(|(one, other)| f64::from(one.abs_diff(other)).powi(2));
                    let share = (-(apart[0] + apart[1]) / (2.0 * near * near)).exp();
                    sum += share * f64::from(*points) / (2 * matches) as f64;
                    weight += share;
                }
            }
            sum / weight
        };
        holes.iter().map(chance).collect()
    }

    /// What the first side gets in a match from its first peg on: 2 for a win, 1 for a draw.
    fn play(&self, first: Hole, seed: u64) -> u32 {
        let Some(mut position) = self.after(&[first]) else { return 1 };
        let unsure = Evaluation { network: Network::shipped(), noise: NOISE, seed };
        let (mut engine, budget) = (searcher(14), Budget::nodes(self.wish.move_nodes));
        while position.end().is_none() {
            let thought = engine.think(&mut Node::new(position.clone(), WIDTH), &unsure, &budget);
            let Some(step) = thought.best else { break };
            position.make(step);
            position.judge_dead();
        }
        match position.end().map(|end| end.outcome) {
            Some(Outcome::Win(0)) => 2,
            Some(Outcome::Win(_)) => 0,
            _ => 1,
        }
    }

    /// The chances of the first holes, by what was played and by what was found.
    fn firsts(&self, holes: &[Hole], played: &[f64], grown: &BTreeMap<u64, Grown>) -> Vec<First> {
        let valued = self.valued(grown);
        let first = |(hole, played): (&Hole, &f64)| {
            let line = self.key(&[*hole]).and_then(|key| valued.get(&key));
            let score = line.and_then(|line| line.replies.first()).map_or(0, |best| -best.score);
            let played = played.clamp(0.02, 0.98);
            let odds = ((played / (1.0 - played)).ln() + f64::from(score) / f64::from(width(self.size))) / 2.0;
            First { hole: *hole, chance: (100.0 / (1.0 + (-odds).exp())).round().clamp(1.0, 99.0) as u8 }
        };
        holes.iter().zip(played).map(first).collect()
    }

    /// Lets lines grow from the first holes, and gives those of them to which good answers lead.
    fn grow(&self, roots: &[First], grown: &mut BTreeMap<u64, Grown>, tell: &mut impl FnMut()) -> Vec<Line> {
        // The best first peg is played where nobody can take it over.
        let best = roots.iter().map(|first| first.chance).max();
        let loss = |first: &First| {
            let apart = i32::from(first.chance.abs_diff(50)) * width(self.size) / 25;
            (vec![first.hole], if Some(first.chance) == best { 0 } else { apart })
        };
        let roots: Vec<(Vec<Hole>, i32)> = roots.iter().map(loss).collect();
        let (lines, most) = (roots.len() + self.wish.lines, roots.len() + self.wish.lines * MOST);
        loop {
            let (found, mut leaves) = self.walk(&roots, &self.valued(grown));
            let room = lines.saturating_sub(found.len()).min(most.saturating_sub(grown.len()));
            // The first of equals is looked at first.
            leaves.sort_by_key(|(_, loss)| *loss);
            leaves.truncate(room.min(TOGETHER));
            if leaves.is_empty() {
                return found;
            }
            self.look(leaves.into_iter().map(|(pegs, _)| pegs).collect(), grown, tell);
        }
    }

    /// Looks at positions.
    fn look(&self, positions: Vec<Vec<Hole>>, grown: &mut BTreeMap<u64, Grown>, tell: &mut impl FnMut()) {
        let look = |number: usize| self.replies(&positions[number]);
        let looked = play_all(positions.len(), self.threads, &AtomicBool::new(false), look, |_, _| tell());
        for (pegs, replies) in positions.iter().zip(looked) {
            let next = replies.iter().map(|reply| self.key(&with(pegs, reply.hole))).collect();
            if let Some(key) = self.key(pegs) {
                grown.insert(key, Grown { line: Line { pegs: pegs.clone(), replies }, next });
            }
        }
    }

    /// Answers that the engine finds in a position: by its own search, and by some in which it is a little unsure. All of
    /// them are worth the same until later positions say more: what the searches say on average.
    fn replies(&self, pegs: &[Hole]) -> Vec<Reply> {
        let Some(position) = self.after(pegs) else { return Vec::new() };
        let (mut holes, mut sum) = (Vec::new(), 0);
        for number in 0..SEARCHES {
            let noise = if number == 0 { 0 } else { DOUBT };
            let seed = mix(self.wish.seed ^ number as u64);
            let unsure = Evaluation { network: Network::shipped(), noise, seed };
            let (mut node, budget) = (Node::new(position.clone(), WIDTH), Budget::nodes(self.wish.nodes));
            let mut depths = Vec::new();
            let watch = &mut |thought: &Thought<Step>| depths.push(thought.score);
            let Thought { best, score, .. } = searcher(18).think_watched(&mut node, &unsure, &budget, watch);
            let Some(Step::Peg(hole)) = best else { continue };
            if !holes.contains(&hole) {
                holes.push(hole);
            }
            // An odd number of plies makes a position look better than an even one.
            sum += match depths[..] {
                [.., before, last] if !is_decided(before) && !is_decided(last) => (before + last).div_euclid(2),
                _ => score.clamp(-WON, WON),
            };
        }
        holes.into_iter().map(|hole| Reply { hole, score: sum.div_euclid(SEARCHES as i32) }).collect()
    }

    /// Those that are not much worse than the best, the best first.
    fn kept(&self, replies: impl Iterator<Item = Reply>) -> Vec<Reply> {
        let mut replies: Vec<Reply> = replies.collect();
        replies.sort_by_key(|reply| -reply.score);
        let best = replies.first().map_or(0, |reply| reply.score);
        replies.retain(|reply| reply.score >= best - width(self.size) / 16);
        replies
    }

    /// What was found, with values that have come back from the later positions to the earlier ones, and without the
    /// answers that turned out worse.
    fn valued(&self, grown: &BTreeMap<u64, Grown>) -> BTreeMap<u64, Line> {
        let mut late_first: Vec<(&u64, &Grown)> = grown.iter().collect();
        late_first.sort_by_key(|(_, grown)| Reverse(grown.line.pegs.len()));
        let mut valued: BTreeMap<u64, Line> = BTreeMap::new();
        for (key, Grown { line: Line { pegs, replies }, next }) in late_first {
            let replies = replies.iter().zip(next).map(|(reply, next)| {
                let best = next.and_then(|next| valued.get(&next)).and_then(|line| line.replies.first());
                Reply { score: best.map_or(reply.score, |best| -best.score), ..*reply }
            });
            let replies = self.kept(replies);
            valued.insert(*key, Line { pegs: pegs.clone(), replies });
        }
        valued
    }

    /// The lines to which good answers lead, ply by ply, and where they end: positions that are not looked at yet, and
    /// how much their pegs have lost. Where somebody is much better off nothing more is asked.
    fn walk(&self, roots: &[(Vec<Hole>, i32)], grown: &BTreeMap<u64, Line>) -> (Vec<Line>, Vec<(Vec<Hole>, i32)>) {
        let (mut found, mut leaves) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        let mut front = roots.to_vec();
        while !front.is_empty() {
            let mut longer = Vec::new();
            for (pegs, loss) in front {
                let Some(key) = self.key(&pegs).filter(|key| seen.insert(*key)) else { continue };
                let Some(line) = grown.get(&key) else {
                    leaves.push((pegs, loss));
                    continue;
                };
                let Some(best) = line.replies.first() else { continue };
                found.push(line.clone());
                if best.score.abs() < width(self.size) {
                    let next = |reply: &Reply| (with(&line.pegs, reply.hole), loss + PLY + best.score - reply.score);
                    longer.extend(line.replies.iter().map(next));
                }
            }
            front = longer;
        }
        (found, leaves)
    }
}

/// What was found in a position, and the keys of the positions after its answers.
struct Grown {
    line: Line,
    next: Vec<Option<u64>>,
}

fn with(pegs: &[Hole], hole: Hole) -> Vec<Hole> {
    pegs.iter().copied().chain([hole]).collect()
}

/// The holes that are marked: those nearest to one half, in their order on the board.
fn balanced(firsts: &[First]) -> Vec<Hole> {
    let mut nearest: Vec<&First> = firsts.iter().collect();
    nearest.sort_by_key(|first| first.chance.abs_diff(50));
    let even = nearest.iter().filter(|first| BALANCED.contains(&first.chance)).count();
    nearest.truncate(even.clamp(LEAST_MARKED, MARKED));
    firsts.iter().filter(|first| nearest.contains(first)).map(|first| first.hole).collect()
}

fn searcher(table_bits: u32) -> Engine<Node> {
    Engine::new(Settings { table_bits, ..settings() })
}
