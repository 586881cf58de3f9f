//! Follows a plan step by step.
//!
//! A step has been done when there is more of what it makes than there was when its turn came: what is lost on the way (a
//! builder who is killed, an order that the hand drops) is tried again.

use crate::games::rts::bot::brain::FIRST_PUSH;
use crate::games::rts::bot::econ::needs::{has, has_all, house, work_for};
use crate::games::rts::bot::econ::purse::Purse;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bookmark, Bot, Progress};
use crate::games::rts::bot::plans::{Deed, Drop, Opening, Openings, Spot, Step, When};
use crate::games::rts::bot::settings::Style;
use crate::games::rts::bot::view::{BotOrder, Occupation, OwnBuilding, View};
use crate::games::rts::bot::want::Want;
use crate::games::rts::rules::{Item, KindId, Price};
use crate::nav::step::Tick;

/// Ticks for which a step of an opening may wait before the book is shut: a minute.
const PATIENCE: Tick = 1200;

/// Ticks of work of every worker for which they fetch ahead.
const AHEAD: u32 = 400;
/// Looks in which most workers turn to what the next steps cost.
const BOOK_TURN: u32 = 8;

/// Gold that lies about while a book is followed.
const SPARE: u32 = 200;

/// What has become of the step whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games::rts::bot) enum Pace {
    /// Its time has not come.
    NotYet,
    /// It cannot be paid, or nobody can do it yet.
    Waits,
    Begun,
    /// There are no more steps.
    Over,
}

impl Bot {
    /// Goes by the book, while it holds; `false` if there is none.
    pub(in crate::games::rts::bot) fn follow_book(
        &mut self,
        look: &Look<'_, '_>,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) -> bool {
        if !self.level().book || self.book == Bookmark::Shut {
            return false;
        }
        let view = look.view;
        self.kept_idle = None;
        if self.book == Bookmark::Unopened {
            let chance = self.chance(0, "book");
            let opening =
                Openings::built_in().choose(&view.rules.faction(view.faction).name, self.style_kind(), chance);
            let Some(opening) = opening.filter(|_| look.second < 5) else {
                self.book = Bookmark::Shut;
                return false;
            };
            self.wood_percent = opening.wood;
            self.book = Bookmark::At { opening: opening.name.clone(), progress: Progress::default() };
        }
        let Bookmark::At { opening, mut progress } = std::mem::take(&mut self.book) else { return false };
        let Some(opening) = Openings::built_in().named(&opening) else { return false };
        let pace = self.follow_steps(look, &opening.steps, &mut progress, purse, orders);
        if pace == Pace::Over || self.shuts(look, opening, &progress) {
            self.book = Bookmark::Shut;
            return pace != Pace::Over;
        }
        self.book = Bookmark::At { opening: opening.name.clone(), progress };
        self.fetch_for(view, &opening.steps, &progress);
        // A book ends with as many houses as its steps need.
        let house = house(view).map(|house| &view.rules.building(house).name);
        let builds_house = |step: &Step| matches!(&step.deed, Deed::Build(name) if Some(name) == house);
        if !opening.steps.iter().skip(progress.next.into()).any(builds_house) {
            self.houses(look, purse, orders);
        }
        // What the book has no use for yet goes to soldiers.
        if purse.left().gold > SPARE {
            self.train(look, purse, orders);
        }
        true
    }

    /// Lets the share of workers at the wood follow what the next steps cost: on no two maps are the trees as near.
    fn fetch_for(&mut self, view: &View<'_>, steps: &[Step], progress: &Progress) {
        let workers = view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count() as u32;
        let after = house(view).map(|house| view.rules.building(house).cost);
        let of_step = |step: &Step| std::iter::repeat_n(price(view, &step.deed), step.times.into());
        let prices = steps.iter().skip(progress.next.into()).flat_map(of_step).chain(after);
        // The step for which wood is the shortest; what lies beyond tells nothing yet.
        let mut needed = Price::default();
        let mut share = None;
        for price in prices {
            needed = needed.plus(price);
            let (gold, wood) = work_for(view, needed);
            share = share.max((wood * 100).checked_div(gold + wood));
            if gold + wood > workers * AHEAD {
                break;
            }
        }
        if let Some(share) = share {
            self.turn_to_wood(share, BOOK_TURN);
        }
    }

    fn shuts(&self, look: &Look<'_, '_>, opening: &Opening, progress: &Progress) -> bool {
        let is_upset = opening.drop_if.iter().any(|reason| match reason {
            // Who fears an army does not go on as if there were none.
            Drop::EnemyRush => {
                self.is_rushed || look.is_behind && look.second >= FIRST_PUSH || look.plan == Some(Style::Rush)
            }
            Drop::EnemyTower => self.intruders(look.view).iter().any(|one| one.body.building.is_some()),
        });
        is_upset || look.second >= opening.until_s || look.view.now > progress.since + PATIENCE
    }

    /// Begins the step whose turn it is, if its time has come and it can be.
    pub(in crate::games::rts::bot) fn follow_steps(
        &mut self,
        look: &Look<'_, '_>,
        steps: &[Step],
        progress: &mut Progress,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) -> Pace {
        let view = look.view;
        loop {
            let Some(step) = steps.get(usize::from(progress.next)) else { return Pace::Over };
            let have = count(view, &step.deed);
            let had = *progress.had.get_or_insert(have);
            if have > progress.most.max(had) {
                (progress.most, progress.since) = (have, view.now);
            }
            if have >= had.saturating_add(step.times * batch(view, &step.deed)) {
                progress.go_on(view.now);
                continue;
            }
            if !is_due(view, look.second, &step.at) {
                if matches!(step.at, When::Second(_)) {
                    progress.since = view.now;
                }
                return Pace::NotYet;
            }
            let before = orders.len();
            self.begin(look, &step.deed, step.place, purse, orders);
            return if orders.len() > before { Pace::Begun } else { Pace::Waits };
        }
    }

    /// Does what a step says, if it can be paid; else it is set aside for.
    pub(in crate::games::rts::bot) fn begin(
        &mut self,
        look: &Look<'_, '_>,
        deed: &Deed,
        place: Spot,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) {
        let rules = look.view.rules;
        match deed {
            Deed::Train(name) => {
                if let Some(kind) = rules.kind_named(name) {
                    self.train_one(look, kind, purse, orders);
                }
            }
            Deed::Build(name) => {
                if let Some(kind) = rules.building_named(name)
                    && has_all(look.view, &rules.building(kind).requires)
                {
                    // Where there is no place yet, there may be one at the next look.
                    let _ = self.build(look, kind, |bot| bot.site_at(look, kind, place), purse, orders);
                }
            }
            Deed::Research(name) => {
                if let Some(upgrade) = rules.upgrade_named(name)
                    && has_all(look.view, &rules.upgrade(upgrade).requires)
                {
                    self.want(look, Want::Research(upgrade), purse, orders);
                }
            }
            Deed::Advance(name) => {
                if let Some(kind) = rules.building_named(name)
                    && has_all(look.view, &rules.building(kind).requires)
                {
                    self.want(look, Want::Advance(kind), purse, orders);
                }
            }
            Deed::Attack(_) | Deed::Walk(_) | Deed::Circle(_) => {}
        }
    }

    /// Trains one of a kind in a building that does nothing.
    pub(in crate::games::rts::bot) fn train_one(
        &mut self,
        look: &Look<'_, '_>,
        kind: KindId,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) {
        let view = look.view;
        let rules = view.rules.kind(kind);
        let item = Item::Train(kind);
        let trains = |one: &&OwnBuilding| {
            let is_asked = || orders.iter().any(|order| matches!(order, BotOrder::Train(id, _) if *id == one.id));
            let is_free = one.is_finished && one.queue.is_empty() && self.kept_idle != Some(one.id);
            is_free && view.rules.building(one.kind).trains.contains(&rules.name) && !is_asked()
        };
        if !has_all(view, &rules.requires) || view.supply_used + item.supply(view.rules) > view.supply_given {
            return;
        }
        let price = item.price(view.rules);
        self.wanted = self.wanted.plus(price);
        match view.buildings.iter().find(trains).map(|one| one.id) {
            Some(building) if purse.pay(price) => {
                let spent = if rules.works { &mut self.spent_growth } else { &mut self.spent_army };
                *spent += price.worth();
                orders.push(BotOrder::Train(building, kind));
            }
            _ => purse.reserve(price),
        }
    }
}

/// Whether the time of a step has come.
fn is_due(view: &View<'_>, second: u32, at: &When) -> bool {
    match at {
        When::Now => true,
        When::Supply(supply) => view.supply_used >= *supply,
        When::Gold(gold) => view.stock.gold >= *gold,
        When::Wood(wood) => view.stock.wood >= *wood,
        When::Second(due) => second >= *due,
        When::Done(name) => has(view, name),
        When::Has(name, number) => {
            let units = || view.units.iter().filter(|unit| view.rules.kind(unit.kind).name == *name).count();
            let stands = |one: &&OwnBuilding| one.is_finished && view.rules.building(one.kind).name == *name;
            units() + view.buildings.iter().filter(stands).count() >= usize::from(*number)
        }
    }
}

/// What a deed costs.
fn price(view: &View<'_>, deed: &Deed) -> Price {
    let rules = view.rules;
    let price = match deed {
        Deed::Train(name) => rules.kind_named(name).map(|kind| rules.kind(kind).cost),
        Deed::Build(name) | Deed::Advance(name) => rules.building_named(name).map(|kind| rules.building(kind).cost),
        Deed::Research(name) => rules.upgrade_named(name).map(|upgrade| rules.upgrade(upgrade).cost),
        Deed::Attack(_) | Deed::Walk(_) | Deed::Circle(_) => None,
    };
    price.unwrap_or_default()
}

/// How many come of one training.
fn batch(view: &View<'_>, deed: &Deed) -> u16 {
    match deed {
        Deed::Train(name) => view.rules.kind_named(name).map_or(1, |kind| view.rules.kind(kind).batch.into()),
        _ => 1,
    }
}

/// How many there are of what a deed makes, those on their way among them.
fn count(view: &View<'_>, deed: &Deed) -> u16 {
    let queued = |item: Item| view.buildings.iter().flat_map(|one| &one.queue).filter(|one| **one == item).count();
    let count = match deed {
        Deed::Train(name) => view.rules.kind_named(name).map_or(0, |kind| {
            let there = view.units.iter().filter(|unit| unit.kind == kind).count();
            there + queued(Item::Train(kind)) * usize::from(view.rules.kind(kind).batch)
        }),
        Deed::Build(name) => view.rules.building_named(name).map_or(0, |kind| {
            let there = view.buildings.iter().filter(|one| one.kind == kind);
            let begun = |at| view.buildings.iter().any(|one| Some(one.at) == at);
            let comes = |does| does == Occupation::Builds(kind);
            there.count() + view.units.iter().filter(|unit| comes(unit.does) && !begun(unit.goal)).count()
        }),
        Deed::Research(name) => view
            .rules
            .upgrade_named(name)
            .map_or(0, |upgrade| usize::from(view.upgrades.contains(&upgrade)) + queued(Item::Research(upgrade))),
        Deed::Advance(name) => view.rules.building_named(name).map_or(0, |kind| {
            view.buildings.iter().filter(|one| one.kind == kind).count() + queued(Item::Advance(kind))
        }),
        Deed::Attack(_) | Deed::Walk(_) | Deed::Circle(_) => 0,
    };
    count as u16
}
