//! The transposition table: what the search found out about positions that it met before.
//!
//! One entry per slot pair: the first slot keeps the deeper result of the current search, the second the latest. The
//! key is kept whole, so that a wrong entry is as unlikely as two equal 64-bit keys.

/// How a value bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// One result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    pub(super) depth: u8,
    /// Index of the best own move, 4 for none.
    pub(super) best: u8,
    pub(super) bound: Bound,
    age: u8,
}

/// The two entries of a slot, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Slot([Entry; 2]);

/// A table of fixed size.
pub(super) struct Table {
    slots: Vec<Slot>,
    mask: usize,
    age: u8,
}

const NOTHING: Entry = Entry { key: 0, value: 0, depth: 0, best: 4, bound: Bound::Upper, age: 0 };

impl Table {
    /// A table of `2^bits` entries of 16 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![Slot([NOTHING; 2]); 1 << (bits - 1)], mask: (1 << (bits - 1)) - 1, age: 0 }
    }

    /// Starts a new search: older results may be replaced by shallower ones.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.slots[key as usize & self.mask].0.iter().find(|entry| entry.key == key).copied()
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, value: i32, depth: u8, best: u8, bound: Bound) {
        let slot = &mut self.slots[key as usize & self.mask].0;
        let first = &slot[0];
        let keep = first.key != key && first.age == self.age && first.depth > depth;
        slot[usize::from(keep)] = Entry { key, value, depth, best, bound, age: self.age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_of_two_results_in_one_slot_stays_and_so_does_the_latest() {
        let mut table = Table::new(4);
        table.put(0x100, 7, 9, 1, Bound::Exact);
        table.put(0x200, 8, 3, 2, Bound::Lower);
        table.put(0x300, 9, 2, 3, Bound::Upper);
        assert_eq!(table.get(0x100).map(|entry| (entry.value, entry.depth, entry.best)), Some((7, 9, 1)));
        assert!(table.get(0x200).is_none());
        assert_eq!(table.get(0x300).map(|entry| (entry.value, entry.bound)), Some((9, Bound::Upper)));
        table.grow_older();
        table.put(0x400, 1, 1, 0, Bound::Exact);
        assert!(table.get(0x100).is_none(), "an old result gives way");
        assert!(table.get(0x400).is_some());
    }
}
