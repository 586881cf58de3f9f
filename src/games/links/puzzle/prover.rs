//! The proof that the side to move wins in so many own pegs, or that it does not: every peg of both sides (AND/OR search by
//! depth first), where nothing is left out but what cannot matter.
//!
//! - A side that needs more pegs than it has left does not win ([`Routes::distance`] is a lower bound), and one that needs
//!   as many only plays on a shortest way.
//! - Who is threatened with a win in one has only the answers of [`Look::defences`].
//! - Without own links in the way (PP) a peg more never harms its side. So if the attacker does not win when the other
//!   passes, it does not win. If it does, its proof is one against every answer that leaves it as it is: one that does not
//!   lie in the *region* of the proof, and on no way on which the defender would be first. The region are the holes in
//!   which the attacker places pegs, and both ends of all links that could cross the links of these pegs. The same holds
//!   for the proof against each answer, so that few are looked at ("must-play regions" of programs for Hex:
//!   R. Hayward and others, "Solving 7x7 Hex", 2003).
//! - With own links in the way every answer is looked at.
//!
//! Swapping, offers and resigning are no answers: puzzles have no pie rule.

use crate::base::Budget;
use crate::games::links::hole::Hole;
use crate::games::links::holes::Holes;
use crate::games::links::position::Position;
use crate::games::links::routes::{Look, Routes};
use crate::games::links::rules::Variant;
use crate::games::links::step::Step;
use std::collections::BTreeMap;

/// The most own pegs of a win that is looked for.
pub const MAX_PEGS: u8 = 6;

/// The budget ended before a proof did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

/// What was found out about a position.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The side to move does not win in so many own pegs.
    fails: u8,
    /// It wins in so many, and the region of the proof.
    wins: Option<(u8, Holes)>,
}

/// Answers that refuted something lately, by the pegs that the attacker had left.
type Killers = [Vec<Hole>; MAX_PEGS as usize + 1];

/// Killers that are kept, for each number of pegs.
const KILLERS: usize = 6;

/// Killers that are tried before the pass.
const AHEAD: usize = 2;

/// Ways are followed so much longer than the shortest; see [`Routes::holes`].
const SLACK: usize = 2;

/// Proves wins. Remembers what it has found out.
#[derive(Debug, Clone)]
pub struct Prover {
    budget: Budget,
    nodes: u64,
    known: BTreeMap<u64, Known>,
    answers: Killers,
    attacks: Killers,
    /// Looks at every answer, also where a proof says that it is in vain.
    is_plain: bool,
}

/// The proof of a win: holes in which a peg of the other side may change it.
type Proof = Option<Holes>;

impl Prover {
    /// One that stops with [`Spent`] when a budget ends.
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            nodes: 0,
            known: BTreeMap::new(),
            answers: Default::default(),
            attacks: Default::default(),
            is_plain: false,
        }
    }

    /// One that looks at every answer: slow, to check the other.
    pub fn plain(budget: Budget) -> Self {
        Self { is_plain: true, ..Self::new(budget) }
    }

    /// Goes on under another budget, with what it knows.
    pub fn renew(&mut self, budget: Budget) {
        self.budget = budget;
        self.nodes = 0;
    }

    /// Positions that were looked at since the budget was given.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The least number of own pegs, up to `most`, in which the side to move wins whatever the other does.
    ///
    /// # Errors
    /// If the budget ends before.
    pub fn wins_in(&mut self, position: &Position, most: u8) -> Result<Option<u8>, Spent> {
        let mut position = position.clone();
        for pegs in 1..=most.min(MAX_PEGS) {
            if self.attack(&mut position, pegs)?.is_some() {
                return Ok(Some(pegs));
            }
        }
        Ok(None)
    }

    /// The pegs of the side to move with which it wins in `pegs` own pegs, this one included; no more than `most` of them.
    ///
    /// # Errors
    /// If the budget ends before.
    pub fn winners(&mut self, position: &Position, pegs: u8, most: usize) -> Result<Vec<Hole>, Spent> {
        let mut position = position.clone();
        let look = self.look(&position)?;
        let mut found = Vec::new();
        if pegs == 0 || position.end().is_some() {
            return Ok(found);
        }
        // A win in one is told by the ways.
        let own = &look.routes[position.side()];
        let mut candidates = self.candidates(&position, &look, pegs);
        if !own.wins().is_empty() {
            let other = candidates.into_iter().filter(|hole| !own.wins().contains(*hole)).collect::<Vec<_>>();
            candidates = own.wins().iter().chain(other).collect();
        }
        for hole in candidates {
            if found.len() == most {
                break;
            }
            if own.wins().contains(hole) || pegs > 1 && self.follow(&mut position, hole, pegs)?.is_some() {
                found.push(hole);
            }
        }
        Ok(found)
    }

    /// The answers of the side to move after which the other does not win in `left` own pegs; no more than `most` of them.
    ///
    /// # Errors
    /// If the budget ends before.
    pub fn holding(&mut self, position: &Position, left: u8, most: usize) -> Result<Vec<Hole>, Spent> {
        let mut found = Vec::new();
        self.answer(&mut position.clone(), left, most, &mut found)?;
        Ok(found)
    }

    fn look(&mut self, position: &Position) -> Result<Look, Spent> {
        self.nodes += 1;
        // Every few looks: the clock costs more than one.
        if self.nodes.is_multiple_of(64) && self.budget.is_spent(self.nodes) || self.nodes >= self.budget.node_limit() {
            return Err(Spent);
        }
        Ok(Look::at(position))
    }

    /// Whether the side to move wins in `pegs` own pegs.
    fn attack(&mut self, position: &mut Position, pegs: u8) -> Result<Proof, Spent> {
        if pegs == 0 || position.end().is_some() {
            return Ok(None);
        }
        let known = self.known.get(&position.key()).copied();
        match known {
            Some(Known { wins: Some((needed, region)), .. }) if needed <= pegs => return Ok(Some(region)),
            Some(Known { fails, .. }) if fails >= pegs => return Ok(None),
            _ => {}
        }
        let look = self.look(position)?;
        let side = position.side();
        let own = &look.routes[side];
        if own.distance > usize::from(pegs) {
            return Ok(None);
        }
        if let Some(win) = own.wins().iter().next() {
            return Ok(Some(touch(position, side, win)));
        }
        let fails = known.map_or(1, |known| known.fails.max(1));
        for pegs in fails + 1..=pegs {
            let proof = self.attack_within(position, &look, pegs)?;
            let known =
                Known { fails: if proof.is_some() { pegs - 1 } else { pegs }, wins: proof.map(|all| (pegs, all)) };
            self.known.insert(position.key(), known);
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// The same without a win in one, and with what is known of the position.
    fn attack_within(&mut self, position: &mut Position, look: &Look, pegs: u8) -> Result<Proof, Spent> {
        for hole in self.candidates(position, look, pegs) {
            if let Some(region) = self.follow(position, hole, pegs)? {
                remember(&mut self.attacks[usize::from(pegs)], hole);
                return Ok(Some(region));
            }
        }
        Ok(None)
    }

    /// Pegs that can begin a win in `pegs`, those that promise most first.
    fn candidates(&self, position: &Position, look: &Look, pegs: u8) -> Vec<Hole> {
        let side = position.side();
        let (own, enemy) = (&look.routes[side], &look.routes[1 - side]);
        if own.distance > usize::from(pegs) {
            return Vec::new();
        }
        let mut left = position.free(side);
        if enemy.distance == 1 && own.distance > 1 {
            let defences: Holes = look.defences(position).iter().copied().collect();
            left = left.and(&defences);
        }
        if own.distance == usize::from(pegs) {
            left = left.and(&own.holes[0]);
        }
        let killers: Holes = self.attacks[usize::from(pegs.min(MAX_PEGS))].iter().copied().collect();
        let [short, longer, long] = &own.holes;
        ordered(left, &[&killers, short, &enemy.holes[0], longer, &enemy.holes[1], long])
    }

    /// Whether the side to move wins in `pegs` own pegs, the first of them in a hole.
    fn follow(&mut self, position: &mut Position, hole: Hole, pegs: u8) -> Result<Proof, Spent> {
        let own = touch(position, position.side(), hole);
        position.make(Step::Peg(hole));
        let proof = self.overcome(position, pegs - 1);
        position.unmake();
        Ok(proof?.map(|region| region.or(&own)))
    }

    /// Whether the side that is not to move wins in `left` own pegs, whatever the other answers.
    fn overcome(&mut self, position: &mut Position, left: u8) -> Result<Proof, Spent> {
        let mut found = Vec::new();
        let region = self.answer(position, left, 1, &mut found)?;
        Ok(if found.is_empty() { region } else { None })
    }

    /// Finds answers after which the other side does not win in `left` own pegs, at most `most`. If there is none, the
    /// region of the proof.
    fn answer(
        &mut self,
        position: &mut Position,
        left: u8,
        most: usize,
        found: &mut Vec<Hole>,
    ) -> Result<Proof, Spent> {
        if position.end().is_some() {
            // Over without a winner, or won by who moved last: nobody asks then.
            return Ok(None);
        }
        let (defender, attacker) = (position.side(), 1 - position.side());
        let look = self.look(position)?;
        let (own, enemy) = (&look.routes[defender], &look.routes[attacker]);
        let free = position.free(defender);
        if enemy.distance > usize::from(left) {
            found.extend(ordered(free, &[&own.wins(), &enemy.holes[0], &own.holes[0]]).into_iter().take(most));
            return Ok(None);
        }
        found.extend(own.wins().iter().take(most));
        if found.len() == most {
            return Ok(None);
        }
        let mut region = Holes::EMPTY;
        let mut rest = free.without(&own.wins());
        let is_threat = enemy.distance == 1;
        if is_threat {
            region = enemy.wins().iter().fold(region, |all, win| all.or(&touch(position, attacker, win)));
            rest = rest.and(&look.defences(position).iter().copied().collect());
        }
        let is_narrowed = !is_threat && position.rules().variant == Variant::Pp && !self.is_plain;
        let answers = self.ordered_answers(rest, enemy, own, left);
        // What has refuted something like it is tried before all is proved against a pass.
        let killers = &self.answers[usize::from(left)];
        let ahead = answers.iter().take(AHEAD).take_while(|hole| killers.contains(hole)).count();
        for (index, hole) in answers.iter().copied().enumerate() {
            if is_narrowed && index == ahead {
                position.pass();
                let proof = self.attack(position, left);
                position.unpass();
                let Some(proof) = proof? else {
                    // Whatever it does is at least as good.
                    let missing = most - found.len();
                    let others: Vec<Hole> = answers.iter().copied().filter(|hole| !found.contains(hole)).collect();
                    found.extend(others.into_iter().take(missing));
                    return Ok(None);
                };
                region = region.or(&proof);
                rest = rest.and(&proof.or(&racing(own, left)));
            }
            if !rest.contains(hole) {
                continue;
            }
            match self.reply(position, hole, left)? {
                Some(proof) => {
                    region = region.or(&proof);
                    if is_narrowed {
                        rest = rest.and(&proof.or(&racing(own, left)));
                    }
                }
                None => {
                    remember(&mut self.answers[usize::from(left)], hole);
                    found.push(hole);
                    if found.len() == most {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(found.is_empty().then_some(region))
    }

    /// Whether the attacker wins after an answer.
    fn reply(&mut self, position: &mut Position, hole: Hole, left: u8) -> Result<Proof, Spent> {
        position.make(Step::Peg(hole));
        let proof = self.attack(position, left);
        position.unmake();
        proof
    }

    /// What refutes oftenest first.
    fn ordered_answers(&self, all: Holes, enemy: &Routes, own: &Routes, left: u8) -> Vec<Hole> {
        let killers: Holes = self.answers[usize::from(left)].iter().copied().collect();
        let [short, longer, _] = &enemy.holes;
        ordered(all, &[&killers.and(short), &killers, &short.and(&own.holes[0]), short, longer, &own.holes[0]])
    }
}

/// Holes through which a way of the defender leads on which it would join its lines before the attacker has placed its last
/// peg: with the answer it places `left` pegs.
fn racing(own: &Routes, left: u8) -> Holes {
    let left = usize::from(left);
    match left.checked_sub(own.distance) {
        None => Holes::EMPTY,
        Some(slack) if slack > SLACK => Holes::ALL,
        Some(slack) => own.holes[..=slack].iter().fold(Holes::EMPTY, |all, holes| all.or(holes)),
    }
}

/// The holes in which a peg of the other side may hinder a peg of a side in a hole or one of its links.
fn touch(position: &Position, side: usize, hole: Hole) -> Holes {
    let enemy = position.half(1 - side);
    let usable = |hole: Hole| enemy.ground.contains(hole) && !position.pegs(side).contains(hole);
    let mut region = Holes::EMPTY;
    region.insert(hole);
    for link in position.links_of(side, hole).flat_map(|link| link.crossings()) {
        let (start, direction) = link.start();
        let (one, other) = link.ends();
        if enemy.open[direction].has(start) && usable(one) && usable(other) {
            region.insert(one);
            region.insert(other);
        }
    }
    region
}

fn remember(killers: &mut Vec<Hole>, hole: Hole) {
    killers.retain(|one| *one != hole);
    killers.insert(0, hole);
    killers.truncate(KILLERS);
}

/// A set as a list, those of the first sets first.
fn ordered(mut all: Holes, sets: &[&Holes]) -> Vec<Hole> {
    let mut list = Vec::new();
    for set in sets {
        let now = all.and(set);
        list.extend(now.iter());
        all = all.without(&now);
    }
    list.extend(all.iter());
    list
}
