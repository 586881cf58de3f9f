//! Production: the queue of a building, what it takes and what comes out of it.
//!
//! The price is paid when something is added to the queue and comes back in full when it is taken out. Supply is needed when
//! the work on a unit begins; until there is enough of it the queue stands. What is made again and again is paid each time
//! anew, and waits for that at the end of the queue ([`super::repeating`]).

use super::buildings::{whole_health, work_for};
use super::gathering::LOOKS_WITHIN;
use super::repeating::pay_again;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::placement::rim;
use crate::games::rts::rules::{BuildingId, KindId, Rules};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid, Walks, part};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::march::edits::place_unit;
use crate::games::rts::sim::matches::{GameRules, MatchSetup};
use crate::games::rts::sim::orders::{Item, Order, OrderQueue};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::{Side, Sides, unit_health};
use crate::games::rts::sim::units::{Kind, Owner};
use crate::nav::occupancy::body;
use crate::nav::regions::ring;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use crate::nav::walk::Walk;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Cells around a rally flag in which it is looked for ground to walk on: beside the largest building.
const BESIDE_FLAG: i16 = 5;

#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Production {
    pub(super) queue: VecDeque<Item>,
    /// Ticks that the first one has had.
    pub(super) progress: u32,
    /// Whether the first one has its supply.
    pub(super) has_begun: bool,
    /// Whether the work stands because the player says so.
    pub(super) held: bool,
    /// Whether what is finished is added again.
    pub(super) repeats: bool,
    /// How many entries at the end of the queue are made again and wait to be paid.
    pub(super) unpaid: u8,
    /// Whether the player has been told that the money for them is missing.
    pub(super) knows_shortage: bool,
    /// Where those who come out go, one place after the other.
    pub(super) rally: Vec<Cell>,
    /// Whether the player has been told why the work stands.
    pub(super) has_warned: bool,
}

impl Production {
    /// What is made and waits, in order; what is not paid yet comes last.
    pub fn queue(&self) -> impl ExactSizeIterator<Item = Item> + '_ {
        self.queue.iter().copied()
    }

    /// Hundredths of the first one that are done.
    pub fn percent(&self, rules: &Rules) -> u8 {
        let needed = self.queue.front().map_or(1, |item| item.ticks(rules));
        (u64::from(self.progress) * 100 / u64::from(needed)).min(100) as u8
    }

    pub const fn is_held(&self) -> bool {
        self.held
    }

    /// Whether what is finished is added again.
    pub const fn repeats(&self) -> bool {
        self.repeats
    }

    /// Where those who come out go, one place after the other.
    pub fn rally(&self) -> &[Cell] {
        &self.rally
    }
}

/// What a side builds to feed more units: the cheapest that gives supply.
fn roof(rules: &Rules, side: &Side) -> Option<BuildingId> {
    let faction = &rules.faction(side.faction).name;
    let gives = (0..).zip(&rules.buildings).filter(|(_, kind)| kind.faction == *faction && kind.supply > 0);
    gives.min_by_key(|(_, kind)| kind.cost.gold + kind.cost.wood).map(|(id, _)| BuildingId(id))
}

/// Works on the first entry of every queue.
pub(super) fn produce(world: &mut World) {
    let rules = world.resource::<GameRules>().0.clone();
    let Ok(done) = world.run_system_cached(progress) else { return };
    let mut just = Vec::new();
    for (id, entity, item) in done {
        if deliver(world, &rules, id, entity, item)
            && let Some(mut production) = world.get_mut::<Production>(entity)
        {
            production.queue.pop_front();
            (production.progress, production.has_begun, production.has_warned) = (0, false, false);
            production.make_again(item);
            just.push(entity);
        }
    }
    // Without a board there is nobody to pay.
    let _ = world.run_system_cached_with(pay_again, just);
}

/// Lets a tick of work pass; gives what is finished, in the order of buildings.
fn progress(
    rules: Res<GameRules>,
    board: Single<(&BuildingIndex, &mut Sides), With<Board>>,
    units: Query<(&Kind, &Owner)>,
    mut producing: Query<(&Building, &Owner, &At, &mut Production)>,
    mut outcomes: MessageWriter<Outcome>,
) -> Vec<(UnitId, Entity, Item)> {
    let rules = &*rules.0;
    let (building_index, mut sides) = board.into_inner();
    let buildings = producing.iter().map(|(building, owner, _, production)| (building, owner, production));
    let mut supply = supply(rules, sides.iter().len(), units.iter(), buildings);
    let mut done = Vec::new();
    for (id, entity) in building_index.iter() {
        let Ok((building, owner, at, mut production)) = producing.get_mut(entity) else { continue };
        let stands = production.held || production.queue.is_empty() || production.waits_to_be_paid();
        if stands || !building.is_finished() {
            continue;
        }
        let item = production.queue[0];
        if !production.has_begun {
            let (Some(side), Some((used, given))) = (sides.get(owner.0), supply.get_mut(usize::from(owner.0))) else {
                continue;
            };
            let needed = item.supply(rules);
            if needed > 0 && *used + needed > *given {
                if !production.has_warned {
                    production.has_warned = true;
                    let reason = if *given >= rules.economy.supply_limit {
                        Warning::ArmyFull
                    } else {
                        Warning::WaitsForSupply(item, roof(rules, side))
                    };
                    outcomes.write(Outcome::Warned { side: owner.0, reason, at: Some(at.0) });
                }
                continue;
            }
            *used += needed;
            production.has_begun = true;
        }
        if production.progress < item.ticks(rules) {
            production.progress += 1;
        }
        if production.progress >= item.ticks(rules) {
            done.push((id, entity, item));
        }
    }
    // Only a real change marks the sides as changed.
    let is_new = sides.iter().zip(&supply).any(|(side, supply)| (side.supply_used, side.supply_given) != *supply);
    if is_new {
        for (side, supply) in sides.0.iter_mut().zip(supply) {
            (side.supply_used, side.supply_given) = supply;
        }
    }
    done
}

/// Brings a finished item into the world. Whether it could be: units need a free cell beside the building.
fn deliver(world: &mut World, rules: &Rules, id: UnitId, entity: Entity, item: Item) -> bool {
    let Some(owner) = world.get::<Owner>(entity).map(|owner| owner.0) else { return false };
    match item {
        Item::Train(kind) => train(world, rules, (id, entity, owner), kind),
        Item::Research(upgrade) => {
            let Some(mut sides) = part::<Sides>(world) else { return false };
            if let Some(side) = sides.get_mut(owner) {
                side.upgrades.insert(upgrade);
                side.bonuses = Bonuses::of(rules, &side.upgrades);
            }
            // Without a board there is nobody to be healthier.
            let _ = world.run_system_cached_with(renew_health, owner);
            world.write_message(Outcome::Researched { side: owner, upgrade, building: id });
            true
        }
        Item::Advance(kind) => {
            advance(world, rules, entity, kind);
            world.write_message(Outcome::BuildingFinished { building: id });
            true
        }
    }
}

/// Puts trained units beside their building and sends them on their way.
fn train(world: &mut World, rules: &Rules, (id, entity, owner): (UnitId, Entity, u8), kind: KindId) -> bool {
    let Ok(Some(doors)) = world.run_system_cached_with(free_doors, (entity, kind)) else { return false };
    let mut born = Vec::new();
    for door in doors {
        if let Ok(unit) = place_unit(world, kind, owner, door) {
            world.write_message(Outcome::UnitTrained { unit, building: id });
            born.push(unit);
        }
    }
    let rally = world.get::<Production>(entity).map(|production| production.rally.clone()).unwrap_or_default();
    if let Some(mut sides) = part::<Sides>(world)
        && let Some(side) = sides.get_mut(owner)
    {
        side.score.trained += born.len() as u32;
    }
    send_to_rally(world, rules, owner, kind, &born, &rally);
    true
}

/// The places beside a building where those come out who are trained together: first those from which one can walk to the
/// rally flag, or else on the largest ground, and of them those towards the flag; `None` if there is no room for all, which its player
/// is told once.
fn free_doors(
    In((entity, kind)): In<(Entity, KindId)>,
    rules: Res<GameRules>,
    board: Single<(&Occupied, &Walks), With<Board>>,
    mut producing: Query<(&Building, &Owner, &At, &mut Production)>,
    mut outcomes: MessageWriter<Outcome>,
) -> Option<Vec<Cell>> {
    let (occupied, walks) = *board;
    let (building, owner, at, mut production) = producing.get_mut(entity).ok()?;
    let (size, unit_size) = (rules.0.building(building.kind).size, rules.0.kind(kind).size);
    let below = Cell::new(at.0.x + i16::from(size) / 2, at.0.y + i16::from(size));
    let towards = production.rally.first().copied().unwrap_or(below);
    // Large ones come out where their whole body has room: around the building, one body away.
    let margin = i16::from(unit_size) - 1;
    let mut doors: Vec<Cell> = rim(Cell::new(at.0.x - margin, at.0.y - margin), size + unit_size - 1).collect();
    let regions = walks.regions(kind);
    // A flag may stand on a mine or in a forest.
    let wanted = production.rally.first().and_then(|flag| {
        (0..=BESIDE_FLAG).flat_map(|radius| ring(*flag, radius)).find_map(|cell| regions.region(cell))
    });
    let shut = |door: &Cell| {
        let region = regions.region(*door);
        (wanted.is_none() || region != wanted, Reverse(region.map_or(0, |region| regions.size(region))))
    };
    doors.sort_by_key(|door| (shut(door), door.distance_squared(towards), door.y, door.x));
    let batch = usize::from(rules.0.kind(kind).batch.max(1));
    let map = walks.map(kind);
    let mut free: Vec<Cell> = Vec::new();
    for door in doors {
        if free.len() == batch {
            break;
        }
        let is_clear = map.is_passable(door) && body(door, unit_size).all(|cell| occupied.table().is_free(cell));
        if is_clear && free.iter().all(|other| other.chebyshev(door) >= u32::from(unit_size)) {
            free.push(door);
        }
    }
    if free.len() == batch {
        return Some(free);
    }
    if !std::mem::replace(&mut production.has_warned, true) {
        outcomes.write(Outcome::Warned { side: owner.0, reason: Warning::NoDoor, at: Some(at.0) });
    }
    None
}

/// Those who come out go where the rally flags stand; workers whose flag stands on a mine or in a forest gather there. Like
/// every wish it goes through the door of orders, at the next tick.
fn send_to_rally(world: &mut World, rules: &Rules, owner: u8, kind: KindId, born: &[UnitId], rally: &[Cell]) {
    for (number, flag) in rally.iter().enumerate() {
        let (units, queue) = (born.to_vec(), number > 0);
        let is_last = number + 1 == rally.len();
        let wanted = if is_last && rules.kind(kind).works { gathered_at(world, *flag) } else { None };
        let order = match wanted {
            Some(place) => Order::Command { units, command: super::Command::Gather(place), queue },
            None => Order::MoveTo { units, to: *flag, queue, formation: false },
        };
        world.resource_mut::<OrderQueue>().issue(owner, order);
    }
}

/// From where those whose flag stands on a cell fetch something: from there, or, if the tree has been felled on which the
/// flag was put, from the nearest one.
fn gathered_at(world: &mut World, cell: Cell) -> Option<Cell> {
    let was_forest = world.resource::<MatchSetup>().level.terrain.get(cell) == Some(&Terrain::Forest);
    let mut boards = world.query_filtered::<(&BuildingIndex, &TerrainGrid), With<Board>>();
    let (building_index, terrain) = boards.single(world).ok()?;
    if let Some(building) = building_index.at(cell).and_then(|building| building_index.entity(building)) {
        return world.get::<Building>(building).is_some_and(|building| building.gold > 0).then_some(cell);
    }
    let is_forest = |cell: &Cell| terrain.cells().get(*cell) == Some(&Terrain::Forest);
    let reach = if was_forest { LOOKS_WITHIN } else { 0 };
    (0..=reach).find_map(|radius| {
        ring(cell, radius).filter(is_forest).min_by_key(|other| (other.distance_squared(cell), other.y, other.x))
    })
}

/// A building becomes one of the next tier, with the wounds that it had.
fn advance(world: &mut World, rules: &Rules, entity: Entity, kind: BuildingId) {
    let owner = world.get::<Owner>(entity).map_or(u8::MAX, |owner| owner.0);
    let Some(most) = part::<Sides>(world).map(|sides| whole_health(rules, &sides, owner, kind)) else { return };
    if let Some(mut building) = world.get_mut::<Building>(entity) {
        building.kind = kind;
        building.needed = work_for(rules, kind);
        building.done = building.needed;
    }
    if let Some(mut health) = world.get_mut::<Health>(entity) {
        let missing = health.most - health.now.min(health.most);
        *health = Health { now: most.saturating_sub(missing).max(1), most };
    }
}

/// Upgrades that give health give it to those who live already.
fn renew_health(
    In(side): In<u8>,
    rules: Res<GameRules>,
    sides: Single<&Sides, With<Board>>,
    mut units: Query<(&Kind, &Owner, &super::Fighting, &mut Health), Without<Building>>,
    mut buildings: Query<(&Building, &Owner, &mut Health)>,
) {
    let Some(of) = sides.get(side) else { return };
    let grow = |health: &mut Health, most: u16| {
        let gain = most.saturating_sub(health.most);
        (health.now, health.most) = (health.now + gain, most);
    };
    for (kind, _, fighting, mut health) in units.iter_mut().filter(|(_, owner, ..)| owner.0 == side) {
        grow(&mut health, unit_health(&rules.0, Some(of), kind.0, fighting.rank));
    }
    for (building, _, mut health) in buildings.iter_mut().filter(|(_, owner, _)| owner.0 == side) {
        grow(&mut health, whole_health(&rules.0, &sides, side, building.kind));
    }
}

fn supply<'a>(
    rules: &Rules,
    sides: usize,
    units: impl Iterator<Item = (&'a Kind, &'a Owner)>,
    buildings: impl Iterator<Item = (&'a Building, &'a Owner, &'a Production)>,
) -> Vec<(u16, u16)> {
    let mut all = vec![(0, 0); sides];
    for (kind, owner) in units {
        if let Some((used, _)) = all.get_mut(usize::from(owner.0)) {
            *used += u16::from(rules.kind(kind.0).supply);
        }
    }
    for (building, owner, production) in buildings {
        let Some((used, given)) = all.get_mut(usize::from(owner.0)) else { continue };
        if building.is_finished() {
            *given += rules.building(building.kind).supply;
        }
        if production.has_begun {
            *used += production.queue.front().map_or(0, |item| item.supply(rules));
        }
    }
    all.iter_mut().for_each(|(_, given)| *given = (*given).min(rules.economy.supply_limit));
    all
}
