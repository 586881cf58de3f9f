//! Orders of sides ([`crate::games::rts::orders`]) and of the host, with who gives them. [`super::door`] checks them and carries them out.

use crate::base::Cell;
pub(crate) use crate::games::rts::orders::MAX_RALLY;
pub use crate::games::rts::orders::{Action, Command, Order};
pub use crate::games::rts::rules::Item;
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::sides::Control;
pub use crate::games::rts::sim::units::Roster;
pub use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::coop::PlannerKind;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// What belongs to the host of a match: a side cannot order it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostOrder {
    /// From now on units move by another planner.
    UsePlanner {
        planner: PlannerKind,
    },
    /// Cells become another terrain, except where a unit could no longer stand.
    Paint {
        cells: Vec<Cell>,
        terrain: Terrain,
    },
    /// Cells get terrains of their own: undo and redo.
    Restore {
        /// Cells with their new terrain.
        cells: Vec<(Cell, Terrain)>,
    },
    Place {
        kind: KindId,
        side: u8,
        at: Cell,
    },
    /// The unit on a cell disappears.
    Remove {
        at: Cell,
    },
    /// The planners forget what they remember, so that the match can be saved here; see [`crate::games::rts::sim::record::snapshot`].
    Checkpoint,
    /// A side is played by somebody else from now on: its player is gone and a program takes the seat, or is back.
    Hand {
        side: u8,
        to: Control,
    },
}

/// An order with who gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Issued {
    /// A side gives it. It is about this side alone.
    Side(u8, Order),
    /// The host of the match gives it.
    Host(HostOrder),
}

impl Issued {
    /// The side that gives it; `None`: the host.
    pub const fn side(&self) -> Option<u8> {
        match self {
            Self::Side(side, _) => Some(*side),
            Self::Host(_) => None,
        }
    }
}

/// The orders for the coming tick, in the order in which they are carried out.
#[derive(Resource, Debug, Default)]
pub struct OrderQueue(Vec<Issued>);

impl OrderQueue {
    /// Adds an order.
    pub fn give(&mut self, order: Issued) {
        self.0.push(order);
    }

    /// Adds an order of a side.
    pub fn issue(&mut self, side: u8, order: Order) {
        self.give(Issued::Side(side, order));
    }

    /// Adds an order of the host.
    pub fn host(&mut self, order: HostOrder) {
        self.give(Issued::Host(order));
    }

    pub(super) fn waiting(&self) -> &[Issued] {
        &self.0
    }

    /// Takes what waits.
    pub(super) fn take(&mut self) -> Vec<Issued> {
        std::mem::take(&mut self.0)
    }

    /// Puts orders in place of what waits.
    pub(super) fn put(&mut self, orders: Vec<Issued>) {
        self.0 = orders;
    }

    /// Takes out the orders before the first [`HostOrder::Checkpoint`], and that one; `None` if there is none.
    pub(super) fn take_to_checkpoint(&mut self) -> Option<(Vec<Issued>, Issued)> {
        let place = self.0.iter().position(|issued| *issued == Issued::Host(HostOrder::Checkpoint))?;
        let after = self.0.split_off(place + 1);
        let checkpoint = self.0.pop()?;
        Some((std::mem::replace(&mut self.0, after), checkpoint))
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Runs one order as a system of its own. Its only failure is a missing board, and then there is nothing to order.
pub(super) fn run<I: 'static, M>(world: &mut World, system: impl IntoSystem<In<I>, (), M> + 'static, input: I) {
    if let Err(error) = world.run_system_cached_with(system, input) {
        error!("an order could not be run: {error}");
    }
}
