//! A few quick units go for the enemy's workers where nothing guards them.

use super::ids;
use crate::base::Cell;
use crate::games::rts::bot::know::force::{is_armed, worth_against, worth_of};
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, Own};
use crate::nav::step::Tick;

/// Ticks a cell up to which a unit raids.
const QUICK: u16 = 4;
/// How many raid, and hundredths of the army that they may be.
const RAIDERS: (usize, u32) = (6, 15);
/// Worth of the army from which on some are spared.
const ARMY: u32 = 900;
/// Cells around them in which guards count.
const GUARDS: u32 = 10;
/// Ticks between two raids: a minute and a half.
const AGAIN: Tick = 1800;

impl Bot {
    pub(super) fn raid(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        if !self.level().harasses || look.is_pressed {
            self.army.raiders.clear();
            return;
        }
        let view = look.view;
        if self.army.raiders.is_empty() {
            self.choose_raiders(look);
        }
        let riders: Vec<&Own> = look.soldiers().filter(|unit| self.army.raiders.contains(&unit.id)).collect();
        let Some(middle) = super::middle_of(riders.iter().copied()) else { return };
        let own = worth_of(view, riders.iter().copied());
        let against = worth_against(view, self.sightings.near(view.now, middle, GUARDS));
        let Some(target) = self.raid_target(look, middle) else {
            self.army.raiders.clear();
            return;
        };
        if against * 10 > own * 6 || riders.len() < 2 {
            // They come back to the army and go out again later.
            self.army.raiders.clear();
            self.army.raid_at = view.now + AGAIN;
            if let Some(flag) = self.army.rally {
                orders.push(BotOrder::Walk(ids(riders.into_iter()), flag));
            }
            return;
        }
        let prey = self
            .sightings
            .near(view.now, middle, GUARDS)
            .filter(|known| known.body.unit.is_some_and(|kind| view.rules.kind(kind).works));
        if let Some(prey) = prey.min_by_key(|known| (known.body.at.distance_squared(middle), known.body.id)) {
            let free = ids(riders.iter().copied().filter(|unit| unit.target.is_none()));
            if !free.is_empty() {
                orders.push(BotOrder::Attack(free, prey.body.id));
            }
            return;
        }
        let goes = |unit: &&&Own| {
            let heads = unit.goal.filter(|_| !unit.is_on_attack);
            heads.is_none_or(|goal| goal.chebyshev(target) > 3 && unit.at.chebyshev(goal) <= 6)
        };
        if riders.iter().filter(goes).count() * 3 >= riders.len() {
            orders.push(BotOrder::Walk(ids(riders.into_iter()), super::leg(look, middle, target)));
        }
    }

    fn choose_raiders(&mut self, look: &Look<'_, '_>) {
        let view = look.view;
        if look.army_worth < ARMY || view.now < self.army.raid_at {
            return;
        }
        let quick = |unit: &&Own| {
            let kind = view.rules.kind(unit.kind);
            kind.ticks_per_cell <= QUICK && kind.weapon.is_some() && self.is_spare(unit) && unit.health > 70
        };
        let mut sum = 0;
        let mut chosen = Vec::new();
        for unit in look.soldiers().filter(quick) {
            sum += view.worth(unit.kind);
            if chosen.len() >= RAIDERS.0 || sum * 100 > look.army_worth * RAIDERS.1 {
                break;
            }
            chosen.push(unit.id);
        }
        if chosen.len() >= 3 {
            self.army.raiders.extend(chosen);
        }
    }

    /// Where workers of the enemy bring what they have, unless something near shoots.
    fn raid_target(&self, look: &Look<'_, '_>, from: Cell) -> Option<Cell> {
        let view = look.view;
        let is_guarded = |at: Cell| {
            self.sightings.buildings().any(|known| is_armed(view.rules, known) && known.body.at.chebyshev(at) <= 9)
        };
        let stores = self
            .sightings
            .buildings()
            .filter(|known| known.body.building.is_some_and(|kind| !view.rules.building(kind).drop_off.is_empty()));
        let open = stores.map(|known| known.body.at).filter(|at| !is_guarded(*at) && look.ground.is_linked(from, *at));
        // Who was seen there is a longer way.
        open.min_by_key(|at| (at.distance_squared(from).isqrt() + look.maps.threat_at(*at) / super::DETOUR, *at))
    }
}
