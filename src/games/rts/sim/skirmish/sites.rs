//! How units come to a square of cells that is not theirs: a mine, a site, a hall.

use crate::base::Cell;
use crate::games::rts::placement::{gap, rim};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{Occupied, Walks};
use crate::games::rts::sim::march::going::WalkerItem;
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::step::Tick;
use crate::nav::walk::Walk;

/// Ticks after which who is on its way looks again whether there is a better cell beside the square.
const LOOKS_AGAIN: Tick = 20;

/// A square of cells that somebody wants to stand beside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Square {
    pub(super) at: Cell,
    pub(super) size: u8,
}

impl Square {
    /// The cells beside it to which a way leads.
    fn cells_beside(self, kind: KindId, from: Cell, walks: &Walks) -> impl Iterator<Item = Cell> + use<'_> {
        let (map, regions) = (walks.map(kind), walks.regions(kind));
        let region = regions.region(from);
        rim(self.at, self.size).filter(move |cell| map.is_passable(*cell) && regions.region(*cell) == region)
    }
}

impl WalkerItem<'_, '_> {
    /// Whether the unit stands, and beside the square; if it does not stand there, it is sent there.
    pub(super) fn comes_to(
        &mut self,
        square: Square,
        at: Cell,
        (walks, occupied): (&Walks, &Occupied),
        now: Tick,
    ) -> bool {
        let is_beside = gap(at, 1, square.at, square.size) == 1;
        if is_beside && self.stepping.under_way(now).is_none() {
            if !self.waypoints.0.is_empty() {
                self.stand(at);
            }
            return true;
        }
        if is_beside || !self.waypoints.0.is_empty() && !(now + self.id.0.0).is_multiple_of(LOOKS_AGAIN) {
            return false;
        }
        let is_taken = |cell: Cell| occupied.table().standing(cell).is_some_and(|other| other != self.id.0);
        // The nearest where nobody stands; the nearest of all if somebody stands on each.
        let place = square
            .cells_beside(self.kind.0, at, walks)
            .min_by_key(|cell| (is_taken(*cell), cell.distance_squared(at), cell.y, cell.x));
        match place {
            Some(cell) => self.go(Waypoint::here(cell), now),
            None => _ = self.go_towards(square.at, at, walks, now),
        }
        false
    }

    /// Whether the unit stands and no way leads to any cell beside the square.
    pub(super) fn is_cut_off(&self, square: Square, at: Cell, walks: &Walks, now: Tick) -> bool {
        let is_under_way = !self.waypoints.0.is_empty() || self.stepping.under_way(now).is_some();
        !is_under_way && square.cells_beside(self.kind.0, at, walks).next().is_none()
    }
}
