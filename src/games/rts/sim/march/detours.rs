//! Ways around those who do not make way.
//!
//! True distances know the terrain but not the units, so a line of another side that stands across the way would stop
//! everybody before it. A unit that has come no nearer for some time looks for a *detour*: distances on a map in which
//! those who rest, and are not its own side's or hold, are obstacles. If there is a way, the unit follows it until its order
//! ends; if there is none it stands and looks again later. That map is made when it is needed and is good for a few seconds.

use crate::base::{Cell, Grid};
use crate::games::rts::sim::board::{TerrainGrid, Walks};
use crate::nav::rra_pool::RraPool;
use crate::nav::step::Tick;
use crate::nav::walk::WalkMap;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Ticks after which the resting units are looked up anew.
const GOOD_FOR: Tick = 100;
/// Searches kept for each side and sort of unit.
const POOL: usize = 128;

/// The ground with resting units on it, and the distances there.
#[derive(Debug)]
pub(crate) struct Detour {
    pub(crate) map: WalkMap,
    pub(crate) pool: RraPool,
    made: Tick,
    version: u32,
}

/// The detours of each side and sort of unit. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Detours(pub(crate) BTreeMap<(u8, u8), Detour>);

impl Detours {
    /// The ground and the distances that units of a side follow on a detour over one of the [`Walks`]; `None` if none of
    /// them is on one.
    pub(crate) fn seen_by(&self, side: u8, map: u8) -> Option<(&WalkMap, &RraPool)> {
        self.0.get(&(side, map)).map(|detour| (&detour.map, &detour.pool))
    }

    /// Makes the detour map of a side and one of the [`Walks`], if there is none or it is too old. `obstacles` are the cells
    /// of those who do not make way for that side.
    pub(crate) fn prepare(
        &mut self,
        (side, map): (u8, u8),
        (terrain, walks): (&TerrainGrid, &Walks),
        now: Tick,
        obstacles: impl Iterator<Item = Cell>,
    ) {
        let fresh =
            |detour: &Detour| detour.made <= now && now - detour.made < GOOD_FOR && detour.version == terrain.version();
        if self.0.get(&(side, map)).is_some_and(fresh) {
            return;
        }
        let mut blocked: Grid<bool> = terrain.cells().map(|_| false);
        for cell in obstacles {
            blocked[cell] = true;
        }
        let map_around = walks.maps[usize::from(map)].without(&blocked);
        let detour = Detour { map: map_around, pool: RraPool::new(POOL), made: now, version: terrain.version() };
        self.0.insert((side, map), detour);
    }
}
