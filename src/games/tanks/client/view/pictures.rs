//! The pictures of Tanks. Their layouts are described in `assets/art/README.md`.

use crate::client::kit::sheets::Sheet;
use crate::games::tanks::field::MAX_SIZE;
use crate::games::tanks::rules::{Bonus, Kind};
use bevy::prelude::*;

/// Columns of the sheets of tanks: places of the tracks.
pub(super) const TRACKS: usize = 4;

/// Pixels of a tile, and how many there are beside and below each other.
const TILE: u32 = 48;
const COLUMNS: u32 = 16;
const ROWS: u32 = 3;

/// All sheets.
#[derive(Resource, Debug, Clone)]
pub struct Pictures {
    /// For bodies of one to four cells.
    tanks: [Sheet; MAX_SIZE as usize],
    pub tiles: Sheet,
    pub things: Sheet,
}

/// Positions in the sheet of tiles.
pub(super) mod tile {
    pub(crate) const FLOOR: usize = 16;
    pub(crate) const STEEL: usize = 20;
    pub(crate) const ICE: usize = 22;
    pub(crate) const WATER: usize = 24;
    pub(crate) const FOREST: usize = 28;
    pub(crate) const PRINTS: usize = 32;
    pub(crate) const SCORCH: usize = 33;
    pub(crate) const SHELL: usize = 35;
    pub(crate) const STRONG_SHELL: usize = 36;
    pub(crate) const STAR: usize = 37;
}

/// Positions in the sheet of things.
pub(super) mod thing {
    pub(crate) const BASE: usize = 6;
    pub(crate) const LIGHT: usize = 7;
    pub(crate) const RUIN: usize = 8;
    pub(crate) const POLE: usize = 9;
    pub(crate) const CLOTH: usize = 10;
    pub(crate) const DOME: usize = 11;
    pub(crate) const ARRIVAL: usize = 13;
    pub(crate) const BLAST: usize = 16;
    pub(crate) const HIT: usize = 21;
}

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        let tanks = std::array::from_fn(|index| {
            let cells = index as u32 + 1;
            Sheet::load(world, &format!("tanks/tanks_{cells}"), 48 * cells, TRACKS as u32, 10)
        });
        let tiles = Sheet::load(world, "tanks/tiles", TILE, COLUMNS, ROWS);
        // A pixel less on every side: where a tile is drawn smaller nothing of its neighbours comes in.
        let mut inner = TextureAtlasLayout::new_empty(UVec2::new(COLUMNS, ROWS) * TILE);
        for index in 0..COLUMNS * ROWS {
            let corner = UVec2::new(index % COLUMNS, index / COLUMNS) * TILE;
            inner.add_texture(URect::from_corners(corner + 1, corner + TILE - 1));
        }
        let layout = world.resource_mut::<Assets<TextureAtlasLayout>>().add(inner);
        Self { tanks, tiles: Sheet { layout, ..tiles }, things: Sheet::load(world, "tanks/things", 96, 8, 3) }
    }
}

impl Pictures {
    /// The sheet for bodies of so many cells.
    pub(super) fn tanks(&self, size: u8) -> &Sheet {
        &self.tanks[usize::from(size.clamp(1, MAX_SIZE)) - 1]
    }

    /// Where a kind is in the sheet of tanks: what keeps its colours, or what takes that of its side.
    pub fn tank(kind: Kind, is_tinted: bool, track: usize) -> usize {
        (kind as usize * 2 + usize::from(is_tinted)) * TRACKS + track % TRACKS
    }

    /// A kind as a picture of a node, in two layers.
    pub fn kind_nodes(&self, kind: Kind) -> [ImageNode; 2] {
        [false, true].map(|is_tinted| self.tanks(2).node(Self::tank(kind, is_tinted, 0)))
    }

    /// Where a bonus is in the sheet of things.
    pub(super) fn bonus(bonus: Bonus) -> usize {
        bonus as usize
    }
}
