//! The units of the real-time game: one drawing and one image for each kind, seen from the front and a little from above.

use image::{RgbaImage, imageops};

use crate::canvas::{bleed, parse, rasterise, read_art};

/// Frames of a kind: it stands, two strides, winds up, strikes, has fallen.
const FRAMES: u32 = 6;
/// Those of who stands or walks: neighbours in adjacent cells must not overlap then.
const WALKING: u32 = 3;
/// Rows of a drawing: from the front, from behind, from the side. The other side is mirrored by the game.
const VIEWS: [&str; 3] = ["front", "back", "side"];
/// Pixels of 64 beside, and above and below, a figure that stands or walks.
const MARGIN: (u32, u32) = (7, 5);
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

/// Draws the frames of one kind in columns, the views in rows, in one team's colours.
fn frames(kind: &str, team: &[&str; 3]) -> Result<RgbaImage, String> {
    let path = format!("units/{kind}");
    let image = rasterise(&parse(&path, &tinted(&read_art(&path), team)));
    let (width, height) = image.dimensions();
    let side = width / FRAMES;
    match SIDES.contains(&side) && (width, height) == (side * FRAMES, side * VIEWS.len() as u32) {
        true => Ok(image),
        false => {
            Err(format!("{path}.svg is {width} x {height}; it must be six by three squares of 64 or of 128 pixels"))
        }
    }
}

/// Draws one kind of unit: its frames in columns, the views of each team in rows.
pub fn sheet(kind: &str) -> Result<RgbaImage, String> {
    let mut image = RgbaImage::default();
    for (row, team) in (0_i64..).zip(&TEAMS) {
        let frames = frames(kind, team)?;
        let (width, height) = frames.dimensions();
        if row == 0 {
            image = RgbaImage::new(width, height * TEAMS.len() as u32);
        }
        imageops::replace(&mut image, &frames, 0, row * i64::from(height));
    }
    let side = image.width() / FRAMES;
    bleed(&mut image, side, REACH);
    Ok(image)
}

/// What is wrong with the frames of one kind, if anything: each must show something, differ from
/// the others, keep out of its neighbours, and show whose it is; who stands or walks keeps within its cell.
pub fn fault(kind: &str) -> Result<(), String> {
    let (first, second) = (frames(kind, &TEAMS[0])?, frames(kind, &TEAMS[1])?);
    let side = first.width() / FRAMES;
    let cell =
        |image: &RgbaImage, frame, row| imageops::crop_imm(image, frame * side, row * side, side, side).to_image();
    let mut earlier: Vec<(String, RgbaImage)> = Vec::new();
    for (row, view) in (0..).zip(VIEWS) {
        for frame in 0..FRAMES {
            let name = format!("frame {frame} of {kind} from the {view}");
            let shown = cell(&first, frame, row);
            let drawn = shown.pixels().filter(|pixel| pixel[3] > 0).count();
            let other = cell(&second, frame, row);
            let tinted = shown.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count();
            if drawn * 10 < (side * side) as usize {
                return Err(format!("{name} is nearly empty"));
            }
            if tinted * 12 < drawn {
                return Err(format!("{name} shows too little of the team's colour: {tinted} of {drawn}"));
            }
            if let Some((twin, _)) = earlier.iter().find(|(_, twin)| *twin == shown) {
                return Err(format!("{name} is the same as {twin}"));
            }
            let solid = |x, y| first.get_pixel(x, y)[3] > 0;
            let (left, top) = (frame * side, row * side);
            let crosses = |y| frame > 0 && solid(left - 1, top + y) && solid(left, top + y);
            let climbs = |x| row > 0 && solid(left + x, top - 1) && solid(left + x, top);
            if (0..side).any(|at| crosses(at) || climbs(at)) {
                return Err(format!("{name} runs into the one beside or above it"));
            }
            let (beside, above) = (MARGIN.0 * side / 64, MARGIN.1 * side / 64);
            let within = |x: u32, y: u32| (beside..side - beside).contains(&x) && (above..side - above).contains(&y);
            let beyond = shown.enumerate_pixels().find(|(x, y, pixel)| pixel[3] > 96 && !within(*x, *y));
            if let Some((x, y, _)) = beyond.filter(|_| frame < WALKING) {
                return Err(format!("{name} is larger than its cell at ({x}, {y})"));
            }
            earlier.push((name, shown));
        }
    }
    Ok(())
}
