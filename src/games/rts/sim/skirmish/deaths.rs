//! Deaths: the dead leave the map, and their killers get score, ranks and loot.

use super::Building;
use super::buildings::fall;
use crate::games::rts::combat::Being;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::board::{At, Board, part};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::march::edits::take_off;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::sides::{Sides, unit_health};
use crate::games::rts::sim::skirmish::damage::loot;
use crate::games::rts::sim::units::{Facing, Id, Kind, Owner, Roster};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

#[derive(Debug, Clone, Copy)]
struct Dead {
    id: UnitId,
    entity: Entity,
    being: Being,
    side: u8,
    worth: u32,
    /// Who killed it, if that was a blow of this tick.
    by: Option<UnitId>,
}

/// Takes the dead off the map.
pub(super) fn bury(world: &mut World) {
    let Ok(dead) = world.run_system_cached(find_dead) else { return };
    if dead.is_empty() {
        return;
    }
    let rules = world.resource::<GameRules>().0.clone();
    let now = world.resource::<MatchClock>().tick();
    for one in &dead {
        credit(world, &rules, one);
    }
    for one in dead {
        match one.being {
            Being::Unit(kind) => leave(world, now, &one, kind),
            Being::Building(_) => fall(world, one.id),
        }
    }
}

fn find_dead(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    beings: Query<(Entity, &Id, &Owner, &Health, &Fighting, Option<&Kind>, Option<&Building>)>,
) -> Vec<Dead> {
    let now = clock.tick().max(1);
    let mut dead: Vec<Dead> = Vec::new();
    for (entity, id, owner, health, fighting, kind, building) in &beings {
        if health.now > 0 {
            continue;
        }
        let (being, cost) = match (kind, building) {
            (Some(kind), _) => (Being::Unit(kind.0), rules.0.kind(kind.0).cost),
            (None, Some(building)) => (Being::Building(building.kind()), rules.0.building(building.kind()).cost),
            (None, None) => continue,
        };
        let by = fighting.hurt_by.filter(|_| fighting.hurt_at == now);
        dead.push(Dead { id: id.0, entity, being, side: owner.0, worth: cost.worth(), by });
    }
    dead.sort_unstable_by_key(|one| one.id);
    dead
}

/// Gives the side and the one who killed what is due to them, and counts the loss.
fn credit(world: &mut World, rules: &Rules, dead: &Dead) {
    let is_building = matches!(dead.being, Being::Building(_));
    let is_worker = matches!(dead.being, Being::Unit(kind) if rules.kind(kind).works);
    let killer = dead.by.and_then(|by| {
        let mut boards = world.query_filtered::<(&Roster, &super::BuildingIndex), With<Board>>();
        let (roster, building_index) = boards.single(world).ok()?;
        let entity = roster.entity(by).or_else(|| building_index.entity(by))?;
        Some((entity, world.get::<Owner>(entity)?.0, world.get::<Kind>(entity).map(|kind| kind.0)))
    });
    let Some(mut sides) = part::<Sides>(world) else { return };
    if let Some(side) = sides.get_mut(dead.side) {
        side.score.lost += u32::from(!is_building);
        side.score.workers_lost += u32::from(is_worker);
        side.score.fallen += u32::from(is_building);
        side.score.lost_worth += dead.worth;
    }
    let Some((entity, by_side, by_kind)) = killer.filter(|(_, side, _)| sides.are_enemies(*side, dead.side)) else {
        return;
    };
    if let Some(side) = sides.get_mut(by_side) {
        side.score.killed += u32::from(!is_building);
        side.score.razed += u32::from(is_building);
        side.score.killed_worth += dead.worth;
    }
    if let Some(kind) = by_kind {
        loot(&mut sides, by_side, dead.worth, rules.kind(kind).loot);
    }
    let side = sides.get(by_side).cloned();
    let Some(mut fighting) = world.get_mut::<Fighting>(entity) else { return };
    fighting.kills = fighting.kills.saturating_add(1);
    fighting.kills_worth = fighting.kills_worth.saturating_add(dead.worth);
    let Some(kind) = by_kind else { return };
    let own = rules.kind(kind).cost.worth().max(1);
    let earned = fighting.kills_worth.saturating_mul(100) / own;
    let rank = rules.economy.ranks.iter().take_while(|rank| rank.kills_percent <= earned).count() as u8;
    if rank <= fighting.rank {
        return;
    }
    fighting.rank = rank;
    let most = unit_health(rules, side.as_ref(), kind, rank);
    if let Some(mut health) = world.get_mut::<Health>(entity) {
        // The dead rise no more.
        let gain = if health.now > 0 { most.saturating_sub(health.most) } else { 0 };
        (health.now, health.most) = (health.now.saturating_add(gain), most);
    }
}

/// Takes a dead unit off the map. The tick has moved everybody already: a step that ends with it is over.
fn leave(world: &mut World, now: Tick, dead: &Dead, kind: KindId) {
    let place = world.get::<At>(dead.entity).zip(world.get::<Facing>(dead.entity));
    let Some((at, facing)) = place.map(|(at, facing)| (at.0, facing.0)) else { return };
    world.write_message(Outcome::Died { unit: dead.id, kind, side: dead.side, at, facing, by: dead.by });
    take_off(world, dead.id, now + 1);
}
