//! Orders: what sides and the host can ask for. [`super::door`] checks them and carries them out.

use crate::base::Cell;
pub use crate::games::rts::rules::Item;
use crate::games::rts::rules::{BuildingId, KindId, Price};
use crate::games::rts::signals::{Audience, SignalKind};
use crate::games::rts::sim::fighters::Stance;
pub use crate::games::rts::sim::units::Roster;
pub use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::coop::PlannerKind;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Something to be done at the coming tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Units go to a cell, spread over free cells around it.
    MoveTo {
        /// Units of other sides are left out.
        units: Vec<UnitId>,
        to: Cell,
        /// After what they are doing now, instead of at once.
        queue: bool,
        /// In the layout in which they stand, at the pace of the slowest, instead of close together.
        #[serde(default)]
        formation: bool,
    },
    /// Units forget their orders, stand as soon as their step is done, and make way for nobody until another order.
    Hold {
        /// Units of other sides are left out.
        units: Vec<UnitId>,
    },
    /// Units forget their orders and stand as soon as their step is done.
    Stop {
        /// Units of other sides are left out.
        units: Vec<UnitId>,
    },
    /// Units do something other than walk.
    Command {
        /// Units of other sides, and those that cannot do it, are left out.
        units: Vec<UnitId>,
        command: Command,
        /// After what they are doing now, instead of at once.
        queue: bool,
    },
    Manage {
        /// Which; buildings of other sides are left out.
        buildings: Vec<UnitId>,
        action: Action,
    },
    Surrender,
    /// Shows allies a place.
    Signal {
        kind: SignalKind,
        at: Cell,
    },
    /// Gives an ally some of the stock.
    Tribute {
        to: u8,
        gift: Price,
    },
    /// Says a line.
    Say {
        to: Audience,
        text: String,
    },
}

/// What units can be told to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Fight this enemy, unit or building.
    Attack(UnitId),
    /// Go to a cell and fight whomever they meet on the way.
    AttackMove {
        to: Cell,
        /// In the layout in which they stand, at the pace of the slowest.
        formation: bool,
    },
    /// Go to and fro between here and a cell, fighting whomever they meet.
    Patrol {
        to: Cell,
    },
    /// Stay near a friend, unit or building, and protect it.
    Guard(UnitId),
    /// Hold the place once they have come to it.
    Hold,
    /// Fetch gold from the mine, or wood from the forest, on a cell; again and again.
    Gather(Cell),
    Return,
    Build {
        kind: BuildingId,
        /// The upper left cell.
        at: Cell,
    },
    /// Repair a building, or go on with its construction.
    Repair(UnitId),
    /// From now on behave like this towards enemies. Changes no tasks.
    Behave(Stance),
    /// Forget one step of what they have to do: a position among the waypoints and tasks, the present one first.
    Forget(u16),
    /// Forget the last step.
    ForgetLast,
}

/// Most rally points of one building.
pub(crate) const MAX_RALLY: usize = 16;

/// What buildings can be told to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Make something: train, research, become the next tier. Of several buildings the one with the shortest queue does it.
    Make(Item),
    /// Take the entry at a position out of the queue; if it is paid, its price comes back.
    Cancel(u8),
    /// Send those who come out to a cell.
    Rally {
        to: Cell,
        /// After the places before, instead of them.
        queue: bool,
    },
    /// Send nobody anywhere.
    ForgetRally,
    /// Stop the work, or go on with it.
    Hold(bool),
    /// Make units that are finished again, or no more.
    Repeat(bool),
    /// Tear it down. A site gives back part of its price.
    Demolish,
}

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
