//! River puzzles: a boat, two banks, and company that must not be left alone.
//!
//! S. Amarel, "On representations of problems of reasoning about actions", Machine Intelligence 3, 1968, solves the one of
//! missionaries and cannibals; that of the farmer with wolf, goat and cabbage is Alcuin's, about the year 800.

use super::World;
use super::guess::Guess;
use crate::lab::run::Spot;
use crate::nav::searchers::{Cost, Space, TwoWay};

/// Which puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum River {
    /// On neither bank, nor in the boat, may cannibals outnumber missionaries if there are any.
    Missionaries {
        /// Of either sort, 1 to 15.
        pairs: u8,
        /// People that fit into the boat, 1 to 15.
        seats: u8,
    },
    /// The boat holds the farmer and one more. Without him the wolf eats the goat, and the goat the cabbage.
    Farmer,
}

/// Who is on the first bank: missionaries and cannibals, or a bit each for wolf, goat and cabbage; and whether the boat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Banks {
    pub first: (u8, u8),
    pub boat: bool,
}

const WOLF: u8 = 1;
const GOAT: u8 = 2;
const CABBAGE: u8 = 4;
const ALL: u8 = WOLF | GOAT | CABBAGE;

/// Whether nobody is eaten among these.
const fn is_peaceful((missionaries, cannibals): (u8, u8)) -> bool {
    missionaries == 0 || missionaries >= cannibals
}

/// Whether nothing is eaten among these without the farmer.
const fn keeps(goods: u8) -> bool {
    goods & (WOLF | GOAT) != WOLF | GOAT && goods & (GOAT | CABBAGE) != GOAT | CABBAGE
}

impl River {
    /// Missionaries and cannibals, 1 to 15 of either, and a boat of 1 to 15 seats; `None` for others.
    pub fn missionaries(pairs: u8, seats: u8) -> Option<Self> {
        let fits = |number: u8| (1..=15).contains(&number);
        (fits(pairs) && fits(seats)).then_some(Self::Missionaries { pairs, seats })
    }

    /// Where the boat goes with a load; `None` if that is against the rules.
    fn cross(self, from: Banks, load: (u8, u8)) -> Option<Banks> {
        match self {
            Self::Missionaries { pairs, seats } => {
                let total = load.0 + load.1;
                if total == 0 || total > seats || !is_peaceful(load) {
                    return None;
                }
                let change = |here: u8, load: u8| if from.boat { here.checked_sub(load) } else { Some(here + load) };
                let first = (change(from.first.0, load.0)?, change(from.first.1, load.1)?);
                let second = (pairs.checked_sub(first.0)?, pairs.checked_sub(first.1)?);
                (is_peaceful(first) && is_peaceful(second)).then_some(Banks { first, boat: !from.boat })
            }
            Self::Farmer => {
                let here = if from.boat { from.first.0 } else { ALL & !from.first.0 };
                let first = from.first.0 ^ load.0;
                let left = here & !load.0;
                (load.0 & !here == 0 && keeps(left)).then_some(Banks { first: (first, 0), boat: !from.boat })
            }
        }
    }

    /// All loads that may fit into the boat.
    fn loads(self) -> impl Iterator<Item = (u8, u8)> {
        let (most, second) = match self {
            Self::Missionaries { pairs, seats } => (pairs.min(seats), pairs.min(seats)),
            Self::Farmer => (CABBAGE, 0),
        };
        let fits = move |load: &(u8, u8)| self != Self::Farmer || load.0.count_ones() <= 1;
        (0..=most).flat_map(move |first| (0..=second).map(move |second| (first, second))).filter(fits)
    }
}

impl Space for River {
    type State = Banks;
    /// Who crosses, as in [`Banks`].
    type Operator = (u8, u8);

    fn start(&self) -> Banks {
        match *self {
            Self::Missionaries { pairs, .. } => Banks { first: (pairs, pairs), boat: true },
            Self::Farmer => Banks { first: (ALL, 0), boat: true },
        }
    }

    fn is_goal(&self, banks: Banks) -> bool {
        banks == self.goal()
    }

    fn key(&self, banks: Banks) -> u64 {
        u64::from(banks.first.0) << 5 | u64::from(banks.first.1) << 1 | u64::from(banks.boat)
    }

    fn keys(&self) -> Option<usize> {
        Some(1 << 9)
    }

    fn each_step(&self, from: Banks, mut visit: impl FnMut((u8, u8), Banks, Cost)) {
        for load in self.loads() {
            if let Some(to) = self.cross(from, load) {
                visit(load, to, 1);
            }
        }
    }
}

impl TwoWay for River {
    fn goal(&self) -> Banks {
        Banks { first: (0, 0), boat: false }
    }

    /// A crossing undone is the same load the other way; it is legal if the crossing itself was.
    fn each_step_back(&self, to: Banks, mut visit: impl FnMut((u8, u8), Banks, Cost)) {
        for load in self.loads() {
            let undone = |here: u8, load: u8| if to.boat { here.checked_sub(load) } else { Some(here + load) };
            let first = match self {
                Self::Missionaries { .. } => undone(to.first.0, load.0).zip(undone(to.first.1, load.1)),
                Self::Farmer => Some((to.first.0 ^ load.0, 0)),
            };
            let Some(from) = first.map(|first| Banks { first, boat: !to.boat }) else { continue };
            let is_legal = match *self {
                Self::Missionaries { pairs, .. } => {
                    from.first.0 <= pairs && from.first.1 <= pairs && {
                        is_peaceful(from.first) && is_peaceful((pairs - from.first.0, pairs - from.first.1))
                    }
                }
                // Whom the farmer is with is safe, and the others were already when he came.
                Self::Farmer => keeps(if from.boat { ALL & !from.first.0 } else { from.first.0 }),
            };
            if is_legal && self.cross(from, load) == Some(to) {
                visit(load, from, 1);
            }
        }
    }
}

impl World for River {
    const GUESSES: &'static [Guess] = &[Guess::Zero, Guess::Crossings, Guess::Exact];

    fn guess(&self, guess: Guess, from: Banks, to: Banks) -> Cost {
        if guess != Guess::Crossings {
            return 0;
        }
        let people = |banks: Banks| match self {
            Self::Missionaries { .. } => u64::from(banks.first.0) + u64::from(banks.first.1),
            Self::Farmer => banks.first.0.count_ones().into(),
        };
        let seats = match *self {
            Self::Missionaries { seats, .. } => u64::from(seats),
            Self::Farmer => 1,
        };
        // A crossing carries that many at most, whatever the direction.
        let carried = people(from).abs_diff(people(to)).div_ceil(seats);
        carried.max(u64::from(from.boat != to.boat))
    }

    fn spot(&self, key: u64) -> Spot {
        let (first, boat) = ((((key >> 5) & 15) as u8, ((key >> 1) & 15) as u8), key & 1 == 1);
        let banks = match *self {
            Self::Missionaries { pairs, .. } => {
                let side = |(missionaries, cannibals): (u8, u8)| format!("{missionaries}M {cannibals}C");
                [side(first), side((pairs.saturating_sub(first.0), pairs.saturating_sub(first.1)))]
            }
            Self::Farmer => [first.0, ALL & !first.0].map(|goods| {
                let names = [(WOLF, "wolf"), (GOAT, "goat"), (CABBAGE, "cabbage")];
                let there: Vec<&str> =
                    names.iter().filter(|(bit, _)| goods & bit != 0).map(|(_, name)| *name).collect();
                if there.is_empty() { "nothing".into() } else { there.join(" ") }
            }),
        };
        let [left, right] = banks;
        let river = if boat { "boat ~" } else { "~ boat" };
        let at = (f32::from(first.0) * 10.0 + if boat { 0.0 } else { 4.0 }, f32::from(first.1) * 10.0);
        Spot { name: format!("{left} | {river} | {right}"), at: Some(at) }
    }
}
