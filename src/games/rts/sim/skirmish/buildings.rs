//! Buildings: what they are, how they come and go, and the ground that they take.
//!
//! A building is an entity with a number of the same series as units. Its cells become [`Terrain::Building`] through the
//! tile entities, like every change of the map, so that routes, regions and distances follow; what was there before is kept
//! and comes back when it falls.

use super::production::Production;
use crate::base::{Cell, Grid};
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::{BuildingId, Rules, Stat};
use crate::games::rts::sim::board::{At, Board, TerrainGrid, Tiles, part};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::matches::GameRules;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Id, Owner, Roster};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A building, and how far its construction is.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[require(Fighting, Production)]
pub struct Building {
    pub(super) kind: BuildingId,
    /// Work done, in hundredths of a tick of one builder; at least [`Self::needed`] when it is finished.
    pub(super) done: u32,
    pub(super) needed: u32,
    /// Gold that is left, in a mine.
    pub(super) gold: u32,
    /// The last tick at which somebody worked on it.
    pub(super) worked_at: Tick,
}

impl Building {
    pub const fn kind(&self) -> BuildingId {
        self.kind
    }

    pub const fn is_finished(&self) -> bool {
        self.done >= self.needed
    }

    /// Hundredths of the construction that are done.
    pub fn percent(&self) -> u8 {
        (u64::from(self.done) * 100 / u64::from(self.needed.max(1))).min(100) as u8
    }

    /// Gold that is left in a mine.
    pub const fn gold(&self) -> u32 {
        self.gold
    }

    /// The last tick at which somebody worked on it.
    pub(crate) const fn worked_at(&self) -> Tick {
        self.worked_at
    }
}

/// The buildings of the match: their entities by number, which one stands on a cell, and what is below them. On the board
/// entity.
#[derive(Component, Debug)]
pub struct BuildingIndex {
    entities: BTreeMap<UnitId, Entity>,
    sites: Grid<Option<UnitId>>,
    below: BTreeMap<Cell, Terrain>,
}

impl BuildingIndex {
    pub(super) fn new(width: u16, height: u16) -> Self {
        Self { entities: BTreeMap::new(), sites: Grid::filled(width, height, None), below: BTreeMap::new() }
    }

    pub fn entity(&self, building: UnitId) -> Option<Entity> {
        self.entities.get(&building).copied()
    }

    /// The building on a cell.
    pub fn at(&self, cell: Cell) -> Option<UnitId> {
        self.sites.get(cell).copied().flatten()
    }

    /// The entities of all buildings, in the order of their numbers.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.entities.values().copied()
    }

    /// All buildings with their entities, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, Entity)> {
        self.entities.iter().map(|(building, entity)| (*building, *entity))
    }

    /// Takes up other buildings: their entities, and the cells of each with what is below.
    pub(crate) fn take_up(&mut self, entities: BTreeMap<UnitId, Entity>, plots: &[(Cell, UnitId, Terrain)]) {
        for cell in std::mem::take(&mut self.below).keys() {
            self.sites[*cell] = None;
        }
        self.entities = entities;
        for (cell, building, below) in plots {
            self.sites[*cell] = Some(*building);
            self.below.insert(*cell, *below);
        }
    }

    /// The cells of all buildings with what is below.
    pub(crate) fn plots(&self) -> impl Iterator<Item = (Cell, UnitId, Terrain)> {
        self.below.iter().filter_map(|(cell, below)| Some((*cell, self.at(*cell)?, *below)))
    }

    /// What is below the buildings, cell by cell.
    pub const fn below(&self) -> &BTreeMap<Cell, Terrain> {
        &self.below
    }
}

/// What a new building is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raising {
    pub(super) kind: BuildingId,
    pub(super) side: u8,
    pub(super) at: Cell,
    pub(super) finished: bool,
    /// Gold in a mine.
    pub(super) gold: u32,
}

/// The work that a building takes, in hundredths of a tick of one builder.
pub(super) fn work_for(rules: &Rules, kind: BuildingId) -> u32 {
    u32::from(rules.building(kind).build_ticks).max(1) * 100
}

/// Health of a building of a side when whole.
pub(super) fn whole_health(rules: &Rules, sides: &Sides, side: u8, kind: BuildingId) -> u16 {
    let bonus = sides.get(side).map_or(0, |side| side.bonuses.building(kind, Stat::Health));
    rules.building(kind).health.saturating_add(bonus)
}

/// Puts a building on the map, on cells that are free for it.
pub(super) fn raise(world: &mut World, raising: Raising) -> Option<UnitId> {
    let rules = world.resource::<GameRules>().0.clone();
    let kind = rules.building(raising.kind);
    let mut boards =
        world.query_filtered::<(Entity, &mut Roster, &mut BuildingIndex, &TerrainGrid, &Tiles, &Sides), With<Board>>();
    let (board, mut roster, mut building_index, terrain, tiles, sides) = boards.single_mut(world).ok()?;
    if footprint(raising.at, kind.size).any(|cell| !terrain.cells().contains(cell) || building_index.at(cell).is_some())
    {
        return None;
    }
    let id = UnitId(roster.next);
    roster.next += 1;
    let most = whole_health(&rules, sides, raising.side, raising.kind);
    let mut paving = Vec::new();
    for cell in footprint(raising.at, kind.size) {
        building_index.sites[cell] = Some(id);
        building_index.below.insert(cell, terrain.cells()[cell]);
        paving.push(tiles.0[cell]);
    }
    let needed = work_for(&rules, raising.kind);
    let building = Building {
        kind: raising.kind,
        done: if raising.finished { needed } else { 0 },
        needed,
        gold: raising.gold,
        worked_at: 0,
    };
    // A site is a tenth of a building.
    let now = if raising.finished { most } else { (most / 10).max(1) };
    let health = Health { now, most };
    for tile in paving {
        world.entity_mut(tile).insert(Ground(Terrain::Building));
    }
    let entity = world.spawn((building, Id(id), Owner(raising.side), At(raising.at), health, ChildOf(board))).id();
    if let Some(mut building_index) = part::<BuildingIndex>(world) {
        building_index.entities.insert(id, entity);
    }
    world.write_message(Outcome::BuildingPlaced { building: id });
    Some(id)
}

/// Takes a building off the map and gives its cells back.
pub(super) fn fall(world: &mut World, building: UnitId) {
    let rules = world.resource::<GameRules>().0.clone();
    let mut boards = world.query_filtered::<(&mut BuildingIndex, &Tiles), With<Board>>();
    let Ok((mut building_index, _)) = boards.single_mut(world) else { return };
    let Some(entity) = building_index.entities.remove(&building) else { return };
    let Ok((kind, at, side)) = world
        .query::<(&Building, &At, &Owner)>()
        .get(world, entity)
        .map(|(building, at, owner)| (building.kind, at.0, owner.0))
    else {
        return;
    };
    let mut freed = Vec::new();
    let Ok((mut building_index, tiles)) = boards.single_mut(world) else { return };
    for cell in footprint(at, rules.building(kind).size) {
        building_index.sites[cell] = None;
        let below = building_index.below.remove(&cell).unwrap_or_default();
        freed.push((tiles.0[cell], below));
    }
    for (tile, ground) in freed {
        world.entity_mut(tile).insert(Ground(ground));
    }
    world.entity_mut(entity).despawn();
    world.write_message(Outcome::BuildingGone { building, side, at, kind });
}

/// Whether a side has a finished building, or an upgrade, of a name.
pub fn has(rules: &Rules, side: &super::Side, finished: &[BuildingId], name: &str) -> bool {
    let counts = |kind: &BuildingId| {
        let kind = rules.building(*kind);
        kind.name == name || kind.counts_as.iter().any(|other| other == name)
    };
    finished.iter().any(counts) || rules.upgrade_named(name).is_some_and(|upgrade| side.upgrades.contains(&upgrade))
}

/// The kinds of the finished buildings of a side.
pub fn finished_kinds<'a>(side: u8, buildings: impl Iterator<Item = (&'a Building, &'a Owner)>) -> Vec<BuildingId> {
    let finished = buildings.filter(|(building, owner)| owner.0 == side && building.is_finished());
    finished.map(|(building, _)| building.kind).collect()
}
