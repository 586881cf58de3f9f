//! Tron as a turn-based game for matches: everybody acts at once.

use super::arena::{Arena, MAX_SEATS};
use super::contest::{parse_answer, view};
use super::player::{PlayerKind, Thought};
use super::position::{Death, Options, Order, Position};
use crate::arena::{Forfeit, TurnGame};
use crate::search::Outcome;
use thiserror::Error;

/// How a round begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub arena: Arena,
    /// How many play, each from the start of its number.
    pub seats: usize,
    pub options: Options,
}

/// Why a step or an order of a person is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("no person plays on seat {0}")]
    NoPerson(usize),
    #[error("seat {0} does not ride")]
    NotRiding(usize),
    #[error("seat {0} has no order, or two")]
    NotOne(usize),
    #[error("nobody boosts by these rules")]
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

#[cfg(test)]
mod tests {
    use super::super::arena::MOVES;
    use super::super::contest::parse_map;
    use super::*;

    #[test]
    fn a_step_needs_one_order_of_everybody_who_rides_and_of_nobody_else() {
        let arena = parse_map("7 3\n1      \n3     2\n       \n").expect("a map");
        let mut position = Position::start(&Setup { arena, seats: 3, options: Options::default() }).expect("a round");
        let [up, right, _, left] = MOVES.map(Order::Go);
        let key = position.key();
        assert_eq!(position.apply(&[(0, right), (2, right)]), Err(Refusal::NotOne(1)));
        assert_eq!(position.apply(&[(0, right), (1, left), (2, right), (0, up)]), Err(Refusal::NotOne(0)));
        assert_eq!(position.apply(&[(0, right), (1, left), (2, right), (3, up)]), Err(Refusal::NotRiding(3)));
        assert_eq!(position.key(), key, "what is refused changes nothing");
        assert_eq!(position.apply(&[(0, up), (1, left), (2, right)]), Ok(()));
        assert_eq!(position.to_act(), [1, 2]);
        assert_eq!(position.apply(&[(0, right), (1, left), (2, right)]), Err(Refusal::NotRiding(0)));
    }
}
