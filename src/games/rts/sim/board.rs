//! The board entity: the map of a match and everything that is kept per cell.
//!
//! Each component wraps a pure type of [`crate::nav`]. [`TerrainGrid`] follows the tile entities ([`super::tiles`])
//! and has no other writer; [`Walks`] and [`Distances`] follow it edit by edit.

use crate::base::{Cell, Grid};
use crate::games::rts::rules::{KindId, Rules};
use crate::nav::coop::PlannerKind;
use crate::nav::occupancy::Occupancy;
use crate::nav::regions::Regions;
use crate::nav::reservation::ReservationTable;
use crate::nav::rra_pool::RraPool;
use crate::nav::terrain::Terrain;
use crate::nav::walk::{Layer, Walk, WalkMap};
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Marks the one board of a match. Tiles and units are its children: despawning it ends the match.
#[derive(Component, Debug, Clone, Copy)]
pub struct Board;

/// A part of the board of the match that is on.
pub(super) fn part<C: Component<Mutability = Mutable>>(world: &mut World) -> Option<Mut<'_, C>> {
    world.query_filtered::<&mut C, With<Board>>().single_mut(world).ok()
}

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planner(pub(super) PlannerKind);

impl Planner {
    pub const fn kind(self) -> PlannerKind {
        self.0
    }
}

/// Position of a tile, or of the top left cell of a unit, on the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct At(pub Cell);

/// The terrain of all cells in one dense table, kept in step with the tile entities by an observer.
#[derive(Component, Debug, Clone)]
pub struct TerrainGrid {
    pub(super) cells: Grid<Terrain>,
    /// Every cell that has changed since the match began, or went on from a snapshot, in order.
    pub(super) edits: Vec<Cell>,
    /// Number of changes before those.
    before: u32,
}

impl TerrainGrid {
    pub(super) const fn new(cells: Grid<Terrain>) -> Self {
        Self { cells, edits: Vec::new(), before: 0 }
    }

    pub const fn cells(&self) -> &Grid<Terrain> {
        &self.cells
    }

    /// The cells that have changed since a version, in order, some more than once.
    pub(crate) fn edits_since(&self, version: u32) -> &[Cell] {
        let known = version.saturating_sub(self.before) as usize;
        &self.edits[known.min(self.edits.len())..]
    }

    /// Forgets the changes up to now and counts on from a version: whoever follows them begins anew.
    pub(super) fn renumber(&mut self, version: u32) {
        self.edits.clear();
        self.before = version;
    }

    pub const fn version(&self) -> u32 {
        self.before + self.edits.len() as u32
    }
}

#[derive(Component, Debug)]
pub struct Tiles(pub(super) Grid<Entity>);

/// Who is where, and which steps are under way.
#[derive(Component, Debug)]
pub struct Occupied(pub(super) Occupancy);

impl Occupied {
    pub const fn table(&self) -> &Occupancy {
        &self.0
    }
}

/// Who intends to be where.
#[derive(Component, Debug)]
pub struct Reservations(pub(super) ReservationTable);

impl Reservations {
    pub const fn table(&self) -> &ReservationTable {
        &self.0
    }
}

/// Distances to goals, shared by all units that move alike.
#[derive(Component, Debug)]
pub struct Distances(pub(super) RraPool);

impl Distances {
    pub const fn pool(&self) -> &RraPool {
        &self.0
    }
}

/// The ground as each sort of unit sees it, and its connected regions, for the terrain beside them.
#[derive(Component, Debug)]
pub struct Walks {
    /// In the order of `layers`.
    pub(super) maps: Vec<WalkMap>,
    regions: Vec<Regions>,
    of_kind: Vec<u8>,
    version: u32,
    told: u32,
}

impl Walks {
    pub(super) fn new(terrain: &TerrainGrid, lanes: &BTreeSet<Cell>, rules: &Rules) -> Self {
        let lanes = Arc::new(lanes.clone());
        let mut layers: Vec<Layer> = rules.units.iter().map(|kind| kind.layer()).collect();
        layers.sort_unstable();
        layers.dedup();
        let map = |layer: &Layer| WalkMap::new(&terrain.cells, &rules.costs, *layer).with_lanes(lanes.clone());
        let maps: Vec<WalkMap> = layers.iter().map(map).collect();
        let (width, height) = (terrain.cells.width(), terrain.cells.height());
        let regions =
            maps.iter().map(|map| Regions::of_passable(width, height, |cell| map.is_passable(cell))).collect();
        let place = |layer: Layer| layers.iter().position(|other| *other == layer).unwrap_or(0) as u8;
        let of_kind = rules.units.iter().map(|kind| place(kind.layer())).collect();
        Self { maps, regions, of_kind, version: terrain.version(), told: terrain.version() }
    }

    /// Follows the edits of the terrain, and brings the distances in line.
    pub(super) fn refresh(&mut self, terrain: &TerrainGrid, rules: &Rules, distances: &mut Distances) {
        if self.version == terrain.version() {
            return;
        }
        let edits = terrain.edits_since(self.version);
        self.version = terrain.version();
        for (map, regions) in self.maps.iter_mut().zip(&mut self.regions) {
            let cheapest = map.cheapest();
            let touched = map.update(&terrain.cells, &rules.costs, edits);
            let map = &*map;
            regions.update_passable(&touched, |cell| map.is_passable(cell));
            if map.cheapest() == cheapest {
                distances.0.repair(map, &touched);
            } else {
                distances.0.clear();
            }
        }
    }

    /// Whether the units have still to be told of an edit; from now on they have.
    pub(super) const fn tell(&mut self, terrain: &TerrainGrid) -> bool {
        let is_news = self.told != terrain.version();
        self.told = terrain.version();
        is_news
    }

    pub(super) const fn told(&self) -> u32 {
        self.told
    }

    /// Goes on from a version of the terrain that is what the maps are, as far as the units know another.
    pub(super) const fn go_on(&mut self, version: u32, told: u32) {
        (self.version, self.told) = (version, told);
    }

    pub fn index(&self, kind: KindId) -> u8 {
        self.of_kind[usize::from(kind.0)]
    }

    pub fn map(&self, kind: KindId) -> &WalkMap {
        &self.maps[usize::from(self.index(kind))]
    }

    pub(super) fn regions_at(&self, map: u8) -> &Regions {
        &self.regions[usize::from(map)]
    }

    pub fn regions(&self, kind: KindId) -> &Regions {
        &self.regions[usize::from(self.index(kind))]
    }
}
