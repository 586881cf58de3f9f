//! The images that are drawn whole in SVG: marks, icons, panels, the title, the characters of Tactics and what drives in Tanks.

use image::{RgbaImage, imageops};

use crate::{
    canvas::{bleed, parse, rasterise, rasterise_scaled, read_art},
    units::{TEAMS, tinted},
};

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
pub const PLAIN: [Sheet; 12] = [
    Sheet { name: "marks", size: (512, 128), cell: 64 },
    Sheet { name: "icons", size: (384, 192), cell: 48 },
    Sheet { name: "commands", size: (384, 288), cell: 48 },
    Sheet { name: "effects", size: (512, 256), cell: 64 },
    Sheet { name: "badges", size: (256, 32), cell: 32 },
    Sheet { name: "panel", size: (48, 48), cell: 48 },
    Sheet { name: "button", size: (48, 48), cell: 48 },
    Sheet { name: "title", size: (1280, 720), cell: 0 },
    Sheet { name: "logo", size: (760, 160), cell: 760 },
    Sheet { name: "tactics/board", size: (1024, 256), cell: 128 },
    Sheet { name: "tanks/tiles", size: (768, 144), cell: 48 },
    Sheet { name: "tanks/things", size: (768, 288), cell: 96 },
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

/// Side of one character of Tactics.
const PIECE: u32 = 128;
/// Classes of Tactics and sides.
const PIECES: (u32, u32) = (6, 2);

/// Draws the characters of Tactics in the colours of the first two teams.
pub fn pieces() -> RgbaImage {
    let drawing = read_art("tactics/pieces");
    let mut atlas = RgbaImage::new(PIECES.0 * PIECE, PIECES.1 * PIECE);
    for (row, team) in (0..PIECES.1).zip(TEAMS) {
        let image = rasterise(&parse("tactics/pieces", &tinted(&drawing, &team)));
        assert_eq!(image.dimensions(), (PIECES.0 * PIECE, PIECE), "size of tactics/pieces.svg");
        imageops::replace(&mut atlas, &image, 0, i64::from(row * PIECE));
    }
    bleed(&mut atlas, PIECE, 8);
    atlas
}

/// Pixels of a cell on which tanks are drawn; the drawing itself is that of a tank of two cells.
const TANK_CELL: u32 = 48;

/// Draws the tanks for bodies of so many cells, so that each size is sharp.
pub fn tanks(cells: u32) -> RgbaImage {
    let mut image = rasterise_scaled(&parse("tanks/tanks", &read_art("tanks/tanks")), cells as f32 / 2.0);
    bleed(&mut image, cells * TANK_CELL, 2);
    image
}

/// Cells of ground along one side of a building's square are 64 pixels wide, as those of the map.
const CELL: u32 = 64;
/// Columns of a building's sheet: foundation, half built, complete.
const STAGES: u32 = 3;
/// Rows of a building's sheet: the picture, and what of it takes the team's colour.
const LAYERS: u32 = 2;

/// Draws one building.
pub fn building(name: &str) -> RgbaImage {
    let path = format!("buildings/{name}");
    let mut image = rasterise(&parse(&path, &read_art(&path)));
    let (width, height) = image.dimensions();
    let side = width / STAGES;
    let fits = side > 0 && side.is_multiple_of(CELL) && (width, height) == (side * STAGES, side * LAYERS);
    assert!(fits, "{path}.svg is {width} x {height}; it must be three squares of whole cells by two");
    bleed(&mut image, side, 2);
    image
}

/// Side of the small picture of a building, on keys: a picture of the map would be sampled too coarsely there.
const ICON: u32 = 80;

/// Draws the small picture of one building as it stands: what has no colour of its team above what has.
pub fn building_icon(name: &str) -> RgbaImage {
    let path = format!("buildings/{name}");
    let tree = parse(&path, &read_art(&path));
    let side = tree.size().width() / STAGES as f32;
    let stages = rasterise_scaled(&tree, ICON as f32 / side);
    let mut image = imageops::crop_imm(&stages, (STAGES - 1) * ICON, 0, ICON, LAYERS * ICON).to_image();
    bleed(&mut image, ICON, 2);
    image
}
