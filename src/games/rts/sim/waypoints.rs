//! Where units still have to go.

use crate::base::Cell;
use crate::nav::coop::march::NEAR_HOME;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Longest list of waypoints of one unit; an order beyond it is refused.
pub const MAX_WAYPOINTS: usize = 64;

/// A place that a unit was ordered to go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waypoint {
    /// The cell that the unit goes to: its own place in the group, or the nearest that it can reach.
    pub goal: Cell,
    /// The place that the group goes to; far away all its members follow the distances to this one. Within [`NEAR_HOME`] cells of
    /// the goal it is the home as well: the place that was given before it was exchanged with a stranger or settled beside.
    pub(crate) anchor: Cell,
    /// The cell that the order named.
    pub asked: Cell,
    /// Whether the cell that was asked for cannot be reached.
    pub unreachable: bool,
    /// The number of the group order that it belongs to, from 1 on: its members may exchange goals. 0: of none.
    pub group: u32,
    /// Ticks for a straight step over grass on this way if the unit keeps to the pace of its formation; 0: its own pace.
    pub pace: u16,
}

impl Waypoint {
    /// The place that was given before it was exchanged with a stranger or settled beside, which is then kept as the anchor.
    pub(crate) fn home(&self) -> Cell {
        if self.goal.chebyshev(self.anchor) <= NEAR_HOME { self.anchor } else { self.goal }
    }

    /// The same with another place near its home.
    pub(crate) fn moved_to(self, goal: Cell) -> Self {
        Self { goal, anchor: self.home(), ..self }
    }

    /// The place where a unit stands without having been sent there.
    pub const fn here(at: Cell) -> Self {
        Self { goal: at, anchor: at, asked: at, unreachable: false, group: 0, pace: 0 }
    }
}

/// Where a unit still has to go, in order.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Waypoints(pub(super) VecDeque<Waypoint>);

impl Waypoints {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Waypoint> {
        self.0.iter()
    }

    /// The waypoint that the unit is on its way to.
    pub fn current(&self) -> Option<&Waypoint> {
        self.0.front()
    }
}
