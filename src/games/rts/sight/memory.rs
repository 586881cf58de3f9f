//! What each side remembers of what it does not see any more: the buildings of others, and the ground.
//!
//! A building that a side sees is remembered as it is; once it is out of sight the memory stays as it was, whatever
//! happens to the building, until its place is seen again. The ground is kept the other way round: a side knows the true
//! ground, except of the cells listed here, which have changed behind its back since it saw them. So a map on which nobody
//! fells trees or builds costs nothing.
//!
//! Own buildings are not remembered, they are known: a side that loses one is not left with its ghost.

use super::{MAX_SIDES, SightGrid};
use crate::base::{Cell, Fingerprint, Grid};
use crate::games::rts::rules::BuildingId;
use crate::nav::occupancy::body;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// A building as it is, or as somebody saw it last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    pub kind: BuildingId,
    /// Whose it is; a number from [`MAX_SIDES`] on: nobody's.
    pub side: u8,
    pub at: Cell,
    pub size: u8,
    /// How far its construction is, in the steps in which it is drawn.
    pub stage: u8,
    /// Hundredths of its health that are left.
    pub health_percent: u8,
}

/// Ground that has changed since a side saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct OldGround {
    terrain: Terrain,
    /// The update in which it changed: of two sides the one with the later one saw the cell later.
    changed: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideMemory {
    buildings: BTreeMap<UnitId, Sighting>,
    /// By the position of the cell, row by row.
    ground: BTreeMap<u32, OldGround>,
}

#[derive(Debug, Clone)]
pub struct Memory {
    sides: Vec<SideMemory>,
    /// The terrain at the last update.
    terrain: Grid<Terrain>,
    /// The update of the sight that was followed last.
    stamp: u64,
    /// Updates of this memory, those before it was saved included.
    updates: u64,
    /// Counts the updates in which there was something to remember or to correct.
    version: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMemory {
    sides: Vec<SideMemory>,
    updates: u64,
}

/// Why a saved memory is not that of a match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    #[error("field `sides`: {found} sides, the match has {expected}")]
    Sides { found: usize, expected: u8 },
    #[error("field `sides[{side}].ground`: there is no cell {cell} on a map of {cells} cells")]
    Cell { side: usize, cell: u32, cells: usize },
}

impl Memory {
    /// Sides that remember nothing yet, on a map.
    ///
    /// # Panics
    /// If there are more than [`MAX_SIDES`] sides.
    pub fn new(terrain: &Grid<Terrain>, sides: u8) -> Self {
        assert!(sides <= MAX_SIDES, "{sides} sides");
        Self {
            sides: vec![SideMemory::default(); usize::from(sides)],
            terrain: terrain.clone(),
            stamp: 0,
            updates: 0,
            version: 0,
        }
    }

    /// Follows an update of the sight: `edits` are the cells of `terrain` that have changed since the last time, as that
    /// update was told them; `buildings` all that stand, with their numbers.
    pub fn update(
        &mut self,
        terrain: &Grid<Terrain>,
        edits: &[Cell],
        sight: &SightGrid,
        buildings: impl IntoIterator<Item = (UnitId, Sighting)>,
    ) {
        self.updates += 1;
        let mut is_news = self.remember_ground(terrain, edits, sight);
        let mut standing = BTreeSet::new();
        for (number, now) in buildings {
            standing.insert(number);
            let seen = seen_by(sight, now.at, now.size);
            for (side, memory) in self.sides.iter_mut().enumerate() {
                if side == usize::from(now.side) {
                    is_news |= memory.buildings.remove(&number).is_some();
                } else if seen & (1 << side) != 0 {
                    is_news |= memory.buildings.insert(number, now) != Some(now);
                }
            }
        }
        for (side, memory) in self.sides.iter_mut().enumerate() {
            memory.buildings.retain(|number, old| {
                let is_gone = !standing.contains(number) && seen_by(sight, old.at, old.size) & (1 << side) != 0;
                is_news |= is_gone;
                !is_gone
            });
        }
        self.stamp = sight.stamp();
        self.version += u64::from(is_news);
    }

    /// Takes edits in and drops what is seen again.
    fn remember_ground(&mut self, terrain: &Grid<Terrain>, edits: &[Cell], sight: &SightGrid) -> bool {
        let width = usize::from(terrain.width());
        let Self { sides, terrain: before, stamp, updates, .. } = self;
        let mut is_news = false;
        for (side, memory) in sides.iter_mut().enumerate() {
            let bit = 1 << side;
            if !sight.has_changed_since(*stamp, bit) {
                continue;
            }
            memory.ground.retain(|index, _| {
                let cell = terrain.cell(*index as usize);
                let row = (*index as usize / width) as u16;
                let is_seen = sight.has_row_changed_since(*stamp, row) && sight.is_visible(bit, cell);
                is_news |= is_seen;
                !is_seen
            });
        }
        for cell in edits {
            let Some(now) = terrain.get(*cell).copied() else { continue };
            let old = std::mem::replace(&mut before[*cell], now);
            if old == now {
                continue;
            }
            let index = terrain.index(*cell) as u32;
            let (visible, explored) = (sight.visible()[*cell], sight.explored()[*cell]);
            for (side, memory) in sides.iter_mut().enumerate() {
                let bit = 1 << side;
                if explored & !visible & bit != 0 {
                    is_news = true;
                    let ground = memory.ground.entry(index);
                    let held = ground.or_insert(OldGround { terrain: old, changed: *updates });
                    if held.terrain == now {
                        memory.ground.remove(&index);
                    }
                }
            }
        }
        is_news
    }

    /// Buildings that sides of a mask remember and do not see, by number, each as the side saw it that comes first in the
    /// mask. Their own ones are not among them.
    pub fn buildings(&self, sight: &SightGrid, sides: u8) -> BTreeMap<UnitId, Sighting> {
        let mut all = BTreeMap::new();
        for (_, memory) in self.of(sides) {
            for (number, sighting) in &memory.buildings {
                let is_own = sighting.side < MAX_SIDES && sides & (1 << sighting.side) != 0;
                if !is_own && seen_by(sight, sighting.at, sighting.size) & sides == 0 {
                    all.entry(*number).or_insert(*sighting);
                }
            }
        }
        all
    }

    /// What the sides of a mask together know a cell to be made of; nothing if none of them has seen it, or beyond the map.
    pub fn ground(&self, sight: &SightGrid, sides: u8, cell: Cell) -> Option<Terrain> {
        if !sight.is_explored(sides, cell) {
            return None;
        }
        let index = self.terrain.index(cell) as u32;
        let mut latest: Option<OldGround> = None;
        for (_, memory) in self.of(sides).filter(|(side, _)| sight.is_explored(1 << side, cell)) {
            match memory.ground.get(&index) {
                Some(old) => latest = latest.filter(|other| other.changed >= old.changed).or(Some(*old)),
                None => return Some(self.terrain[cell]),
            }
        }
        latest.map(|old| old.terrain)
    }

    /// Cells that sides of a mask hold for something that they are not any more, in no special order; some twice.
    pub fn outdated(&self, sides: u8) -> impl Iterator<Item = Cell> {
        self.of(sides).flat_map(|(_, memory)| memory.ground.keys().map(|index| self.terrain.cell(*index as usize)))
    }

    /// Grows with every update that changed a memory.
    pub const fn version(&self) -> u64 {
        self.version
    }

    fn of(&self, sides: u8) -> impl Iterator<Item = (usize, &SideMemory)> {
        self.sides.iter().enumerate().filter(move |(side, _)| sides & (1 << side) != 0)
    }

    /// The hash of all memories.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new();
        for memory in &self.sides {
            print.add_u64(memory.buildings.len() as u64).add_u64(memory.ground.len() as u64);
            for (number, Sighting { kind, side, at, size, stage, health_percent }) in &memory.buildings {
                print.add(number.0).add(kind.0).add(*side).add(at.x).add(at.y);
                print.add(*size).add(*stage).add(*health_percent);
            }
            for (index, OldGround { terrain, .. }) in &memory.ground {
                print.add(*index).add(*terrain as u8);
            }
        }
        print.finish()
    }

    /// Counts versions on from a number, as if there had been something to correct: this memory takes the place of another.
    pub(crate) const fn count_on(&mut self, version: u64) {
        self.version = version + 1;
    }

    pub fn save(&self) -> SavedMemory {
        SavedMemory { sides: self.sides.clone(), updates: self.updates }
    }

    /// The memory that was kept, on the terrain as it was then and beside its sight.
    ///
    /// # Errors
    /// If it is not of this match.
    pub fn restore(terrain: &Grid<Terrain>, sight: &SightGrid, saved: &SavedMemory) -> Result<Self, MemoryError> {
        if saved.sides.len() != usize::from(sight.sides()) {
            return Err(MemoryError::Sides { found: saved.sides.len(), expected: sight.sides() });
        }
        for (side, memory) in saved.sides.iter().enumerate() {
            if let Some((cell, _)) = memory.ground.last_key_value().filter(|(cell, _)| **cell as usize >= terrain.len())
            {
                return Err(MemoryError::Cell { side, cell: *cell, cells: terrain.len() });
            }
        }
        Ok(Self {
            sides: saved.sides.clone(),
            stamp: sight.stamp(),
            updates: saved.updates,
            ..Self::new(terrain, sight.sides())
        })
    }
}

/// The sides that see any cell of a body.
fn seen_by(sight: &SightGrid, at: Cell, size: u8) -> u8 {
    body(at, size).filter_map(|cell| sight.visible().get(cell)).fold(0, |sides, seen| sides | seen)
}
