//! Workers that are hurt while they work run to the nearest building of their side, and go back to work when it is over.

use super::fighting::{Fighter, Scene};
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::placement::gap;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::board::At;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::Task;
use crate::games::rts::sim::units::{Id, Owner};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::step::Tick;

/// Ticks for which a worker stays away from its work after the last blow: six seconds.
const STAYS_AWAY: Tick = 120;
/// Cells from a refuge within which there is nowhere to run to.
const IS_SAFE: u32 = 2;

/// The buildings to which workers run: where they bring what they carry. Looked up each tick.
#[derive(Debug, Default)]
pub(super) struct Refuges(Vec<(u8, Cell, u8)>);

impl Refuges {
    /// Looks them up.
    pub(super) fn gather<'a>(
        &mut self,
        rules: &Rules,
        sides: &Sides,
        building_index: &BuildingIndex,
        buildings: impl Iterator<Item = (&'a Id, &'a Building, &'a Owner, &'a At)>,
    ) {
        self.0.clear();
        let buildings = buildings.filter(|(id, building, owner, _)| {
            let kind = rules.building(building.kind());
            building.is_finished()
                && !kind.drop_off.is_empty()
                && sides.get(owner.0).is_some()
                && building_index.entity(id.0).is_some()
        });
        self.0.extend(buildings.map(|(_, building, owner, at)| (owner.0, at.0, rules.building(building.kind()).size)));
        self.0.sort_unstable_by_key(|(side, at, _)| (*side, at.y, at.x));
    }

    fn nearest(&self, side: u8, from: Cell) -> Option<(Cell, u8)> {
        let own = self.0.iter().filter(|(whose, ..)| *whose == side);
        own.min_by_key(|(_, at, size)| gap(from, 1, *at, *size)).map(|(_, at, size)| (*at, *size))
    }
}

impl Fighter<'_, '_> {
    /// Runs, or goes on running, or comes back. Whether it runs.
    pub(super) fn flees(&mut self, scene: &Scene<'_>) -> bool {
        let now = scene.now;
        let works = matches!(self.walker.tasks.now, None | Some(Task::Gather { .. } | Task::Return));
        let is_idle = self.walker.tasks.now.is_none() && self.walker.waypoints.0.is_empty();
        let is_hurt = self.arm.works && works && self.fighting.is_hurt_within(2, now);
        if self.fighting.flees_until > 0 {
            if is_hurt {
                self.fighting.flees_until = now + STAYS_AWAY;
            }
            if self.fighting.flees_until > now {
                return true;
            }
            self.fighting.flees_until = 0;
            self.halt();
            if self.walker.tasks.now.is_none()
                && let Some(home) = self.fighting.home.take().filter(|home| *home != self.here)
            {
                self.walker.go(Waypoint::here(home), now);
            }
            return false;
        }
        if !is_hurt || self.fighting.target.is_some() || self.walker.tasks.now.is_none() && !is_idle {
            return false;
        }
        let Some((refuge, size)) = scene.refuges.nearest(self.side, self.here) else { return false };
        if gap(self.here, self.arm.size, refuge, size) <= IS_SAFE {
            return false;
        }
        self.fighting.home = is_idle.then(|| self.post());
        self.fighting.flees_until = now + STAYS_AWAY;
        self.walker.go_towards(refuge, self.here, scene.walks, now);
        true
    }
}
