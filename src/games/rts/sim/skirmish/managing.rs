//! Orders to buildings: what to make, where to send it, and what to give up.

use super::buildings::{fall, finished_kinds, has};
use super::production::Production;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::rules::{BuildingId, Price, Rules};
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::matches::GameRules;
use crate::games::rts::sim::orders::{Action, Item, MAX_RALLY};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::{Side, Sides};
use crate::games::rts::sim::units::Owner;
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// Why a building of some kind cannot make something for a side now; `None` if it can.
pub fn refusal(rules: &Rules, side: &Side, finished: &[BuildingId], of: BuildingId, item: Item) -> Option<Warning> {
    let kind = rules.building(of);
    let is_made_here = match item {
        Item::Train(unit) => kind.trains.contains(&rules.kind(unit).name),
        Item::Research(upgrade) => kind.researches.contains(&rules.upgrade(upgrade).name),
        Item::Advance(next) => kind.becomes.as_ref() == Some(&rules.building(next).name),
    };
    if !is_made_here {
        return Some(Warning::NotMadeHere(of));
    }
    if let Item::Research(upgrade) = item
        && side.upgrades.contains(&upgrade)
    {
        return Some(Warning::Known(item));
    }
    let missing = item.requires(rules).iter().find(|name| !has(rules, side, finished, name))?;
    Some(Warning::Lacks(item, missing.clone()))
}

/// Carries out an order to buildings.
pub(crate) fn manage(world: &mut World, side: u8, buildings: Vec<UnitId>, action: Action) {
    let rules = world.resource::<GameRules>().0.clone();
    let own: Vec<(UnitId, Entity)> = {
        let mut boards = world.query_filtered::<&BuildingIndex, With<Board>>();
        let Ok(building_index) = boards.single(world) else { return };
        let found = buildings.iter().filter_map(|id| Some((*id, building_index.entity(*id)?)));
        found
            .collect::<Vec<_>>()
            .into_iter()
            .filter(|(_, entity)| world.get::<Owner>(*entity).is_some_and(|owner| owner.0 == side))
            .collect()
    };
    match action {
        Action::Make(item) => make(world, &rules, side, &own, item),
        Action::Demolish => {
            for (id, entity) in own {
                demolish(world, &rules, side, id, entity);
            }
        }
        Action::Cancel(position) => {
            for (_, entity) in own {
                cancel(world, &rules, side, entity, usize::from(position));
            }
        }
        _ => {
            for (_, entity) in own {
                let Some(mut production) = world.get_mut::<Production>(entity) else { continue };
                match action {
                    Action::Rally { to, queue } => {
                        if !queue {
                            production.rally.clear();
                        }
                        if production.rally.len() < MAX_RALLY {
                            production.rally.push(to);
                        }
                    }
                    Action::ForgetRally => production.rally.clear(),
                    Action::Hold(held) => production.held = held,
                    Action::Repeat(repeats) => production.repeat(repeats),
                    Action::Make(_) | Action::Cancel(_) | Action::Demolish => {}
                }
            }
        }
    }
}

fn make(world: &mut World, rules: &Rules, side: u8, own: &[(UnitId, Entity)], item: Item) {
    let warn = |world: &mut World, reason: Warning, at: Option<Cell>| {
        world.write_message(Outcome::Warned { side, reason, at });
    };
    let mut buildings = world.query::<(&Building, &Owner)>();
    let mut boards = world.query_filtered::<&Sides, With<Board>>();
    let Ok(sides) = boards.single(world) else { return };
    let finished = finished_kinds(sides.iter().len(), buildings.iter(world));
    let (Some(of), Some(finished)) = (sides.get(side), finished.get(usize::from(side))) else { return };
    // The shortest queue among those that can.
    let mut refused = None;
    let mut best: Option<(usize, UnitId, Entity)> = None;
    let mut is_made = false;
    for (id, entity) in own {
        let (Some(building), Some(production)) = (world.get::<Building>(*entity), world.get::<Production>(*entity))
        else {
            continue;
        };
        if !building.is_finished() {
            continue;
        }
        if let Some(reason) = refusal(rules, of, finished, building.kind, item) {
            refused = Some(reason);
            continue;
        }
        is_made = true;
        let is_advancing = production.queue.iter().any(|queued| matches!(queued, Item::Advance(_)));
        let is_twice = !matches!(item, Item::Train(_)) && production.queue.contains(&item);
        if production.queue.len() < usize::from(rules.economy.queue_length)
            && !is_twice
            && !(is_advancing && matches!(item, Item::Advance(_)))
            && best.is_none_or(|(length, ..)| production.queue.len() < length)
        {
            best = Some((production.queue.len(), *id, *entity));
        }
    }
    // An upgrade is researched in one place only.
    if let Item::Research(_) = item {
        let mut all = world.query::<(&Production, &Owner)>();
        if all.iter(world).any(|(production, owner)| owner.0 == side && production.queue.contains(&item)) {
            warn(world, Warning::BeingResearched(item), None);
            return;
        }
    }
    let Some((_, _, entity)) = best else {
        let at = own.first().and_then(|(_, entity)| world.get::<At>(*entity)).map(|at| at.0);
        let reason = refused.filter(|_| !is_made).unwrap_or(Warning::QueueFull);
        warn(world, reason, at);
        return;
    };
    let price = item.price(rules);
    let mut boards = world.query_filtered::<&mut Sides, With<Board>>();
    let Ok(mut sides) = boards.single_mut(world) else { return };
    let Some(of) = sides.get_mut(side) else { return };
    let Some(left) = of.stock.minus(price) else {
        let reason = Warning::Short(of.lacks(price));
        let at = world.get::<At>(entity).map(|at| at.0);
        warn(world, reason, at);
        return;
    };
    of.stock = left;
    of.score.spent = of.score.spent.plus(price);
    if let Some(mut production) = world.get_mut::<Production>(entity) {
        production.add(item);
    }
}

/// Gives a price back to a side.
pub(super) fn refund(world: &mut World, side: u8, price: Price) {
    let mut boards = world.query_filtered::<&mut Sides, With<Board>>();
    let Ok(mut sides) = boards.single_mut(world) else { return };
    if let Some(side) = sides.get_mut(side) {
        side.stock = side.stock.plus(price);
        side.score.spent.gold = side.score.spent.gold.saturating_sub(price.gold);
        side.score.spent.wood = side.score.spent.wood.saturating_sub(price.wood);
    }
}

fn cancel(world: &mut World, rules: &Rules, side: u8, entity: Entity, position: usize) {
    let Some(mut production) = world.get_mut::<Production>(entity) else { return };
    if let Some((item, true)) = production.take_out(position) {
        refund(world, side, item.price(rules));
    }
}

fn demolish(world: &mut World, rules: &Rules, side: u8, id: UnitId, entity: Entity) {
    let Some(building) = world.get::<Building>(entity).copied() else { return };
    let paid: Vec<Item> = world.get::<Production>(entity).map(|one| one.paid().collect()).unwrap_or_default();
    for item in paid {
        refund(world, side, item.price(rules));
    }
    if !building.is_finished() {
        refund(world, side, rules.building(building.kind()).cost.percent(rules.economy.site_refund_percent));
    }
    fall(world, id);
}
