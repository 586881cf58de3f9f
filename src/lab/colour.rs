//! The colours of a run, for the screen and for pictures.

use super::cursor::{Numbers, PlaceState};
use crate::nav::searchers::Side;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// What colours tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shade {
    /// What a place is.
    #[default]
    State,
    /// Cost so far.
    G,
    /// Estimate of the rest.
    H,
    /// What the open list is ordered by.
    F,
    /// When a place became what it is.
    Order,
}

impl Shade {
    pub const ALL: [Self; 5] = [Self::State, Self::G, Self::H, Self::F, Self::Order];

    /// The name in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::G => "g",
            Self::H => "h",
            Self::F => "f",
            Self::Order => "order",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shade| shade.name() == name)
    }

    /// The number that is told.
    pub const fn value(self, numbers: &Numbers) -> f32 {
        match self {
            Self::State => f32::NAN,
            Self::G => numbers.g,
            Self::H => numbers.h,
            Self::F => numbers.f,
            Self::Order => numbers.event as f32,
        }
    }
}

/// Ground that costs the usual price, and what nobody can enter.
pub const FREE: Rgb = [0xf4, 0xf1, 0xe8];
pub const BLOCKED: Rgb = [0x2f, 0x35, 0x40];
pub const START: Rgb = [0x2e, 0x8b, 0x57];
pub const GOAL: Rgb = [0xd0, 0x3b, 0x3b];
pub const WAY: Rgb = [0x1d, 0x6b, 0x3a];

/// The colour of free ground of a price in quarters: dear ground is darker.
pub fn ground(price: u8) -> Rgb {
    let dark = u32::from(price).saturating_sub(4).min(16) * 5;
    FREE.map(|part| (u32::from(part) - dark) as u8)
}

/// The colour of a place by what it is; none where the ground is to be seen.
pub const fn of_state(state: PlaceState, side: Side) -> Option<Rgb> {
    Some(match (state, side) {
        (PlaceState::Unseen, _) => return None,
        (PlaceState::Open, Side::Forward) => [0xf2, 0xd0, 0x6b],
        (PlaceState::Open, Side::Backward) => [0xf0, 0xb3, 0xc8],
        (PlaceState::Current, _) => [0xf2, 0x8b, 0x30],
        (PlaceState::Closed, Side::Forward) => [0x7d, 0xaa, 0xde],
        (PlaceState::Closed, Side::Backward) => [0xb6, 0x92, 0xd6],
        (PlaceState::Cut, _) => [0xde, 0x7d, 0x76],
        (PlaceState::Left, _) => [0xc3, 0xc8, 0xd2],
        (PlaceState::Scanned, _) => [0xcf, 0xe3, 0xd4],
        (PlaceState::Met, _) => [0x8a, 0x4f, 0xc4],
        (PlaceState::Path, _) => [0x6c, 0xc2, 0x88],
    })
}

/// The colour of a number between the least and the largest that occur: from dark blue over green to yellow.
pub fn of_value(value: f32, least: f32, largest: f32) -> Option<Rgb> {
    const RAMP: [Rgb; 5] =
        [[0x35, 0x3a, 0x80], [0x2c, 0x72, 0x8e], [0x2a, 0xa1, 0x84], [0x7c, 0xcb, 0x55], [0xf5, 0xe2, 0x4b]];
    if !value.is_finite() {
        return None;
    }
    let share = if largest > least { ((value - least) / (largest - least)).clamp(0.0, 1.0) } else { 0.0 };
    let place = share * (RAMP.len() - 1) as f32;
    let (low, rest) = (place.floor() as usize, place.fract());
    let high = (low + 1).min(RAMP.len() - 1);
    Some(std::array::from_fn(|part| {
        (f32::from(RAMP[low][part]) * (1.0 - rest) + f32::from(RAMP[high][part]) * rest).round() as u8
    }))
}

/// The least and the largest finite number of some.
pub fn range(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let finite = values.filter(|value| value.is_finite());
    let (least, largest) = finite
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, largest), value| (least.min(value), largest.max(value)));
    if least <= largest { (least, largest) } else { (0.0, 0.0) }
}
