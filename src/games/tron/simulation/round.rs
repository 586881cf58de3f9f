//! One round as the tables of Tron see it.

use crate::arena::{Score, Times, Transcript};
use crate::games::tron::arena::Arena;
use crate::games::tron::position::{Death, Options, Order, Outcome, Position};

/// A round that was played. Lists are in the order of the seats unless they say otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedRound {
    /// Number in the simulation, from 0.
    pub number: usize,
    pub arena: Arena,
    pub options: Options,
    /// Which side sat on each seat.
    pub sides: Vec<usize>,
    /// What each seat ordered, step by step until it was out.
    pub orders: Vec<Vec<Order>>,
    pub outcome: Outcome,
    /// Why and in which step (from 1) each seat went out.
    pub deaths: Vec<Option<(Death, u32)>>,
    pub length: u32,
    /// How long each move of a seat took.
    pub times: Vec<Times>,
    /// Positions that each seat visited, and in how many moves it said so.
    pub nodes: Vec<(u64, u64)>,
}

impl PlayedRound {
    pub(super) fn of(played: &Transcript<Position>, number: usize, arena: Arena, sides: Vec<usize>) -> Self {
        let (position, seats) = (&played.position, 0..sides.len());
        let orders = |seat| played.of(seat).flat_map(|turn| turn.steps.iter().copied()).collect();
        Self {
            number,
            arena,
            options: position.options(),
            orders: seats.clone().map(orders).collect(),
            // Every step covers a cell, so the round has ended.
            outcome: position.outcome().unwrap_or(Outcome::Draw),
            deaths: position.riders().iter().map(|rider| rider.out).collect(),
            length: position.steps(),
            times: seats.clone().map(|seat| played.times(seat)).collect(),
            nodes: seats.map(|seat| played.nodes(seat)).collect(),
            sides,
        }
    }

    /// What the round was for a seat: one win, draw or loss. Who died in the last step without leaving a winner drew;
    /// who died before lost.
    pub fn score(&self, seat: usize) -> Score {
        let drew = self.deaths[seat].is_some_and(|(_, step)| step == self.length);
        match self.outcome {
            Outcome::Win(winner) if winner == seat => Score { wins: 1, ..Score::default() },
            Outcome::Draw if drew => Score { draws: 1, ..Score::default() },
            _ => Score { losses: 1, ..Score::default() },
        }
    }

    pub(super) fn seat_of(&self, side: usize) -> Option<usize> {
        self.sides.iter().position(|other| *other == side)
    }
}
