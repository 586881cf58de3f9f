//! What the money is spent on, in which order.
//!
//! Workers and houses come first, always. Then money goes to the army or to growth (bases, producers, tiers, upgrades,
//! towers) so that the share of the army in all that was spent is what the style wants; under attack all of it goes to the
//! army. What is wanted most and cannot be paid yet is set aside for, so that nothing cheap eats it up; whatever has no
//! site, no builder or no building to make it in is passed over for a minute, so that no plan waits for ever.

use super::needs::{buildable, house, work_for};
use super::places::{next_mine, own_mines};
use super::purse::Purse;
use super::workers::PER_MINE;
use crate::base::Cell;
use crate::games::rts::bot::know::force::{is_barracks, is_soldier};
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::settings::{Style, step_at};
use crate::games::rts::bot::thoughts::Hindrance;
use crate::games::rts::bot::view::{BotOrder, Occupation, OwnBuilding, View};
use crate::games::rts::bot::want::Want;
use crate::games::rts::rules::{BuildingId, BuildingKind, Item, Price};
use crate::nav::step::Tick;

/// Ticks for which what cannot be built is not tried again: half a minute.
const PASSED_OVER: Tick = 600;
/// Sites that are asked for at a time.
const MOST_SITES: usize = 4;
/// Entries of a queue of soldiers, and of one when money lies about.
const QUEUE: (usize, usize) = (1, 3);
/// Workers who keep a base going while soldiers are more urgent, and seconds from five minutes on that each further one takes:
/// whoever is behind and is not attacked falls back for good if it makes none.
const ENOUGH: (u32, u32) = (13, 20);
const LATER: u32 = 300;
/// Hundredths of its price that an upgrade gains from which on it comes before soldiers.
const BARGAIN: u32 = 200;
/// Gold left in the mines in reach below which another base comes before all else.
const LAST_GOLD: u32 = 1200;
/// Gold and wood that lie ready at best, and ticks for which soldiers are paid for ahead.
const RESERVE: u32 = 60;
const SOON: u32 = 600;
/// Looks in which most workers turn to what is wanted and not there.
const TURN: u32 = 20;
/// Gold that lies about.
pub(in crate::games::rts::bot) const RICH: u32 = 500;
/// Hundredths of the money that go to the army at least while the enemy is known to have the greater one.
const BEHIND: u32 = 70;
/// The same against a rush; how much more goes to the army against a boom, and less against a turtle.
const ALARMED: u32 = 80;
const MORE: u32 = 10;

impl Bot {
    /// Spends what there is.
    pub(in crate::games::rts::bot) fn spend(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let mut purse = Purse::new(view.stock);
        self.wanted = Price::default();
        self.keep_promises(view, &mut purse);
        if self.is_stranded(view) {
            // Whatever there is becomes soldiers, who attack.
            self.give_up_a_site(look, orders);
            self.train(look, &mut purse, orders);
            self.last_stand(look, orders);
            return;
        }
        if view.halls().next().is_none() {
            // Nothing goes on without a hall.
            if let Some(hall) = buildable(view, BuildingKind::is_hall).first().copied() {
                self.want(look, Want::Build(hall), &mut purse, orders);
            }
            if look.threat == 0 {
                return;
            }
        }
        if self.follow_book(look, &mut purse, orders) {
            return;
        }
        if !look.is_pressed {
            self.last_gold(look, &mut purse, orders);
        }
        // A tower that stands when they come does more than the soldiers that it costs.
        if look.guards > 0
            && !look.is_pressed
            && look.producers > 0
            && let Some(tower) = self.tower_wanted(look, look.guards)
        {
            self.want(look, tower, &mut purse, orders);
        }
        // What makes those who are there better by more than its price is worth more than others beside them.
        if !look.is_pressed
            && let Some((gain, upgrade)) = self.best_upgrade(look)
            && gain >= BARGAIN
        {
            self.want(look, Want::Research(upgrade), &mut purse, orders);
        }
        // Soldiers before workers, once there are some who work and the others are feared.
        let enough = ENOUGH.0 + look.second.saturating_sub(LATER) / ENOUGH.1;
        if look.is_pressed || look.is_behind && look.workers >= enough as usize {
            self.train(look, &mut purse, orders);
        }
        self.train_workers(look, &mut purse, orders);
        self.houses(look, &mut purse, orders);
        let share = self.army_share(look);
        let is_army_due = self.spent_army * 100 < share * (self.spent_army + self.spent_growth + 100);
        if is_army_due {
            self.train(look, &mut purse, orders);
        }
        if !look.is_pressed || look.producers == 0 || view.stock.gold > RICH {
            self.grow(look, &mut purse, orders);
        }
        if !is_army_due {
            self.train(look, &mut purse, orders);
        }
        self.learn_needs(view);
    }

    /// Hundredths of what is spent that go to the army: as the style wants, as the plan of the enemy asks for, and at least so
    /// many while the enemy has more.
    pub(in crate::games::rts::bot) fn army_share(&self, look: &Look<'_, '_>) -> u32 {
        let share = u32::from(step_at(&self.style().army_percent, look.second));
        let answer = match look.plan {
            Some(Style::Rush) => share.max(ALARMED),
            Some(Style::Boom) => share + MORE,
            Some(Style::Turtle) => share.saturating_sub(MORE),
            None => share,
        };
        let least = match (look.is_pressed, look.is_behind) {
            (true, _) => 100,
            (_, true) => BEHIND,
            _ => 0,
        };
        answer.max(least)
    }

    /// The next base before all else when the last gold in reach is about to end: nothing can be paid for without.
    fn last_gold(&mut self, look: &Look<'_, '_>, purse: &mut Purse, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let left: u32 = own_mines(view).map(|mine| mine.gold).sum();
        let comes = view.halls().any(|hall| !hall.is_finished)
            || view
                .units
                .iter()
                .any(|unit| matches!(unit.does, Occupation::Builds(kind) if view.rules.building(kind).is_hall()));
        if left < LAST_GOLD
            && !comes
            && next_mine(look, &self.sightings).is_some()
            && let Some(hall) = buildable(view, BuildingKind::is_hall).first().copied()
        {
            self.want(look, Want::Build(hall), purse, orders);
        }
    }

    /// Sets aside what the builders on their way will pay at their sites: a site whose price is gone when its builder comes
    /// waits, and so does everything that needs it.
    pub(in crate::games::rts::bot) fn keep_promises(&mut self, view: &View<'_>, purse: &mut Purse) {
        for unit in &view.units {
            if let Occupation::Builds(kind) = unit.does {
                let price = view.rules.building(kind).cost;
                purse.reserve(price);
                self.wanted = self.wanted.plus(price);
            }
        }
    }

    fn train_workers(&mut self, look: &Look<'_, '_>, purse: &mut Purse, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let faction = view.rules.faction(view.faction);
        let Some(worker) = view.rules.kind_named(&faction.worker) else { return };
        let rules = view.rules.kind(worker);
        let wanted = usize::from(self.workers_wanted(look));
        let halls = || view.buildings.iter().filter(|one| one.is_finished && one.queue.len() < 8);
        let in_queues = |one: &OwnBuilding| one.queue.iter().filter(|item| **item == Item::Train(worker)).count();
        let mut have = look.workers + view.buildings.iter().map(in_queues).sum::<usize>();
        let mut supply = view.supply_used;
        for hall in halls().filter(|one| view.rules.building(one.kind).trains.contains(&rules.name)) {
            let is_kept = self.kept_idle == Some(hall.id);
            if have >= wanted
                || !hall.queue.is_empty()
                || is_kept
                || supply + u16::from(rules.supply) > view.supply_given
            {
                continue;
            }
            if !purse.pay(rules.cost) {
                purse.reserve(rules.cost);
                break;
            }
            have += 1;
            supply += u16::from(rules.supply);
            self.spent_growth += rules.cost.worth();
            orders.push(BotOrder::Train(hall.id, worker));
        }
    }

    /// Workers for all mines in reach and the wood that goes with them, as the style and the level allow.
    pub(in crate::games::rts::bot) fn workers_wanted(&self, look: &Look<'_, '_>) -> u16 {
        let mines = own_mines(look.view).count().max(1);
        let coming = look.view.halls().filter(|hall| !hall.is_finished).count();
        let gold = ((mines + coming) * PER_MINE) as u16;
        let places = gold * 100 / (100 - u16::from(self.wood_percent).min(60));
        step_at(&self.style().workers, look.second).min(places).min(self.level().workers)
    }

    /// Houses, before they are missed.
    pub(in crate::games::rts::bot) fn houses(
        &mut self,
        look: &Look<'_, '_>,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) {
        let view = look.view;
        if view.supply_given >= view.rules.economy.supply_limit {
            return;
        }
        let sites = view.buildings.iter().filter(|one| !one.is_finished);
        let coming: u16 = sites.map(|one| view.rules.building(one.kind).supply).sum();
        let Some(house) = house(view) else { return };
        let asked = self.asked_of(view, house) as u16 * view.rules.building(house).supply;
        let margin = 2 + 2 * view.halls().count() as u16 + 3 * look.producers as u16;
        if view.supply_used + margin > view.supply_given + coming + asked {
            self.want(look, Want::Build(house), purse, orders);
        }
    }

    /// Trains soldiers where nothing waits.
    pub(in crate::games::rts::bot) fn train(
        &mut self,
        look: &Look<'_, '_>,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) {
        let view = look.view;
        let mut have: Vec<u32> = vec![0; view.rules.units.len()];
        for unit in view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind))) {
            have[usize::from(unit.kind.0)] += view.worth(unit.kind);
        }
        let most = if purse.left().gold > RICH { QUEUE.1 } else { QUEUE.0 };
        let is_ready = |one: &&OwnBuilding| {
            one.is_finished && one.units() < most && !one.advances() && self.kept_idle != Some(one.id)
        };
        let given = |orders: &[BotOrder], building: &OwnBuilding| {
            orders.iter().any(|order| matches!(order, BotOrder::Train(id, _) if *id == building.id))
        };
        let mut supply = view.supply_used;
        for building in
            view.buildings.iter().filter(is_ready).filter(|one| is_barracks(view, view.rules.building(one.kind)))
        {
            if given(orders, building) {
                continue;
            }
            let Some(kind) = self.kind_to_train(view, building, &have) else { continue };
            let item = Item::Train(kind);
            let price = item.price(view.rules);
            if supply + item.supply(view.rules) > view.supply_given {
                continue;
            }
            self.wanted = self.wanted.plus(price);
            if purse.pay(price) {
                supply += item.supply(view.rules);
                have[usize::from(kind.0)] += price.worth();
                self.spent_army += price.worth();
                orders.push(BotOrder::Train(building.id, kind));
            } else if look.is_behind {
                // Nothing cheaper eats up what the next soldier costs.
                purse.reserve(price);
            }
        }
    }

    /// Asks for something; `false` if it cannot be paid yet, and then it is set aside for. What cannot be had for another
    /// reason is passed over for a while.
    pub(in crate::games::rts::bot) fn want(
        &mut self,
        look: &Look<'_, '_>,
        want: Want,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) -> bool {
        let view = look.view;
        let price = match want {
            Want::Build(kind) => view.rules.building(kind).cost,
            Want::Research(upgrade) => view.rules.upgrade(upgrade).cost,
            Want::Advance(kind) => view.rules.building(kind).cost,
        };
        if self.passed_over.get(&want.key()).is_some_and(|until| view.now < *until) {
            return true;
        }
        self.wanted = self.wanted.plus(price);
        let can_pay = purse.left().minus(price).is_some();
        match want {
            Want::Build(kind) => {
                return match self.build(look, kind, |bot| bot.site_of(look, kind), purse, orders) {
                    Ok(is_paid) => is_paid,
                    Err(why) => self.pass_over(look, want, why),
                };
            }
            Want::Research(_) | Want::Advance(_) => {
                let item = match want {
                    Want::Advance(kind) => Item::Advance(kind),
                    Want::Research(upgrade) => Item::Research(upgrade),
                    Want::Build(_) => return true,
                };
                let makes = |one: &&OwnBuilding| {
                    let rules = view.rules.building(one.kind);
                    one.is_finished
                        && !one.advances()
                        && match item {
                            Item::Research(upgrade) => rules.researches.contains(&view.rules.upgrade(upgrade).name),
                            Item::Advance(kind) => rules.becomes.as_ref() == Some(&view.rules.building(kind).name),
                            Item::Train(_) => false,
                        }
                };
                let maker = view.buildings.iter().filter(makes).min_by_key(|one| (one.queue.len(), one.id));
                let Some(maker) = maker else { return self.pass_over(look, want, Hindrance::NoMaker) };
                if !can_pay {
                    purse.reserve(price);
                    return false;
                }
                if !maker.queue.is_empty() {
                    // It finishes what it has begun and takes nothing new until then.
                    self.kept_idle = Some(maker.id);
                    purse.reserve(price);
                    return false;
                }
                purse.pay(price);
                self.spent_growth += price.worth();
                orders.push(match item {
                    Item::Advance(kind) => BotOrder::Advance(maker.id, kind),
                    Item::Research(upgrade) => BotOrder::Research(maker.id, upgrade),
                    Item::Train(kind) => BotOrder::Train(maker.id, kind),
                });
            }
        }
        true
    }

    /// Sends somebody to build on the place that `site` finds, if it can be paid; else it is set aside for, and `false` comes
    /// back. An error if there is no place, or nobody to build.
    pub(in crate::games::rts::bot) fn build(
        &mut self,
        look: &Look<'_, '_>,
        kind: BuildingId,
        site: impl Fn(&Self) -> Option<Cell>,
        purse: &mut Purse,
        orders: &mut Vec<BotOrder>,
    ) -> Result<bool, Hindrance> {
        let view = look.view;
        let price = view.rules.building(kind).cost;
        if self.sites.asked() >= MOST_SITES {
            return Ok(true);
        }
        if purse.left().minus(price).is_none() {
            purse.reserve(price);
            return Ok(false);
        }
        let at = site(self).ok_or(Hindrance::NoSite)?;
        let busy = |id| orders.iter().any(|order| matches!(order, BotOrder::Build(units, ..) if units.contains(&id)));
        let workers = view.free_workers().filter(|unit| Some(unit.id) != self.scout && !busy(unit.id));
        let worker = workers.min_by_key(|unit| (unit.at.distance_squared(at), unit.id)).ok_or(Hindrance::NoBuilder)?;
        purse.pay(price);
        let far = worker.at.chebyshev(at);
        let patience = 300 + 2 * far * u32::from(view.rules.kind(worker.kind).ticks_per_cell);
        self.sites.ask(at, view.rules.building(kind).size, view.now, patience);
        self.count(view, kind, price);
        orders.push(BotOrder::Build(vec![worker.id], kind, at));
        Ok(true)
    }

    fn pass_over(&mut self, look: &Look<'_, '_>, want: Want, why: Hindrance) -> bool {
        let until = look.view.now + PASSED_OVER;
        self.passed_over.insert(want.key(), until);
        look.note(|told| told.pass_over(want, until, why));
        true
    }

    /// What a building counts as: towers and producers are of the army as much as of growth.
    fn count(&mut self, view: &View<'_>, kind: BuildingId, price: Price) {
        if view.rules.building(kind).is_tower() {
            self.spent_army += price.worth();
        } else {
            self.spent_growth += price.worth();
        }
    }

    /// How many of a kind have been asked for and not begun.
    fn asked_of(&self, view: &View<'_>, kind: BuildingId) -> usize {
        view.units.iter().filter(|unit| unit.does == Occupation::Builds(kind)).count()
    }

    /// Lets the share of workers at the wood follow what is wanted and what soldiers will cost soon, as far as it is not there.
    fn learn_needs(&mut self, view: &View<'_>) {
        let mut needed = self.wanted.plus(Price { gold: RESERVE, wood: RESERVE });
        let have = vec![0; view.rules.units.len()];
        for building in view.buildings.iter().filter(|one| one.is_finished) {
            let Some(kind) = self.kind_to_train(view, building, &have) else { continue };
            let (ticks, price) = (view.rules.kind(kind).train_ticks, Item::Train(kind).price(view.rules));
            let soon = |price: u32| price * SOON / u32::from(ticks).max(1);
            needed = needed.plus(Price { gold: soon(price.gold), wood: soon(price.wood) });
        }
        let (gold, wood) = work_for(view, needed);
        self.turn_to_wood((wood * 100).checked_div(gold + wood).unwrap_or(30), TURN);
    }

    /// Lets the share of workers at the wood come nearer to what is wished, by a part at each look so that they do not run to
    /// and fro.
    pub(in crate::games::rts::bot) fn turn_to_wood(&mut self, wished: u32, looks: u32) {
        let (wished, now) = (wished.clamp(15, 65), u32::from(self.wood_percent));
        let step = wished.abs_diff(now).div_ceil(looks);
        self.wood_percent = if wished > now { now + step } else { now - step } as u8;
    }
}
