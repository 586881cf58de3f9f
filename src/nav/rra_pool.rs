//! Backward searches shared by all units that have the same goal and move alike.
//!
//! Bounded: the least recently used search goes first. After an edit every search is repaired; one that would cost too much
//! is dropped and begun anew when it is asked for.

use super::rra::Rra;
use super::walk::{Layer, Walk};
use crate::base::Cell;

/// Cells that mending one search after an edit may look at; beyond it a new search is cheaper than it looks, because it
/// only covers what is asked for now.
const REPAIR_LIMIT: u64 = 20_000;

/// A bounded collection of backward searches, one per goal and layer.
#[derive(Debug, Clone)]
pub struct RraPool {
    capacity: usize,
    /// Sorted by goal and layer; the time of the last use stands beside each.
    searches: Vec<(Rra, u64)>,
    uses: u64,
    started: u64,
    forgotten_expanded: u64,
}

impl RraPool {
    /// An empty pool for at most `capacity` searches.
    #[must_use]
    pub const fn new(capacity: usize) -> Self {
        Self { capacity, searches: Vec::new(), uses: 0, started: 0, forgotten_expanded: 0 }
    }

    /// The search for `goal`, begun if it is not there; the least recently used one makes room.
    pub fn search(&mut self, ground: impl Walk, goal: Cell, towards: Cell) -> &mut Rra {
        self.uses += 1;
        let place = match self.place(ground.layer(), goal) {
            Ok(place) => place,
            Err(mut place) => {
                if self.searches.len() >= self.capacity {
                    let oldest = (0..self.searches.len()).min_by_key(|index| self.searches[*index].1);
                    if let Some(oldest) = oldest {
                        let (gone, _) = self.searches.remove(oldest);
                        self.forgotten_expanded += gone.expanded();
                        place -= usize::from(oldest < place);
                    }
                }
                self.started += 1;
                self.searches.insert(place, (Rra::new(ground, goal, towards), 0));
                place
            }
        };
        let (rra, used) = &mut self.searches[place];
        *used = self.uses;
        rra
    }

    fn place(&self, layer: Layer, goal: Cell) -> Result<usize, usize> {
        self.searches.binary_search_by_key(&(goal, layer), |(rra, _)| (rra.goal(), rra.layer()))
    }

    /// The search for `goal` if it is remembered, without counting as a use.
    #[must_use]
    pub fn peek(&self, layer: Layer, goal: Cell) -> Option<&Rra> {
        Some(&self.searches[self.place(layer, goal).ok()?].0)
    }

    /// Brings the searches of one layer in line with an edited map, see [`Rra::repair`].
    pub fn repair(&mut self, ground: impl Walk, touched: &[Cell]) {
        let layer = ground.layer();
        let forgotten = &mut self.forgotten_expanded;
        self.searches.retain_mut(|(rra, _)| {
            let stays = rra.layer() != layer || rra.repair(ground, touched, REPAIR_LIMIT);
            *forgotten += if stays { 0 } else { rra.expanded() };
            stays
        });
    }

    /// Forgets every search.
    pub fn clear(&mut self) {
        self.forgotten_expanded += self.searches.iter().map(|(rra, _)| rra.expanded()).sum::<u64>();
        self.searches.clear();
    }

    /// Number of remembered searches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.searches.len()
    }

    /// Whether no search is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Searches begun since the pool was made.
    #[must_use]
    pub const fn started(&self) -> u64 {
        self.started
    }

    /// Cells closed since the pool was made.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.forgotten_expanded + self.searches.iter().map(|(rra, _)| rra.expanded()).sum::<u64>()
    }
}
