//! The transposition table: what a search knows of positions, by their keys.

/// What a stored value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<M> {
    key: u64,
    /// For the side to move; wins count from this position, not from the root of a search.
    pub score: i32,
    pub depth: u8,
    pub bound: Bound,
    age: u8,
    pub best: Option<M>,
}

/// A table of fixed size. Two places belong to a key; of the two, an entry of an older search or of less depth gives
/// way.
pub(super) struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table of 2^`bits` entries.
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![None; 1 << bits.clamp(1, 28)], age: 0 }
    }

    /// A new search begins: what older ones left gives way first.
    pub(super) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn places(&self, key: u64) -> [usize; 2] {
        let place = key as usize & (self.entries.len() - 1);
        [place, place ^ 1]
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.places(key).into_iter().filter_map(|place| self.entries[place].as_ref()).find(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, score: i32, depth: u8, bound: Bound, best: Option<M>) {
        let places = self.places(key);
        let worth = |place: usize| match &self.entries[place] {
            None => (0, 0),
            Some(entry) if entry.key == key => (0, 1),
            Some(entry) if entry.age != self.age => (1, entry.depth),
            Some(entry) => (2, entry.depth),
        };
        let same = places.into_iter().find(|place| self.entries[*place].as_ref().is_some_and(|entry| entry.key == key));
        let place = same.unwrap_or(if worth(places[1]) < worth(places[0]) { places[1] } else { places[0] });
        // A bound without a move keeps the move that was known.
        let best = best.or_else(|| self.entries[place].as_ref().filter(|entry| entry.key == key)?.best);
        self.entries[place] = Some(Entry { key, score, depth, bound, age: self.age, best });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_places_the_shallow_and_the_old_give_way() {
        let mut table: Table<u8> = Table::new(4);
        let depth_of = |table: &Table<u8>, key| table.get(key).map(|entry| entry.depth);
        // Keys 0x10, 0x11, 0x20 share two places.
        table.put(0x10, 1, 5, Bound::Exact, Some(1));
        table.put(0x11, 2, 3, Bound::Exact, Some(2));
        table.put(0x20, 3, 4, Bound::Exact, Some(3));
        assert_eq!([0x10, 0x11, 0x20].map(|key| depth_of(&table, key)), [Some(5), None, Some(4)]);
        table.next_search();
        table.put(0x21, 4, 1, Bound::Exact, None);
        table.put(0x30, 5, 1, Bound::Exact, None);
        assert_eq!([0x10, 0x20, 0x21, 0x30].map(|key| depth_of(&table, key)), [None, None, Some(1), Some(1)]);
    }

    #[test]
    fn a_bound_keeps_the_known_move() {
        let mut table = Table::new(4);
        table.put(7, 1, 2, Bound::Exact, Some('a'));
        table.put(7, 1, 3, Bound::Upper, None);
        assert_eq!(table.get(7).and_then(|entry| entry.best), Some('a'));
    }
}
