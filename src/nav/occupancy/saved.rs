//! The cells of a match in a saved game: everything that a later question can depend on.

use super::{EMPTY, Holder, Occupancy, Place};
use crate::base::Cell;
use crate::nav::step::{FOREVER, Tick, UnitId};
use serde::{Deserialize, Serialize};

/// What has to be kept of an [`Occupancy`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedOccupancy(pub Vec<SavedPlace>);

/// A cell on which somebody is or was lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedPlace {
    pub cell: Cell,
    /// Whose the cell is, and from which tick on it is not; `None` for the tick if that one stays.
    pub holder: Option<(UnitId, Option<Tick>)>,
    pub comer: Option<UnitId>,
    /// The first ticks after the last body was out of it, and after the last straight and diagonal steps in its block; 0 if
    /// that has been long ago.
    pub locks: [Tick; 3],
}

impl Occupancy {
    /// What has to be kept of it, row by row: what is over at tick `now` is not.
    pub fn save(&self, now: Tick) -> SavedOccupancy {
        let still = |tick: Tick| if tick > now { tick } else { 0 };
        let is_empty = |tile: usize| self.busy[tile] == 0 && self.locked_until[tile] <= now;
        let tiles = (0..self.places.tiles()).filter(|tile| !is_empty(*tile));
        let places = tiles.flat_map(|tile| self.places.cells_of(tile)).filter_map(|cell| {
            let place = &self.places[cell];
            let locks = [still(place.clear_at), still(place.straight_until), still(place.diagonal_until)];
            if !self.is_busy(cell) && locks == [0; 3] {
                return None;
            }
            let until = (place.until != FOREVER).then_some(place.until);
            let holder = self.holder(cell).map(|holder| (holder, until));
            Some(SavedPlace { cell, holder, comer: self.entering(cell), locks })
        });
        let mut places: Vec<SavedPlace> = places.collect();
        places.sort_unstable_by_key(|place| (place.cell.y, place.cell.x));
        SavedOccupancy(places)
    }

    /// The table that was kept, for a map of `width` × `height` cells; `None` if it names a cell that is not on the map.
    pub fn restore(width: u16, height: u16, saved: &SavedOccupancy) -> Option<Self> {
        let mut table = Self::new(width, height);
        for SavedPlace { cell, holder, comer, locks } in &saved.0 {
            if !table.holders.contains(*cell) {
                return None;
            }
            let [clear_at, straight_until, diagonal_until] = *locks;
            let until = holder.map_or(EMPTY.until, |(_, until)| until.unwrap_or(FOREVER));
            table.places[*cell] = Place { until, clear_at, straight_until, diagonal_until };
            table.note_lock(*cell, clear_at.max(straight_until).max(diagonal_until));
            table.comers[*cell] = comer.unwrap_or(UnitId(0));
            table.change(*cell, |state| {
                *state = Holder::NOBODY;
                state.set_unit(holder.map(|(unit, _)| unit));
                state.set_somebody_comes(comer.is_some());
            });
        }
        Some(table)
    }
}
