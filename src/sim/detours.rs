//! Ways around those who do not make way.
//!
//! True distances know the terrain but not the units, so a line of another side that stands across the way would stop
//! everybody before it. A unit that has stood still for long and found nobody to make way takes a *detour*: for some
//! time it follows distances on a map in which the resting units of other sides are obstacles. That map is made when it
//! is needed and is good for a few seconds.

use super::board::TerrainGrid;
use super::planning::Planned;
use crate::base::Grid;
use crate::nav::rra::RraPool;
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Ticks for which a unit stays on its detour: 20 seconds at normal speed.
pub(super) const DETOUR_TICKS: Tick = 400;
/// Ticks after which the resting units are looked up anew.
const GOOD_FOR: Tick = 100;
/// Searches kept for each side.
const POOL: usize = 32;

/// What the units of one side have to walk around, and the distances on that map.
#[derive(Debug)]
pub(super) struct Detour {
    pub(super) blocked: Grid<bool>,
    pub(super) pool: RraPool,
    made: Tick,
    version: u32,
}

/// The detours of each side. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Detours(BTreeMap<u8, Detour>);

impl Detours {
    /// The detour map of a side, made anew if it is too old.
    pub(super) fn of(&mut self, side: u8, terrain: &TerrainGrid, now: Tick, units: &Planned) -> &mut Detour {
        let detour = self.0.entry(side).or_insert_with(|| Detour {
            blocked: terrain.cells().map(|_| false),
            pool: RraPool::new(POOL),
            made: Tick::MAX,
            version: terrain.version(),
        });
        // Before the first use `made` lies in the future.
        if detour.made > now || now - detour.made >= GOOD_FOR || detour.version != terrain.version() {
            (detour.made, detour.version) = (now, terrain.version());
            detour.pool.clear();
            detour.blocked.values_mut().fill(false);
            for (_, _, owner, at, _, _, _, doing) in units.iter() {
                if owner.0 != side && doing.is_at_rest() {
                    detour.blocked[at.0] = true;
                }
            }
        }
        detour
    }
}
