//! Orders to buildings: what to make, where to send it, and what to give up.

use super::buildings::{fall, finished_kinds, has};
use super::production::Production;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::rules::{BuildingId, Price, Rules};
use crate::games::rts::sim::board::{At, Board, part};
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

pub(crate) fn manage(world: &mut World, side: u8, buildings: Vec<UnitId>, action: Action) {
    let rules = world.resource::<GameRules>().0.clone();
    let Some(building_index) = part::<BuildingIndex>(world) else { return };
    let found = buildings.iter().filter_map(|id| Some((*id, building_index.entity(*id)?)));
    let mut own: Vec<(UnitId, Entity)> = found.collect();
    own.retain(|(_, entity)| world.get::<Owner>(*entity).is_some_and(|owner| owner.0 == side));
    if let Action::Make(item) = action {
        let own = own.into_iter().map(|(_, entity)| entity).collect();
        if let Ok(Err((reason, at))) = world.run_system_cached_with(make, (side, own, item)) {
            world.write_message(Outcome::Warned { side, reason, at });
        }
        return;
    }
    for (id, entity) in own {
        if action == Action::Demolish {
            demolish(world, &rules, side, id, entity);
            continue;
        }
        let Some(mut production) = world.get_mut::<Production>(entity) else { continue };
        match action {
            Action::Cancel(position) => {
                if let Some((item, true)) = production.take_out(usize::from(position)) {
                    refund(world, side, item.price(&rules));
                }
            }
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
            Action::Make(_) | Action::Demolish => {}
        }
    }
}

/// Adds something to the shortest queue among those of the buildings that can make it.
///
/// # Errors
/// Why it is not made, and where.
fn make(
    In((side, own, item)): In<(u8, Vec<Entity>, Item)>,
    rules: Res<GameRules>,
    mut sides: Single<&mut Sides, With<Board>>,
    mut producing: Query<(&Building, &Owner, &At, &mut Production)>,
) -> Result<(), (Warning, Option<Cell>)> {
    let rules = &*rules.0;
    let Some(of) = sides.get(side) else { return Ok(()) };
    let finished = finished_kinds(side, producing.iter().map(|(building, owner, ..)| (building, owner)));
    let mut refused = None;
    let mut best: Option<(usize, Entity)> = None;
    let mut is_made = false;
    for entity in &own {
        let Ok((building, .., production)) = producing.get(*entity) else { continue };
        if !building.is_finished() {
            continue;
        }
        if let Some(reason) = refusal(rules, of, &finished, building.kind, item) {
            refused = Some(reason);
            continue;
        }
        is_made = true;
        let is_advancing = production.queue.iter().any(|queued| matches!(queued, Item::Advance(_)));
        let is_twice = !matches!(item, Item::Train(_)) && production.queue.contains(&item);
        if production.queue.len() < usize::from(rules.economy.queue_length)
            && !is_twice
            && !(is_advancing && matches!(item, Item::Advance(_)))
            && best.is_none_or(|(length, _)| production.queue.len() < length)
        {
            best = Some((production.queue.len(), *entity));
        }
    }
    // An upgrade is researched in one place only.
    let makes_it = |owner: &Owner, production: &Production| owner.0 == side && production.queue.contains(&item);
    if matches!(item, Item::Research(_))
        && producing.iter().any(|(_, owner, _, production)| makes_it(owner, production))
    {
        return Err((Warning::BeingResearched(item), None));
    }
    let Some((_, entity)) = best else {
        let first = own.first().and_then(|entity| producing.get(*entity).ok());
        let reason = refused.filter(|_| !is_made).unwrap_or(Warning::QueueFull);
        return Err((reason, first.map(|(_, _, at, _)| at.0)));
    };
    let Ok((_, _, at, mut production)) = producing.get_mut(entity) else { return Ok(()) };
    let Some(of) = sides.get_mut(side) else { return Ok(()) };
    let price = item.price(rules);
    if !of.pay(price) {
        return Err((Warning::Short(of.lacks(price)), Some(at.0)));
    }
    production.add(item);
    Ok(())
}

pub(super) fn refund(world: &mut World, side: u8, price: Price) {
    let Some(mut sides) = part::<Sides>(world) else { return };
    if let Some(side) = sides.get_mut(side) {
        side.stock = side.stock.plus(price);
        side.score.spent.gold = side.score.spent.gold.saturating_sub(price.gold);
        side.score.spent.wood = side.score.spent.wood.saturating_sub(price.wood);
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
