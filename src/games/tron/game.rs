//! Tron as a turn-based game for matches: everybody acts at once.

use super::arena::{Arena, MAX_SEATS};
use super::contest::{parse_answer, view};
use super::player::{PlayerKind, Thought};
use super::position::{Death, Options, Order, Position};
use crate::arena::{Forfeit, TurnGame};
use crate::search::Outcome;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub arena: Arena,
    /// How many play, each from the start of its number.
    pub seats: usize,
    pub options: Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    NoPerson(usize),
    NotRiding(usize),
    NotOne(usize),
    NoBoost,
}

impl TurnGame for Position {
    type Setup = Setup;
    type SetupProblem = std::convert::Infallible;
    type Step = Order;
    type Refusal = Refusal;
    type Thought = Thought;
    type Kind = PlayerKind;

    fn start(setup: &Setup) -> Result<Self, Self::SetupProblem> {
        Ok(Self::new(&setup.arena, setup.seats, setup.options))
    }

    fn to_act(&self) -> Vec<usize> {
        if Position::outcome(self).is_some() { Vec::new() } else { self.living().collect() }
    }

    fn apply(&mut self, steps: &[(usize, Order)]) -> Result<(), Refusal> {
        let acting = self.to_act();
        if let Some((seat, _)) = steps.iter().find(|(seat, _)| !acting.contains(seat)) {
            return Err(Refusal::NotRiding(*seat));
        }
        let orders = |seat: &usize| steps.iter().filter(|(other, _)| other == seat).count();
        if let Some(seat) = acting.iter().find(|seat| orders(seat) != 1) {
            return Err(Refusal::NotOne(*seat));
        }
        let mut all = [Order::Forfeit(Death::Nonsense); MAX_SEATS];
        steps.iter().for_each(|(seat, order)| all[*seat] = *order);
        self.make(&all);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn turns(&self) -> u32 {
        self.steps()
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn question(&self, seat: usize) -> String {
        view(self, seat)
    }

    fn parse_answer(line: &str) -> Option<Vec<Order>> {
        parse_answer(line).map(|dir| vec![Order::Go(dir)])
    }

    fn forfeited(reason: Forfeit) -> Option<Order> {
        Some(Order::Forfeit(match reason {
            Forfeit::Crash => Death::Crash,
            Forfeit::Nonsense | Forfeit::Illegal => Death::Nonsense,
            Forfeit::Time => Death::Time,
            Forfeit::Unasked => Death::Unasked,
        }))
    }

    fn effort(thought: &Thought) -> (u64, u32) {
        (thought.nodes, thought.depth)
    }
}
