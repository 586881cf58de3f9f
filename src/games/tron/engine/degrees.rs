//! How many free neighbours cells have, all cells at once.

use super::super::plane::{Bits, Spot, Tally};

/// The number of free neighbours of each cell as binary digits, one set each.
#[derive(Clone, Copy)]
pub struct Degrees<P> {
    pub(super) digits: [P; 3],
}

impl<P: Bits> Degrees<P> {
    /// Counts the free neighbours of all cells at once: a full adder over four sets. Joined edges are not counted.
    #[inline(always)]
    pub fn of(free: &P) -> Self {
        let (a, b, c, d) = (free.shifted(0), free.shifted(1), free.shifted(2), free.shifted(3));
        let (half, other_half) = (a.xor(&b), c.xor(&d));
        let (carry, other_carry) = (a.and(&b), c.and(&d));
        let carry_ones = half.and(&other_half);
        let digits = [
            half.xor(&other_half),
            carry.xor(&other_carry).xor(&carry_ones),
            // Four neighbours: both pairs full. Two and two halves cannot be there with a carry.
            carry.and(&other_carry),
        ];
        Self { digits }
    }

    /// The cells of a region, those of them in `even`, and all their free neighbours together.
    #[inline(always)]
    pub fn tally(&self, region: &P, even: &P) -> Tally {
        region.tally(even, self.digits.each_ref())
    }

    /// The free neighbours of one cell.
    #[inline(always)]
    pub fn of_spot(&self, spot: Spot) -> i32 {
        let digit = |index: usize| i32::from(self.digits[index].has(spot));
        digit(0) + 2 * digit(1) + 4 * digit(2)
    }
}
