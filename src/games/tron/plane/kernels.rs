//! The few loops over whole sets in which a search spends most of its time, written for vectors.
//!
//! Each is compiled once for each width of vectors, and the widest that the processor has is chosen when the game runs.
//! They know nothing of joined edges; [`Plane`](super::Plane) has plain loops for those, which are also what the tests
//! compare with.

use fearless_simd::{Level, dispatch};

/// The rows of a set as `V` vectors of `L` words, dealt as [`Plane`](super::Plane) says.
type Rows<W, const L: usize, const V: usize> = [[W; L]; V];

/// Counts over a set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub cells: i32,
    /// Those in the second set.
    pub marked: i32,
    /// The sum of the numbers that belong to the cells.
    pub sum: i32,
}

/// A word of which the processor's vectors may hold several: the operations of [`Bits`](super::Bits) with these names,
/// `None` where vectors do not hold `L`.
pub trait Vectors: Sized {
    #[inline(always)]
    fn divide<const L: usize, const V: usize>(
        _free: &Rows<Self, L, V>,
        _heads: [&Rows<Self, L, V>; 2],
    ) -> Option<[Rows<Self, L, V>; 2]> {
        None
    }

    #[inline(always)]
    fn flood<const L: usize, const V: usize>(
        _free: &Rows<Self, L, V>,
        _seeds: &Rows<Self, L, V>,
    ) -> Option<Rows<Self, L, V>> {
        None
    }

    #[inline(always)]
    fn meet<const L: usize, const V: usize>(_free: &Rows<Self, L, V>, _seeds: [&Rows<Self, L, V>; 2]) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn tally<const L: usize, const V: usize>(
        _set: &Rows<Self, L, V>,
        _marked: &Rows<Self, L, V>,
        _digits: [&Rows<Self, L, V>; 3],
    ) -> Option<Tally> {
        None
    }
}

macro_rules! vectors {
    ($module:ident, $word:ty, $vector:ident, $lanes:literal) => {
        mod $module {
            use super::{Rows, Tally};
            use fearless_simd::{$vector as Vector, Simd, prelude::*};

            #[inline(always)]
            fn load<S: Simd, const L: usize, const V: usize>(simd: S, rows: &Rows<$word, L, V>) -> [Vector<S>; V] {
                let mut set = [Vector::splat(simd, 0); V];
                for v in 0..V {
                    set[v] = Vector::from_slice(simd, &rows[v]);
                }
                set
            }

            #[inline(always)]
            fn store<S: Simd, const L: usize, const V: usize>(set: &[Vector<S>; V]) -> Rows<$word, L, V> {
                let mut rows = [[0; L]; V];
                for v in 0..V {
                    set[v].store_slice(&mut rows[v]);
                }
                rows
            }

            /// All bits but those of the first lane, which has nothing above it; all but those of the last.
            #[inline(always)]
            fn inner<S: Simd>(simd: S) -> [Vector<S>; 2] {
                let (mut low, mut high) = ([<$word>::MAX; $lanes], [<$word>::MAX; $lanes]);
                (low[0], high[$lanes - 1]) = (0, 0);
                [Vector::from_slice(simd, &low), Vector::from_slice(simd, &high)]
            }

            /// The straight neighbours of all cells; see `Plane::expand`.
            #[inline(always)]
            fn expand<S: Simd, const V: usize>(inner: [Vector<S>; 2], set: &[Vector<S>; V]) -> [Vector<S>; V] {
                let mut result = *set;
                for v in 0..V {
                    // At the seams of the strips lanes turn by one: shorter than sliding zeros in.
                    let (first, last) = (set[0], set[V - 1]);
                    let above = if v > 0 { set[v - 1] } else { last.slide::<{ $lanes - 1 }>(last) & inner[0] };
                    let below = if v + 1 < V { set[v + 1] } else { first.slide::<1>(first) & inner[1] };
                    result[v] = ((set[v] << 1) | (set[v] >> 1)) | (above | below);
                }
                result
            }

            #[inline(always)]
            pub(super) fn divide<S: Simd, const L: usize, const V: usize>(
                simd: S,
                free: &Rows<$word, L, V>,
                heads: [&Rows<$word, L, V>; 2],
            ) -> [Rows<$word, L, V>; 2] {
                let (zero, inner) = (Vector::splat(simd, 0), inner(simd));
                let mut unclaimed = load(simd, free);
                let (mut own, mut other) = (load(simd, heads[0]), load(simd, heads[1]));
                let (mut own_reached, mut other_reached) = ([zero; V], [zero; V]);
                loop {
                    let (own_next, other_next) = (expand(inner, &own), expand(inner, &other));
                    let mut any = zero;
                    for v in 0..V {
                        own[v] = own_next[v] & unclaimed[v];
                        other[v] = other_next[v] & unclaimed[v];
                        let fronts = own[v] | other[v];
                        unclaimed[v] ^= fronts;
                        own_reached[v] |= own[v];
                        other_reached[v] |= other[v];
                        any |= fronts;
                    }
                    if any.simd_eq(zero).all_true() {
                        return [store(&own_reached), store(&other_reached)];
                    }
                }
            }

            #[inline(always)]
            pub(super) fn flood<S: Simd, const L: usize, const V: usize>(
                simd: S,
                free: &Rows<$word, L, V>,
                seeds: &Rows<$word, L, V>,
            ) -> Rows<$word, L, V> {
                let (zero, inner) = (Vector::splat(simd, 0), inner(simd));
                let (free, mut region) = (load(simd, free), load(simd, seeds));
                for v in 0..V {
                    region[v] &= free[v];
                }
                loop {
                    let next = expand(inner, &region);
                    let mut new = zero;
                    for v in 0..V {
                        let grown = region[v] | (next[v] & free[v]);
                        new |= grown ^ region[v];
                        region[v] = grown;
                    }
                    if new.simd_eq(zero).all_true() {
                        return store(&region);
                    }
                }
            }

            #[inline(always)]
            pub(super) fn meet<S: Simd, const L: usize, const V: usize>(
                simd: S,
                free: &Rows<$word, L, V>,
                seeds: [&Rows<$word, L, V>; 2],
            ) -> bool {
                let (zero, inner) = (Vector::splat(simd, 0), inner(simd));
                let free = load(simd, free);
                let (mut one, mut two) = (load(simd, seeds[0]), load(simd, seeds[1]));
                loop {
                    let (mut one_next, mut two_next) = (expand(inner, &one), expand(inner, &two));
                    let (mut shared, mut one_new, mut two_new) = (zero, zero, zero);
                    for v in 0..V {
                        one_next[v] = one[v] | (one_next[v] & free[v]);
                        two_next[v] = two[v] | (two_next[v] & free[v]);
                        shared |= one_next[v] & two_next[v];
                        one_new |= one_next[v] ^ one[v];
                        two_new |= two_next[v] ^ two[v];
                    }
                    if !shared.simd_eq(zero).all_true() {
                        return true;
                    }
                    // Whoever gets no further will never be reached either.
                    if one_new.simd_eq(zero).all_true() || two_new.simd_eq(zero).all_true() {
                        return false;
                    }
                    (one, two) = (one_next, two_next);
                }
            }

            #[inline(always)]
            pub(super) fn tally<S: Simd, const L: usize, const V: usize>(
                simd: S,
                set: &Rows<$word, L, V>,
                marked: &Rows<$word, L, V>,
                digits: [&Rows<$word, L, V>; 3],
            ) -> Tally {
                let zero = Vector::splat(simd, 0);
                let (set, marked) = (load(simd, set), load(simd, marked));
                let digits = [load(simd, digits[0]), load(simd, digits[1]), load(simd, digits[2])];
                let (mut cells, mut inside, mut sum) = (zero, zero, zero);
                for v in 0..V {
                    cells += set[v].count_ones();
                    inside += (set[v] & marked[v]).count_ones();
                    let high = (set[v] & digits[2][v]).count_ones() + (set[v] & digits[2][v]).count_ones();
                    let twos = (set[v] & digits[1][v]).count_ones() + high;
                    sum += (set[v] & digits[0][v]).count_ones() + twos + twos;
                }
                Tally { cells: cells.reduce_sum() as i32, marked: inside.reduce_sum() as i32, sum: sum.reduce_sum() as i32 }
            }
        }

        impl Vectors for $word {
            #[inline]
            fn divide<const L: usize, const V: usize>(
                free: &Rows<Self, L, V>,
                heads: [&Rows<Self, L, V>; 2],
            ) -> Option<[Rows<Self, L, V>; 2]> {
                (L == $lanes).then(|| dispatch!(Level::new(), simd => $module::divide(simd, free, heads)))
            }

            #[inline]
            fn flood<const L: usize, const V: usize>(
                free: &Rows<Self, L, V>,
                seeds: &Rows<Self, L, V>,
            ) -> Option<Rows<Self, L, V>> {
                (L == $lanes).then(|| dispatch!(Level::new(), simd => $module::flood(simd, free, seeds)))
            }

            #[inline]
            fn meet<const L: usize, const V: usize>(
                free: &Rows<Self, L, V>,
                seeds: [&Rows<Self, L, V>; 2],
            ) -> Option<bool> {
                (L == $lanes).then(|| dispatch!(Level::new(), simd => $module::meet(simd, free, seeds)))
            }

            #[inline]
            fn tally<const L: usize, const V: usize>(
                set: &Rows<Self, L, V>,
                marked: &Rows<Self, L, V>,
                digits: [&Rows<Self, L, V>; 3],
            ) -> Option<Tally> {
                (L == $lanes).then(|| dispatch!(Level::new(), simd => $module::tally(simd, set, marked, digits)))
            }
        }
    };
}
vectors!(words_of_16, u16, u16x16, 16);
vectors!(words_of_32, u32, u32x8, 8);
vectors!(words_of_64, u64, u64x4, 4);

/// A word as long as a vector.
impl Vectors for u128 {}
