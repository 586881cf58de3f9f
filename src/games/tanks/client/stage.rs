//! What all parts of the window of Tanks share: colours of seats and sides, the room beside the board.

use crate::games::tanks::setup::{Mode, WAVE};
use bevy::prelude::*;

/// The colours of the four seats: blue, orange, green, pink of M. Okabe and K. Ito ("Color universal design", 2008), a
/// little brighter for the dark ground. They are told apart with every usual sort of colour blindness.
pub const SEAT_COLOURS: [Color; 4] = [
    Color::srgb_u8(0x4f, 0xbd, 0xff),
    Color::srgb_u8(0xff, 0xa2, 0x1f),
    Color::srgb_u8(0x1f, 0xd6, 0x9a),
    Color::srgb_u8(0xf0, 0x8a, 0xcb),
];

pub const SEAT_NAMES: [&str; 4] = ["Blue", "Orange", "Green", "Pink"];

/// Those of sides, and of programs that have no seat of their own; the first two as the first two seats.
const SIDE_COLOURS: [Color; 8] = [
    SEAT_COLOURS[0],
    SEAT_COLOURS[1],
    SEAT_COLOURS[2],
    SEAT_COLOURS[3],
    Color::srgb_u8(0xf2, 0xe1, 0x4b),
    Color::srgb_u8(0xb0, 0x8c, 0xf2),
    Color::srgb_u8(0xe8, 0x6a, 0x4c),
    Color::srgb_u8(0x9c, 0xd6, 0xd2),
];

/// Enemies of waves.
pub const ENEMY: Color = Color::srgb_u8(0xc9, 0xc0, 0xb0);
/// Enemies that carry a bonus blink in this colour.
pub const CARRIER: Color = Color::srgb_u8(0xff, 0x5a, 0x46);

/// The colour of a side.
pub fn side_colour(mode: Mode, side: u8) -> Color {
    if mode.has_waves() && side == WAVE { ENEMY } else { SIDE_COLOURS[usize::from(side) % SIDE_COLOURS.len()] }
}

/// What a side is called where side fights side.
pub fn side_name(side: u8) -> &'static str {
    ["Blue", "Orange", "Green", "Pink", "Yellow", "Violet", "Red", "Grey"][usize::from(side) % 8]
}

/// The colour of the tank of a slot: seats of people have their own.
pub fn slot_colour(mode: Mode, slot: u8, side: u8) -> Color {
    match SEAT_COLOURS.get(usize::from(slot)) {
        Some(colour) if side != WAVE || !mode.has_waves() => match mode {
            Mode::LastTank | Mode::CaptureFlag | Mode::TwoBases => side_colour(mode, side),
            _ => *colour,
        },
        _ => side_colour(mode, side),
    }
}
