//! A position as our engine searches it: with its [`Look`], which is made once and then serves the evaluation, the moves and
//! their order.

use super::hole::{Hole, PLACES};
use super::holes::Holes;
use super::position::Position;
use super::routes::{Look, Routes};
use super::step::Step;
use crate::base::rng::mix;
use crate::search::{Game, Outcome, Settings, WIN};
use std::cell::OnceCell;

/// Moves of a position that are looked at, by the engine at its best.
pub(super) const WIDTH: usize = 24;

/// Plies of threats and answers after the full search. More gives nothing: 12 against 8 was 49 % of 120 matches.
pub(super) const QUIESCENCE: u32 = 8;

/// How it searches at its best. To let the other side move twice where a side stands well (null moves, two plies less) gave
/// nothing: 56.7 % on the openings on which it was set, 44.6 and 43.8 % on others (120 matches each, 8,000 nodes a move).
pub(super) fn settings() -> Settings {
    Settings { quiescence: QUIESCENCE, reductions: true, ..Settings::default() }
}

/// The rank of what makes a threat to win, above all others.
const THREAT: i32 = 1000;

/// Rank of a link, and of a hole nearer to the last peg.
const LINK: i32 = 32;
const NEAR: i32 = 6;

/// A position in search.
pub struct Node {
    position: Position,
    /// What is known of the positions from the root on to this one.
    looks: Vec<OnceCell<Look>>,
    /// Candidates of a position, best first.
    width: usize,
    /// Moves that are not looked at at the root.
    left_out: Vec<Step>,
}

impl Node {
    pub fn new(position: Position, width: usize) -> Self {
        Self { position, looks: vec![OnceCell::new()], width, left_out: Vec::new() }
    }

    /// The same without some moves of the position as it is now.
    pub fn leaving_out(self, moves: &[Step]) -> Self {
        Self { left_out: moves.to_vec(), ..self }
    }

    /// Moves that are not looked at here.
    fn left_out(&self) -> &[Step] {
        if self.looks.len() == 1 { &self.left_out } else { &[] }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is known of the position.
    pub fn look(&self) -> &Look {
        let Some(look) = self.looks.last() else { unreachable!("the root is always there") };
        look.get_or_init(|| Look::at(&self.position))
    }

    fn defences(&self) -> &[Hole] {
        self.look().defences(&self.position)
    }

    /// Who can win with a peg, and who cannot hinder that, is known: as a search gives it at `ply` plies from its root.
    pub(crate) fn known(&self, ply: u32) -> Option<i32> {
        let (own, enemy) = self.routes();
        if own.distance == 1 {
            return Some(WIN - ply as i32 - 1);
        }
        (enemy.distance == 1 && self.defences().is_empty()).then_some(ply as i32 + 2 - WIN)
    }

    /// A win, if there is one; what holds, if the other threatens to win; else the holes through which the shortest ways of
    /// both sides lead.
    fn promising(&self, out: &mut Vec<Step>) {
        if self.position.end().is_some() {
            return;
        }
        let (own, enemy) = self.routes();
        let wins = own.wins();
        if !wins.is_empty() {
            out.extend(wins.iter().take(1).map(Step::Peg));
            return;
        }
        // If nothing holds, it at least plays where the ways are.
        if enemy.distance == 1 && !self.defences().is_empty() {
            out.extend(self.defences().iter().map(|hole| Step::Peg(*hole)));
            return;
        }
        let free = self.position.free(self.side());
        let mut ranked: Vec<(i32, Hole)> = Vec::new();
        let all = [own, enemy]
            .into_iter()
            .flat_map(|routes| &routes.holes)
            .fold(Holes::EMPTY, |all, holes| all.or(&holes.and(&free)));
        ranked.extend(all.iter().map(|hole| (self.promise(Step::Peg(hole)), hole)));
        // The first of equals stays first.
        ranked.sort_by_key(|(rank, _)| -rank);
        let is_kept = |(index, (rank, _)): &(usize, &(i32, Hole))| *index < self.width || *rank >= THREAT;
        out.extend(ranked.iter().enumerate().take_while(is_kept).map(|(_, (_, hole))| Step::Peg(*hole)));
        out.extend(self.position.can_swap().then_some(Step::Swap));
    }

    /// The ways of the side to move, and those of the other.
    fn routes(&self) -> (&Routes, &Routes) {
        let side = self.position.side();
        let [first, second] = &self.look().routes;
        if side == 0 { (first, second) } else { (second, first) }
    }
}

impl Game for Node {
    type Move = Step;

    fn side(&self) -> usize {
        self.position.side()
    }

    fn moves(&self, out: &mut Vec<Step>) {
        if self.position.end().is_none() {
            out.extend(self.position.free(self.side()).iter().map(Step::Peg));
            out.extend(self.position.can_swap().then_some(Step::Swap));
        }
    }

    /// What is [promising](Self::promising), or all that is left if none of that is.
    fn search_moves(&self, out: &mut Vec<Step>) {
        let is_left = |step: &Step| !self.left_out().contains(step);
        self.promising(out);
        out.retain(is_left);
        if out.is_empty() {
            self.moves(out);
            out.retain(is_left);
        }
    }

    fn make(&mut self, step: Step) {
        self.position.make(step);
        self.looks.push(OnceCell::new());
    }

    fn unmake(&mut self) {
        self.position.unmake();
        self.looks.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.end().map(|end| end.outcome)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    /// What is found without some moves is not what the position is worth.
    fn path_key(&self) -> u64 {
        if self.left_out().is_empty() { self.key() } else { mix(self.key()) }
    }

    /// What answers a threat, and what makes one.
    fn is_noisy(&self, step: Step) -> bool {
        let Step::Peg(hole) = step else { return false };
        let (own, enemy) = self.routes();
        enemy.distance == 1 || own.distance == 2 && own.holes[0].contains(hole)
    }

    /// While the other threatens to win with its next peg.
    fn is_forced(&self) -> bool {
        self.routes().1.distance == 1
    }

    /// Holes on the shortest ways of both sides first; among equals those that get links, and those near the last peg.
    fn promise(&self, step: Step) -> i32 {
        let Step::Peg(hole) = step else { return 0 };
        let (own, enemy) = self.routes();
        let rank = |routes: &Routes, ranks: [i32; 3]| {
            let slack = routes.holes.iter().position(|holes| holes.contains(hole));
            slack.map_or(0, |slack| ranks[slack])
        };
        // What threatens to win comes first.
        let threat = if own.distance == 2 { THREAT } else { 0 };
        let links = self.position.links_of(self.position.side(), hole).count() as i32;
        let apart = self.position.last_peg().map_or(0, |(_, last)| {
            i32::from(hole.column().abs_diff(last.column()).max(hole.row().abs_diff(last.row())))
        });
        rank(own, [128 + threat, 64, 16]) + rank(enemy, [128, 64, 16]) + LINK * links.min(2) - NEAR * apart.min(8)
    }

    const HISTORY: usize = 2 * PLACES;

    fn history_slot(&self, step: Step) -> usize {
        let Step::Peg(hole) = step else { return 0 };
        self.side() * PLACES + hole.index()
    }
}
