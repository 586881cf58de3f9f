//! A match of several rounds in steps, as a server and its clients play it over the network.
//!
//! When a round is over, nobody rides in the next step, which puts the board of the next round on the table. So the end of a round
//! is to be seen for as long as that step is away.

use super::arena::{Arena, MAX_SEATS, MOVES};
use super::description::{Description, DescriptionProblem};
use super::player::PlayerKind;
use super::position::{Order, Outcome, Position};
use super::score::Score;
use super::simulation::Board;
use crate::arena::{Player, PlayerKind as _};
use crate::base::rng::mix;
use crate::base::{Budget, Dir};
use crate::net::frame::Ending;
use crate::net::log::Batch;
use crate::net::track::{Course, Pilot, moves};
use std::sync::Arc;

/// Milliseconds in which everybody looks at the board before the first step, and at the end of a round.
const COUNTDOWN_MS: u64 = 3000;
pub(crate) const RESULT_MS: u64 = 2500;

/// Who plays for somebody who is gone, and how many positions a program looks at for a step: one server has many matches.
pub(crate) const STAND_IN: PlayerKind = PlayerKind::Engine(5);
const NODES: u64 = 2000;

/// Moves as bytes: 0 to 3 a direction in the order of [`MOVES`], 4 to 7 the same with a boost, 8 a boost straight on.
const BOOST: u8 = 4;
const STRAIGHT_BOOST: u8 = 8;

/// What does not change from round to round.
#[derive(Debug)]
struct Plan {
    described: Description,
    board: Board,
    programs: Vec<Option<PlayerKind>>,
}

/// A match of several rounds.
#[derive(Debug, Clone)]
pub struct Rounds {
    plan: Arc<Plan>,
    score: Score,
    /// Counted from 0.
    number: u32,
    arena: Arc<Arena>,
    position: Position,
    /// The seat that plays from each start.
    seats: [usize; MAX_SEATS],
}

/// The byte of what a person wants.
pub(crate) fn wanted(dir: Option<Dir>) -> u8 {
    dir.map_or(STRAIGHT_BOOST, code)
}

fn code(dir: Dir) -> u8 {
    MOVES.iter().position(|other| *other == dir).unwrap_or(0) as u8
}

fn direction(what: u8) -> Option<Dir> {
    (what < STRAIGHT_BOOST).then(|| MOVES[usize::from(what % BOOST)])
}

impl Rounds {
    /// A match at its beginning.
    ///
    /// # Errors
    /// What is wrong with its description.
    pub fn new(described: Description) -> Result<Self, DescriptionProblem> {
        let plan = Plan { board: described.arenas()?, programs: described.programs()?, described };
        let arena = plan.arena(0).map_err(DescriptionProblem::Board)?;
        let position = Position::new(&arena, plan.programs.len(), plan.described.options());
        let score = Score { best_of: plan.described.best_of, ..Score::default() };
        let seats = plan.seating(0);
        Ok(Self { plan: Arc::new(plan), score, number: 0, arena: Arc::new(arena), position, seats })
    }

    pub fn described(&self) -> &Description {
        &self.plan.described
    }

    pub const fn score(&self) -> Score {
        self.score
    }

    /// The number of the round, from 0.
    pub const fn number(&self) -> u32 {
        self.number
    }

    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat that plays from each start.
    pub fn seating(&self) -> &[usize] {
        &self.seats[..self.plan.programs.len()]
    }

    /// The seat that has won the round; none for a draw and while it goes on.
    pub fn winner(&self) -> Option<usize> {
        match self.position.outcome() {
            Some(Outcome::Win(rider)) => self.seating().get(rider).copied(),
            _ => None,
        }
    }

    /// The orders of the riders that the moves of the seats make.
    pub fn orders(&self, moves: &[u8]) -> Vec<Order> {
        let riders = self.position.riders().iter().zip(self.seating());
        let order = |(rider, seat): (&super::position::Rider, &usize)| match moves.get(*seat).copied() {
            Some(what @ 0..BOOST) => Order::Go(MOVES[usize::from(what)]),
            Some(what @ BOOST..STRAIGHT_BOOST) => Order::Boost(MOVES[usize::from(what - BOOST)]),
            Some(STRAIGHT_BOOST) => Order::Boost(rider.heading),
            _ => Order::Go(rider.heading),
        };
        riders.map(order).collect()
    }

    /// Makes a step that is known, and gives its orders; none if it has put the board of the next round on the table.
    pub(crate) fn make(&mut self, batch: &Batch<u8>) -> Option<Vec<Order>> {
        let moves = moves(self, batch);
        let orders = self.position.outcome().is_none().then(|| self.orders(&moves));
        self.step(&moves);
        orders
    }

    /// The start of a seat, if it lives and rides.
    fn rider(&self, seat: usize) -> Option<usize> {
        let rider = self.seating().iter().position(|other| *other == seat)?;
        (self.position.outcome().is_none() && self.position.riders()[rider].out.is_none()).then_some(rider)
    }

    fn begin_round(&mut self) {
        self.number += 1;
        // The first board could be made, and the others differ from it in the seed alone.
        if let Ok(arena) = self.plan.arena(self.number) {
            self.arena = Arc::new(arena);
        }
        self.seats = self.plan.seating(self.number);
        self.position = Position::new(&self.arena, self.plan.programs.len(), self.plan.described.options());
    }
}

impl Plan {
    fn arena(&self, round: u32) -> Result<Arena, String> {
        match &self.board {
            Board::Fixed(arena) => Ok(arena.clone()),
            Board::Random(wish) => {
                wish.generate(self.described.seed.wrapping_add(u64::from(round))).map_err(|problem| problem.to_string())
            }
        }
    }

    /// Everybody moves on by one start a round.
    fn seating(&self, round: u32) -> [usize; MAX_SEATS] {
        let seats = self.programs.len();
        std::array::from_fn(|start| (start + round as usize) % seats)
    }
}

impl Course for Rounds {
    fn seats(&self) -> usize {
        self.plan.programs.len()
    }

    fn pause(&self) -> Option<u64> {
        let step = self.plan.described.step_ms;
        match self.position.outcome() {
            Some(_) if self.score.is_over() => None,
            Some(_) => Some(RESULT_MS),
            None if self.position.steps() == 0 => Some(COUNTDOWN_MS + step),
            None => Some(step),
        }
    }

    fn round(&self) -> u32 {
        self.number
    }

    fn rides(&self, seat: usize) -> bool {
        self.rider(seat).is_some()
    }

    fn onward(&self, seat: usize) -> u8 {
        self.rider(seat).map_or(0, |rider| code(self.position.riders()[rider].heading))
    }

    /// Straight on, as long as that is no crash.
    fn guess(&self, seat: usize) -> u8 {
        let Some(rider) = self.rider(seat) else { return 0 };
        let heading = self.position.riders()[rider].heading;
        let mut free = self.position.free_moves(rider);
        let first = free.next();
        code(if first == Some(heading) || free.any(|dir| dir == heading) { heading } else { first.unwrap_or(heading) })
    }

    fn allows(&self, seat: usize, what: u8) -> bool {
        let Some(rider) = self.rider(seat) else { return false };
        let heading = self.position.riders()[rider].heading;
        let boosts = what >= BOOST;
        let turns = direction(what).is_some_and(|dir| dir != heading);
        what <= STRAIGHT_BOOST
            && direction(what) != Some(heading.reverse())
            && (turns || boosts)
            && (!boosts || self.position.can_boost(rider))
    }

    fn joined(first: u8, then: u8) -> Option<u8> {
        match (first, then) {
            (STRAIGHT_BOOST, STRAIGHT_BOOST) => Some(STRAIGHT_BOOST),
            (STRAIGHT_BOOST, dir @ 0..BOOST) | (dir @ 0..BOOST, STRAIGHT_BOOST) => Some(dir + BOOST),
            (boost @ BOOST..STRAIGHT_BOOST, STRAIGHT_BOOST) => Some(boost),
            _ => None,
        }
    }

    fn step(&mut self, moves: &[u8]) {
        if self.position.outcome().is_some() {
            if !self.score.is_over() {
                self.begin_round();
            }
            return;
        }
        let orders = self.orders(moves);
        self.position.make(&orders);
        if self.position.outcome().is_some() {
            self.score.count(self.winner());
        }
    }

    fn key(&self) -> u64 {
        let wins = self.score.wins.iter().fold(u64::from(self.score.draws), |all, wins| all << 8 | u64::from(*wins));
        self.position.key() ^ mix(wins << 16 | u64::from(self.number))
    }

    fn ending(&self) -> Option<Ending> {
        let over = self.position.outcome().is_some() && self.score.is_over();
        over.then(|| self.score.leader().map_or(Ending::Draw, |seat| Ending::Won(seat as u8)))
    }

    fn pilot(&self, seat: usize) -> Box<dyn Pilot<Self>> {
        let kind = self.plan.programs.get(seat).copied().flatten().unwrap_or(STAND_IN);
        Box::new(Program(kind.player(mix(self.plan.described.seed ^ seat as u64))))
    }
}

/// A program at a seat.
struct Program(Box<dyn Player<Position>>);

impl Pilot<Rounds> for Program {
    fn steer(&mut self, course: &Rounds, seat: usize, budget: &Budget) -> u8 {
        let Some(rider) = course.rider(seat) else { return 0 };
        match self.0.choose(&course.position, rider, &budget.clone().and_nodes(NODES)).step {
            Order::Go(dir) => code(dir),
            Order::Boost(dir) => code(dir) + BOOST,
            Order::Forfeit(_) => course.onward(seat),
        }
    }
}
