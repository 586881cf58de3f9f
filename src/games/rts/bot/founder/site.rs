//! Where to build.

use super::Founder;
use super::economy::near_forest;
use crate::base::Cell;
use crate::games::rts::bot::know::work::Tally;
use crate::games::rts::bot::sites::is_hall_at;
use crate::games::rts::bot::view::{OwnBuilding, View};
use crate::games::rts::combat::reach::middle;
use crate::games::rts::placement::gap;
use crate::games::rts::rules::{BuildingId, Resource};

/// Farthest from a hall that it builds, in cells.
const BUILDS_WITHIN: i16 = 26;
/// Ticks after which a site that was asked for and not begun is given up: half a minute.
pub(super) const PATIENCE: u32 = 600;

impl Founder {
    /// A place for a building: near a hall; places to bring wood to stand at the forest, halls at mines.
    pub(super) fn site(&self, view: &View<'_>, kind: BuildingId) -> Option<Cell> {
        let around = self.middles(view, kind)?;
        self.sites.find(view, kind, around, BUILDS_WITHIN, false, &Tally::default(), |_| true)
    }

    /// Around which cell a building is to stand.
    fn middles(&self, view: &View<'_>, kind: BuildingId) -> Option<Cell> {
        let rules = view.rules.building(kind);
        if rules.is_hall() {
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
            let by_us = view.halls().any(|hall: &OwnBuilding| is_hall_at(view, hall, at, 3));
            let by_them = view.foes.iter().any(|foe| foe.building.is_some() && gap(at, 3, foe.at, 3) <= 16);
            by_us || by_them
        };
        let free = view.mines.iter().filter(|mine| mine.gold > 1000 && !is_used(mine.at));
        let nearest = free.min_by_key(|mine| (mine.at.distance_squared(view.start), mine.at.y, mine.at.x))?;
        Some(Cell::new(nearest.at.x + 1, nearest.at.y + 1))
    }
}
