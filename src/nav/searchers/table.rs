//! What a search knows of states by their keys.
//!
//! A word for each key where there are few keys; else open addressing with linear probing on mixed keys (D. E. Knuth, "The
//! Art of Computer Programming" 3, section 6.4), which is the same on every machine, as hash maps with random keys are not.

use super::space::Space;
use crate::base::rng::mix;

/// A value for each key that has one. One value means that there is none.
#[derive(Debug, Clone)]
pub struct Table<V> {
    none: V,
    len: usize,
    kind: Kind<V>,
}

#[derive(Debug, Clone)]
enum Kind<V> {
    Dense(Vec<V>),
    /// As many slots as a power of two, at most three quarters of them taken.
    Sparse(Vec<(u64, V)>),
}

/// Slots of a table that begins.
const FIRST: usize = 1024;

impl<V: Copy + PartialEq> Table<V> {
    /// An empty table for the states of a space; `none` is never stored.
    pub fn new(space: &impl Space, none: V) -> Self {
        match space.keys() {
            Some(keys) => Self { none, len: 0, kind: Kind::Dense(vec![none; keys]) },
            None => Self::sparse(none),
        }
    }

    /// An empty table for any keys; `none` is never stored.
    pub fn sparse(none: V) -> Self {
        Self { none, len: 0, kind: Kind::Sparse(vec![(0, none); FIRST]) }
    }

    /// Keys that have a value.
    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes all values out.
    pub fn clear(&mut self) {
        self.len = 0;
        match &mut self.kind {
            Kind::Dense(values) => values.fill(self.none),
            Kind::Sparse(slots) => slots.fill((0, self.none)),
        }
    }

    /// The value of a key, or `none`.
    #[inline]
    pub fn get(&self, key: u64) -> V {
        match &self.kind {
            Kind::Dense(values) => values[key as usize],
            Kind::Sparse(slots) => slots[self.slot(slots, key)].1,
        }
    }

    /// Stores a value.
    #[inline]
    pub fn set(&mut self, key: u64, value: V) {
        let none = self.none;
        if let Kind::Sparse(slots) = &mut self.kind
            && (self.len + 1) * 4 > slots.len() * 3
        {
            let doubled = vec![(0, none); slots.len() * 2];
            let old = std::mem::replace(slots, doubled);
            for (key, value) in old.into_iter().filter(|(_, value)| *value != none) {
                let slot = find(slots, key, none);
                slots[slot] = (key, value);
            }
        }
        let before = match &mut self.kind {
            Kind::Dense(values) => std::mem::replace(&mut values[key as usize], value),
            Kind::Sparse(slots) => {
                let slot = find(slots, key, none);
                std::mem::replace(&mut slots[slot], (key, value)).1
            }
        };
        self.len += usize::from(before == none);
    }

    #[inline]
    fn slot(&self, slots: &[(u64, V)], key: u64) -> usize {
        find(slots, key, self.none)
    }
}

/// The slot of a key, or the empty one where it belongs.
#[inline]
fn find<V: Copy + PartialEq>(slots: &[(u64, V)], key: u64, none: V) -> usize {
    let mask = slots.len() - 1;
    let mut slot = mix(key) as usize & mask;
    while slots[slot].1 != none && slots[slot].0 != key {
        slot = (slot + 1) & mask;
    }
    slot
}
