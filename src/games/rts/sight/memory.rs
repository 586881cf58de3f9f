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
    /// Its top left cell.
    pub at: Cell,
    /// Cells on a side of it.
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

/// What one side remembers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideMemory {
    buildings: BTreeMap<UnitId, Sighting>,
    /// By the position of the cell, row by row.
    ground: BTreeMap<u32, OldGround>,
}

/// What all sides remember.
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

/// What has to be kept of a [`Memory`] in a saved game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMemory {
    sides: Vec<SideMemory>,
    updates: u64,
}

/// Why a saved memory is not that of a match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// Not the sides of this match.
    #[error("field `sides`: {found} sides, the match has {expected}")]
    Sides { found: usize, expected: u8 },
    /// Ground that is not on the map.
    #[error("field `sides[{side}].ground`: there is no cell {cell} on a map of {cells} cells")]
    Cell {
        side: usize,
        /// Position of the cell.
        cell: u32,
        /// Cells of the map.
        cells: usize,
    },
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
    pub(crate) fn outdated(&self, sides: u8) -> impl Iterator<Item = Cell> {
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

    /// What has to be kept.
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

#[cfg(test)]
mod tests {
    use super::super::{Observer, ObserverId};
    use super::*;

    const HALL: Sighting =
        Sighting { kind: BuildingId(3), side: 1, at: Cell::new(10, 1), size: 2, stage: 4, health_percent: 100 };

    /// A strip of grass, sides 0 and 1, a scout of side 0 with a sight of 3.
    struct Scene {
        terrain: Grid<Terrain>,
        sight: SightGrid,
        memory: Memory,
        tick: u32,
    }

    impl Scene {
        fn new() -> Self {
            let terrain = Grid::filled(30, 4, Terrain::Grass);
            Self { sight: SightGrid::new(&terrain, 3), memory: Memory::new(&terrain, 3), terrain, tick: 0 }
        }

        /// The scout is at a column (nowhere if negative) for long enough to look; cells change; buildings stand.
        fn scout(&mut self, x: i16, edits: &[(Cell, Terrain)], buildings: &[(UnitId, Sighting)]) {
            self.scouts(&[(0, x)], edits, buildings);
        }

        fn scouts(&mut self, scouts: &[(u8, i16)], edits: &[(Cell, Terrain)], buildings: &[(UnitId, Sighting)]) {
            edits.iter().for_each(|(cell, kind)| self.terrain[*cell] = *kind);
            let cells: Vec<Cell> = edits.iter().map(|(cell, _)| *cell).collect();
            for step in 0..4 {
                let edits = if step == 0 { &cells[..] } else { &[] };
                let observers = scouts.iter().map(|(side, x)| Observer {
                    id: ObserverId::unit(UnitId((*side).into())),
                    side: *side,
                    at: Cell::new(*x, 1),
                    size: 1,
                    sight: 3,
                    lifted: true,
                });
                self.sight.update(self.tick, &self.terrain, edits, observers);
                self.memory.update(&self.terrain, edits, &self.sight, buildings.iter().copied());
                self.tick += 1;
            }
        }

        fn remembered(&self) -> Vec<(UnitId, Sighting)> {
            self.memory.buildings(&self.sight, 1).into_iter().collect()
        }
    }

    #[test]
    fn a_building_is_remembered_as_it_was_until_its_place_is_seen_again() {
        let mut scene = Scene::new();
        scene.scout(2, &[], &[(UnitId(7), HALL)]);
        assert_eq!(scene.remembered(), [], "never seen");
        scene.scout(8, &[], &[(UnitId(7), HALL)]);
        assert_eq!(scene.remembered(), [], "what is in sight needs no memory");
        let burnt = Sighting { health_percent: 20, stage: 1, ..HALL };
        scene.scout(2, &[], &[(UnitId(7), burnt)]);
        assert_eq!(scene.remembered(), [(UnitId(7), HALL)]);
        scene.scout(2, &[], &[]);
        assert_eq!(scene.remembered(), [(UnitId(7), HALL)], "it does not know that it is gone");
        let version = scene.memory.version();
        scene.scout(8, &[], &[]);
        assert_eq!(scene.remembered(), []);
        assert!(scene.memory.version() > version);
        scene.scout(2, &[], &[]);
        assert_eq!(scene.remembered(), [], "now it does");
    }

    #[test]
    fn own_buildings_leave_no_ghosts() {
        let mut scene = Scene::new();
        scene.scout(8, &[], &[(UnitId(7), Sighting { side: 0, ..HALL })]);
        scene.scout(2, &[], &[]);
        assert_eq!(scene.remembered(), []);
        scene.scout(8, &[], &[(UnitId(7), HALL)]);
        scene.scout(2, &[], &[(UnitId(7), Sighting { side: 0, ..HALL })]);
        assert_eq!(scene.remembered(), [], "it was taken over");
    }

    #[test]
    fn ground_is_known_as_it_was_seen_last() {
        let mut scene = Scene::new();
        let tree = Cell::new(10, 1);
        assert_eq!(scene.memory.ground(&scene.sight, 1, tree), None);
        scene.scout(8, &[(tree, Terrain::Forest)], &[]);
        assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Forest));
        scene.scout(2, &[], &[]);
        scene.scout(2, &[(tree, Terrain::Grass)], &[]);
        scene.scout(2, &[(tree, Terrain::Building)], &[]);
        assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Forest));
        assert_eq!(scene.memory.outdated(1).collect::<Vec<_>>(), [tree]);
        scene.scout(2, &[(tree, Terrain::Forest)], &[]);
        assert_eq!(scene.memory.outdated(1).count(), 0, "it is again what it was");
        scene.scout(2, &[(tree, Terrain::Rock)], &[]);
        scene.scout(8, &[], &[]);
        assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Rock));
        assert_eq!(scene.memory.outdated(1).count(), 0);
        assert_eq!(scene.memory.ground(&scene.sight, 1, Cell::new(25, 1)), None, "nobody was there");
        assert_eq!(scene.memory.ground(&scene.sight, 2, tree), None);
    }

    #[test]
    fn friends_know_what_the_last_of_them_saw() {
        let mut scene = Scene::new();
        let place = Cell::new(10, 1);
        scene.scouts(&[(0, 8), (2, 20)], &[], &[]);
        scene.scouts(&[(0, 2), (2, 20)], &[(place, Terrain::Forest)], &[]);
        scene.scouts(&[(0, 2), (2, 9)], &[], &[]);
        scene.scouts(&[(0, 2), (2, 20)], &[(place, Terrain::Rock)], &[]);
        let known = |sides| scene.memory.ground(&scene.sight, sides, place);
        assert_eq!((known(0b001), known(0b100)), (Some(Terrain::Grass), Some(Terrain::Forest)));
        assert_eq!(known(0b101), Some(Terrain::Forest));
    }

    #[test]
    fn a_saved_memory_goes_on_alike() {
        let mut scene = Scene::new();
        let tree = Cell::new(9, 1);
        scene.scout(8, &[(tree, Terrain::Forest)], &[(UnitId(7), HALL)]);
        scene.scout(2, &[(tree, Terrain::Grass)], &[(UnitId(7), HALL)]);
        let text = ron::to_string(&scene.memory.save()).expect("a RON form");
        let saved: SavedMemory = ron::from_str(&text).expect("the same");
        let sight = SightGrid::restore(&scene.terrain, &scene.sight.save()).expect("of this map");
        let memory = Memory::restore(&scene.terrain, &sight, &saved).expect("of this match");
        assert_eq!(memory.fingerprint(), scene.memory.fingerprint());
        let mut back = Scene { sight, memory, terrain: scene.terrain.clone(), tick: scene.tick };
        for x in [3, 8, 2] {
            for scene in [&mut scene, &mut back] {
                scene.scout(x, &[], &[]);
            }
            assert_eq!(back.memory.fingerprint(), scene.memory.fingerprint());
            assert_eq!(back.sight.fingerprint(), scene.sight.fingerprint());
        }
        assert_eq!(back.memory.ground(&back.sight, 1, tree), Some(Terrain::Grass));
        let fewer = SightGrid::new(&scene.terrain, 2);
        let error = Memory::restore(&scene.terrain, &fewer, &saved).expect_err("other sides");
        assert_eq!(error.to_string(), "field `sides`: 3 sides, the match has 2");
    }
}
