//! One round: everybody is asked at the same time, all orders are judged together.

use super::Simulation;
use super::contestant::Contestant;
use crate::arena::{Clock, Score, Times};
use crate::base::Budget;
use crate::games::tron::arena::Arena;
use crate::games::tron::position::{Death, Options, Order, Outcome, Position};

/// A round that was played. Lists are in the order of the seats unless they say otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Number in the simulation, from 0.
    pub number: usize,
    /// The board.
    pub arena: Arena,
    /// The rules.
    pub options: Options,
    /// Which side sat on each seat.
    pub sides: Vec<usize>,
    /// What each seat ordered, step by step until it was out.
    pub orders: Vec<Vec<Order>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why and in which step (from 1) each seat went out.
    pub deaths: Vec<Option<(Death, u32)>>,
    /// Steps.
    pub length: u32,
    /// How long each move of a seat took.
    pub times: Vec<Times>,
    /// Positions that each seat visited, and in how many moves it said so.
    pub nodes: Vec<(u64, u64)>,
}

impl Round {
    /// What the round was for a seat: one win, draw or loss. Who died in the last step without leaving a winner drew;
    /// who died before lost.
    #[must_use]
    pub fn score(&self, seat: usize) -> Score {
        let drew = self.deaths[seat].is_some_and(|(_, step)| step == self.length);
        match self.outcome {
            Outcome::Win(winner) if winner == seat => Score { wins: 1, ..Score::default() },
            Outcome::Draw if drew => Score { draws: 1, ..Score::default() },
            _ => Score { losses: 1, ..Score::default() },
        }
    }

    /// The seat of a side.
    pub(super) fn seat_of(&self, side: usize) -> Option<usize> {
        self.sides.iter().position(|other| *other == side)
    }
}

pub(super) fn play(
    simulation: &Simulation,
    number: usize,
    arena: Arena,
    clock: &Clock,
    limit: &Budget,
) -> Option<Round> {
    let seats = simulation.sides.len();
    let sides: Vec<usize> = (0..seats).map(|seat| (seat + number) % seats).collect();
    let mut contestants: Vec<Contestant> = sides
        .iter()
        .map(|side| {
            let seed = simulation.derived_seed("player", number, *side);
            Contestant::new(&simulation.sides[*side].agent, simulation.leash, seed)
        })
        .collect();
    let mut position = Position::new(&arena, seats, simulation.options);
    let mut orders: Vec<Vec<Order>> = vec![Vec::new(); seats];
    let mut times = vec![Times::default(); seats];
    let mut nodes = vec![(0, 0); seats];
    // Every step covers a cell, so the round ends.
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if limit.is_spent(0) {
            return None;
        }
        let living: Vec<usize> = position.living().collect();
        for seat in &living {
            contestants[*seat].ask(&position, *seat);
        }
        let mut step: Vec<Order> = position.riders().iter().map(|rider| Order::Go(rider.heading)).collect();
        // Programs think meanwhile and their answers are stamped, so our players go first.
        let (programs, players): (Vec<_>, Vec<_>) =
            living.into_iter().partition(|seat| contestants[*seat].is_program());
        for seat in players.into_iter().chain(programs) {
            let answer = contestants[seat].answer(&position, seat, clock);
            step[seat] = answer.order;
            orders[seat].push(answer.order);
            times[seat].add(answer.time);
            if let Some(visited) = answer.nodes {
                nodes[seat].0 += visited;
                nodes[seat].1 += 1;
            }
        }
        position.make(&step);
    };
    let deaths = position.riders().iter().map(|rider| rider.out).collect();
    let (options, length) = (simulation.options, position.steps());
    Some(Round { number, arena, options, sides, orders, outcome, deaths, length, times, nodes })
}
