//! A course without an end unless it is given one: riders remember what they have done, and nobody ever falls out.

use super::net::frame::Ending;
use super::net::track::{Course, Pilot};
use gridmarch::base::Budget;

/// What a program does, which no person can want.
pub const PROGRAM: u8 = 7;

/// Milliseconds of a step, of the result of a round, and of the countdown.
pub const STEP: u64 = 67;
pub const RESULT: u64 = 500;
pub const COUNTDOWN: u64 = 1000;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rider {
    /// All moves, folded.
    pub way: u64,
    /// Moves that were not straight on.
    pub turns: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toy {
    pub riders: Vec<Rider>,
    pub round: u32,
    pub step: u32,
    /// Steps of a round, and rounds.
    pub length: u32,
    pub rounds: u32,
}

impl Toy {
    pub fn new(seats: usize, length: u32, rounds: u32) -> Self {
        Self { riders: vec![Rider::default(); seats], round: 0, step: 0, length, rounds }
    }

    fn is_between(&self) -> bool {
        self.step == self.length
    }
}

impl Course for Toy {
    fn seats(&self) -> usize {
        self.riders.len()
    }

    fn pause(&self) -> Option<u64> {
        match self.step {
            _ if self.ending().is_some() => None,
            0 => Some(COUNTDOWN + STEP),
            step if step == self.length => Some(RESULT),
            _ => Some(STEP),
        }
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn rides(&self, _seat: usize) -> bool {
        !self.is_between()
    }

    fn onward(&self, _seat: usize) -> u8 {
        0
    }

    fn guess(&self, _seat: usize) -> u8 {
        0
    }

    fn allows(&self, _seat: usize, what: u8) -> bool {
        (1..=4).contains(&what)
    }

    /// 4 can be joined to 1.
    fn joined(first: u8, then: u8) -> Option<u8> {
        ((first, then) == (1, 4)).then_some(3)
    }

    fn step(&mut self, moves: &[u8]) {
        if self.is_between() {
            if self.round + 1 < self.rounds {
                (self.round, self.step) = (self.round + 1, 0);
            }
            return;
        }
        self.step += 1;
        for (rider, what) in self.riders.iter_mut().zip(moves) {
            rider.way = rider.way.wrapping_mul(31).wrapping_add(u64::from(*what) + 1);
            rider.turns += u32::from(*what > 0);
        }
    }

    fn key(&self) -> u64 {
        let ways = self.riders.iter().fold(0, |all, rider| super::net::chained(all, rider.way));
        super::net::chained(ways, u64::from(self.round) << 32 | u64::from(self.step))
    }

    fn ending(&self) -> Option<Ending> {
        (self.is_between() && self.round + 1 == self.rounds).then_some(Ending::Won(0))
    }

    fn pilot(&self, _seat: usize) -> Box<dyn Pilot<Self>> {
        struct Seven;
        impl Pilot<Toy> for Seven {
            fn steer(&mut self, _course: &Toy, _seat: usize, _budget: &Budget) -> u8 {
                PROGRAM
            }
        }
        Box::new(Seven)
    }
}
