//! What is steered: held inputs, and the orders that change them.

use crate::base::Dir;
use serde::{Deserialize, Serialize};

/// What is held for a tank as of this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Input {
    /// Where it drives, one of [`Dir::STRAIGHT`]; none: it stands.
    pub steer: Option<Dir>,
    /// Fires whenever it may.
    pub fire: bool,
}

/// What one player asks of the allies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Call {
    Attack,
    Defend,
    Follow,
    Bonus,
}

impl Call {
    pub const ALL: [Self; 4] = [Self::Attack, Self::Defend, Self::Follow, Self::Bonus];
}

/// A change of what is held for a slot, or a word to the allies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    Steer(Option<Dir>),
    Fire(bool),
    /// Only of seats. None: do as you think best.
    Call(Option<Call>),
}

/// What is ordered before a tick is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    /// The slot: the seats by number, then the enemies, see `World::slots`.
    pub slot: u8,
    pub change: Change,
}

impl Order {
    /// Changes what is held by slot; a word to the allies changes nothing there, and a slot that is not there neither.
    pub fn apply(&self, held: &mut [Input]) {
        let Some(held) = held.get_mut(usize::from(self.slot)) else { return };
        match self.change {
            Change::Steer(steer) => held.steer = steer,
            Change::Fire(fire) => held.fire = fire,
            Change::Call(_) => {}
        }
    }

    /// The orders that make `after` of `before` for a slot.
    pub fn between(slot: u8, before: Input, after: Input) -> impl Iterator<Item = Self> {
        let steer = (before.steer != after.steer).then_some(Change::Steer(after.steer));
        let fire = (before.fire != after.fire).then_some(Change::Fire(after.fire));
        steer.into_iter().chain(fire).map(move |change| Self { slot, change })
    }
}
