//! The transposition table: what searches know of positions, by their keys.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position. The key is kept whole, so that a wrong entry is as unlikely as two equal 64-bit keys; key 0
/// stands for nothing.
#[derive(Debug, Clone, Copy)]
pub struct Entry<M> {
    key: u64,
    /// For the side to move; wins count from this position, not from the root of a search.
    pub score: i32,
    pub depth: u8,
    pub bound: Bound,
    age: u8,
    pub best: M,
}

/// The two places of a key, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Slot<M>([Entry<M>; 2]);

/// A table of fixed size; `M` is a move or what stands for none.
pub struct Table<M> {
    slots: Vec<Slot<M>>,
    age: u8,
}

impl<M: Copy + Default + PartialEq> Table<M> {
    /// A table of 2^`bits` entries.
    pub fn new(bits: u32) -> Self {
        let nothing = Entry { key: 0, score: 0, depth: 0, bound: Bound::Upper, age: 0, best: M::default() };
        Self { slots: vec![Slot([nothing; 2]); 1 << (bits.clamp(1, 28) - 1)], age: 0 }
    }

    /// A new search begins: what older ones left gives way first.
    pub fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        (key >> 1) as usize & (self.slots.len() - 1)
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.slots[self.slot(key)].0.iter().find(|entry| entry.key == key)
    }

    /// Of the two places an entry of an older search or of less depth gives way. A bound without a move keeps the move that
    /// was known.
    pub fn put(&mut self, key: u64, score: i32, depth: u8, bound: Bound, mut best: M) {
        let (age, slot) = (self.age, self.slot(key));
        let slot = &mut self.slots[slot].0;
        let worth = |entry: &Entry<M>| match entry {
            Entry { key: 0, .. } => (0, 0),
            entry if entry.age != age => (1, entry.depth),
            entry => (2, entry.depth),
        };
        let first = key as usize & 1;
        let place = match slot.iter().position(|entry| entry.key == key) {
            Some(place) => place,
            None if worth(&slot[first ^ 1]) < worth(&slot[first]) => first ^ 1,
            None => first,
        };
        if slot[place].key == key && best == M::default() {
            best = slot[place].best;
        }
        slot[place] = Entry { key, score, depth, bound, age, best };
    }

    /// Always keeps the entry: the first place has the deeper result of this search, the second one the latest.
    #[inline(always)]
    pub fn put_latest(&mut self, key: u64, score: i32, depth: u8, bound: Bound, best: M) {
        let (age, slot) = (self.age, self.slot(key));
        let slot = &mut self.slots[slot].0;
        let keep = slot[0].key != key && slot[0].age == age && slot[0].depth > depth;
        slot[usize::from(keep)] = Entry { key, score, depth, bound, age, best };
    }
}

/// Where an engine keeps what it knows.
pub trait Memory<M> {
    /// A new search begins: what older ones left gives way first.
    fn next_search(&mut self);

    fn get(&self, key: u64) -> Option<Entry<M>>;

    fn put(&mut self, key: u64, score: i32, depth: u8, bound: Bound, best: M);

    /// Notes that a position is being searched; false if another thread does so already.
    fn begin(&self, _key: u64) -> bool {
        true
    }

    /// What was begun is done.
    fn end(&self, _key: u64) {}
}

impl<M: Copy + Default + PartialEq> Memory<M> for Table<M> {
    fn next_search(&mut self) {
        Self::next_search(self);
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Entry<M>> {
        Self::get(self, key).copied()
    }

    #[inline(always)]
    fn put(&mut self, key: u64, score: i32, depth: u8, bound: Bound, best: M) {
        Self::put(self, key, score, depth, bound, best);
    }
}

/// Parts of a shared table, as a power of two; so many that threads seldom meet in one.
const PARTS: u32 = 8;

/// Places for positions that are being searched, as a power of two: far more than there are threads and plies.
const BEGUN: u32 = 12;

/// A table that several threads use at once: parts, each behind its lock. It is for searches whose nodes cost far more than
/// a lock.
#[derive(Clone)]
pub struct SharedTable<M> {
    parts: Arc<[Mutex<Table<M>>]>,
    /// The keys of positions that are being searched, each in its place.
    begun: Arc<[AtomicU64]>,
}

impl<M: Copy + Default + PartialEq> SharedTable<M> {
    /// A table of 2^`bits` entries.
    pub fn new(bits: u32) -> Self {
        Self {
            parts: (0..1 << PARTS).map(|_| Mutex::new(Table::new(bits.saturating_sub(PARTS)))).collect(),
            begun: (0..1 << BEGUN).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn with<A>(&self, part: usize, act: impl FnOnce(&mut Table<M>) -> A) -> A {
        // An entry is written whole or not at all, whatever has become of a thread.
        act(&mut self.parts[part].lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.begun[(key >> (u64::BITS - BEGUN)) as usize]
    }

    /// The low bits choose the place within the part.
    fn part(key: u64) -> usize {
        (key >> (u64::BITS - PARTS)) as usize
    }
}

impl<M: Copy + Default + PartialEq> Memory<M> for SharedTable<M> {
    fn next_search(&mut self) {
        (0..self.parts.len()).for_each(|part| self.with(part, Table::next_search));
    }

    fn get(&self, key: u64) -> Option<Entry<M>> {
        self.with(Self::part(key), |table| table.get(key).copied())
    }

    fn put(&mut self, key: u64, score: i32, depth: u8, bound: Bound, best: M) {
        self.with(Self::part(key), |table| table.put(key, score, depth, bound, best));
    }

    fn begin(&self, key: u64) -> bool {
        let place = self.place(key);
        // Where another position has the place, nobody hears of this one: it may be searched twice.
        place.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|other| other != key, |_| true)
    }

    fn end(&self, key: u64) {
        // Nothing to do if it never had the place.
        let _ = self.place(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
