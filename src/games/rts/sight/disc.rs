//! The cells within sight on open ground.

use super::{MAX_RADIUS, MIDDLE, WORD, span};

/// Rows of bits around the middle: the row at `MIDDLE + k` is `k` cells below it.
pub(super) type Rows = [u64; WORD];

/// The discs of all radii, for bodies of odd and of even size.
#[derive(Debug, Clone)]
pub(super) struct Discs(Vec<Rows>);

impl Discs {
    pub(super) fn new() -> Self {
        let discs = (0..=i32::from(MAX_RADIUS)).flat_map(|radius| [disc(radius, 0), disc(radius, 1)]);
        Self(discs.collect())
    }

    /// The disc of a radius; `even` is 1 for bodies of even size, else 0.
    pub(super) fn of(&self, radius: i32, even: i32) -> &Rows {
        &self.0[(2 * radius + even) as usize]
    }
}

/// Cells whose middle is within `radius` and a half, in twice the units of cells so that everything is whole.
fn disc(radius: i32, even: i32) -> Rows {
    let reach = (2 * radius + 1) * (2 * radius + 1);
    std::array::from_fn(|row| {
        let y = 2 * (row as i32 - MIDDLE) + even;
        let within = |column: &i32| (2 * column + even) * (2 * column + even) + y * y <= reach;
        let farthest = (0..MIDDLE).rev().find(within);
        farthest.map_or(0, |column| span(-column - even, column))
    })
}
