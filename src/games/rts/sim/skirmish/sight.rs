//! What the sides of a skirmish see: [`crate::games::rts::sight`] fed with units and buildings.

use super::{Building, BuildingIndex};
use crate::games::rts::rules::{Rules, Stat};
use crate::games::rts::sight::memory::{Memory, SavedMemory, Sighting};
use crate::games::rts::sight::{Observer, ObserverId, SavedSight, SightGrid};
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::sides::{NEUTRAL, Sides};
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{Id, Kind, Owner, Roster, Unit};
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// Hundredths of a construction in one step of its drawing.
const STAGE_PERCENT: u8 = 25;

/// What has to be kept of [`Seen`].
pub(crate) type SavedSeen = (SavedSight, SavedMemory);

/// What each side sees, has seen and remembers. On the board entity of a skirmish with fog.
#[derive(Component, Debug)]
pub struct Seen {
    pub(super) grid: SightGrid,
    pub(super) memory: Memory,
    /// The version of the terrain that it has followed.
    pub(super) version: u32,
}

impl Seen {
    pub(super) fn new(terrain: &TerrainGrid, sides: u8) -> Self {
        Self {
            grid: SightGrid::new(terrain.cells(), sides),
            memory: Memory::new(terrain.cells(), sides),
            version: terrain.version(),
        }
    }

    /// What has to be kept of it, when it has followed the terrain.
    pub(crate) fn save(&self) -> SavedSeen {
        (self.grid.save(), self.memory.save())
    }

    /// Takes up what was kept, on the terrain as it was then.
    ///
    /// # Errors
    /// If it is not of this match.
    pub(crate) fn take_up(&mut self, terrain: &TerrainGrid, saved: &SavedSeen) -> Result<(), String> {
        let mut grid = SightGrid::restore(terrain.cells(), &saved.0).map_err(|error| error.to_string())?;
        // Whoever remembers the number of an update learns that everything may have changed.
        grid.count_on(self.grid.stamp());
        let mut memory = Memory::restore(terrain.cells(), &grid, &saved.1).map_err(|error| error.to_string())?;
        memory.count_on(self.memory.version());
        *self = Self { grid, memory, version: terrain.version() };
        Ok(())
    }

    /// Whether the terrain has changed since anybody looked.
    pub(crate) const fn is_behind(&self, terrain: &TerrainGrid) -> bool {
        self.version != terrain.version()
    }

    /// Every side knows the whole ground from now on.
    pub(super) fn explore_all(&mut self, terrain: &TerrainGrid) {
        for side in 0..self.grid.sides() {
            for (cell, _) in terrain.cells().iter() {
                self.grid.explore(side, cell);
            }
        }
    }

    pub const fn grid(&self) -> &SightGrid {
        &self.grid
    }

    /// What each side remembers of buildings and ground.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }
}

/// A building as somebody sees it.
fn sighting(
    rules: &Rules,
    (id, building, owner, at, health): (&Id, &Building, &Owner, &At, &Health),
) -> (UnitId, Sighting) {
    let sighting = Sighting {
        kind: building.kind(),
        side: owner.0,
        at: at.0,
        size: rules.building(building.kind()).size,
        stage: building.percent() / STAGE_PERCENT,
        health_percent: health.percent(),
    };
    (id.0, sighting)
}

/// Lets everybody look around.
pub(crate) fn see(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Option<Single<(&Roster, &BuildingIndex, &Sides, &TerrainGrid, &mut Seen), With<Board>>>,
    units: Query<(&Id, &Kind, &Owner, &At, &Inside), With<Unit>>,
    buildings: Query<(&Id, &Building, &Owner, &At, &Health)>,
) {
    let Some(board) = board else { return };
    let (roster, building_index, sides, terrain, mut seen) = board.into_inner();
    let walking =
        units.iter_many(roster.entities()).filter(|(.., inside)| inside.0.is_none()).map(|(id, kind, owner, at, _)| {
            let bonus = sides.get(owner.0).map_or(0, |side| side.bonuses.unit(kind.0, Stat::Sight));
            let kind = rules.0.kind(kind.0);
            let sight = kind.sight.saturating_add(bonus as u8);
            Observer { id: ObserverId::unit(id.0), side: owner.0, at: at.0, size: kind.size, sight, lifted: false }
        });
    let standing = buildings.iter_many(building_index.entities()).filter(|(_, _, owner, ..)| owner.0 != NEUTRAL).map(
        |(id, building, owner, at, _)| {
            let bonus = sides.get(owner.0).map_or(0, |side| side.bonuses.building(building.kind(), Stat::Sight));
            let kind = rules.0.building(building.kind());
            // A site sees what is beside it; who looks down from a finished building sees over hills and woods.
            let sight = if building.is_finished() { kind.sight.saturating_add(bonus as u8) } else { 2 };
            Observer {
                id: ObserverId::building(id.0.0),
                side: owner.0,
                at: at.0,
                size: kind.size,
                sight,
                lifted: building.is_finished() && kind.weapon.is_some(),
            }
        },
    );
    let Seen { grid, memory, version } = &mut *seen;
    let new = terrain.edits_since(*version);
    *version = terrain.version();
    grid.update(clock.tick(), terrain.cells(), new, walking.chain(standing));
    let buildings = buildings.iter_many(building_index.entities()).map(|building| sighting(&rules.0, building));
    memory.update(terrain.cells(), new, grid, buildings);
}
