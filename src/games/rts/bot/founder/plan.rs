//! What to build, train and research, in which order.
//!
//! Everything follows from the rules: houses are buildings that give supply, barracks are those that train soldiers, and so
//! on. Each look spends on the first thing that is wanted and can be paid; what is wanted most and cannot be paid is saved
//! for.

use super::economy::{PER_MINE, near_forest, near_mines};
use super::{Founder, pay};
use crate::games::rts::bot::view::{BotOrder, Occupation, OwnBuilding, View};
use crate::games::rts::rules::{BuildingId, BuildingKind, KindId, Price, Resource, UnitKind};

const MINUTE: u32 = 1200;
const MOST_WORKERS: usize = 30;
/// Entries of a queue beyond which it adds nothing: what waits is money that does nothing.
const SHORT_QUEUE: usize = 2;

impl Founder {
    /// Spends what there is.
    pub(super) fn plan(&mut self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        self.saving = Price::default();
        self.train_workers(view, stock, orders);
        self.build(view, stock, orders);
        self.train_army(view, stock, orders);
        self.research(view, stock, orders);
    }

    fn train_workers(&self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        let faction = view.rules.faction(view.faction);
        let Some(worker) = view.rules.kind_named(&faction.worker) else { return };
        let have = view.units.iter().filter(|unit| unit.kind == worker).count();
        let wanted = (near_mines(view).len().max(1) * PER_MINE + usize::from(self.temper.choppers)).min(MOST_WORKERS);
        let mut coming = have;
        for hall in view.buildings.iter().filter(|one| one.is_finished && trains(view, one, worker)) {
            let has_room = view.supply_used + u16::from(view.rules.kind(worker).supply) <= view.supply_given;
            if coming < wanted
                && hall.queue.is_empty()
                && has_room
                && pay(stock, view.rules.kind(worker).cost, Price::default())
            {
                coming += 1;
                orders.push(BotOrder::Train(hall.id, worker));
            }
        }
    }

    fn build(&mut self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        // Sites that have been asked for and not begun are not paid yet.
        let builders = view.units.iter().filter(|unit| matches!(unit.does, Occupation::Builds(_))).count();
        if self.sites.asked() >= 2 || builders >= 2 {
            return;
        }
        let Some(kind) = self.wanted_building(view) else { return self.advance(view, stock, orders) };
        let price = view.rules.building(kind).cost;
        let Some(at) = self.site(view, kind) else { return };
        if !pay(stock, price, Price::default()) {
            self.saving = price;
            return;
        }
        let workers = view.free_workers().filter(|unit| Some(unit.id) != self.scout);
        if let Some(worker) = workers.min_by_key(|unit| (unit.at.distance_squared(at), unit.id)) {
            self.sites.ask(at, view.rules.building(kind).size, view.now, super::site::PATIENCE);
            orders.push(BotOrder::Build(vec![worker.id], kind, at));
        }
    }

    fn wanted_building(&self, view: &View<'_>) -> Option<BuildingId> {
        let faction = &view.rules.faction(view.faction).name;
        let own = |test: &dyn Fn(&BuildingKind) -> bool| {
            let kinds = view.rules.buildings.iter().enumerate();
            let fitting = kinds.filter(|(_, kind)| kind.faction == *faction && is_built(view, kind) && test(kind));
            fitting
                .map(|(index, _)| BuildingId(index as u8))
                .filter(|kind| self.is_allowed(view, *kind))
                .collect::<Vec<_>>()
        };
        let count =
            |kind: BuildingId| view.buildings.iter().filter(|one| one.kind == kind).count() + self.asked_of(view, kind);
        let price = |kind: &BuildingId| (view.rules.building(*kind).cost.worth(), *kind);
        let workers = view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count();
        let halls = own(&|kind| kind.is_hall());
        // A new hall if there is none, or if the gold runs out, or after a while a second one.
        if view.halls().next().is_none() {
            return halls.into_iter().min_by_key(price);
        }
        // Houses, before they are missed.
        let coming: u16 =
            view.buildings.iter().filter(|one| !one.is_finished).map(|one| view.rules.building(one.kind).supply).sum();
        let houses = own(&|kind| kind.supply > 0 && kind.drop_off.is_empty() && kind.trains.is_empty());
        let is_own_barracks = |one: &&OwnBuilding| is_barracks(view, view.rules.building(one.kind));
        let barracks_count = view.buildings.iter().filter(is_own_barracks).count();
        let margin = 3 + 3 * barracks_count as u16;
        let is_full = view.supply_given >= view.rules.economy.supply_limit;
        if !is_full && view.supply_used + margin > view.supply_given + coming {
            let house = houses.iter().copied().min_by_key(price);
            if let Some(house) = house.filter(|house| self.asked_of(view, *house) == 0) {
                return Some(house);
            }
        }
        let barracks = own(&|kind| is_barracks(view, kind));
        if workers >= 7
            && let Some(first) = barracks.iter().copied().min_by_key(price).filter(|_| barracks_count == 0)
        {
            return (self.asked_of(view, first) == 0).then_some(first);
        }
        let camps = own(&|kind| kind.drop_off == [Resource::Wood]);
        if workers >= 9
            && let Some(camp) = camps.into_iter().min_by_key(price).filter(|camp| count(*camp) == 0)
        {
            return near_forest(view).map(|_| camp);
        }
        // Then one of each, the cheap ones first; more of those that train when there is money left.
        let minutes = view.now / MINUTE;
        let needed = own(&|kind| is_barracks(view, kind) || !kind.researches.is_empty());
        // All barracks at work and gold left over: another one trains more than a rare building helps.
        let is_busy = |one: &OwnBuilding| !one.is_finished || !one.queue.is_empty();
        let all_busy = view.buildings.iter().filter(is_own_barracks).all(is_busy);
        if all_busy
            && barracks_count > 0
            && barracks_count < 2 + minutes as usize / 3
            && view.stock.gold > 250
            && let Some(more) = barracks.iter().copied().min_by_key(|kind| (count(*kind), price(kind)))
        {
            return Some(more);
        }
        let missing = needed.iter().copied().filter(|kind| count(*kind) == 0).min_by_key(price);
        if workers >= 11
            && minutes >= 3
            && let Some(missing) = missing
        {
            return Some(missing);
        }
        let is_rich = view.stock.gold > 600 && view.stock.wood > 300;
        let places = view.halls().count();
        // The next mine before the last one is empty, and a second and third one in time.
        let left: u32 =
            view.mines.iter().filter(|mine| near_mines(view).contains(&mine.at)).map(|mine| mine.gold).sum();
        let wants_mine =
            left < 3000 || minutes >= u32::from(self.temper.spreads_at) * places as u32 || is_rich && minutes >= 4;
        if wants_mine
            && places < 4
            && self.next_mine(view).is_some()
            && let Some(hall) = halls.into_iter().min_by_key(price).filter(|hall| self.asked_of(view, *hall) == 0)
        {
            return Some(hall);
        }
        if is_rich
            && let Some(more) =
                barracks.into_iter().filter(|kind| count(*kind) < 3).min_by_key(|kind| (count(*kind), price(kind)))
        {
            return Some(more);
        }
        let towers = own(&|kind| kind.weapon.is_some() && kind.trains.is_empty() && kind.drop_off.is_empty());
        let tower = towers.into_iter().min_by_key(price).filter(|tower| count(*tower) < 1 + minutes as usize / 6);
        if minutes >= 4 { tower } else { None }
    }

    /// How many of a kind have been asked for and not begun. A worker on its way to build one is counted.
    fn asked_of(&self, view: &View<'_>, kind: BuildingId) -> usize {
        view.units.iter().filter(|unit| unit.does == Occupation::Builds(kind)).count()
    }

    /// Whether all that a building requires is there.
    fn is_allowed(&self, view: &View<'_>, kind: BuildingId) -> bool {
        view.rules.building(kind).requires.iter().all(|name| has(view, name))
    }

    /// Becomes the next tier when there is an army and nothing else to build.
    fn advance(&mut self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        if view.now < 4 * MINUTE || view.buildings.iter().any(|one| one.advances()) {
            return;
        }
        for hall in view.buildings.iter().filter(|one| one.is_finished && one.queue.is_empty()) {
            let next = view.rules.building(hall.kind).becomes.as_ref();
            let Some(next) = next.and_then(|name| view.rules.building_named(name)) else { continue };
            if !self.is_allowed(view, next) {
                continue;
            }
            let price = view.rules.building(next).cost;
            if pay(stock, price, Price::default()) {
                orders.push(BotOrder::Advance(hall.id, next));
            } else {
                self.saving = price;
            }
            return;
        }
    }

    /// Trains soldiers where nothing waits: of each building the kind of which there are least for its weight.
    fn train_army(&self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        let mut have: Vec<u32> = vec![0; view.rules.units.len()];
        let army: u32 = view
            .units
            .iter()
            .map(|unit| view.rules.kind(unit.kind))
            .filter(|kind| is_soldier(kind))
            .map(|kind| kind.cost.worth())
            .sum();
        // A side that saves needs an army, too.
        let saved = if army < 300 + 200 * (view.now / MINUTE) { Price::default() } else { self.saving };
        view.units.iter().for_each(|unit| have[usize::from(unit.kind.0)] += 1);
        for building in
            view.buildings.iter().filter(|one| one.is_finished && one.units() < SHORT_QUEUE && !one.advances())
        {
            let kinds = view.rules.building(building.kind).trains.iter().filter_map(|name| view.rules.kind_named(name));
            let fitting = kinds.filter(|kind| {
                let rules = view.rules.kind(*kind);
                let supply = u16::from(rules.supply) * u16::from(rules.batch);
                is_soldier(rules)
                    && rules.requires.iter().all(|name| has(view, name))
                    && view.supply_used + supply <= view.supply_given
            });
            let worth = |kind: &KindId| {
                let rules = view.rules.kind(*kind);
                // Dear kinds are few, healers and siege fewer; and everybody likes some kinds better than others.
                let liked = 2 + (self.temper.taste >> (2 * (kind.0 % 16)) & 3);
                let rare = liked * if rules.weapon.is_none() || rules.size > 1 { 4 } else { 1 };
                (have[usize::from(kind.0)] * rare * rules.cost.worth().max(1), kind.0)
            };
            let Some(kind) = fitting.min_by_key(worth) else { continue };
            let rules = view.rules.kind(kind);
            if pay(stock, rules.cost.percent(100 * u32::from(rules.batch)), saved) {
                have[usize::from(kind.0)] += u32::from(rules.batch);
                orders.push(BotOrder::Train(building.id, kind));
            }
        }
    }

    /// Researches with what is left over.
    fn research(&self, view: &View<'_>, stock: &mut Price, orders: &mut Vec<BotOrder>) {
        if view.now < 5 * MINUTE {
            return;
        }
        let spare = Price { gold: 200, wood: 100 }.plus(self.saving);
        for building in view.buildings.iter().filter(|one| one.is_finished && one.queue.is_empty()) {
            let next =
                view.rules.building(building.kind).researches.iter().filter_map(|name| view.rules.upgrade_named(name));
            let mut open = next.filter(|upgrade| {
                let rules = view.rules.upgrade(*upgrade);
                !view.upgrades.contains(upgrade) && rules.requires.iter().all(|name| has(view, name))
            });
            if let Some(upgrade) = open.next()
                && pay(stock, view.rules.upgrade(upgrade).cost, spare)
            {
                orders.push(BotOrder::Research(building.id, upgrade));
                return;
            }
        }
    }
}

/// Whether the side has a finished building, or an upgrade, of a name.
fn has(view: &View<'_>, name: &str) -> bool {
    let built = view.buildings.iter().filter(|one| one.is_finished).any(|one| {
        let kind = view.rules.building(one.kind);
        kind.name == name || kind.counts_as.iter().any(|other| other == name)
    });
    built || view.rules.upgrade_named(name).is_some_and(|upgrade| view.upgrades.contains(&upgrade))
}

/// Whether a building is one that workers build, and not a tier of another.
fn is_built(view: &View<'_>, kind: &BuildingKind) -> bool {
    !view.rules.buildings.iter().any(|other| other.becomes.as_deref() == Some(kind.name.as_str()))
}

/// Whether soldiers are trained in it and nothing is brought to it.
fn is_barracks(view: &View<'_>, kind: &BuildingKind) -> bool {
    kind.drop_off.is_empty() && trains_soldiers(view, kind)
}

pub(super) fn trains_soldiers(view: &View<'_>, kind: &BuildingKind) -> bool {
    let mut trained = kind.trains.iter().filter_map(|name| view.rules.kind_named(name));
    trained.any(|kind| is_soldier(view.rules.kind(kind)))
}

pub(super) fn is_soldier(kind: &UnitKind) -> bool {
    !kind.works && (kind.weapon.is_some() || kind.heals.is_some())
}

fn trains(view: &View<'_>, building: &OwnBuilding, kind: KindId) -> bool {
    view.rules.building(building.kind).trains.contains(&view.rules.kind(kind).name)
}
