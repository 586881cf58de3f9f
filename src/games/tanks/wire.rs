//! What goes over the network in a match: what players hold, and seats that change hands. A batch of the log stands for three
//! ticks.

use super::order::{Change, Order};
use crate::net::log::Entry;
use crate::net::{Hand, RoomOrder};
use serde::{Deserialize, Serialize};

/// Ticks of a batch: 60 a second, where the server makes 20 batches.
pub const TICKS: usize = 3;

/// An order in the log of a match; the seat that gives it stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireOrder {
    Hold(Change),
    /// Only the server gives it.
    Hand(Hand),
}

impl RoomOrder for WireOrder {
    fn hand(to: Hand) -> Self {
        Self::Hand(to)
    }

    fn is_server_only(&self) -> bool {
        matches!(self, Self::Hand(_))
    }

    fn is_sound(&self) -> bool {
        !matches!(self, Self::Hold(Change::Steer(Some(dir))) if dir.is_diagonal())
    }
}

/// The orders of each tick of a batch. What a seat changes twice within a batch, as whoever taps a key does, comes into force in
/// one tick after the other, so that no tap is lost; what would come later than the last tick comes in that one.
pub fn spread(entries: &[Entry<WireOrder>]) -> [Vec<Order>; TICKS] {
    let mut ticks: [Vec<Order>; TICKS] = Default::default();
    for (index, entry) in entries.iter().enumerate() {
        let WireOrder::Hold(change) = entry.order else { continue };
        let is_same = |other: &&Entry<WireOrder>| {
            let same = |held: Change| std::mem::discriminant(&held) == std::mem::discriminant(&change);
            other.seat == entry.seat && matches!(other.order, WireOrder::Hold(held) if same(held))
        };
        let earlier = entries[..index].iter().filter(is_same).count();
        ticks[earlier.min(TICKS - 1)].push(Order { slot: entry.seat, change });
    }
    ticks
}

/// The seats that change hands before a batch, in order.
pub fn hands(entries: &[Entry<WireOrder>]) -> impl Iterator<Item = (u8, Hand)> {
    entries.iter().filter_map(|entry| match entry.order {
        WireOrder::Hand(hand) => Some((entry.seat, hand)),
        WireOrder::Hold(_) => None,
    })
}
