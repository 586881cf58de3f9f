//! The board entity: the map of a match and everything that is kept per cell.
//!
//! Each component wraps a pure type of [`crate::nav`]. [`TerrainGrid`] follows the tile entities ([`super::tiles`])
//! and has no other writer.

use crate::base::{Cell, Grid};
use crate::modes::rts::rules::Rules;
use crate::nav::occupancy::Occupancy;
use crate::nav::regions::Regions;
use crate::nav::reservation::ReservationTable;
use crate::nav::rra::RraPool;
use crate::nav::terrain::{Ground, MovementClass, Terrain};
use bevy::prelude::*;

/// Marks the one board of a match. Tiles and units are its children: despawning it ends the match.
#[derive(Component, Debug, Clone, Copy)]
pub struct Board;

/// Position of a tile or a unit on the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct At(pub Cell);

/// The terrain of all cells in one dense table, kept in step with the tile entities by an observer.
#[derive(Component, Debug, Clone)]
pub struct TerrainGrid {
    pub(super) cells: Grid<Terrain>,
    pub(super) version: u32,
}

impl TerrainGrid {
    pub(super) const fn new(cells: Grid<Terrain>) -> Self {
        Self { cells, version: 0 }
    }

    /// The terrain of all cells.
    #[must_use]
    pub const fn cells(&self) -> &Grid<Terrain> {
        &self.cells
    }

    /// Grows with every change.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }
}

/// The tile entity of every cell.
#[derive(Component, Debug)]
pub struct Tiles(pub(super) Grid<Entity>);

/// Who is where, and which steps are under way.
#[derive(Component, Debug)]
pub struct Occupied(pub(super) Occupancy);

impl Occupied {
    /// The pure table.
    #[must_use]
    pub const fn table(&self) -> &Occupancy {
        &self.0
    }
}

/// Who intends to be where.
#[derive(Component, Debug)]
pub struct Reservations(pub(super) ReservationTable);

impl Reservations {
    /// The pure table.
    #[must_use]
    pub const fn table(&self) -> &ReservationTable {
        &self.0
    }
}

/// Distances to goals, shared by all units, for the terrain version beside them.
#[derive(Component, Debug)]
pub struct Distances {
    pub(super) pool: RraPool,
    version: u32,
}

impl Distances {
    pub(super) const fn new(pool: RraPool, terrain: &TerrainGrid) -> Self {
        Self { pool, version: terrain.version }
    }

    /// Forgets all searches if the terrain has changed since they began.
    pub(super) fn refresh(&mut self, terrain: &TerrainGrid) {
        if self.version != terrain.version {
            self.version = terrain.version;
            self.pool.clear();
        }
    }

    /// The pure pool.
    #[must_use]
    pub const fn pool(&self) -> &RraPool {
        &self.pool
    }
}

/// Connected regions of each movement class, for the terrain version beside them.
#[derive(Component, Debug)]
pub struct Connectivity {
    regions: Vec<Regions>,
    version: u32,
}

impl Connectivity {
    pub(super) fn new(terrain: &TerrainGrid, rules: &Rules) -> Self {
        let label = |class| Regions::new(Ground::new(&terrain.cells, &rules.costs, class));
        Self { regions: MovementClass::ALL.map(label).into(), version: terrain.version }
    }

    /// Labels the regions anew if the terrain has changed.
    pub(super) fn refresh(&mut self, terrain: &TerrainGrid, rules: &Rules) {
        if self.version != terrain.version {
            *self = Self::new(terrain, rules);
        }
    }

    /// The regions of a class.
    #[must_use]
    pub fn of(&self, class: MovementClass) -> &Regions {
        &self.regions[class as usize]
    }
}
