//! A small deterministic game: units that walk to goals, programs that walk by themselves, stones with cells as keys.

use super::net::log::Batch;
use super::net::{Hand, RoomOrder, Tick};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    Move {
        units: Vec<u16>,
        to: (i16, i16),
    },
    /// Puts a stone where the first unit stands.
    Drop,
    Hand(Hand),
    /// Opens another level, for what is nested.
    Both(Box<(Order, Order)>),
    /// Elements without bytes, for lists that announce too much.
    Nothings(Vec<()>),
}

impl RoomOrder for Order {
    fn hand(to: Hand) -> Self {
        Self::Hand(to)
    }

    fn is_server_only(&self) -> bool {
        matches!(self, Self::Hand(_))
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Move { units, .. } => units.len() <= 2048 && units.is_sorted_by(|one, two| one < two),
            Self::Drop | Self::Hand(_) => true,
            Self::Both(_) | Self::Nothings(_) => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub at: (i16, i16),
    pub goal: (i16, i16),
    pub steps: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub hand: Hand,
    pub units: Vec<Unit>,
    pub orders: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The tick to come.
    pub tick: Tick,
    pub sides: Vec<Side>,
    pub stones: BTreeMap<(i16, i16), u8>,
}

impl Game {
    pub fn new(sides: usize) -> Self {
        let unit =
            |side: usize, unit: i16| Unit { at: (side as i16 * 9, unit), goal: (side as i16 * 9, unit), steps: 0 };
        let side =
            |side| Side { hand: Hand::Human, units: (0..4).map(|number| unit(side, number)).collect(), orders: 0 };
        Self { tick: 0, sides: (0..sides).map(side).collect(), stones: BTreeMap::new() }
    }

    pub fn run(&mut self, batch: &Batch<Order>) {
        assert_eq!(batch.tick, self.tick, "batches come one after the other");
        for entry in &batch.entries {
            let side = &mut self.sides[usize::from(entry.seat)];
            side.orders += 1;
            match &entry.order {
                Order::Move { units, to } => {
                    for unit in units {
                        if let Some(unit) = side.units.get_mut(usize::from(*unit)) {
                            unit.goal = *to;
                        }
                    }
                }
                Order::Drop => *self.stones.entry(side.units[0].at).or_insert(0) |= 1 << entry.seat,
                Order::Hand(hand) => side.hand = *hand,
                Order::Both(_) | Order::Nothings(_) => panic!("the door lets no such order in"),
            }
        }
        for side in &mut self.sides {
            for (number, unit) in side.units.iter_mut().enumerate() {
                if side.hand == Hand::Program && self.tick.is_multiple_of(7) {
                    unit.goal = ((self.tick % 31) as i16, number as i16 * 5);
                }
                let step = |at: i16, goal: i16| at + (goal - at).signum();
                let to = (step(unit.at.0, unit.goal.0), step(unit.at.1, unit.goal.1));
                unit.steps += u32::from(to != unit.at);
                unit.at = to;
            }
        }
        self.tick += 1;
    }

    /// The hashes of the parts: sides and stones.
    pub fn parts(&self) -> Vec<u64> {
        let of = |bytes: Result<Vec<u8>, postcard::Error>| xxh3_64(&bytes.expect("it has a form"));
        vec![of(postcard::to_allocvec(&self.sides)), of(postcard::to_allocvec(&self.stones))]
    }

    pub fn whole(&self) -> u64 {
        let parts = self.parts();
        xxh3_64(&[parts[0].to_le_bytes(), parts[1].to_le_bytes()].concat())
    }
}
