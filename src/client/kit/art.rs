//! The pictures and fonts that everything is drawn with.

use super::player_colours::PlayerColours;
use super::sheets::{Sheet, Sheets};
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
    pub terrain: Sheet,
    /// Units and buildings, a sheet a kind.
    pub(crate) sheets: Sheets,
    /// Which colour each side of the match has.
    pub(crate) player_colours: PlayerColours,
    /// What flies, bursts, burns and lies about, 8 × 4 of 64 pixels.
    pub effects: Sheet,
    /// Signs of commands, 8 × 6 of 48 pixels.
    pub commands: Sheet,
    /// Units from far away and ranks of veterans, 8 × 1 of 32 pixels.
    pub badges: Sheet,
    /// Rings, markers, shadows, 8 × 2 of 64 pixels.
    pub marks: Sheet,
    /// Icons, 8 × 4 of 48 pixels.
    pub icons: Sheet,
    /// Nine-slice of a panel, 48 pixels with borders of 12.
    pub panel: Handle<Image>,
    /// Nine-slice of a button, likewise.
    pub button: Handle<Image>,
    pub title: Handle<Image>,
    pub logo: Handle<Image>,
}

/// Positions in the atlas of marks.
pub mod mark {
    /// Soft round shadow.
    pub const SHADOW: usize = 0;
    /// Ring of a selected unit.
    pub(crate) const RING: usize = 1;
    /// Ring of a unit under the mouse or in the box.
    pub(crate) const HOVER: usize = 2;
    /// First of four frames of the order marker.
    pub(crate) const ORDER: usize = 4;
    pub(crate) const FLAG: usize = 8;
    /// Cross of something that cannot be.
    pub const CROSS: usize = 10;
    pub(crate) const SQUARE: usize = 11;
}

/// Positions in the atlas of effects.
pub mod effect {
    /// First of the four frames of an explosion.
    pub(crate) const EXPLOSION: usize = 8;
    /// First of the four frames of smoke.
    pub(crate) const SMOKE: usize = 12;
    /// First of the two frames of a hit.
    pub(crate) const HIT: usize = 16;
    pub(crate) const DUST: usize = 18;
    pub(crate) const BLOOD: usize = 19;
    /// First of the two frames of healing.
    pub(crate) const HEALING: usize = 20;
    /// First of the two frames of a fire.
    pub(crate) const FIRE: usize = 22;
    /// First of two heaps of rubble.
    pub(crate) const RUBBLE: usize = 24;
    /// Stump of a felled tree.
    pub(crate) const STUMP: usize = 26;
    pub(crate) const CHIPS: usize = 27;
    pub(crate) const GLINT: usize = 28;
    pub(crate) const SACK: usize = 29;
    pub(crate) const LOGS: usize = 30;

    /// Position of a missile by its name in the rules.
    pub(crate) fn missile(name: &str) -> usize {
        ["arrow", "bolt", "stone", "spear", "boulder", "fireball", "flame", "axe"]
            .iter()
            .position(|known| *known == name)
            .unwrap_or(0)
    }
}

/// Positions in the atlas of badges.
pub mod badge {
    pub(crate) const WORKER: usize = 0;
    pub(crate) const SOLDIER: usize = 1;
    /// Somebody who shoots.
    pub(crate) const MARKSMAN: usize = 2;
    /// Somebody of several cells.
    pub(crate) const LARGE: usize = 3;
    pub(crate) const HEALER: usize = 4;
    /// First of three ranks of veterans.
    pub(crate) const RANK: usize = 5;
}

/// Frames of a unit in a row of its sheet: it stands, two strides, winds up, strikes, has fallen.
pub const UNIT_FRAMES: usize = 6;
/// Rows of a unit for each side in its sheet: from the front, from behind, and from the side, looking to the right.
pub(crate) const UNIT_ROWS: usize = 3;
/// Stages of a building in a row of its sheet; the row below holds the parts in the colour of the side.
pub const STAGES: usize = 3;

/// The colours that a side can have, in the order of the rows of the sheets of units. Which side has which is told by
/// [`PlayerColours`]; where nothing was chosen each has that of its number.
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

/// The name of each colour, and of the side that has it.
pub const SIDE_NAMES: [&str; 8] = ["Blue", "Red", "Green", "Yellow", "Purple", "Orange", "Teal", "Pink"];

/// Loads them. Needs the asset server.
pub fn plugin(app: &mut App) {
    let world = app.world_mut();
    let (terrain, effects) = (Sheet::load(world, "terrain", 64, 16, 12), Sheet::load(world, "effects", 64, 8, 4));
    let (commands, badges) = (Sheet::load(world, "commands", 48, 8, 6), Sheet::load(world, "badges", 32, 8, 1));
    let (marks, icons) = (Sheet::load(world, "marks", 64, 8, 2), Sheet::load(world, "icons", 48, 8, 4));
    let assets = world.resource::<AssetServer>();
    let art = Art {
        regular: assets.load("fonts/Lato-Regular.ttf"),
        bold: assets.load("fonts/Lato-Bold.ttf"),
        black: assets.load("fonts/Lato-Black.ttf"),
        terrain,
        sheets: Sheets::default(),
        player_colours: PlayerColours::default(),
        effects,
        commands,
        badges,
        marks,
        icons,
        panel: assets.load("images/panel.png"),
        button: assets.load("images/button.png"),
        title: assets.load("images/title.png"),
        logo: assets.load("images/logo.png"),
    };
    app.insert_resource(art).add_plugins(super::sheets::plugin);
}
