//! Gifts and claims. Who has more than 300 to spare and half as much again as an ally gives half of the difference, as
//! generous as it is (Warzone's Cobra does so); an ally without a hall gets what one costs. Mines are claimed before a
//! builder walks there.

use super::allies;
use crate::games::rts::bot::econ::places::next_mine;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, View};
use crate::games::rts::rules::{BuildingId, Price};
use crate::games::rts::signals::SignalKind;
use crate::nav::step::Tick;

/// Gold or wood that is kept at least, whatever an ally has.
const KEPT: u32 = 300;
/// Part of its stock by which one must have more than an ally to be rich beside it: half.
const RICH: u32 = 2;
/// Smallest gift: the way to the ally's purse is free, but nobody wants to be told of every coin.
const SMALLEST: u32 = 50;
/// Largest gift.
const MOST: u32 = 10_000;
/// Ticks between two gifts: fifteen seconds.
const AGAIN: Tick = 300;
/// Hundredths that somebody without a character gives of what could be given.
const GENEROSITY: u8 = 70;

impl Bot {
    /// Claims the mine that a builder of a hall is sent to.
    pub(super) fn claim(&mut self, look: &Look<'_, '_>, orders: &[BotOrder], said: &mut Vec<BotOrder>) {
        let is_hall = |kind: BuildingId| look.view.rules.building(kind).is_hall();
        let builds = |order: &BotOrder| matches!(order, BotOrder::Build(_, kind, _) if is_hall(*kind));
        if !orders.iter().any(builds) {
            return;
        }
        if let Some(mine) = next_mine(look, &self.sightings).filter(|mine| self.team.claimed != Some(*mine)) {
            self.team.claimed = Some(mine);
            said.push(BotOrder::Signal(SignalKind::Claim, mine));
        }
    }

    /// Gives an ally what it needs more.
    pub(super) fn give(&mut self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        if view.now < self.team.gave + AGAIN || view.halls().next().is_none() {
            return;
        }
        let homeless = allies(view).find(|ally| {
            let of = |one: &&super::Body| one.side == *ally;
            let has_hall = |one: &super::Body| one.building.is_some_and(|kind| view.rules.building(kind).is_hall());
            // Somebody who has no workers either cannot build one.
            let works = |one: &super::Body| one.unit.is_some_and(|kind| view.rules.kind(kind).works);
            !view.friends.iter().filter(of).any(has_hall) && view.friends.iter().filter(of).any(works)
        });
        let spare = |has: u32, wanted: u32| has.saturating_sub(wanted);
        let gift = homeless.and_then(|ally| {
            let stock = view.sides[usize::from(ally)].stock?;
            let faction = view.rules.faction(view.sides[usize::from(ally)].faction);
            let price = view.rules.building(view.rules.building_named(&faction.hall)?).cost;
            let gift = Price {
                gold: price.gold.saturating_sub(stock.gold).min(view.stock.gold),
                wood: price.wood.saturating_sub(stock.wood).min(view.stock.wood),
            };
            (gift != Price::default()).then_some((ally, gift))
        });
        let generosity = u32::from(self.character().map_or(GENEROSITY, |person| person.generosity)).min(100);
        let gift = gift.or_else(|| {
            let gifts = allies(view).filter_map(|ally| {
                let stock = view.sides[usize::from(ally)].stock?;
                let half = |has: u32, wanted: u32, theirs: u32| {
                    let has = spare(has, wanted);
                    let is_rich = has > KEPT && has > theirs + theirs / RICH;
                    let part = if is_rich { ((has - theirs) / 2).min(MOST) * generosity / 100 } else { 0 };
                    if part >= SMALLEST { part } else { 0 }
                };
                let gift = Price {
                    gold: half(view.stock.gold, self.wanted.gold, stock.gold),
                    wood: half(view.stock.wood, self.wanted.wood, stock.wood),
                };
                (gift != Price::default()).then_some((ally, gift))
            });
            gifts.max_by_key(|(ally, gift)| (gift.worth(), u8::MAX - ally))
        });
        if let Some((ally, gift)) = gift {
            self.team.gave = view.now;
            orders.push(BotOrder::Tribute(ally, gift));
        }
    }
}
