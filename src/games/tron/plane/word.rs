//! Words of any length as rows of a board.

use super::kernels::Vectors;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned word that holds a row.
pub trait Word:
    Copy
    + Vectors
    + Send
    + Sync
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn ones_by_byte(self) -> Self;
    fn byte_sum(self) -> u32;
    fn plus(self, other: Self) -> Self;
    fn lowest(self) -> u32;
    fn low_byte(self) -> u8;
    fn of(row: u128) -> Self;
}

macro_rules! word {
    ($($name:ty),*) => {$(
        impl Word for $name {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn ones_by_byte(self) -> Self {
                let pairs = self - (self >> 1 & (Self::MAX / 3));
                let fours = (pairs & (Self::MAX / 5)) + (pairs >> 2 & (Self::MAX / 5));
                (fours + (fours >> 4)) & (Self::MAX / 17)
            }
            #[inline(always)]
            fn byte_sum(self) -> u32 {
                self.to_ne_bytes().iter().map(|byte| u32::from(*byte)).sum()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn low_byte(self) -> u8 {
                self as u8
            }
            #[inline(always)]
            fn of(row: u128) -> Self {
                row as Self
            }
        }
    )*};
}
word!(u16, u32, u64, u128);
