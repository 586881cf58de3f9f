//! Computes a book.
//!
//! What a first peg is worth is played out: matches of the engine with itself, in which it is a little unsure so that they
//! differ. Neighbouring holes are worth about the same, so the matches of all count, the less the further away. Then lines grow
//! from the balanced holes: that position is looked at next whose pegs have lost the least on the way, a ply counting as some loss
//! (T. R. Lincke, "Strategies for the automatic construction of opening books", 2000: drop-out expansion). At the end values go
//! back from the ends of the lines, and answers that turned out worse are left out.
//!
//! Everything comes from the seed and is limited by nodes, so the same wish gives the same book on any number of threads.

use super::mirror::{Mirror, Sight};
use super::{BALANCED, Board, Book, First, Line, Reply, after};
use crate::arena::play_all;
use crate::base::Budget;
use crate::base::rng::mix;
use crate::games::links::evaluation::Evaluation;
use crate::games::links::hole::Hole;
use crate::games::links::network::Network;
use crate::games::links::node::Node;
use crate::games::links::position::Position;
use crate::games::links::rules::Variant;
use crate::games::links::step::Step;
use crate::search::{Engine, Game, Outcome, Settings, Thought, is_decided};
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
    /// Lines of every board.
    pub lines: usize,
    /// Nodes that a position is looked at with.
    pub nodes: u64,
    pub seed: u64,
}

/// The boards of a book.
pub const SIZES: [u8; 4] = [12, 18, 20, 24];

/// The holes that are balanced, at most.
const MARKED: usize = 12;

/// How far the matches of a neighbour count, in parts of the board: at twice this far a seventh.
const NEAR: f64 = 0.1;

/// How unsure the engine is in the matches, so that they differ; a peg is 64.
const NOISE: u64 = 12;

/// Moves of a position that are looked at, and plies of threats, as on the strongest level.
const WIDTH: usize = 24;
const QUIESCENCE: u32 = 8;

/// Answers of a position that are looked at to the end.
const ANSWERS: usize = 4;

/// An answer that is worse than the best by more than this is none.
const MARGIN: i32 = 12;

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
        let each = |(size, _)| holes(size) * u64::from(self.matches) + self.lines as u64;
        self.boards().into_iter().map(each).sum()
    }
}

/// Computes a book; `tell` hears after each match and line.
pub fn make(wish: &Wish, threads: usize, tell: &mut impl FnMut()) -> Book {
    Book {
        boards: wish.boards().into_iter().map(|(size, variant)| board(wish, size, variant, threads, tell)).collect(),
    }
}

fn board(wish: &Wish, size: u8, variant: Variant, threads: usize, tell: &mut impl FnMut()) -> Board {
    let firsts = firsts(wish, size, variant, threads, tell);
    let mut nearest: Vec<&First> = firsts.iter().filter(|first| BALANCED.contains(&first.chance)).collect();
    // The chances of small boards jump; somebody has to begin.
    if nearest.is_empty() {
        nearest = firsts.iter().collect();
    }
    nearest.sort_by_key(|first| first.chance.abs_diff(50));
    nearest.truncate(MARKED);
    let balanced: Vec<Hole> = firsts.iter().filter(|first| nearest.contains(first)).map(|first| first.hole).collect();
    // Where nobody can take it over the best one is played, and persons begin with it, too.
    let best = firsts.iter().rev().max_by_key(|first| first.chance).map(|first| first.hole);
    let roots: Vec<Hole> = balanced.iter().copied().chain(best.filter(|best| !balanced.contains(best))).collect();
    let lines = lines(wish, size, variant, &roots, threads, tell);
    Board::new(size, variant, firsts, balanced, lines)
}

fn searcher(table_bits: u32) -> Engine<Node> {
    Engine::new(Settings { quiescence: QUIESCENCE, table_bits, reductions: true, ..Settings::default() })
}

/// The chances of all first holes of the upper left quarter.
fn firsts(wish: &Wish, size: u8, variant: Variant, threads: usize, tell: &mut impl FnMut()) -> Vec<First> {
    let quarter = (0..size / 2).flat_map(|row| (0..size / 2).map(move |column| Hole::new(column, row)));
    let holes: Vec<Hole> = quarter.filter(|hole| after(size, variant, &[*hole]).is_some()).collect();
    let matches = wish.matches as usize;
    let play = |number: usize| {
        let seed = mix(wish.seed ^ mix((number as u64) << 8 | u64::from(size)));
        play(size, variant, holes[number / matches], wish.move_nodes, seed)
    };
    let played = play_all(holes.len() * matches, threads, &AtomicBool::new(false), play, |_, _| tell());
    let points: Vec<u32> = played.chunks(matches).map(|one| one.iter().sum()).collect();
    let chance = |hole: &Hole| {
        let (mut sum, mut weight, near) = (0.0, 0.0, NEAR * f64::from(size));
        for (other, points) in holes.iter().zip(&points) {
            // Every hole of the quarter stands for four of the board.
            for mirror in Mirror::ALL {
                let other = mirror.apply(size, *other);
                let apart = [(hole.column(), other.column()), (hole.row(), other.row())]
                    .map(|(one, other)| f64::from(one.abs_diff(other)).powi(2));
                let share = (-(apart[0] + apart[1]) / (2.0 * near * near)).exp();
                sum += share * f64::from(*points) / (2 * matches) as f64;
                weight += share;
            }
        }
        (100.0 * sum / weight).round() as u8
    };
    holes.iter().map(|hole| First { hole: *hole, chance: chance(hole) }).collect()
}

/// What the first side gets in a match from its first peg on: 2 for a win, 1 for a draw.
fn play(size: u8, variant: Variant, first: Hole, nodes: u64, seed: u64) -> u32 {
    let Some(mut position) = after(size, variant, &[first]) else { return 1 };
    let unsure = Evaluation { network: Network::shipped(), noise: NOISE, seed };
    let mut engine = searcher(14);
    while position.end().is_none() {
        let thought = engine.think(&mut Node::new(position.clone(), WIDTH), &unsure, &Budget::nodes(nodes));
        let Some(step) = thought.best else { break };
        position.make(step);
        position.judge_dead();
    }
    match position.end().map(|end| end.outcome) {
        Some(Outcome::Win(winner)) => {
            if winner == 0 {
                2
            } else {
                0
            }
        }
        _ => 1,
    }
}

/// What was found in a position, and the keys of the positions after its answers.
struct Grown {
    line: Line,
    next: Vec<u64>,
}

/// The lines from some first holes, shorter ones first.
fn lines(
    wish: &Wish,
    size: u8,
    variant: Variant,
    roots: &[Hole],
    threads: usize,
    tell: &mut impl FnMut(),
) -> Vec<Line> {
    let key = |pegs: &[Hole]| Some(Sight::of(&after(size, variant, pegs)?)?.key);
    let mut grown: BTreeMap<u64, Grown> = BTreeMap::new();
    loop {
        let (found, mut leaves) = walk(roots, &valued(&grown), key);
        let room = wish.lines.saturating_sub(found.len()).min(wish.lines * MOST - grown.len().min(wish.lines * MOST));
        // The first of equals is looked at first.
        leaves.sort_by_key(|leaf| leaf.loss);
        leaves.truncate(room.min(TOGETHER));
        if leaves.is_empty() {
            return found;
        }
        let look = |number: usize| replies(size, variant, &leaves[number].pegs, wish.nodes);
        let looked = play_all(leaves.len(), threads, &AtomicBool::new(false), look, |_, _| tell());
        for (Leaf { key: own, pegs, .. }, replies) in leaves.into_iter().zip(looked) {
            let longer = |reply: &Reply| key(&with(&pegs, reply.hole)).unwrap_or_default();
            let next = replies.iter().map(longer).collect();
            grown.insert(own, Grown { line: Line { pegs, replies }, next });
        }
    }
}

fn with(pegs: &[Hole], hole: Hole) -> Vec<Hole> {
    pegs.iter().copied().chain([hole]).collect()
}

/// The best move of a position, looked at `depth` plies deep if the nodes allow for it.
fn think_to(engine: &mut Engine<Node>, position: Position, depth: u32, nodes: u64) -> Thought<Step> {
    engine.set_max_depth(depth);
    engine.think(&mut Node::new(position, WIDTH), &Evaluation::best(), &Budget::nodes(nodes))
}

/// The best answers in a position: moves are looked at deeper and deeper, half of them at a time, until the nodes are spent. The
/// value of a move is the mean of its last two depths, as an odd number of plies makes a position look better than an even one.
fn replies(size: u8, variant: Variant, pegs: &[Hole], nodes: u64) -> Vec<Reply> {
    let Some(position) = after(size, variant, pegs) else { return Vec::new() };
    let mut steps = Vec::new();
    Node::new(position.clone(), WIDTH).search_moves(&mut steps);
    let mut engine = searcher(18);
    let mut spent = 0;
    // What the last depth said of each move.
    let mut last: Vec<(Step, i32)> = Vec::new();
    let mut means: Vec<(Step, i32)> = Vec::new();
    for depth in 1.. {
        let mut round = Vec::new();
        for step in &steps {
            let mut next = position.clone();
            next.make(*step);
            let Thought { score, nodes: more, depth: reached, .. } = think_to(&mut engine, next, depth, nodes - spent);
            spent = (spent + more).min(nodes);
            if reached < depth && !is_decided(score) {
                break;
            }
            round.push((*step, -score));
        }
        if round.len() < steps.len() {
            break;
        }
        let mean = |(step, score): &(Step, i32)| {
            let before = last.iter().find(|(other, _)| other == step).map_or(*score, |(_, before)| *before);
            (*step, (score + before).div_euclid(2))
        };
        means = round.iter().map(mean).collect();
        means.sort_by_key(|(_, score)| -score);
        means.truncate((means.len() / 2).max(ANSWERS));
        steps = means.iter().map(|(step, _)| *step).collect();
        last = round;
        if spent >= nodes {
            break;
        }
    }
    kept(means.into_iter().filter_map(|(step, score)| match step {
        Step::Peg(hole) if !is_decided(score) => Some(Reply { hole, score }),
        _ => None,
    }))
}

/// Those that are not much worse than the best, the best first.
fn kept(replies: impl Iterator<Item = Reply>) -> Vec<Reply> {
    let mut replies: Vec<Reply> = replies.collect();
    replies.sort_by_key(|reply| -reply.score);
    let best = replies.first().map_or(0, |reply| reply.score);
    replies.retain(|reply| reply.score >= best - MARGIN);
    replies.truncate(ANSWERS);
    replies
}

/// What was found, with values that have come back from the later positions to the earlier ones, and without the answers that
/// turned out worse.
fn valued(grown: &BTreeMap<u64, Grown>) -> BTreeMap<u64, Line> {
    let mut late_first: Vec<(&u64, &Grown)> = grown.iter().collect();
    late_first.sort_by_key(|(_, grown)| Reverse(grown.line.pegs.len()));
    let mut valued: BTreeMap<u64, Line> = BTreeMap::new();
    for (key, Grown { line: Line { pegs, replies }, next }) in late_first {
        let replies = replies.iter().zip(next).map(|(reply, next)| {
            let best = valued.get(next).and_then(|line| line.replies.first());
            Reply { score: best.map_or(reply.score, |best| -best.score), ..*reply }
        });
        let replies = kept(replies);
        valued.insert(*key, Line { pegs: pegs.clone(), replies });
    }
    valued
}

/// A position that is not looked at yet: its pegs, and how much they have lost.
struct Leaf {
    key: u64,
    pegs: Vec<Hole>,
    loss: i32,
}

/// The lines to which good answers lead, ply by ply, and where they end.
fn walk(roots: &[Hole], grown: &BTreeMap<u64, Line>, key: impl Fn(&[Hole]) -> Option<u64>) -> (Vec<Line>, Vec<Leaf>) {
    let (mut found, mut leaves) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let mut front: Vec<(Vec<Hole>, i32)> = roots.iter().map(|hole| (vec![*hole], 0)).collect();
    while !front.is_empty() {
        let mut longer = Vec::new();
        for (pegs, loss) in front {
            let Some(key) = key(&pegs).filter(|key| seen.insert(*key)) else { continue };
            let Some(line) = grown.get(&key) else {
                leaves.push(Leaf { key, pegs, loss });
                continue;
            };
            let Some(best) = line.replies.first() else { continue };
            let next = |reply: &Reply| (with(&line.pegs, reply.hole), loss + PLY + best.score - reply.score);
            longer.extend(line.replies.iter().map(next));
            found.push(line.clone());
        }
        front = longer;
    }
    (found, leaves)
}
