//! The units of the real-time game: one drawing and one image for each kind.

use image::{RgbaImage, imageops};

use crate::canvas::{bleed, parse, rasterise, read_art};

/// Frames of a kind: it stands, two strides, winds up, strikes, has fallen.
pub const FRAMES: u32 = 6;
/// Sides that a frame may have: one cell, or two for the kinds that fill 2 x 2 cells.
const SIDES: [u32; 2] = [64, 128];
/// How many steps to a side empty pixels take the colour of drawn ones. Linear filtering looks one
/// pixel beyond the edge, slantwise too, which is two steps; more would only make the files larger.
const REACH: u32 = 2;

/// The team colour as the drawings hold it: plain, dark and light.
const PLACEHOLDERS: [&str; 3] = ["#ff00ff", "#cc00cc", "#ff66ff"];

/// The team colours in the order of the rows: plain, dark and light.
pub const TEAMS: [[&str; 3]; 8] = [
    ["#3a7bd5", "#234f96", "#79aaf0"],
    ["#d8483e", "#942822", "#f08478"],
    ["#3fae5a", "#236f38", "#7ed892"],
    ["#e6b832", "#a17810", "#f8dd7c"],
    ["#9254c8", "#5f2f8c", "#bf8cec"],
    ["#e8813a", "#a34f14", "#f8b27c"],
    ["#2fb3ad", "#15736f", "#78dcd6"],
    ["#e070a8", "#9c3b6e", "#f6a8cc"],
];

/// The drawing with the team's colours in place of the placeholders.
pub fn tinted(drawing: &str, team: &[&str; 3]) -> String {
    PLACEHOLDERS.iter().zip(team).fold(drawing.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Draws the frames of one kind in a row, in one team's colours.
fn frames(kind: &str, team: &[&str; 3]) -> RgbaImage {
    let path = format!("units/{kind}");
    let image = rasterise(&parse(&path, &tinted(&read_art(&path), team)));
    let (width, side) = image.dimensions();
    let fits = SIDES.contains(&side) && width == FRAMES * side;
    assert!(fits, "{path}.svg is {width} x {side}; it must be six squares of 64 or of 128 pixels");
    image
}

/// Draws one kind of unit: its frames in columns, the teams in rows.
pub fn sheet(kind: &str) -> RgbaImage {
    let rows = TEAMS.map(|team| frames(kind, &team));
    let (width, side) = rows[0].dimensions();
    let mut image = RgbaImage::new(width, side * TEAMS.len() as u32);
    for (row, frames) in (0_u32..).zip(&rows) {
        imageops::replace(&mut image, frames, 0, i64::from(row * side));
    }
    bleed(&mut image, side, REACH);
    image
}

/// What is wrong with the frames of one kind, if anything: each must show something, differ from
/// the others, keep out of its neighbours, and show whose it is.
pub fn fault(kind: &str) -> Option<String> {
    let (first, second) = (frames(kind, &TEAMS[0]), frames(kind, &TEAMS[1]));
    let side = first.height();
    let cell = |image: &RgbaImage, frame| imageops::crop_imm(image, frame * side, 0, side, side).to_image();
    for frame in 0..FRAMES {
        let shown = cell(&first, frame);
        let drawn = shown.pixels().filter(|pixel| pixel[3] > 0).count();
        let other = cell(&second, frame);
        let tinted = shown.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count();
        if drawn * 10 < (side * side) as usize {
            return Some(format!("frame {frame} of {kind} is nearly empty"));
        }
        if tinted * 12 < drawn {
            return Some(format!("frame {frame} of {kind} shows too little of the team's colour: {tinted} of {drawn}"));
        }
        if let Some(twin) = (0..frame).find(|&earlier| cell(&first, earlier) == shown) {
            return Some(format!("frames {twin} and {frame} of {kind} are the same"));
        }
        let crosses = |y| first.get_pixel(frame * side - 1, y)[3] > 0 && first.get_pixel(frame * side, y)[3] > 0;
        if frame > 0 && (0..side).any(crosses) {
            return Some(format!("frame {frame} of {kind} runs into the one before it"));
        }
    }
    None
}
