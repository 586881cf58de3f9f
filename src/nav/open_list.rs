//! The open list of backward searches: buckets of equal estimates side by side, and a heap for what does not fit.
//!
//! R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM 1969: prices are small integers, so an
//! entry goes into the bucket of its estimate, and the least is found by looking at the buckets in turn. They form a ring
//! over the estimates that can occur at a time. Of equal estimates the last comes out first: it is the one that has come
//! furthest, and its surroundings are still in the cache. With a heap alone taking out the least was a third of a search.
//!
//! The heap has four entries below every one (D. B. Johnson, "Priority queues with update and finding minimum spanning
//! trees", IPL 1975). What falls behind the ring after an edit of the map goes there, and what very dear ground makes.

use crate::base::{Cell, Dir};

/// Entries below each.
const WIDTH: usize = 4;

/// A cell to be closed. Less goes first: the smaller estimate, then the larger cost, then the cell; all in one number,
/// because comparing is most of what a heap does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u128);

impl Entry {
    /// A cell of the map, reached at a cost by a step in a direction, with an estimate of the whole way. `None` if it does
    /// not matter how it was reached.
    #[inline]
    pub fn new(estimate: u32, cost: u32, cell: Cell, by: Option<Dir>) -> Self {
        let by = by.map_or(ANY_WAY, |dir| dir as u8);
        let place = u128::from(cell.x as u16) << 24 | u128::from(cell.y as u16) << 8;
        Self(u128::from(estimate) << 72 | u128::from(!cost) << 40 | place | u128::from(by))
    }

    /// The estimate of the whole way.
    #[inline]
    pub const fn estimate(self) -> u32 {
        (self.0 >> 72) as u32
    }

    /// The cost up to the cell.
    #[inline]
    pub const fn cost(self) -> u32 {
        !((self.0 >> 40) as u32)
    }

    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::new((self.0 >> 24) as u16 as i16, (self.0 >> 8) as u16 as i16)
    }

    /// The direction of the step that it was reached by, as its position in [`Dir::ALL`], or [`ANY_WAY`].
    #[inline]
    pub const fn by(self) -> u8 {
        self.0 as u8
    }
}

/// The direction of an entry that was not reached by a step.
pub const ANY_WAY: u8 = Dir::ALL.len() as u8;

/// Estimates are multiples of this: every price of a step and every lower bound is ([`super::terrain::STRAIGHT`],
/// [`super::terrain::DIAGONAL`]). Others are no error, only slower.
const GRAIN: u32 = 2;
/// Buckets: estimates grow by at most two steps from a cell to its neighbour, and two diagonals over the dearest ground of
/// the rules that the game ships with make 680 grains.
const BUCKETS: usize = 1024;
/// Buckets to a word of the index.
const WORD: usize = u64::BITS as usize;
const NONE: u32 = u32::MAX;

/// An entry in a bucket: its estimate is that of the bucket.
#[derive(Debug, Clone, Copy)]
struct Link {
    cost: u32,
    cell: Cell,
    by: u8,
    /// The entry below it in the bucket, or in the list of those that are not in use.
    next: u32,
}

/// Cells to be closed, those of the least estimate first.
#[derive(Debug, Clone)]
pub struct OpenList {
    /// The last entry of each bucket, or [`NONE`]. Empty until the first entry comes.
    buckets: Vec<u32>,
    filled: [u64; BUCKETS / WORD],
    links: Vec<Link>,
    /// The first of the links that are not in use.
    spare: u32,
    len: usize,
    /// The buckets hold estimates from here on, as many grains as there are buckets.
    base: u32,
    /// Entries whose estimates no bucket is for.
    beyond: Heap,
}

impl Default for OpenList {
    fn default() -> Self {
        Self {
            buckets: Vec::new(),
            filled: [0; BUCKETS / WORD],
            links: Vec::new(),
            spare: NONE,
            len: 0,
            base: 0,
            beyond: Heap::default(),
        }
    }
}

impl OpenList {
    pub fn least(&self) -> Option<u32> {
        let beyond = self.beyond.peek().map(Entry::estimate);
        let near = (self.len > 0).then(|| self.first_filled().1);
        match (near, beyond) {
            (Some(near), Some(beyond)) => Some(near.min(beyond)),
            (near, beyond) => near.or(beyond),
        }
    }

    /// The first bucket that has entries, and its estimate. There is one.
    #[inline]
    fn first_filled(&self) -> (usize, u32) {
        let start = (self.base / GRAIN) as usize % BUCKETS;
        let (first, bit) = (start / WORD, start % WORD);
        let ahead = self.filled[first] >> bit;
        let distance = if ahead != 0 {
            ahead.trailing_zeros() as usize
        } else {
            // The last word looked at is the first one again: its buckets before the start.
            (1..=BUCKETS / WORD)
                .find_map(|by| {
                    let word = self.filled[(first + by) % (BUCKETS / WORD)];
                    (word != 0).then(|| by * WORD + word.trailing_zeros() as usize - bit)
                })
                .unwrap_or(0)
        };
        ((start + distance) % BUCKETS, self.base + distance as u32 * GRAIN)
    }

    #[inline]
    pub fn push(&mut self, entry: Entry) {
        let estimate = entry.estimate();
        if estimate.is_multiple_of(GRAIN) && self.len == 0 && !self.has_bucket(estimate) {
            self.base = estimate;
        }
        if !estimate.is_multiple_of(GRAIN) || !self.has_bucket(estimate) {
            self.beyond.push(entry);
            return;
        }
        if self.buckets.is_empty() {
            self.buckets.resize(BUCKETS, NONE);
        }
        let bucket = (estimate / GRAIN) as usize % BUCKETS;
        let link = Link { cost: entry.cost(), cell: entry.cell(), by: entry.by(), next: self.buckets[bucket] };
        let place = self.spare;
        if place == NONE {
            self.buckets[bucket] = self.links.len() as u32;
            self.links.push(link);
        } else {
            self.spare = std::mem::replace(&mut self.links[place as usize], link).next;
            self.buckets[bucket] = place;
        }
        self.filled[bucket / WORD] |= 1 << (bucket % WORD);
        self.len += 1;
    }

    /// Forgets by which steps the entries were reached.
    pub fn forget_ways(&mut self) {
        self.links.iter_mut().for_each(|link| link.by = ANY_WAY);
        // All differ in more than that, or are the same: the order stays.
        self.beyond.0.iter_mut().for_each(|entry| entry.0 = entry.0 & !0xFF | u128::from(ANY_WAY));
    }

    #[inline]
    fn has_bucket(&self, estimate: u32) -> bool {
        estimate.checked_sub(self.base).is_some_and(|above| above < BUCKETS as u32 * GRAIN)
    }

    /// Takes an entry of the least estimate out; of several in buckets the one that came last.
    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        if self.len == 0 {
            return self.beyond.pop();
        }
        let (bucket, estimate) = self.first_filled();
        if self.beyond.peek().is_some_and(|beyond| beyond.estimate() < estimate) {
            return self.beyond.pop();
        }
        self.base = estimate;
        let place = self.buckets[bucket];
        let link = self.links[place as usize];
        self.links[place as usize].next = self.spare;
        self.spare = place;
        self.buckets[bucket] = link.next;
        if link.next == NONE {
            self.filled[bucket / WORD] &= !(1 << (bucket % WORD));
        }
        self.len -= 1;
        Some(Entry::new(estimate, link.cost, link.cell, Dir::ALL.get(usize::from(link.by)).copied()))
    }
}

/// Entries of which the least is at hand.
#[derive(Debug, Clone, Default)]
struct Heap(Vec<Entry>);

impl Heap {
    fn peek(&self) -> Option<Entry> {
        self.0.first().copied()
    }

    #[inline]
    fn push(&mut self, entry: Entry) {
        let mut place = self.0.len();
        self.0.push(entry);
        while place > 0 {
            let above = (place - 1) / WIDTH;
            if self.0[above] <= entry {
                break;
            }
            self.0[place] = self.0[above];
            place = above;
        }
        self.0[place] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        let last = self.0.pop()?;
        let Some(least) = self.peek() else { return Some(last) };
        let list = self.0.as_mut_slice();
        let mut place = 0;
        loop {
            let first = place * WIDTH + 1;
            let below = match list.get(first..first + WIDTH) {
                Some(four) => {
                    let left = usize::from(four[1] < four[0]);
                    let right = 2 + usize::from(four[3] < four[2]);
                    if four[right] < four[left] { right } else { left }
                }
                None => match (first..list.len()).min_by_key(|below| list[*below]) {
                    Some(least) => least - first,
                    None => break,
                },
            };
            let below = first + below;
            if last <= list[below] {
                break;
            }
            list[place] = list[below];
            place = below;
        }
        list[place] = last;
        Some(least)
    }
}
