//! Scouting, gathering an army, attacking, defending.

use super::Founder;
use super::plan::{is_soldier, trains_soldiers};
use crate::base::Cell;
use crate::games::rts::bot::view::{Body, BotOrder, Occupation, Own, View};
use crate::nav::regions::ring;
use crate::nav::step::{Tick, UnitId};
use std::collections::BTreeSet;

/// When it begins to look around: a minute and a quarter.
const SCOUTS_AT: Tick = 1500;
/// Cells around the start that it wants to know whole: there may be mines.
const SCOUTS_WITHIN: u32 = 48;
/// Worth of the least wave that goes out when nothing has happened for long.
const LEAST_WAVE: u32 = 250;
/// Cells within which an enemy is at home with us.
const HOME: u32 = 16;
/// Until then nobody is restless: two minutes.
const SETTLED_AT: Tick = 2400;
/// Ticks after which a wave goes out even if it is smaller than wished: four minutes.
const RESTLESS: Tick = 4800;
/// Ticks after which a place that has been looked at is looked at again: three minutes.
const LOOKS_AGAIN: Tick = 3600;
/// Cells around a wave in which enemies count for the question whether to go on.
const FIGHT: u32 = 14;

impl Founder {
    pub(super) fn fight(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        let alive: BTreeSet<UnitId> = view.units.iter().map(|unit| unit.id).collect();
        self.wave.retain(|unit| alive.contains(unit));
        self.gather_at_flag(view, orders);
        self.look_around(view, orders);
        if self.defend(view, orders) {
            return;
        }
        if self.wave.is_empty() { self.muster(view, orders) } else { self.press(view, orders) }
    }

    fn soldiers<'v>(&self, view: &'v View<'_>) -> impl Iterator<Item = &'v Own> {
        let scout = self.scout;
        view.units.iter().filter(move |unit| is_soldier(view.rules.kind(unit.kind)) && Some(unit.id) != scout)
    }

    /// Soldiers gather before the hall, on the side of the middle of the map.
    fn gather_at_flag(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        let hall = view.buildings.iter().find(|one| !view.rules.building(one.kind).drop_off.is_empty());
        let home = hall.map_or(view.start, |hall| hall.at);
        let middle = Cell::new(view.terrain.width() as i16 / 2, view.terrain.height() as i16 / 2);
        let (dx, dy) = (i32::from(middle.x - home.x), i32::from(middle.y - home.y));
        let far = dx.abs().max(dy.abs()).max(1);
        let wanted = Cell::new(home.x + (dx * 11 / far) as i16, home.y + (dy * 11 / far) as i16);
        let flag = (0..6).flat_map(|radius| ring(wanted, radius)).find(|cell| view.is_walkable(*cell));
        let is_new = self.rally != flag;
        self.rally = flag;
        let Some(flag) = flag else { return };
        for building in view.buildings.iter().filter(|one| is_new && one.is_finished) {
            if trains_soldiers(view, view.rules.building(building.kind)) {
                orders.push(BotOrder::Rally(building.id, flag));
            }
        }
        // Idle units elsewhere come there too.
        let is_late = |unit: &&Own| unit.does == Occupation::Idle && unit.at.chebyshev(flag) > 9;
        let late = ids(self.soldiers(view).filter(|unit| !self.wave.contains(&unit.id)).filter(is_late));
        if !late.is_empty() {
            orders.push(BotOrder::AttackMove(late, flag));
        }
    }

    /// One quick unit looks at the places where others may be, and at mines.
    fn look_around(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        if view.now < SCOUTS_AT {
            return;
        }
        let scout = self.scout.and_then(|scout| view.units.iter().find(|unit| unit.id == scout));
        let knows_mines = self.next_mine(view).is_some();
        let is_done = view.foes.iter().any(|foe| foe.building.is_some()) && knows_mines && view.now > SCOUTS_AT * 3;
        if scout.is_none() || is_done {
            self.scout = None;
        }
        if is_done {
            return;
        }
        let Some(scout) = scout.or_else(|| {
            let candidates = view.units.iter().filter(|unit| !unit.inside && unit.does != Occupation::Fights);
            candidates.min_by_key(|unit| {
                let kind = view.rules.kind(unit.kind);
                (kind.works, kind.ticks_per_cell, kind.cost.worth(), unit.id)
            })
        }) else {
            return;
        };
        self.scout = Some(scout.id);
        if scout.does == Occupation::Walks {
            return;
        }
        let others = view.sides.iter().map(|side| side.start).filter(|start| *start != view.start);
        let unknown = |place: &Cell| !(view.explored)(*place) && place.chebyshev(view.start) <= SCOUTS_WITHIN;
        let near = search_points(view).into_iter().filter(unknown);
        let places = near.chain(others).chain(view.mines.iter().map(|mine| mine.at));
        let open = places.filter(|place| {
            let seen = self.scouted.get(place).is_none_or(|since| view.now - *since > LOOKS_AGAIN);
            seen && place.chebyshev(scout.at) > 4
        });
        if let Some(place) = open
            .min_by_key(|place| (self.scouted.contains_key(place), place.distance_squared(scout.at), place.y, place.x))
        {
            self.scouted.insert(place, view.now);
            orders.push(BotOrder::Walk(vec![scout.id], place));
        }
    }

    /// Everybody goes to an enemy who is at home with us. Whether there is one.
    fn defend(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) -> bool {
        let near = |foe: &&Body| view.buildings.iter().any(|building| building.at.chebyshev(foe.at) <= HOME);
        let armed = |foe: &&Body| foe.is_visible && foe.unit.is_some_and(|kind| is_soldier(view.rules.kind(kind)));
        let intruders: Vec<&Body> = view.foes.iter().filter(armed).filter(near).collect();
        let Some(first) = intruders.first() else { return false };
        let strength: u32 = intruders.iter().filter_map(|foe| foe.unit).map(|kind| view.worth(kind)).sum();
        let home = |unit: &&Own| !self.wave.contains(&unit.id) || unit.at.chebyshev(first.at) < 40;
        let is_free = |unit: &&Own| unit.does != Occupation::Fights || unit.at.chebyshev(first.at) > HOME;
        let defenders = ids(self.soldiers(view).filter(home).filter(is_free));
        let own: u32 = self.soldiers(view).filter(home).map(|unit| view.worth(unit.kind)).sum();
        if !defenders.is_empty() {
            orders.push(BotOrder::AttackMove(defenders, first.at));
        }
        // A few raiders among the workers, and nobody else there: the workers take up their tools.
        let is_among_workers = view.buildings.iter().any(|building| building.at.chebyshev(first.at) <= 6);
        if own < strength && is_among_workers && strength < 250 {
            let is_able = |unit: &&Own| !unit.inside && unit.does != Occupation::Fights && unit.health > 50;
            let is_near = |unit: &&Own| unit.at.chebyshev(first.at) <= 10;
            let workers = view.units.iter().filter(|unit| view.rules.kind(unit.kind).works);
            let workers = ids(workers.filter(is_able).filter(is_near).take(8));
            if !workers.is_empty() {
                orders.push(BotOrder::AttackMove(workers, first.at));
            }
        }
        true
    }

    /// Sends a wave out when it is strong enough, or has waited long.
    fn muster(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        let ready: Vec<&Own> = self.soldiers(view).collect();
        let strength: u32 = ready.iter().map(|unit| view.worth(unit.kind)).sum();
        let rested = view.now.saturating_sub(self.wave_at.max(SETTLED_AT));
        let is_restless =
            rested > RESTLESS && strength * 2 > self.wanted || rested > 2 * RESTLESS && strength >= LEAST_WAVE;
        let is_full = view.supply_used + 6 >= view.rules.economy.supply_limit;
        if strength < self.wanted && !is_restless && !is_full || ready.is_empty() {
            return;
        }
        let Some(target) = self.choose_target(view, view.start) else { return };
        self.wave = ready.iter().map(|unit| unit.id).collect();
        self.target = Some(target);
        self.wave_at = view.now;
        self.waves += 1;
        self.wanted = self.temper.first_wave + self.temper.more * self.waves.min(8);
        orders.push(BotOrder::Assault(self.wave.iter().copied().collect(), target));
    }

    /// Leads the wave on: to the next target, back home if it is lost, and those who are new after it.
    fn press(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        let members: Vec<&Own> = view.units.iter().filter(|unit| self.wave.contains(&unit.id)).collect();
        let Some(first) = members.first() else { return };
        let strength: u32 = members.iter().map(|unit| view.worth(unit.kind) * u32::from(unit.health) / 100).sum();
        let middle = middle_of(&members);
        let against: u32 = view
            .foes
            .iter()
            .filter(|foe| foe.is_visible && foe.at.chebyshev(middle) <= FIGHT)
            .map(|foe| match (foe.unit, foe.building) {
                (Some(kind), _) if is_soldier(view.rules.kind(kind)) => view.worth(kind),
                (_, Some(kind)) if view.rules.building(kind).weapon.is_some() => 150,
                _ => 0,
            })
            .sum();
        if strength * 2 < against || strength < 150 {
            self.wave.clear();
            self.target = None;
            if let Some(flag) = self.rally {
                orders.push(BotOrder::Walk(ids(members.into_iter()), flag));
            }
            return;
        }
        // Those who stand about have come to where they were sent.
        let idle = ids(members.iter().copied().filter(|unit| unit.does == Occupation::Idle));
        if idle.len() * 2 >= members.len() || idle.contains(&first.id) {
            if let Some(place) = self.target.filter(|target| target.chebyshev(middle) <= HOME) {
                self.scouted.insert(place, view.now);
            }
            self.target = self.choose_target(view, middle);
        }
        let Some(target) = self.target else { return };
        if !idle.is_empty() {
            orders.push(BotOrder::Assault(idle, target));
        }
        // The next ones follow in groups, not one by one.
        let fresh = ids(self.soldiers(view).filter(|unit| !self.wave.contains(&unit.id)));
        if fresh.len() >= 6 {
            self.wave.extend(fresh.iter().copied());
            orders.push(BotOrder::Assault(fresh, target));
        }
    }

    /// Where to attack: the nearest known building of an enemy, else a place where one may be.
    fn choose_target(&self, view: &View<'_>, from: Cell) -> Option<Cell> {
        let known = view.foes.iter().filter(|foe| foe.building.is_some()).map(|foe| foe.at);
        let nearest = known.min_by_key(|at| (at.distance_squared(from), at.y, at.x));
        nearest.or_else(|| {
            let places = view.sides.iter().map(|side| side.start).filter(|start| *start != view.start);
            let when = |place: &Cell| self.scouted.get(place).copied().unwrap_or(0);
            let corners = search_points(view);
            places.chain(corners).min_by_key(|place| (when(place), place.distance_squared(from), place.y, place.x))
        })
    }
}

/// Places all over the map, for the search for the last house of an enemy.
fn search_points(view: &View<'_>) -> Vec<Cell> {
    let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
    let step = 16;
    let rows = (step / 2..height).step_by(step as usize);
    let points = rows.flat_map(|y| (step / 2..width).step_by(step as usize).map(move |x| Cell::new(x, y)));
    points.filter(|cell| view.is_walkable(*cell)).collect()
}

fn ids<'v>(units: impl Iterator<Item = &'v Own>) -> Vec<UnitId> {
    units.map(|unit| unit.id).collect()
}

fn middle_of(units: &[&Own]) -> Cell {
    let count = units.len().max(1) as i32;
    let (x, y) = units.iter().fold((0, 0), |(x, y), unit| (x + i32::from(unit.at.x), y + i32::from(unit.at.y)));
    Cell::new((x / count) as i16, (y / count) as i16)
}
