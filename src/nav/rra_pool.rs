//! Backward searches shared by all units that have the same goal and move alike.
//!
//! Bounded: the least recently used search goes first. After an edit every search is repaired; one that would cost too much
//! is dropped and begun anew when it is asked for.

use super::rra::Rra;
use super::walk::{Layer, Walk};
use crate::base::Cell;
use std::collections::BTreeMap;

/// Cells that mending one search after an edit may look at; beyond it a new search is cheaper than it looks, because it
/// only covers what is asked for now.
const REPAIR_LIMIT: u64 = 20_000;

const NONE: usize = usize::MAX;

/// A search in the order of use.
#[derive(Debug, Clone)]
struct Slot {
    search: Rra,
    /// The position of the one that was used last before it, or [`NONE`].
    older: usize,
    /// The position of the one that was used first after it, or [`NONE`].
    newer: usize,
}

/// A bounded collection of backward searches, one per goal and layer.
#[derive(Debug, Clone)]
pub struct RraPool {
    capacity: usize,
    slots: Vec<Slot>,
    places: BTreeMap<(Cell, Layer), usize>,
    oldest: usize,
    newest: usize,
    started: u64,
    forgotten_expanded: u64,
}

impl RraPool {
    /// An empty pool for at most `capacity` searches.
    pub const fn new(capacity: usize) -> Self {
        Self {
            capacity,
            slots: Vec::new(),
            places: BTreeMap::new(),
            oldest: NONE,
            newest: NONE,
            started: 0,
            forgotten_expanded: 0,
        }
    }

    /// The search for `goal`, begun if it is not there; the least recently used one makes room.
    pub fn search(&mut self, ground: impl Walk, goal: Cell, towards: Cell) -> &mut Rra {
        let place = self.find(ground.layer(), goal).unwrap_or_else(|| self.begin(ground, goal, towards));
        self.used(place)
    }

    /// Begins a search that is not there and tells where it is; the least recently used one makes room.
    pub(crate) fn begin(&mut self, ground: impl Walk, goal: Cell, towards: Cell) -> usize {
        if self.slots.len() >= self.capacity && self.oldest != NONE {
            self.remove(self.oldest);
        }
        self.started += 1;
        let place = self.slots.len();
        self.slots.push(Slot { search: Rra::new(ground, goal, towards), older: NONE, newer: NONE });
        self.places.insert((goal, ground.layer()), place);
        self.link(place);
        place
    }

    /// Where the search for `goal` is, if it is remembered: for several questions about it, until one is begun or forgotten.
    pub fn find(&self, layer: Layer, goal: Cell) -> Option<usize> {
        self.places.get(&(goal, layer)).copied()
    }

    /// The search at a place that was [found](Self::find), without counting as a use.
    pub fn seen(&self, place: usize) -> &Rra {
        &self.slots[place].search
    }

    /// The search at a place that was [found](Self::find); it is the newest now.
    pub fn used(&mut self, place: usize) -> &mut Rra {
        if place != self.newest {
            self.unlink(place);
            self.link(place);
        }
        &mut self.slots[place].search
    }

    /// Takes a search out of the order of use.
    fn unlink(&mut self, place: usize) {
        let Slot { older, newer, .. } = self.slots[place];
        self.set_newer(older, newer);
        self.set_older(newer, older);
    }

    /// Notes which search was used first after one, or which is the oldest.
    fn set_newer(&mut self, of: usize, newer: usize) {
        *self.slots.get_mut(of).map_or(&mut self.oldest, |slot| &mut slot.newer) = newer;
    }

    /// Notes which search was used last before one, or which is the newest.
    fn set_older(&mut self, of: usize, older: usize) {
        *self.slots.get_mut(of).map_or(&mut self.newest, |slot| &mut slot.older) = older;
    }

    /// Makes a search that is not in the order of use the newest.
    fn link(&mut self, place: usize) {
        (self.slots[place].older, self.slots[place].newer) = (self.newest, NONE);
        self.set_newer(self.newest, place);
        self.newest = place;
    }

    /// Forgets a search. The last one takes its position.
    fn remove(&mut self, place: usize) {
        self.unlink(place);
        let gone = self.slots.swap_remove(place).search;
        self.forgotten_expanded += gone.expanded();
        self.places.remove(&(gone.goal(), gone.layer()));
        let Some(moved) = self.slots.get(place) else { return };
        let (older, newer) = (moved.older, moved.newer);
        self.places.insert((moved.search.goal(), moved.search.layer()), place);
        self.set_newer(older, place);
        self.set_older(newer, place);
    }

    /// The search for `goal` if it is remembered, without counting as a use.
    pub fn peek(&self, layer: Layer, goal: Cell) -> Option<&Rra> {
        self.find(layer, goal).map(|place| self.seen(place))
    }

    /// Brings the searches of one layer in line with an edited map, see [`Rra::repair`].
    pub(crate) fn repair(&mut self, ground: impl Walk, touched: &[Cell]) {
        let layer = ground.layer();
        // From the last to the first: removing one moves only one that has had its turn.
        for place in (0..self.slots.len()).rev() {
            let search = &mut self.slots[place].search;
            if search.layer() == layer && !search.repair(ground, touched, REPAIR_LIMIT) {
                self.remove(place);
            }
        }
    }

    pub fn clear(&mut self) {
        self.forgotten_expanded = self.expanded();
        self.slots.clear();
        self.places.clear();
        (self.oldest, self.newest) = (NONE, NONE);
    }

    pub fn len(&self) -> usize {
        self.slots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Searches begun since the pool was made.
    pub const fn started(&self) -> u64 {
        self.started
    }

    /// Cells closed since the pool was made.
    pub fn expanded(&self) -> u64 {
        self.forgotten_expanded + self.slots.iter().map(|slot| slot.search.expanded()).sum::<u64>()
    }
}
