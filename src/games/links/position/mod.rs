//! A position of Links: pegs, links, whose turn it is; making and taking back steps.
//!
//! A peg is linked at once to every own peg a knight's move away, unless a link is in the way. For every possible link and
//! side it is counted how many links of the side cross it, so that placing a peg looks at nothing but its own eight links
//! and the nine that cross each.

mod unions;

use super::geometry::{LINKS, Link};
use super::hole::{Hole, PLACES, step};
use super::holes::Holes;
use super::rules::{Rules, Variant};
use super::step::Step;
use crate::arena::Ruling;
use crate::base::rng::mix;
use crate::search::Outcome;
use unions::{Unions, border};

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A chain of links joins the two lines of the winner.
    Joined,
    Resigned,
    /// Nobody can join their lines any more.
    Dead,
    Agreed,
}

impl Ending {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::Resigned => Ruling::RESIGNED,
            Self::Dead => "dead",
            Self::Agreed => Ruling::AGREED,
        }
    }
}

/// How a match ended, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub outcome: Outcome,
    pub ending: Ending,
}

/// What belongs to one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Half {
    pub(super) pegs: Holes,
    /// The holes in which the side may place a peg if they are free.
    pub(super) ground: Holes,
    /// Its two border lines, of those holes.
    pub(super) lines: [Holes; 2],
    /// By direction, the holes from which no link is in the way of the side's own.
    pub(super) open: [Holes; 8],
    /// For every link, how many of this side's links cross it.
    crossed: Box<[u8; LINKS]>,
    links: Vec<Link>,
}

/// What a step changed, so that it can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Done {
    step: Step,
    /// Links of the side and unions before it.
    links: usize,
    unions: usize,
    key: u64,
    offer: Option<usize>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    halves: [Half; 2],
    unions: Unions,
    side: usize,
    /// Turns that are over.
    turns: u32,
    end: Option<End>,
    /// Who has offered a draw that is not answered.
    offer: Option<usize>,
    key: u64,
    done: Vec<Done>,
}

impl Half {
    fn new(rules: Rules, side: usize) -> Self {
        let holes = (0..rules.size).flat_map(|row| (0..rules.size).map(move |column| Hole::new(column, row)));
        let ground: Holes = holes.filter(|hole| rules.has(*hole) && !rules.is_border(1 - side, *hole)).collect();
        let line = |last: u8| ground.iter().filter(|hole| line_of(side, *hole) == last).collect();
        let crossed: Box<[u8; LINKS]> =
            vec![0; LINKS].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has that length"));
        Self {
            pegs: Holes::EMPTY,
            ground,
            lines: [line(0), line(rules.size - 1)],
            open: [Holes::ALL; 8],
            crossed,
            links: Vec::new(),
        }
    }
}

impl Position {
    /// The empty board. The rules must be [good](Rules::check).
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            halves: [0, 1].map(|side| Half::new(rules, side)),
            unions: Unions::default(),
            side: 0,
            turns: 0,
            end: None,
            offer: None,
            key: mix(u64::from(rules.size) * 4 + rules.variant as u64 * 2 + u64::from(rules.pie)),
            done: Vec::new(),
        }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose turn it is: 0 joins top and bottom, 1 left and right.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Turns that are over.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Who has offered a draw that the other has not answered.
    pub fn offer(&self) -> Option<usize> {
        self.offer
    }

    pub fn pegs(&self, side: usize) -> &Holes {
        &self.halves[side].pegs
    }

    /// The holes of the two border lines of a side.
    pub fn border(&self, side: usize) -> Holes {
        let [first, last] = &self.halves[side].lines;
        first.or(last)
    }

    /// The links of a side, in the order in which they were drawn.
    pub fn links(&self, side: usize) -> &[Link] {
        &self.halves[side].links
    }

    pub(super) fn half(&self, side: usize) -> &Half {
        &self.halves[side]
    }

    /// Equal for equal positions.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The last peg, and its side.
    pub fn last_peg(&self) -> Option<(usize, Hole)> {
        let index = self.done.iter().rposition(|done| matches!(done.step, Step::Peg(_) | Step::Swap))?;
        match self.done[index].step {
            Step::Peg(hole) => Some((usize::from(!self.halves[0].pegs.contains(hole)), hole)),
            _ => self.halves[1].pegs.iter().next().map(|hole| (1, hole)),
        }
    }

    /// The free holes in which a side may place a peg.
    pub fn free(&self, side: usize) -> Holes {
        self.halves[side].ground.without(&self.halves[0].pegs).without(&self.halves[1].pegs)
    }

    /// Whether the side to move may take over the first peg.
    pub fn can_swap(&self) -> bool {
        let [first, second] = &self.halves;
        self.rules.pie && self.side == 1 && self.end.is_none() && second.pegs.is_empty() && first.pegs.len() == 1
    }

    /// Whether a step is legal.
    pub fn is_legal(&self, step: Step) -> bool {
        self.end.is_none()
            && match step {
                Step::Peg(hole) => self.rules.has(hole) && self.free(self.side).contains(hole),
                Step::Swap => self.can_swap(),
                Step::Offer => self.offer.is_none(),
                Step::Draw => self.offer == Some(1 - self.side),
                Step::Resign => true,
            }
    }

    /// The links that a peg of a side would get in a hole.
    pub fn links_of(&self, side: usize, hole: Hole) -> impl Iterator<Item = Link> {
        let half = &self.halves[side];
        (0..8).filter_map(move |direction| {
            let other = step(hole.index(), direction);
            (half.pegs.has(other) && half.open[direction].has(hole.index())).then(|| Link::new(hole.index(), direction))
        })
    }

    /// The links that a peg of a side would have in a hole if no other link were in their way.
    pub fn blocked_links_of(&self, side: usize, hole: Hole) -> impl Iterator<Item = Link> {
        let half = &self.halves[side];
        (0..8).filter_map(move |direction| {
            let other = step(hole.index(), direction);
            (half.pegs.has(other) && !half.open[direction].has(hole.index()))
                .then(|| Link::new(hole.index(), direction))
        })
    }

    /// Makes a step, which must be [legal](Self::is_legal).
    pub fn make(&mut self, step: Step) {
        let side = self.side;
        let (links, unions) = (self.halves[side].links.len(), self.unions.count());
        self.done.push(Done { step, links, unions, key: self.key, offer: self.offer });
        match step {
            Step::Peg(hole) => {
                self.place(side, hole);
                self.pass_on();
                self.judge(side);
            }
            Step::Swap => {
                let Some(first) = self.halves[0].pegs.iter().next() else { unreachable!("one peg stands") };
                // It has no links and no other peg beside it; only its border node has to be left.
                self.unions.back_to(0);
                self.halves[0].pegs.remove(first);
                self.key ^= peg_key(0, first);
                self.place(1, first.mirrored());
                self.pass_on();
            }
            Step::Offer => self.offer = Some(side),
            Step::Draw => self.end = Some(End { outcome: Outcome::Draw, ending: Ending::Agreed }),
            Step::Resign => self.end = Some(End { outcome: Outcome::Win(1 - side), ending: Ending::Resigned }),
        }
        if self.end.is_some() && matches!(step, Step::Draw | Step::Resign) {
            self.pass_on();
        }
    }

    /// Takes the last step back.
    pub fn unmake(&mut self) {
        let Some(Done { step, links, unions, key, offer }) = self.done.pop() else { return };
        if step != Step::Offer {
            self.side = 1 - self.side;
            self.turns -= 1;
        }
        let side = self.side;
        match step {
            Step::Peg(hole) => {
                self.lift(side, hole, links);
                self.unions.back_to(unions);
            }
            Step::Swap => {
                let Some(first) = self.halves[1].pegs.iter().next() else { unreachable!("one peg stands") };
                self.lift(1, first, links);
                self.unions.back_to(0);
                self.place(0, first.mirrored());
            }
            Step::Offer | Step::Draw | Step::Resign => {}
        }
        (self.key, self.offer, self.end) = (key, offer, None);
    }

    /// All steps so far.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.done.iter().map(|done| done.step)
    }

    /// Whether nothing has been done in this turn.
    pub fn is_turn_start(&self) -> bool {
        self.offer != Some(self.side)
    }

    /// The position if the other side were to move. Steps before it cannot be taken back.
    pub fn passed(&self) -> Self {
        let mut passed = self.clone();
        passed.pass_on();
        passed
    }

    fn pass_on(&mut self) {
        self.turns += 1;
        self.side = 1 - self.side;
        self.key ^= SIDE_KEY;
        // An offer holds for one turn of the other.
        if self.offer == Some(self.side) {
            self.offer = None;
        }
        // Whether the first peg can be taken over is no other position: it hangs on the pegs.
    }

    /// Leaves the turn to the other side, for a search that asks what would be if; [`Self::unpass`] takes it back.
    pub(super) fn pass(&mut self) {
        self.side = 1 - self.side;
        self.turns += 1;
        self.key ^= SIDE_KEY;
    }

    pub(super) fn unpass(&mut self) {
        self.side = 1 - self.side;
        self.turns -= 1;
        self.key ^= SIDE_KEY;
    }

    fn place(&mut self, side: usize, hole: Hole) {
        let from = hole.index();
        self.halves[side].pegs.insert(hole);
        self.key ^= peg_key(side, hole);
        for direction in 0..8 {
            let other = step(from, direction);
            if self.halves[side].pegs.has(other) && self.halves[side].open[direction].has(from) {
                let link = Link::new(from, direction);
                self.halves[side].links.push(link);
                self.key ^= link_key(side, link);
                self.cross(side, link, true);
                self.unions.join(from, other);
            }
        }
        let (line, last) = (line_of(side, hole), self.rules.size - 1);
        if line == 0 || line == last {
            self.unions.join(from, border(side, line == last));
        }
    }

    /// Takes a peg away with the links that came with it, all after the first `links`.
    fn lift(&mut self, side: usize, hole: Hole, links: usize) {
        self.halves[side].pegs.remove(hole);
        while self.halves[side].links.len() > links
            && let Some(link) = self.halves[side].links.pop()
        {
            self.cross(side, link, false);
        }
    }

    /// A link of a side comes into the way of those that it crosses, or leaves it.
    fn cross(&mut self, side: usize, link: Link, comes: bool) {
        for other in link.crossings() {
            let count = &mut self.halves[side].crossed[other.index()];
            *count = if comes { *count + 1 } else { *count - 1 };
            let hinders_own = self.rules.variant == Variant::Standard;
            // Only a first or a last one changes anything.
            if *count != u8::from(comes) {
                continue;
            }
            for whose in 0..2 {
                if whose == side && !hinders_own {
                    continue;
                }
                let is_free = self.halves[1 - whose].crossed[other.index()] == 0
                    && (!hinders_own || self.halves[whose].crossed[other.index()] == 0);
                other.set_open(&mut self.halves[whose].open, is_free);
            }
        }
    }

    /// Whether the side that has placed a peg has won, or nobody can place one.
    fn judge(&mut self, side: usize) {
        if self.unions.are_joined(border(side, false), border(side, true)) {
            self.end = Some(End { outcome: Outcome::Win(side), ending: Ending::Joined });
        } else if self.free(self.side).is_empty() {
            self.end = Some(End { outcome: Outcome::Draw, ending: Ending::Dead });
        }
    }

    /// Calls the match drawn if nobody can join their lines any more: exact where own links do not hinder; else a side may be
    /// thought able to whose links would be in their own way.
    pub(super) fn judge_dead(&mut self) {
        if self.end.is_none() && !(0..2).any(|side| self.can_join(side)) {
            self.end = Some(End { outcome: Outcome::Draw, ending: Ending::Dead });
        }
    }

    /// Whether a side could join its lines if the other placed no more pegs.
    pub fn can_join(&self, side: usize) -> bool {
        let usable = self.halves[side].ground.without(&self.halves[1 - side].pegs);
        let [mut reached, goal] = self.halves[side].lines.map(|line| line.and(&usable));
        let mut news = reached;
        while !news.is_empty() {
            news = news.neighbours(&self.halves[side].open).and(&usable).without(&reached);
            reached = reached.or(&news);
        }
        reached.meets(&goal)
    }

    /// The chain of pegs and links with which a side has joined its lines, from one line to the other: the shortest one.
    pub fn winning_chain(&self, side: usize) -> Option<Vec<Hole>> {
        let mut before = vec![None; PLACES];
        let pegs = &self.halves[side].pegs;
        let mut queue: Vec<Hole> = pegs.and(&self.halves[side].lines[0]).iter().collect();
        queue.iter().for_each(|hole| before[hole.index()] = Some(*hole));
        let mut next = 0;
        while let Some(hole) = queue.get(next).copied() {
            next += 1;
            if self.halves[side].lines[1].contains(hole) {
                let mut chain = vec![hole];
                while let Some(last) = chain.last()
                    && let Some(earlier) = before[last.index()].filter(|earlier| earlier != last)
                {
                    chain.push(earlier);
                }
                chain.reverse();
                return Some(chain);
            }
            for link in &self.halves[side].links {
                let (one, other) = link.ends();
                let far = if one == hole { other } else { one };
                if (one == hole || other == hole) && before[far.index()].is_none() {
                    before[far.index()] = Some(hole);
                    queue.push(far);
                }
            }
        }
        None
    }
}

/// How far a hole lies from the first border line of a side.
fn line_of(side: usize, hole: Hole) -> u8 {
    if side == 0 { hole.row() } else { hole.column() }
}

const SIDE_KEY: u64 = mix(1 << 40);

fn peg_key(side: usize, hole: Hole) -> u64 {
    mix(1 << 20 | (side * PLACES + hole.index()) as u64)
}

fn link_key(side: usize, link: Link) -> u64 {
    mix(1 << 30 | (side * LINKS + link.index()) as u64)
}
