//! The cells of a match in a saved game: everything that a later question can depend on.

use super::{EMPTY, FOREVER, Holder, Occupancy, Place};
use crate::base::Cell;
use crate::nav::step::{Tick, UnitId};
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
    pub(crate) comer: Option<UnitId>,
    /// The first ticks after the last body was out of it, and after the last straight and diagonal steps in its block; 0 if
    /// that has been long ago.
    pub(crate) locks: [Tick; 3],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dir;
    use crate::nav::step::Step;

    #[test]
    fn a_table_with_steps_under_way_answers_alike_after_it_is_restored() {
        let mut table = Occupancy::new(8, 8);
        assert!(table.place(UnitId(1), Cell::new(2, 2), 1) && table.place(UnitId(2), Cell::new(1, 2), 1));
        assert!(table.place(UnitId(3), Cell::new(5, 5), 2));
        let step = |x, y, dir| Step { from: Cell::new(x, y), dir, start: 3, ticks: 6 };
        table.start(UnitId(1), &step(2, 2, Dir::SouthEast), 1).expect("the way is free");
        table.start(UnitId(3), &step(5, 5, Dir::North), 2).expect("the way is free");
        table.remove(UnitId(1), Cell::new(2, 2), 1, Some(step(2, 2, Dir::SouthEast)));
        let back = Occupancy::restore(8, 8, &table.save(4)).expect("cells of the map");
        for cell in table.holders.cells() {
            assert_eq!((table.holder(cell), table.entering(cell)), (back.holder(cell), back.entering(cell)));
            assert_eq!((table.standing(cell), table.leaving(cell)), (back.standing(cell), back.leaving(cell)));
        }
        for dir in Dir::ALL {
            let wish = Step { start: 4, ..step(1, 2, dir) };
            assert_eq!(table.may_start(UnitId(2), &wish, 1), back.may_start(UnitId(2), &wish, 1));
        }
        assert_eq!(back.save(4), table.save(4));
        assert_eq!(table.save(1000).0.iter().filter(|place| place.locks != [0; 3]).count(), 0, "locks are over");
        assert!(Occupancy::restore(4, 4, &table.save(4)).is_none());
    }
}
