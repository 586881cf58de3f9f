//! What goes over the network in a match: orders of sides, and seats that change hands. What belongs to the host of a local
//! match has no form here, so that no client can send it.

use super::orders::Order;
use super::signals::is_line;
use crate::nav::step::UnitId;
use crate::net::{Hand, RoomOrder};
use serde::{Deserialize, Serialize};

/// Units or buildings that one order names at most; who commands more gives several.
pub const MOST_NAMED: usize = 2048;

/// An order in the log of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireOrder {
    Side(Order),
    /// Only the server gives it.
    Hand(Hand),
}

/// The units or buildings that an order names.
fn named(order: &Order) -> &[UnitId] {
    match order {
        Order::MoveTo { units, .. } | Order::Hold { units } | Order::Stop { units } | Order::Command { units, .. } => {
            units
        }
        Order::Manage { buildings, .. } => buildings,
        Order::Surrender | Order::Signal { .. } | Order::Tribute { .. } | Order::Say { .. } => &[],
    }
}

fn named_mut(order: &mut Order) -> Option<&mut Vec<UnitId>> {
    match order {
        Order::MoveTo { units, .. } | Order::Hold { units } | Order::Stop { units } | Order::Command { units, .. } => {
            Some(units)
        }
        Order::Manage { buildings, .. } => Some(buildings),
        Order::Surrender | Order::Signal { .. } | Order::Tribute { .. } | Order::Say { .. } => None,
    }
}

impl WireOrder {
    /// The orders that are sent for one of this window: units in rising order, each once, not too many at a time.
    pub fn portions(mut order: Order) -> Vec<Self> {
        let Some(units) = named_mut(&mut order) else { return vec![Self::Side(order)] };
        let mut units = std::mem::take(units);
        units.sort_unstable();
        units.dedup();
        let portion = |units: &[UnitId]| {
            let mut portion = order.clone();
            if let Some(named) = named_mut(&mut portion) {
                *named = units.to_vec();
            }
            Self::Side(portion)
        };
        units.chunks(MOST_NAMED).map(portion).collect()
    }
}

impl RoomOrder for WireOrder {
    fn hand(to: Hand) -> Self {
        Self::Hand(to)
    }

    fn is_server_only(&self) -> bool {
        matches!(self, Self::Hand(_))
    }

    fn is_sound(&self) -> bool {
        let Self::Side(order) = self else { return true };
        let units = named(order);
        let said = if let Order::Say { text, .. } = order { is_line(text) } else { true };
        said && units.len() <= MOST_NAMED && units.is_sorted_by(|one, next| one < next)
    }
}
