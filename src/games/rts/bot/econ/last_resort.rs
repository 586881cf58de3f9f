//! What is done when no money comes in any more and none can: no plan waits for what will never be there.

use super::needs::buildable;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, OwnBuilding, View};
use crate::games::rts::rules::{BuildingKind, Price, Resource};

/// Second before which nobody has earned anything yet.
const EARLY: u32 = 180;

fn is_gold_left(view: &View<'_>) -> bool {
    view.mines.iter().any(|mine| mine.gold > 0)
}

impl Bot {
    /// Whether nothing can be earned and what there is buys nothing that could change it.
    pub(in crate::games::rts::bot) fn is_stranded(&self, view: &View<'_>) -> bool {
        let worker = view.rules.kind_named(&view.rules.faction(view.faction).worker);
        let works = || view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count();
        let can_pay = |price: Price| view.stock.minus(price).is_some();
        let comes = view.buildings.iter().any(|one| one.units() > 0);
        if view.halls().any(|hall| hall.is_finished) {
            // With a hall but nobody who works: the next worker must be paid. With mines that are all empty, too.
            let buys_worker = worker.is_some_and(|kind| can_pay(view.rules.kind(kind).cost));
            // Wood alone buys nothing.
            let earns = works() > 0 && is_gold_left(view) && (self.income_per_minute > 0 || view.now < EARLY * 20);
            return !earns && !buys_worker && !comes;
        }
        // Wood can be brought to other buildings, gold cannot.
        let takes =
            |one: &OwnBuilding| one.is_finished && view.rules.building(one.kind).drop_off.contains(&Resource::Wood);
        let chops = view.buildings.iter().any(takes);
        let pays_hall = buildable(view, BuildingKind::is_hall).first().is_some_and(|hall| {
            let price = view.rules.building(*hall).cost;
            can_pay(if chops { Price { wood: 0, ..price } } else { price })
        });
        works() == 0 || view.halls().next().is_none() && !pays_hall
    }

    /// Workers attack when nobody else is left who could, and no gold to work for. For who is stranded.
    pub(in crate::games::rts::bot) fn last_stand(&self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        if look.army_worth > 0 || is_gold_left(view) {
            return;
        }
        let target = self.target(look, look.front).unwrap_or(look.front);
        let free = view.units.iter().filter(|unit| !unit.inside && unit.target.is_none() && !unit.is_on_attack);
        let free: Vec<_> = free.map(|unit| unit.id).collect();
        if !free.is_empty() {
            orders.push(BotOrder::AttackMove(free, target));
        }
    }

    /// Tears down a site that is not needed, for what comes back of its price.
    pub(in crate::games::rts::bot) fn give_up_a_site(&self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let sites = view.buildings.iter().filter(|one| !one.is_finished && !view.rules.building(one.kind).is_hall());
        let dearest = sites.max_by_key(|one| (view.rules.building(one.kind).cost.worth(), one.id));
        orders.extend(dearest.map(|one| BotOrder::Demolish(one.id)));
    }
}
