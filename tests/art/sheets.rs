//! The images that are drawn whole in SVG: units, marks, icons, panels and the title.

use image::{RgbaImage, imageops};

use crate::canvas::{bleed, parse, rasterise, read_art};

/// An image that is one drawing.
pub struct Sheet {
    /// Name of the drawing and of the image.
    pub name: &'static str,
    /// Size of the image.
    pub size: (u32, u32),
    /// Side of one cell, inside which empty pixels take the colour of drawn ones; 0 to leave
    /// them empty.
    pub cell: u32,
}

/// All images that are one drawing.
pub const PLAIN: [Sheet; 7] = [
    Sheet { name: "marks", size: (512, 128), cell: 64 },
    Sheet { name: "icons", size: (384, 192), cell: 48 },
    Sheet { name: "panel", size: (48, 48), cell: 48 },
    Sheet { name: "button", size: (48, 48), cell: 48 },
    Sheet { name: "title", size: (1280, 720), cell: 0 },
    Sheet { name: "logo", size: (760, 160), cell: 760 },
    Sheet { name: "tactics/board", size: (1024, 256), cell: 128 },
];

/// The kinds of unit, in the order of the columns of the atlas.
const KINDS: [&str; 4] = ["scout", "footman", "rider", "wagon"];
/// Side of one unit frame.
const FRAME: u32 = 64;
/// Walk poses of a unit, standing first.
const FRAMES: u32 = 3;

/// The team colour as the drawings hold it: plain, dark and light.
const PLACEHOLDERS: [&str; 3] = ["#ff00ff", "#cc00cc", "#ff66ff"];

/// The team colours in the order of the rows: plain, dark and light.
const TEAMS: [[&str; 3]; 8] = [
    ["#3a7bd5", "#234f96", "#79aaf0"],
    ["#d8483e", "#942822", "#f08478"],
    ["#3fae5a", "#236f38", "#7ed892"],
    ["#e6b832", "#a17810", "#f8dd7c"],
    ["#9254c8", "#5f2f8c", "#bf8cec"],
    ["#e8813a", "#a34f14", "#f8b27c"],
    ["#2fb3ad", "#15736f", "#78dcd6"],
    ["#e070a8", "#9c3b6e", "#f6a8cc"],
];

/// Draws one sheet.
pub fn plain(sheet: &Sheet) -> RgbaImage {
    let mut image = rasterise(&parse(sheet.name, &read_art(sheet.name)));
    assert_eq!(image.dimensions(), sheet.size, "size of {}.svg", sheet.name);
    if sheet.cell > 0 {
        bleed(&mut image, sheet.cell, sheet.cell);
    }
    image
}

/// Draws every kind of unit in every team's colour.
pub fn units() -> RgbaImage {
    let rows = TEAMS.len() as u32;
    let mut atlas = RgbaImage::new(KINDS.len() as u32 * FRAMES * FRAME, rows * FRAME);
    for (column, kind) in (0_u32..).zip(KINDS) {
        let path = format!("units/{kind}");
        let drawing = read_art(&path);
        for (row, team) in (0_u32..).zip(TEAMS) {
            let coloured =
                PLACEHOLDERS.iter().zip(team).fold(drawing.clone(), |text, (from, to)| text.replace(from, to));
            let frames = rasterise(&parse(&path, &coloured));
            assert_eq!(frames.dimensions(), (FRAMES * FRAME, FRAME), "size of {path}.svg");
            let (x, y) = (column * FRAMES * FRAME, row * FRAME);
            imageops::replace(&mut atlas, &frames, i64::from(x), i64::from(y));
        }
    }
    bleed(&mut atlas, FRAME, 8);
    atlas
}

/// Side of one character of Tactics.
const PIECE: u32 = 128;
/// Classes of Tactics and sides.
const PIECES: (u32, u32) = (6, 2);

/// Draws the characters of Tactics in the colours of the first two teams.
pub fn pieces() -> RgbaImage {
    let drawing = read_art("tactics/pieces");
    let mut atlas = RgbaImage::new(PIECES.0 * PIECE, PIECES.1 * PIECE);
    for (row, team) in (0..PIECES.1).zip(TEAMS) {
        let coloured = PLACEHOLDERS.iter().zip(team).fold(drawing.clone(), |text, (from, to)| text.replace(from, to));
        let image = rasterise(&parse("tactics/pieces", &coloured));
        assert_eq!(image.dimensions(), (PIECES.0 * PIECE, PIECE), "size of tactics/pieces.svg");
        imageops::replace(&mut atlas, &image, 0, i64::from(row * PIECE));
    }
    bleed(&mut atlas, PIECE, 8);
    atlas
}
