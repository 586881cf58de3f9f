//! What a position is worth by experience: a small network over what is known of the ways of both sides.
//!
//! A layer of clipped sums over the [`inputs`] and a sum over these, all in whole numbers, so that a position has the same
//! value on every machine. The numbers are in `assets/links/network.ron`; `gridmarch train links` made them from matches of
//! the engine with itself.

use super::routes::{Look, Routes};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Inputs for each side.
const EACH: usize = 17;

/// Numbers that the network is given.
pub const INPUTS: usize = 2 * EACH + 4;

/// Sums between inputs and value.
pub(super) const HIDDEN: usize = 16;

/// What is one in the numbers of the network.
pub(super) const ONE: i32 = 1 << 10;

/// The largest value of a sum.
pub(super) const MOST: i32 = 8 * ONE;

/// The value of a position in which the side to move wins with odds of e to 1. A peg less to place, all else equal, is
/// worth about 64.
pub const SURE: i32 = 200;

/// The numbers: a sum is cut off below 0 and above [`MOST`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// What each input weighs in each sum.
    pub(super) sums: Vec<Vec<i16>>,
    /// What each sum weighs in the value.
    pub(super) weights: Vec<i16>,
    pub(super) bias: i32,
}

static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
    let text = include_str!("../../../assets/links/network.ron");
    // A test reads it; it is part of the program.
    Network::from_text(text).unwrap_or_else(|problem| unreachable!("{problem}"))
});

impl Network {
    /// The network that the game ships.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads the form of a file; the problem is a sentence.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let network: Self = ron::from_str(text).map_err(|problem| format!("{problem}."))?;
        let has_size = network.sums.len() == HIDDEN
            && network.weights.len() == HIDDEN
            && network.sums.iter().all(|sum| sum.len() == INPUTS);
        if has_size { Ok(network) } else { Err(format!("`sums`: {HIDDEN} times {INPUTS} numbers are needed.")) }
    }

    /// The form for a file.
    pub fn text(&self) -> String {
        let row = |numbers: &Vec<i16>| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("[{}]", words.join(", "))
        };
        let sums: String = self.sums.iter().map(|sum| format!("        {},\n", row(sum))).collect();
        format!("(\n    sums: [\n{sums}    ],\n    weights: {},\n    bias: {},\n)\n", row(&self.weights), self.bias)
    }

    /// What a position is worth to the side to move, in parts of [`SURE`].
    pub(super) fn judge(&self, look: &Look, side: usize) -> i32 {
        self.value(&inputs(look, side))
    }

    /// The natural odds that the side to move wins.
    pub fn odds(&self, inputs: &[i16; INPUTS]) -> f32 {
        self.value(inputs) as f32 / SURE as f32
    }

    /// What it says of inputs.
    fn value(&self, inputs: &[i16; INPUTS]) -> i32 {
        let mut value = i64::from(self.bias) * i64::from(ONE);
        for (weights, weight) in self.sums.iter().zip(&self.weights) {
            let sum: i32 =
                weights.iter().zip(inputs).map(|(weight, input)| i32::from(*weight) * i32::from(*input)).sum();
            value += i64::from(sum.clamp(0, MOST)) * i64::from(*weight);
        }
        ((value * i64::from(SURE)) >> (2 * ONE.ilog2())) as i32
    }
}

/// What is known of the ways of a side: pegs to place; holes on the shortest ways, on those of one and of two pegs more; in
/// how many steps of the shortest ways there are 1, 2, 3, 4 and more holes; in how many there are up to 2, 4, 8 and more
/// together with the ways of one peg more; the fewest holes of a step; those of the first, of the last step; of the step
/// in the middle.
fn of_side(routes: &Routes, inputs: &mut [i16]) {
    let distance = routes.distance.min(16);
    inputs[0] = distance as i16;
    for (slack, most) in [48, 96, 160].into_iter().enumerate() {
        inputs[1 + slack] = routes.holes[slack].len().min(most) as i16;
    }
    if routes.distance > 16 {
        return;
    }
    let [shortest, longer] = &routes.widths;
    for (width, more) in shortest.iter().zip(longer).take(distance) {
        inputs[4 + usize::from(*width).clamp(1, 5) - 1] += 1;
        inputs[9 + match width.saturating_add(*more) {
            0..=2 => 0,
            3..=4 => 1,
            5..=8 => 2,
            _ => 3,
        }] += 1;
    }
    let width = |step: usize| i16::from(shortest.get(step).copied().unwrap_or(0).min(12));
    inputs[13] = shortest[..distance].iter().copied().min().map_or(0, |fewest| i16::from(fewest.min(20)));
    inputs[14] = width(0);
    inputs[15] = width(distance.wrapping_sub(1));
    inputs[16] = width(distance / 2);
}

/// What the network is given of a position: the ways of the side to move and of the other, and where they meet.
pub fn inputs(look: &Look, side: usize) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    let (own, enemy) = (&look.routes[side], &look.routes[1 - side]);
    of_side(own, &mut inputs[..EACH]);
    of_side(enemy, &mut inputs[EACH..2 * EACH]);
    for (index, (own, enemy)) in [(0, 0), (0, 1), (1, 0)].into_iter().enumerate() {
        inputs[2 * EACH + index] = look.routes[side].holes[own].and(&look.routes[1 - side].holes[enemy]).len() as i16;
    }
    inputs[INPUTS - 1] = 1;
    inputs
}
