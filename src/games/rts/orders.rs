//! What a side can order: everything that a person does with the mouse, a program with a line, a recording with an entry.
//!
//! Only the words are here. The simulation checks them and carries them out, as if a stranger had sent them.

use crate::base::Cell;
use crate::games::rts::rules::{BuildingId, Item, Price};
use crate::games::rts::signals::{Audience, SignalKind};
use crate::nav::step::UnitId;
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

/// How a unit behaves towards enemies when nobody has told it what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Stance {
    /// It attacks whoever comes into its sight, and follows far.
    Aggressive,
    /// It attacks whoever comes near, and goes back.
    #[default]
    Defensive,
    /// It attacks whoever comes into its range and does not move.
    StandGround,
    Passive,
}
