//! How units come to a square of cells that is not theirs: a mine, a site, a hall.

use crate::base::Cell;
use crate::games::rts::placement::{gap, rim};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{Occupied, Walks};
use crate::games::rts::sim::march::going::{Going, go, stand};
use crate::games::rts::sim::units::{Doing, Intent, Stepping};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::step::{Tick, UnitId};
use crate::nav::walk::Walk;

/// Ticks after which who is on its way looks again whether there is a better cell beside the square.
const LOOKS_AGAIN: Tick = 20;

/// A square of cells that somebody wants to stand beside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Square {
    pub(super) at: Cell,
    pub(super) size: u8,
}

/// A unit on its way to a [`Square`].
pub(super) struct Visitor<'a> {
    pub(super) unit: UnitId,
    pub(super) kind: KindId,
    pub(super) at: Cell,
    pub(super) stepping: &'a Stepping,
    pub(super) waypoints: &'a mut Waypoints,
    pub(super) intent: &'a mut Intent,
    pub(super) doing: &'a mut Doing,
}

impl Visitor<'_> {
    /// Whether it stands beside the square now; if not, it is sent there.
    pub(super) fn comes_to(&mut self, square: Square, walks: &Walks, occupied: &Occupied, now: Tick) -> bool {
        let is_beside = gap(self.at, 1, square.at, square.size) == 1;
        if is_beside && self.stepping.under_way(now).is_none() {
            if !self.waypoints.0.is_empty() {
                stand(self.waypoints, self.intent, self.doing, self.at);
            }
            return true;
        }
        if is_beside || !self.waypoints.0.is_empty() && !(now + self.unit.0).is_multiple_of(LOOKS_AGAIN) {
            return false;
        }
        match self.place_beside(square, walks, occupied) {
            Some(cell) => {
                let waypoint =
                    Waypoint { goal: cell, anchor: cell, asked: cell, unreachable: false, group: 0, pace: 0 };
                go(self.waypoints, self.intent, self.doing, waypoint, now);
            }
            None => {
                let going = Going { walks, kind: self.kind, at: self.at, now };
                going.towards(self.waypoints, self.intent, self.doing, square.at);
            }
        }
        false
    }

    /// Whether it stands and no way leads to any cell beside the square.
    pub(super) fn is_cut_off(&self, square: Square, walks: &Walks, now: Tick) -> bool {
        let is_under_way = !self.waypoints.0.is_empty() || self.stepping.under_way(now).is_some();
        !is_under_way && self.cells_beside(square, walks).next().is_none()
    }

    /// The cells beside the square to which a way leads.
    fn cells_beside<'a>(&self, square: Square, walks: &'a Walks) -> impl Iterator<Item = Cell> + use<'a> {
        let (map, regions) = (walks.map(self.kind), walks.regions(self.kind));
        let region = regions.region(self.at);
        rim(square.at, square.size).filter(move |cell| map.is_passable(*cell) && regions.region(*cell) == region)
    }

    /// The nearest cell beside the square where nobody stands; the nearest of all if somebody stands on each.
    fn place_beside(&self, square: Square, walks: &Walks, occupied: &Occupied) -> Option<Cell> {
        let is_taken = |cell: Cell| occupied.table().standing(cell).is_some_and(|other| other != self.unit);
        self.cells_beside(square, walks)
            .min_by_key(|cell| (is_taken(*cell), cell.distance_squared(self.at), cell.y, cell.x))
    }
}
