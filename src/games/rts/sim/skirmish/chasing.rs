//! How a unit comes to fight: to a free cell from which its weapon reaches, on the near side first, each to another one.

use super::battlefield::Claims;
use super::fighting::{Fighter, Scene};
use crate::base::Cell;
use crate::games::rts::combat::bodies::Body;
use crate::games::rts::combat::reach::{apart_squared, is_too_near, reaches};
use crate::games::rts::placement::rim;
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::occupancy::body;
use crate::nav::step::Tick;
use crate::nav::walk::Walk;

/// Ticks after which a unit looks again whether it is on its way to the right place.
const LOOKS_AGAIN: Tick = 8;
/// Ticks without coming nearer after which a unit looks for another place, or for another enemy.
const PATIENCE: Tick = 24;
/// Cells beyond its reach at which a unit waits that was ordered to attack somebody around whom there is no room.
const WAITS_WITHIN: u32 = 4;

/// How far from a target somebody stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Distance {
    pub(super) range: u32,
    pub(super) min_range: u32,
}

impl Distance {
    /// Whether somebody at a cell stands so.
    fn holds(self, at: Cell, size: u8, target: &Body) -> bool {
        let apart = apart_squared(at, size, target.at, target.size);
        reaches(self.range, apart) && !is_too_near(self.min_range, apart)
    }
}

impl Fighter<'_, '_> {
    /// The cell to fight somebody from: free, reachable, the nearest to here. As far from the target as the weapon reaches if
    /// there is room, otherwise nearer.
    pub(super) fn place_before(
        &self,
        target: &Body,
        distance: Distance,
        (scene, claims): (&Scene<'_>, &Claims),
    ) -> Option<Cell> {
        let Distance { range, min_range } = distance;
        (min_range.max(1)..=range).rev().find_map(|gap| self.place_at(target, gap, distance, (scene, claims)))
    }

    /// The nearest free cell that is so many cells apart from the target.
    fn place_at(
        &self,
        target: &Body,
        gap: u32,
        distance: Distance,
        (scene, claims): (&Scene<'_>, &Claims),
    ) -> Option<Cell> {
        let (map, regions) = (scene.walks.map(self.kind), scene.walks.regions(self.kind));
        let region = regions.region(self.here)?;
        let size = self.arm.size;
        let margin = gap as u8 - 1 + size - 1;
        let low = (gap as i16 - 1) + i16::from(size) - 1;
        let corner = Cell::new(target.at.x - low, target.at.y - low);
        let side = target.size + gap as u8 - 1 + margin;
        let is_free = |cell: Cell| {
            scene.occupied.table().standing(cell).is_none_or(|other| other == self.id)
                && !claims.is_taken(self.id, cell, scene.now)
        };
        let mut best: Option<(u32, i16, i16)> = None;
        for cell in rim(corner, side) {
            let key = (cell.distance_squared(self.here), cell.y, cell.x);
            if best.is_none_or(|than| key < than)
                && distance.holds(cell, size, target)
                && map.is_passable(cell)
                && regions.region(cell) == Some(region)
                && body(cell, size).all(is_free)
            {
                best = Some(key);
            }
        }
        best.map(|(_, y, x)| Cell::new(x, y))
    }

    /// Follows a target that is out of reach. Whether there is a way; who was ordered to waits near it if there is no room.
    pub(super) fn chase(
        &mut self,
        target: &Body,
        distance: Distance,
        is_ordered: bool,
        (scene, claims): (&Scene<'_>, &mut Claims),
    ) -> bool {
        // The places of an order have a group; those of a chase have none.
        let own = self.walker.waypoints.0.front().filter(|goal| goal.group == 0).map(|goal| goal.goal);
        if own.is_some() && !(scene.now + self.id.0).is_multiple_of(LOOKS_AGAIN) {
            return true;
        }
        let is_late = scene.now.saturating_sub(self.walker.progress.nearest.1) > PATIENCE;
        let is_held_up = is_late && !self.is_stepping && !self.walker.waypoints.0.is_empty();
        if let Some(goal) = own {
            let is_taken = scene.occupied.table().standing(goal).is_some_and(|other| other != self.id);
            if distance.holds(goal, self.arm.size, target) && !is_taken && !is_held_up {
                return true;
            }
            if is_held_up && !is_ordered {
                return false;
            }
        }
        let place = self.place_before(target, distance, (scene, claims));
        let near = || {
            let wide = Distance { range: distance.range + WAITS_WITHIN, ..distance };
            (distance.range + 1..=wide.range).find_map(|gap| self.place_at(target, gap, wide, (scene, claims)))
        };
        match place.or_else(|| if is_ordered { near() } else { None }) {
            Some(cell) => {
                claims.claim(self.id, cell, self.arm.size, scene.now);
                if cell == self.here {
                    // As near as it can be.
                    self.halt();
                } else {
                    self.walker.go(Waypoint::here(cell), scene.now);
                }
                true
            }
            None if is_ordered => self.walker.go_towards(target.at, self.here, scene.walks, scene.now),
            None => false,
        }
    }
}
