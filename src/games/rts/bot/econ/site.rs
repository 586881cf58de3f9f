//! Where a building is to stand.

use super::places::next_mine;
use crate::base::Cell;
use crate::games::rts::bot::know::force::is_armed;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::OwnBuilding;
use crate::games::rts::combat::reach::middle;
use crate::games::rts::rules::{BuildingId, Resource};

/// Farthest from a hall that it builds, in cells.
const BUILDS_WITHIN: i16 = 24;

impl Bot {
    /// Where a building is to stand.
    pub(in crate::games::rts::bot) fn site_of(&self, look: &Look<'_, '_>, kind: BuildingId) -> Option<Cell> {
        let view = look.view;
        let rules = view.rules.building(kind);
        let middle_of = |one: &OwnBuilding| middle(one.at, view.rules.building(one.kind).size);
        let find = |around: Cell, within: i16, open: bool| {
            self.sites.find(view, kind, around, within, open, look.tally, |at| {
                !self.sightings.near(view.now, at, 9).any(|known| is_armed(view.rules, known))
            })
        };
        if rules.is_hall() {
            let mine = next_mine(look, &self.sightings)?;
            return find(mine, 12, false);
        }
        if rules.drop_off.contains(&Resource::Wood) {
            // By the forest of the hall that has none yet.
            let camps =
                || view.buildings.iter().filter(|one| view.rules.building(one.kind).drop_off == [Resource::Wood]);
            let far = |cell: &&Cell| camps().all(|camp| camp.at.chebyshev(**cell) > 8);
            let forest =
                self.forests.values().filter(far).min_by_key(|cell| (cell.distance_squared(view.start), **cell))?;
            return find(*forest, 12, false);
        }
        if rules.is_tower() {
            // Before the base that has the fewest, on the side that the enemy comes from.
            let towers = |at: Cell| {
                let near = |one: &&OwnBuilding| view.rules.building(one.kind).is_tower() && one.at.chebyshev(at) < 14;
                view.buildings.iter().filter(near).count()
            };
            let hall = view.halls().filter(|hall| hall.is_finished).min_by_key(|hall| (towers(hall.at), hall.id))?;
            // Beside the gate if that is near, where it guards the hall as well.
            let gate =
                self.bases.of(hall.at).and_then(|base| base.gate).filter(|gate| gate.at.chebyshev(hall.at) <= 11);
            let before = look.before(middle_of(hall), 6);
            let at_gate = gate.and_then(|gate| find(gate.at, 7, true));
            return at_gate.or_else(|| find(before, 9, true));
        }
        let home = view.halls().find(|hall| hall.is_finished).or_else(|| view.buildings.first());
        let around = home.map_or(view.start, middle_of);
        // What trains soldiers stands towards the enemy, houses behind.
        let around = look.before(around, if rules.trains.is_empty() { -3 } else { 3 });
        find(around, BUILDS_WITHIN, true).or_else(|| find(around, BUILDS_WITHIN, false))
    }
}
