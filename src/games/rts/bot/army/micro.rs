//! The few things in a fight that are worth an order: wounded who can be mended leave it, those who shoot fell one enemy after the
//! other, keep out of the reach of slow ones who strike hand to hand, and do not stand in a crowd before engines.

use super::ids;
use crate::base::Cell;
use crate::games::rts::bot::know::force::{is_armed, is_soldier};
use crate::games::rts::bot::know::sightings::Sighting;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{Body, BotOrder, Own, View};
use crate::nav::step::UnitId;
use std::collections::{BTreeMap, BTreeSet};

/// Hundredths of health below which a unit leaves the fight, and from which on it comes back.
const WOUNDED: (u8, u8) = (30, 65);
/// Worth of a unit from which on it is worth an order of its own.
const DEAR: u32 = 60;
/// Cells around a unit in which enemies are a fight.
const FIGHT: u32 = 9;
/// Wounded that are called back at one look: the hand has other things to do.
const CALLED: usize = 3;
/// Those who shoot at one body together, at least and at most.
const SHOOTERS: (usize, usize) = (1, 6);
/// Cells from one who fights hand to hand within which it strikes without a way.
const IN_REACH: u32 = 1;
/// Bodies that those who fight hand to hand turn to at one look: those that most strike.
const STRUCK: usize = 2;
/// Cells from one who strikes hand to hand at which those who shoot step back, and how far they go.
const STEP_BACK: (u32, i16) = (2, 4);

impl Bot {
    /// Looks after those who fight.
    pub(super) fn look_after(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        // Where the home is at stake, everybody stands.
        if self.level().saves_wounded && !look.is_pressed {
            self.save_wounded(look, orders);
        }
        if self.level().focuses {
            self.focus(look, orders);
            let view = look.view;
            let fights = |unit: &&Own| {
                let weapon = view.rules.kind(unit.kind).weapon.as_ref();
                unit.target.is_some() && weapon.is_some_and(|weapon| weapon.range <= 2)
            };
            strike_the_weakest(view, self.sightings.units(), look.soldiers().filter(fights), STRUCK, orders);
        }
    }

    /// Wounded soldiers go behind the line, to a healer if there is one, and stay there until they are better.
    fn save_wounded(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let is_hot = |at: Cell| self.sightings.near(view.now, at, 2 * FIGHT).any(|known| is_armed(view.rules, known));
        // Who does not get better by itself comes back when the fight is over.
        let is_ill = |unit: &&Own| unit.health < WOUNDED.1 && (mends_itself(view, unit) || is_hot(unit.at));
        let ill: BTreeSet<UnitId> = look.soldiers().filter(is_ill).map(|unit| unit.id).collect();
        self.army.wounded.retain(|unit| ill.contains(unit));
        if let Some(flag) = self.army.rally {
            let is_left = |unit: &&Own| {
                self.army.wounded.contains(&unit.id) && unit.goal.is_none() && unit.at.chebyshev(flag) > FIGHT
            };
            let left = ids(look.soldiers().filter(is_left).filter(|unit| !is_hot(unit.at)));
            if !left.is_empty() {
                orders.push(BotOrder::Walk(left, flag));
            }
        }
        let healers: Vec<&Own> = look.soldiers().filter(|unit| view.rules.kind(unit.kind).heals.is_some()).collect();
        let mut called = 0;
        for unit in look.soldiers().filter(|unit| unit.health < WOUNDED.0 && view.worth(unit.kind) >= DEAR) {
            if called == CALLED {
                break;
            }
            let healer = healers.iter().filter(|healer| healer.id != unit.id);
            let healer = healer.min_by_key(|healer| (healer.at.distance_squared(unit.at), healer.id));
            let healer = healer.filter(|healer| healer.at.chebyshev(unit.at) <= 2 * FIGHT);
            // Who gets nothing back by leaving had better strike once more.
            let mends = mends_itself(view, unit) || healer.is_some();
            let foes = || self.sightings.near(view.now, unit.at, FIGHT).filter(|known| is_armed(view.rules, known));
            let Some(nearest) = foes().min_by_key(|foe| (foe.body.at.distance_squared(unit.at), foe.body.id)) else {
                continue;
            };
            if !mends || !self.army.wounded.insert(unit.id) && unit.goal.is_some() && unit.target.is_none() {
                continue;
            }
            let back = healer.map_or_else(
                || away(view, unit.at, nearest.body.at, 2 * FIGHT as i16),
                |healer| away(view, healer.at, nearest.body.at, 2),
            );
            called += 1;
            orders.push(BotOrder::Walk(vec![unit.id], back));
        }
    }

    /// Those who shoot and stand together fell the enemy who falls first, and leave those who would reach them.
    fn focus(&self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let shoots = |unit: &&Own| {
            let weapon = view.rules.kind(unit.kind).weapon.as_ref();
            weapon.is_some_and(|weapon| weapon.range > 2 && weapon.splash == 0) && !self.army.wounded.contains(&unit.id)
        };
        let mut free: Vec<&Own> = look.soldiers().filter(shoots).filter(|unit| unit.target.is_some()).collect();
        let Some(middle) = super::middle_of(free.iter().copied()) else { return };
        let foes: Vec<Sighting> = self.sightings.near(view.now, middle, 2 * FIGHT).copied().collect();
        let step: Vec<&Own> = free.iter().copied().filter(|unit| is_reached(view, unit, &foes)).collect();
        if let (Some(first), Some(at)) = (step.first(), super::middle_of(step.iter().copied())) {
            let melee = foes.iter().filter(|foe| is_slow_melee(view, foe, first));
            if let Some(foe) = melee.min_by_key(|foe| (foe.body.at.distance_squared(at), foe.body.id)) {
                free.retain(|unit| step.iter().all(|other| other.id != unit.id));
                orders.push(BotOrder::Walk(ids(step.iter().copied()), away(view, at, foe.body.at, STEP_BACK.1)));
            }
        }
        let seen =
            foes.iter().filter(|foe| foe.body.is_visible && foe.body.unit.is_some() && is_armed(view.rules, foe));
        let best =
            seen.filter_map(|foe| volley(view, &free, foe)).min_by_key(|(health, foe, _)| (*health, foe.body.id));
        if let Some((_, foe, shooters)) = best {
            let others: Vec<&Own> = shooters.into_iter().filter(|unit| unit.target != Some(foe.body.id)).collect();
            if others.len() >= SHOOTERS.0 {
                orders.push(BotOrder::Attack(ids(others.into_iter()), foe.body.id));
            }
        }
    }
}

/// Those who fight hand to hand strike the one in reach who falls first: each by itself would hurt many and fell none.
pub(super) fn strike_the_weakest<'f, 'u>(
    view: &View<'_>,
    foes: impl Iterator<Item = &'f Sighting>,
    strikers: impl Iterator<Item = &'u Own>,
    most: usize,
    orders: &mut Vec<BotOrder>,
) {
    let left =
        |body: &Body| body.unit.map_or(0, |kind| u32::from(view.rules.kind(kind).health) * u32::from(body.health));
    let foes: Vec<&Body> = foes.map(|foe| &foe.body).filter(|body| body.is_visible && body.unit.is_some()).collect();
    let mut strikes: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
    for striker in strikers.filter(|unit| unit.target.is_some()) {
        let in_reach = foes.iter().filter(|body| body.at.chebyshev(striker.at) <= IN_REACH);
        let weakest = in_reach.min_by_key(|body| (left(body), body.id));
        let now = foes.iter().find(|body| Some(body.id) == striker.target);
        if let Some(weakest) = weakest.filter(|body| now.is_none_or(|now| left(body) < left(now))) {
            strikes.entry(weakest.id).or_default().push(striker.id);
        }
    }
    let mut strikes: Vec<_> = strikes.into_iter().collect();
    strikes.sort_by_key(|(foe, units)| (std::cmp::Reverse(units.len()), *foe));
    orders.extend(strikes.into_iter().take(most).map(|(foe, units)| BotOrder::Attack(units, foe)));
}

fn mends_itself(view: &View<'_>, unit: &Own) -> bool {
    view.rules.kind(unit.kind).regenerates > 0
}

/// Those who reach an enemy and together fell it with one shot each: as few as it takes, so that no shot is lost. With what it
/// has left.
fn volley<'u, 'f>(
    view: &View<'_>,
    shooters: &[&'u Own],
    foe: &'f Sighting,
) -> Option<(u32, &'f Sighting, Vec<&'u Own>)> {
    let kind = view.rules.kind(foe.body.unit?);
    let health = u32::from(kind.health) * u32::from(foe.body.health) / 100;
    let (mut sum, mut taken) = (0, Vec::new());
    for unit in shooters {
        let weapon = view.rules.kind(unit.kind).weapon.as_ref()?;
        if unit.at.chebyshev(foe.body.at) > u32::from(weapon.range) {
            continue;
        }
        let blow = u32::from(weapon.damage) * view.rules.damage.percent(weapon.kind, kind.armour) / 100;
        sum += blow.saturating_sub(u32::from(kind.armour_points)).max(1);
        taken.push(*unit);
        if sum >= health || taken.len() == SHOOTERS.1 {
            break;
        }
    }
    (sum >= health && taken.len() >= SHOOTERS.0).then_some((health, foe, taken))
}

/// Whether somebody who strikes hand to hand and is no quicker is about to reach a unit.
fn is_reached(view: &View<'_>, unit: &Own, foes: &[Sighting]) -> bool {
    let comes = |foe: &&Sighting| foe.body.at.chebyshev(unit.at) <= STEP_BACK.0 && is_slow_melee(view, foe, unit);
    let is_quick = |foe: &Sighting| {
        let kind = foe.body.unit.map(|kind| view.rules.kind(kind));
        let pace = view.rules.kind(unit.kind).ticks_per_cell;
        foe.body.at.chebyshev(unit.at) <= 4 && kind.is_some_and(|kind| is_soldier(kind) && kind.ticks_per_cell <= pace)
    };
    foes.iter().any(|foe| comes(&foe)) && !foes.iter().any(is_quick)
}

fn is_slow_melee(view: &View<'_>, foe: &Sighting, unit: &Own) -> bool {
    let Some(kind) = foe.body.unit.map(|kind| view.rules.kind(kind)) else { return false };
    let strikes = kind.weapon.as_ref().is_some_and(|weapon| weapon.range <= 2);
    strikes && is_soldier(kind) && kind.ticks_per_cell > view.rules.kind(unit.kind).ticks_per_cell
}

/// Some cells from a place, away from an enemy, on ground where one can stand.
fn away(view: &View<'_>, at: Cell, foe: Cell, cells: i16) -> Cell {
    let (dx, dy) = (at.x - foe.x, at.y - foe.y);
    let far = dx.abs().max(dy.abs()).max(1);
    let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
    let reached = |cells: i16| {
        Cell::new((at.x + dx * cells / far).clamp(0, width - 1), (at.y + dy * cells / far).clamp(0, height - 1))
    };
    (1..=cells).rev().map(reached).find(|cell| view.is_walkable(*cell)).unwrap_or(at)
}
