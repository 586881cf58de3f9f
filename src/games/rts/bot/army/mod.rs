//! The army: who defends, who attacks, who looks around.

mod attack;
mod defend;
mod micro;
mod raid;
mod scout;
mod target;

use super::know::force::{is_armed, soldiers_of, worth_against, worth_of};
use super::know::sightings::is_home;
use super::know::ways::Ways;
use super::look::Look;
use super::memory::{Army, Bot};
use super::view::{BotOrder, Own};
use crate::base::Cell;
use crate::nav::regions::ring;
use crate::nav::step::UnitId;
use std::collections::BTreeSet;

/// Worth of enemies that it takes a cell of detour to keep away from.
const DETOUR: u32 = 10;
/// Cells around somebody far from home in which others fight beside him or against him.
const BESIDE: u32 = 9;
/// Cells from a building of an enemy within which the army does not wait.
const CLEAR: u32 = 12;
/// Blocks of a way that are gone at a time.
const LEG: usize = 3;

/// In which order orders go out when there are more than the hand can give: fights, then money, then walks.
pub(super) fn urgency(order: &BotOrder) -> u8 {
    match order {
        BotOrder::AttackMove(..) | BotOrder::Attack(..) => 0,
        BotOrder::Walk(..) | BotOrder::Any(_) => 1,
        BotOrder::Train(..) | BotOrder::Build(..) => 2,
        BotOrder::Assault(..) => 3,
        BotOrder::Research(..) | BotOrder::Advance(..) | BotOrder::Repair(..) => 4,
        BotOrder::Gather(..) => 5,
        BotOrder::Rally(..) | BotOrder::Cancel(..) | BotOrder::Demolish(..) => 6,
        BotOrder::Signal(..) | BotOrder::Tribute(..) | BotOrder::Say(..) => 7,
    }
}

/// Whether it is told or given, not done.
pub(super) const fn is_said(order: &BotOrder) -> bool {
    matches!(order, BotOrder::Signal(..) | BotOrder::Tribute(..) | BotOrder::Say(..))
}

impl Bot {
    pub(super) fn fight(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let alive: BTreeSet<UnitId> = look.view.units.iter().map(|unit| unit.id).collect();
        let Army { main, raiders, guards, wounded, .. } = &mut self.army;
        for group in [main, raiders, guards, wounded] {
            group.retain(|unit| alive.contains(unit));
        }
        self.look_around(look, orders);
        self.defend(look, orders);
        self.help(look, orders);
        self.raid(look, orders);
        self.campaign(look, orders);
        self.gather(look, orders);
        self.look_after(look, orders);
    }

    /// Soldiers who have nothing else to do stand where the enemy would come from.
    pub(in crate::games::rts::bot) fn gather(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        // Before the base that is nearest to the enemy.
        let halls = view.halls().filter(|hall| hall.is_finished);
        let hall = halls.min_by_key(|hall| (hall.at.distance_squared(look.front), hall.id));
        let home = hall.map_or(view.start, |hall| hall.at);
        let middle = Cell::new(home.x + 2, home.y + 2);
        // Behind its gate if it has one, unless that is lost to the enemy, or in reach of what stands there.
        let is_theirs = |at: Cell| self.sightings.buildings().any(|known| known.body.at.chebyshev(at) <= CLEAR);
        let is_held =
            |at: &Cell| look.maps.threat_at(*at) <= look.maps.own_at(*at) + look.army_worth / 2 && !is_theirs(*at);
        let post = self.bases.of(home).and_then(|base| base.post).filter(is_held);
        // The weaker ones stand with their workers.
        let wanted =
            post.filter(|_| !look.is_behind).unwrap_or_else(|| look.before(middle, if look.is_behind { 4 } else { 9 }));
        let wanted = Some(wanted).filter(|at| is_held(at)).unwrap_or_else(|| look.before(middle, 3));
        let flag = (0..8).flat_map(|radius| ring(wanted, radius)).find(|cell| view.is_walkable(*cell));
        if flag.is_some_and(|flag| self.army.rally.is_none_or(|old| old.chebyshev(flag) > 5)) {
            self.army.rally = flag;
            self.army.rallied.clear();
        }
        let Some(flag) = self.army.rally else { return };
        for building in view.buildings.iter().filter(|one| one.is_finished) {
            let trains = soldiers_of(view, view.rules.building(building.kind)).next().is_some();
            if trains && self.army.rallied.insert(building.id) {
                orders.push(BotOrder::Rally(building.id, flag));
            }
        }
        let within = if look.is_behind { 6 } else { 10 };
        let is_late = |unit: &&Own| {
            let there = unit.goal.is_some_and(|goal| goal.chebyshev(flag) <= 4);
            self.is_spare(unit) && unit.target.is_none() && unit.at.chebyshev(flag) > within && !there
        };
        let late = ids(look.soldiers().filter(is_late));
        if !late.is_empty() {
            orders.push(BotOrder::AttackMove(late, flag));
        }
        self.call_back(look, flag, within, orders);
    }

    /// Who has met enemies far from home on the way to the others comes, in place of storming walls alone or fighting more than
    /// are beside him.
    fn call_back(&self, look: &Look<'_, '_>, flag: Cell, within: u32, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        if !self.level().retreats {
            return;
        }
        let is_in_vain = |unit: &Own| {
            let mut buildings = self.sightings.buildings();
            let storms = buildings.any(|known| Some(known.body.id) == unit.target && !is_armed(view.rules, known));
            let beside = look.soldiers().filter(|other| other.at.chebyshev(unit.at) <= BESIDE);
            storms || worth_against(view, self.sightings.near(view.now, unit.at, BESIDE)) > worth_of(view, beside)
        };
        let comes = |unit: &&Own| {
            let is_away = unit.at.chebyshev(flag) > within && !is_home(view, unit.at);
            unit.target.is_some() && is_away && self.is_spare(unit) && is_in_vain(unit)
        };
        let called = ids(look.soldiers().filter(comes));
        if !called.is_empty() {
            orders.push(BotOrder::Walk(called, flag));
        }
    }

    /// Whether nobody has taken the unit for something.
    pub(super) fn is_spare(&self, unit: &Own) -> bool {
        let Army { main, raiders, guards, wounded, .. } = &self.army;
        let taken = [main, raiders, guards, wounded, &self.team.helpers];
        let is_taken = taken.iter().any(|group| group.contains(&unit.id));
        !is_taken && Some(unit.id) != self.scout
    }
}

/// The next place on the way of the least threat to somewhere; the place itself if there is no way that is known.
fn leg(look: &Look<'_, '_>, from: Cell, to: Cell) -> Cell {
    let ways = Ways::new(look.ground, from, |block| look.maps.threat(block) / DETOUR, look.tally);
    ways.stop(look.ground, to, LEG).unwrap_or(to)
}

pub(super) fn ids<'u>(units: impl Iterator<Item = &'u Own>) -> Vec<UnitId> {
    units.map(|unit| unit.id).collect()
}

/// The place in the middle of some units, by the median so that stragglers do not draw it away.
pub(super) fn middle_of<'u>(units: impl Iterator<Item = &'u Own>) -> Option<Cell> {
    let (mut xs, mut ys): (Vec<i16>, Vec<i16>) = units.map(|unit| (unit.at.x, unit.at.y)).unzip();
    if xs.is_empty() {
        return None;
    }
    let half = xs.len() / 2;
    let x = *xs.select_nth_unstable(half).1;
    let y = *ys.select_nth_unstable(half).1;
    Some(Cell::new(x, y))
}
