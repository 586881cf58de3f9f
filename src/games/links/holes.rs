//! Sets of holes as bits, a row of the board in a word, so that all links of a set are followed at once.

use super::hole::{DIRECTIONS, Hole, STRIDE};

/// A set of holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct Holes([u32; STRIDE]);

impl Holes {
    pub const EMPTY: Self = Self([0; STRIDE]);
    pub(super) const ALL: Self = Self([u32::MAX; STRIDE]);

    pub fn contains(&self, hole: Hole) -> bool {
        self.has(hole.index())
    }

    /// Whether a place in memory is in the set; none outside of it is.
    pub(super) fn has(&self, index: usize) -> bool {
        self.0.get(index / STRIDE).is_some_and(|row| row >> (index % STRIDE) & 1 == 1)
    }

    pub fn insert(&mut self, hole: Hole) {
        self.0[hole.index() / STRIDE] |= 1 << (hole.index() % STRIDE);
    }

    pub fn remove(&mut self, hole: Hole) {
        self.0[hole.index() / STRIDE] &= !(1 << (hole.index() % STRIDE));
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (own, other)| all | own & other) != 0
    }

    #[inline(always)]
    fn joined(&self, other: &Self, join: impl Fn(u32, u32) -> u32) -> Self {
        let mut joined = Self::EMPTY;
        for row in 0..STRIDE {
            joined.0[row] = join(self.0[row], other.0[row]);
        }
        joined
    }

    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own & other)
    }

    #[inline(always)]
    pub fn or(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own | other)
    }

    #[inline(always)]
    pub fn without(&self, other: &Self) -> Self {
        self.joined(other, |own, other| own & !other)
    }

    /// The holes in their order: row after row from the top, each from the left.
    pub fn iter(&self) -> impl Iterator<Item = Hole> {
        self.0.iter().enumerate().flat_map(|(row, bits)| {
            std::iter::successors(Some(*bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| Hole::from_index(row * STRIDE + bits.trailing_zeros() as usize))
        })
    }

    /// What lies in one direction of those for which the way there is `open`.
    #[inline(always)]
    fn shifted<const DIRECTION: usize>(&self, open: &Self) -> Self {
        let (columns, rows) = DIRECTIONS[DIRECTION];
        let (low, high) = if rows > 0 { (0, STRIDE - rows as usize) } else { (rows.unsigned_abs() as usize, STRIDE) };
        let first = (low as isize + rows as isize) as usize;
        let mut shifted = Self::EMPTY;
        let (source, open) = (&self.0[low..high], &open.0[low..high]);
        for ((to, from), open) in shifted.0[first..first + (high - low)].iter_mut().zip(source).zip(open) {
            let bits = from & open;
            *to = if columns > 0 { bits << columns } else { bits >> -columns };
        }
        shifted
    }

    /// All that is one link away from the set; `open` has for each direction the holes from which a link may go there. Also
    /// outside of the board.
    #[inline]
    pub(super) fn neighbours(&self, open: &[Self; 8]) -> Self {
        let mut reached = Self::EMPTY;
        self.follow(open, |step| reached = reached.or(step));
        reached
    }

    /// The same, and of that all that is one link away from two or more.
    pub(super) fn neighbours_of_more(&self, open: &[Self; 8]) -> [Self; 2] {
        let [mut once, mut twice] = [Self::EMPTY; 2];
        self.follow(open, |step| {
            twice = twice.or(&once.and(step));
            once = once.or(step);
        });
        [once, twice]
    }

    /// Follows all links in one direction after the other.
    #[inline(always)]
    fn follow(&self, open: &[Self; 8], mut reached: impl FnMut(&Self)) {
        reached(&self.shifted::<0>(&open[0]));
        reached(&self.shifted::<1>(&open[1]));
        reached(&self.shifted::<2>(&open[2]));
        reached(&self.shifted::<3>(&open[3]));
        reached(&self.shifted::<4>(&open[4]));
        reached(&self.shifted::<5>(&open[5]));
        reached(&self.shifted::<6>(&open[6]));
        reached(&self.shifted::<7>(&open[7]));
    }
}

impl FromIterator<Hole> for Holes {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut set = Self::EMPTY;
        holes.into_iter().for_each(|hole| set.insert(hole));
        set
    }
}
