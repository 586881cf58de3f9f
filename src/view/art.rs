//! The pictures and fonts that everything is drawn with.

use bevy::prelude::*;

/// Handles of all pictures and fonts. The layouts of the atlases are described in `assets/art/README.md`.
#[derive(Resource, Debug, Clone)]
pub struct Art {
    /// Text.
    pub regular: Handle<Font>,
    /// Emphasis.
    pub bold: Handle<Font>,
    /// Titles.
    pub black: Handle<Font>,
    /// Terrain tiles, 16 × 12 of 64 pixels.
    pub terrain: Handle<Image>,
    /// Layout of `terrain` for the HUD.
    pub terrain_layout: Handle<TextureAtlasLayout>,
    /// Units, 12 × 8 of 64 pixels: three frames a kind, a side a row.
    pub units: Handle<Image>,
    /// Layout of `units`.
    pub unit_layout: Handle<TextureAtlasLayout>,
    /// Rings, markers, shadows, 8 × 2 of 64 pixels.
    pub marks: Handle<Image>,
    /// Layout of `marks`.
    pub mark_layout: Handle<TextureAtlasLayout>,
    /// Icons, 8 × 4 of 48 pixels.
    pub icons: Handle<Image>,
    /// Layout of `icons`.
    pub icon_layout: Handle<TextureAtlasLayout>,
    /// Characters of Tactics, 6 × 2 of 128 pixels: a class a column, a side a row.
    pub tactics_pieces: Handle<Image>,
    /// Layout of `tactics_pieces`.
    pub tactics_piece_layout: Handle<TextureAtlasLayout>,
    /// Squares and marks of Tactics, 8 × 2 of 128 pixels.
    pub tactics_board: Handle<Image>,
    /// Layout of `tactics_board`.
    pub tactics_board_layout: Handle<TextureAtlasLayout>,
    /// Nine-slice of a panel, 48 pixels with borders of 12.
    pub panel: Handle<Image>,
    /// Nine-slice of a button, likewise.
    pub button: Handle<Image>,
    /// The picture of the title screen.
    pub title: Handle<Image>,
    /// The word mark.
    pub logo: Handle<Image>,
}

/// Positions in the atlas of marks.
pub mod mark {
    /// Soft round shadow.
    pub const SHADOW: usize = 0;
    /// Ring of a selected unit.
    pub const RING: usize = 1;
    /// Ring of a unit under the mouse or in the box.
    pub const HOVER: usize = 2;
    /// First of four frames of the order marker.
    pub const ORDER: usize = 4;
    /// Flag of a waypoint.
    pub const FLAG: usize = 8;
    /// Dot of a route.
    pub const DOT: usize = 9;
    /// Cross of something that cannot be.
    pub const CROSS: usize = 10;
    /// Plain square.
    pub const SQUARE: usize = 11;
    /// Outline of a cell for the brush.
    pub const BRUSH: usize = 14;
}

/// Frames of a unit kind in the atlas: one standing, two walking.
pub const UNIT_FRAMES: usize = 3;
/// Kinds in a row of the unit atlas.
pub const UNIT_KINDS: usize = 4;

/// Position in the atlas of units.
#[must_use]
pub const fn unit_frame(sprite: u16, side: u8, frame: usize) -> usize {
    side as usize * UNIT_KINDS * UNIT_FRAMES + sprite as usize % UNIT_KINDS * UNIT_FRAMES + frame
}

/// The colour of each side, as in the unit atlas.
pub const SIDE_COLOURS: [Color; 8] = [
    Color::srgb_u8(0x3a, 0x7b, 0xd5),
    Color::srgb_u8(0xd8, 0x48, 0x3e),
    Color::srgb_u8(0x3f, 0xae, 0x5a),
    Color::srgb_u8(0xe6, 0xb8, 0x32),
    Color::srgb_u8(0x92, 0x54, 0xc8),
    Color::srgb_u8(0xe8, 0x81, 0x3a),
    Color::srgb_u8(0x2f, 0xb3, 0xad),
    Color::srgb_u8(0xe0, 0x70, 0xa8),
];

/// The name of each side.
pub const SIDE_NAMES: [&str; 8] = ["Blue", "Red", "Green", "Yellow", "Purple", "Orange", "Teal", "Pink"];

/// Loads them. Needs the asset server.
pub fn plugin(app: &mut App) {
    let world = app.world_mut();
    let assets = world.resource::<AssetServer>().clone();
    let mut layouts = world.resource_mut::<Assets<TextureAtlasLayout>>();
    let mut grid = |size: u32, columns: u32, rows: u32| {
        layouts.add(TextureAtlasLayout::from_grid(UVec2::splat(size), columns, rows, None, None))
    };
    let art = Art {
        regular: assets.load("fonts/Lato-Regular.ttf"),
        bold: assets.load("fonts/Lato-Bold.ttf"),
        black: assets.load("fonts/Lato-Black.ttf"),
        terrain: assets.load("images/terrain.png"),
        terrain_layout: grid(64, 16, 12),
        units: assets.load("images/units.png"),
        unit_layout: grid(64, 12, 8),
        marks: assets.load("images/marks.png"),
        mark_layout: grid(64, 8, 2),
        icons: assets.load("images/icons.png"),
        icon_layout: grid(48, 8, 4),
        tactics_pieces: assets.load("images/tactics/pieces.png"),
        tactics_piece_layout: grid(128, 6, 2),
        tactics_board: assets.load("images/tactics/board.png"),
        tactics_board_layout: grid(128, 8, 2),
        panel: assets.load("images/panel.png"),
        button: assets.load("images/button.png"),
        title: assets.load("images/title.png"),
        logo: assets.load("images/logo.png"),
    };
    app.insert_resource(art);
}
