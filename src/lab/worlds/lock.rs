//! A tree of given width and depth: a lock of wheels that are set from left to right.
//!
//! From the first wheel to the last each is turned to one of so many digits, the old one included; the lock is open when all
//! show the right ones. So every state but the last ones has `digits` operators and the goal lies `wheels` deep: a complete
//! tree from the start, and because a wheel may have shown any digit before, one from the goal backwards, too. The goal is
//! the last state of its level, which makes the worked figures of textbooks exact: 111,111 states for 10 digits and 5 wheels.

use super::World;
use super::guess::Guess;
use crate::lab::run::Spot;
use crate::nav::searchers::{Cost, Space, TwoWay};

/// The lock. All wheels show 0 at first, and are to show the highest digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lock {
    digits: u32,
    wheels: u32,
}

/// How many wheels were set, and what all show as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dial {
    pub set: u32,
    pub shown: u64,
}

impl Lock {
    /// A lock of 1 to 16 digits and at most 12 wheels; `None` for others.
    pub fn new(digits: u32, wheels: u32) -> Option<Self> {
        ((1..=16).contains(&digits) && wheels <= 12).then_some(Self { digits, wheels })
    }

    /// States of a complete tree: 1 + b + b² + … + b^d.
    pub fn tree(self) -> u64 {
        (0..=self.wheels).map(|depth| u64::from(self.digits).pow(depth)).sum()
    }

    pub const fn digits(self) -> u32 {
        self.digits
    }

    pub const fn wheels(self) -> u32 {
        self.wheels
    }

    /// What the next digit of a wheel adds to the number.
    const fn place(self, wheel: u32) -> u64 {
        (self.digits as u64).pow(self.wheels - 1 - wheel)
    }

    const fn words(self) -> u64 {
        (self.digits as u64).pow(self.wheels)
    }
}

impl Space for Lock {
    type State = Dial;
    /// The digit that the next wheel is turned to.
    type Operator = u32;

    fn start(&self) -> Dial {
        Dial { set: 0, shown: 0 }
    }

    fn is_goal(&self, dial: Dial) -> bool {
        dial == self.goal()
    }

    fn key(&self, dial: Dial) -> u64 {
        u64::from(dial.set) * self.words() + dial.shown
    }

    fn each_step(&self, from: Dial, mut visit: impl FnMut(u32, Dial, Cost)) {
        if from.set == self.wheels {
            return;
        }
        let place = self.place(from.set);
        let old = from.shown / place % u64::from(self.digits);
        let others = from.shown - old * place;
        for digit in 0..self.digits {
            visit(digit, Dial { set: from.set + 1, shown: others + u64::from(digit) * place }, 1);
        }
    }
}

impl TwoWay for Lock {
    fn goal(&self) -> Dial {
        Dial { set: self.wheels, shown: self.words() - 1 }
    }

    /// The highest digit first, so that the half from the goal meets the other one last.
    fn each_step_back(&self, to: Dial, mut visit: impl FnMut(u32, Dial, Cost)) {
        let Some(set) = to.set.checked_sub(1) else { return };
        let place = self.place(set);
        let digit = to.shown / place % u64::from(self.digits);
        let others = to.shown - digit * place;
        for old in (0..self.digits).rev() {
            visit(digit as u32, Dial { set, shown: others + u64::from(old) * place }, 1);
        }
    }
}

impl World for Lock {
    const GUESSES: &'static [Guess] = &[Guess::Zero, Guess::Wheels];

    fn guess(&self, guess: Guess, from: Dial, to: Dial) -> Cost {
        if guess == Guess::Wheels { from.set.abs_diff(to.set).into() } else { 0 }
    }

    fn spot(&self, key: u64) -> Spot {
        let (set, shown) = (key / self.words(), key % self.words());
        let digit = |wheel: u32| {
            let digit = shown / self.place(wheel) % u64::from(self.digits);
            char::from_digit(digit as u32, 16).unwrap_or('?')
        };
        // What is set, and what the others still show.
        let digits = |wheels: std::ops::Range<u32>| wheels.map(digit).collect::<String>();
        let name = format!("{}|{}", digits(0..set as u32), digits(set as u32..self.wheels));
        // A level a row, the states of a level spread over the same breadth.
        let breadth = (self.digits as f32).powi(set as i32);
        let step = (self.words() as f32 / breadth).max(1.0);
        Spot { name, at: Some(((shown as f32 / step).floor() * 100.0 / breadth, set as f32 * 10.0)) }
    }
}
