//! Where to build.

use super::Founder;
use super::economy::{MINE_WITHIN, near_forest};
use crate::base::Cell;
use crate::games::rts::bot::view::{OwnBuilding, View};
use crate::games::rts::combat::reach::middle;
use crate::games::rts::placement::{footprint, gap, parts, reasons};
use crate::games::rts::rules::{BuildingId, Resource};
use crate::nav::regions::ring;
use crate::nav::step::Tick;
use crate::nav::terrain::{MovementClass, Terrain};

/// Farthest from a hall that it builds, in cells.
const BUILDS_WITHIN: i16 = 26;
/// Ticks after which a site that was asked for and not begun is given up: half a minute.
const PATIENCE: Tick = 600;
/// Ticks for which a spoilt site is not tried again: a minute.
const SPOILT_FOR: Tick = 1200;

impl Founder {
    /// Forgets what it asked for long ago, and what has been begun.
    pub(super) fn forget_old_sites(&mut self, view: &View<'_>) {
        let is_begun = |at: &Cell| view.buildings.iter().any(|building| building.at == *at);
        self.asked.retain(|at, since| {
            let is_late = view.now - *since > PATIENCE;
            if is_late && !is_begun(at) {
                self.spoilt.insert(*at, view.now);
            }
            !is_late && !is_begun(at)
        });
        self.spoilt.retain(|_, since| view.now - *since <= SPOILT_FOR);
    }

    /// A place for a building: near a hall, a lane apart from other buildings, not between the hall and its mine; places to
    /// bring wood to stand at the forest, halls at mines.
    pub(super) fn site(&self, view: &View<'_>, kind: BuildingId) -> Option<Cell> {
        let rules = view.rules.building(kind);
        let around = self.middles(view, kind)?;
        let mines: Vec<(Cell, u8)> = view.mines.iter().map(|mine| (mine.at, mine.size)).collect();
        let is_free = |at: Cell| {
            if self.asked.contains_key(&at) || self.spoilt.contains_key(&at) {
                return false;
            }
            let fits = reasons(view.terrain, at, rules.size, &mines, view.is_taken, view.explored)
                .all(|(_, reason)| reason.is_none());
            let margin = footprint(Cell::new(at.x - 1, at.y - 1), rules.size + 2)
                .all(|cell| view.terrain.get(cell).is_some_and(|ground| *ground != Terrain::Building));
            let asked = self.asked.keys().all(|other| gap(at, rules.size, *other, 4) > 1);
            fits && margin && asked && !self.is_on_the_way(view, at, rules.size)
        };
        let walks = |ground: Terrain| view.rules.costs.quarters(MovementClass::Foot, ground).is_some();
        let least = if rules.drop_off.contains(&Resource::Gold) { 2 } else { 3 };
        (least..BUILDS_WITHIN)
            .flat_map(|radius| ring(around, radius))
            .filter(|at| is_free(*at))
            .find(|at| !parts(view.terrain, *at, rules.size, walks))
    }

    /// Around which cell a building is to stand.
    fn middles(&self, view: &View<'_>, kind: BuildingId) -> Option<Cell> {
        let rules = view.rules.building(kind);
        if rules.drop_off.contains(&Resource::Gold) {
            return self.next_mine(view);
        }
        if rules.drop_off.contains(&Resource::Wood) {
            return near_forest(view);
        }
        let hall = view.buildings.iter().find(|building| !view.rules.building(building.kind).drop_off.is_empty());
        Some(hall.map_or(view.start, |hall| middle(hall.at, view.rules.building(hall.kind).size)))
    }

    /// The nearest mine that has gold and no hall beside it.
    pub(super) fn next_mine(&self, view: &View<'_>) -> Option<Cell> {
        let is_used = |at: Cell| {
            let near = |hall: &OwnBuilding| gap(at, 3, hall.at, view.rules.building(hall.kind).size) <= MINE_WITHIN;
            let by_us = view.halls().any(near);
            let by_them = view.foes.iter().any(|foe| foe.building.is_some() && gap(at, 3, foe.at, 3) <= 16);
            by_us || by_them
        };
        let free = view.mines.iter().filter(|mine| mine.gold > 1000 && !is_used(mine.at));
        let nearest = free.min_by_key(|mine| (mine.at.distance_squared(view.start), mine.at.y, mine.at.x))?;
        Some(Cell::new(nearest.at.x + 1, nearest.at.y + 1))
    }

    /// Whether a building would stand between a hall and a mine of its, where the workers walk.
    fn is_on_the_way(&self, view: &View<'_>, at: Cell, size: u8) -> bool {
        view.halls().any(|hall| {
            let hall_size = view.rules.building(hall.kind).size;
            view.mines.iter().any(|mine| {
                if gap(mine.at, mine.size, hall.at, hall_size) > MINE_WITHIN {
                    return false;
                }
                let (left, top) = (mine.at.x.min(hall.at.x), mine.at.y.min(hall.at.y));
                let right = (mine.at.x + i16::from(mine.size)).max(hall.at.x + i16::from(hall_size));
                let bottom = (mine.at.y + i16::from(mine.size)).max(hall.at.y + i16::from(hall_size));
                let side = i16::from(size);
                at.x < right && at.x + side > left && at.y < bottom && at.y + side > top
            })
        })
    }
}
