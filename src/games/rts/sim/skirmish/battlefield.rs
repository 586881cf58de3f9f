//! The battle as of one tick: all bodies, the places that fighters claim, and the units that have something to decide.

use super::{Building, BuildingIndex};
use crate::base::{Cell, Grid};
use crate::games::rts::combat::Being;
use crate::games::rts::combat::arms::{Arm, Arms};
use crate::games::rts::combat::bodies::{Bodies, Body};
use crate::games::rts::level::SIDES;
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::fighters::{Fighting, Health, Stance};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::sides::{NEUTRAL, Sides};
use crate::games::rts::sim::skirmish::help_calls::{HELPS_WITHIN, HelpCalls};
use crate::games::rts::sim::tasks::{Inside, Task, Tasks};
use crate::games::rts::sim::units::{Id, Kind, Owner, Rooted, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::occupancy::body;
use crate::nav::step::{Tick, UnitId};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// Ticks from one look-out of a unit that fights nobody to the next.
pub(super) const LOOKS_OUT: Tick = 4;

/// A blow, or a dose of healing, that falls at this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strike {
    pub(super) by: UnitId,
    pub(super) target: UnitId,
    /// What the blow carries, or the health that is given.
    pub(super) force: u32,
    pub(super) heals: bool,
}

/// The cells from which somebody on its way means to fight: each is good for one.
#[derive(Debug, Clone)]
pub(super) struct Claims(Grid<(Tick, UnitId)>);

impl Claims {
    /// Notes that a unit is on its way to a place.
    pub(super) fn claim(&mut self, unit: UnitId, at: Cell, size: u8, now: Tick) {
        for cell in body(at, size) {
            if let Some(claim) = self.0.get_mut(cell) {
                *claim = (now + 1, unit);
            }
        }
    }

    /// Whether another unit is on its way to a cell.
    pub(super) fn is_taken(&self, unit: UnitId, cell: Cell, now: Tick) -> bool {
        self.0.get(cell).is_some_and(|(tick, by)| *tick == now + 1 && *by != unit)
    }
}

/// The battle as of this tick, made anew from what everybody is. On the board entity.
#[derive(Component, Debug)]
pub struct Battlefield {
    pub(super) field: Bodies,
    pub(super) arms: Arms,
    /// The entities of the bodies of the field.
    pub(super) entities: Vec<Entity>,
    /// The enemies of each side, as bits.
    pub(super) enemies: [u8; SIDES as usize],
    /// The side itself and its friends, as bits.
    pub(super) friends: [u8; SIDES as usize],
    pub(super) claims: Claims,
    pub(super) calls: HelpCalls,
    /// The blows of this tick, in the order of those who strike.
    pub(super) strikes: Vec<Strike>,
    /// Units that have something to decide, in their order.
    pub(super) alert: Vec<Entity>,
    watch: Vec<Lookout>,
}

/// A unit that would fight if somebody came near.
#[derive(Debug, Clone, Copy)]
struct Lookout {
    slot: u32,
    /// Cells within which it looks.
    looks: u32,
    /// Whether it has something to decide even if nobody is near.
    always: bool,
}

impl Battlefield {
    /// Forgets everything: it is made anew by the next tick.
    pub(crate) fn clear(&mut self, width: u16, height: u16) {
        *self = Self::new(width, height);
    }

    pub(super) fn new(width: u16, height: u16) -> Self {
        Self {
            field: Bodies::default(),
            arms: Arms::default(),
            entities: Vec::new(),
            enemies: [0; SIDES as usize],
            friends: [0; SIDES as usize],
            claims: Claims(Grid::filled(width, height, (0, UnitId(0)))),
            calls: HelpCalls::new(width, height),
            strikes: Vec::new(),
            alert: Vec::new(),
            watch: Vec::new(),
        }
    }
}

#[derive(QueryData)]
pub(super) struct Mustered {
    entity: Entity,
    kind: &'static Kind,
    owner: &'static Owner,
    at: &'static At,
    inside: &'static Inside,
    health: &'static Health,
    tasks: &'static Tasks,
    waypoints: &'static Waypoints,
    rooted: &'static Rooted,
    fighting: &'static Fighting,
}

/// Looks up who is where, and finds out who has something to decide.
pub(super) fn muster(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &BuildingIndex, &Sides, &TerrainGrid, &mut Battlefield), With<Board>>,
    units: Query<(&'static Id, Mustered), With<Unit>>,
    buildings: Query<(&Id, &Building, &Owner, &At, &Health, &Fighting)>,
) {
    let (roster, building_index, sides, terrain, mut battlefield) = board.into_inner();
    let Battlefield { field, arms, entities, enemies, friends, claims, calls, strikes, alert, watch } =
        &mut *battlefield;
    let now = clock.tick();
    arms.update(&rules.0, sides.iter().map(|side| (&side.bonuses, side.upgrades.len())));
    let count = sides.iter().len().min(usize::from(SIDES)) as u8;
    for side in 0..count {
        friends[usize::from(side)] = sides.team_mask(side);
        enemies[usize::from(side)] = (u8::MAX >> (SIDES - count)) & !sides.team_mask(side);
    }
    field.clear(terrain.cells().width(), terrain.cells().height());
    entities.clear();
    calls.clear();
    strikes.clear();
    alert.clear();
    watch.clear();
    roster.for_each(&units, |id, unit| {
        let MusteredItem { entity, kind, owner, at, inside, health, waypoints, fighting, .. } = unit;
        if owner.0 >= count || inside.0.is_some() || health.now == 0 {
            return;
        }
        let arm = arms.unit(owner.0, kind.0);
        calls.note(at.0, owner.0, fighting, now);
        if fighting.target.is_some()
            && let Some(goal) = waypoints.0.front()
        {
            claims.claim(id, goal.goal, arm.size, now);
        }
        let slot = entities.len() as u32;
        watch.extend(watches(arm, id, &unit, now).map(|watch| Lookout { slot, ..watch }));
        entities.push(entity);
        field.add(body_of((id, at, owner, Being::Unit(kind.0)), arm, health, fighting));
    });
    for (_, entity) in building_index.iter() {
        let Ok((id, building, owner, at, health, fighting)) = buildings.get(entity) else { continue };
        if owner.0 == NEUTRAL || owner.0 >= count || health.now == 0 {
            continue;
        }
        let arm = arms.building(owner.0, building.kind());
        calls.note(at.0, owner.0, fighting, now);
        entities.push(entity);
        field.add(body_of((id.0, at, owner, Being::Building(building.kind())), arm, health, fighting));
    }
    field.sort();
    for Lookout { slot, looks, always } in watch {
        let body = &field.bodies()[*slot as usize];
        let is_called = calls.are_near(body.at, friends[usize::from(body.side)]);
        let looks = if is_called { HELPS_WITHIN.max(*looks) } else { *looks };
        if *always || field.may_have(enemies[usize::from(body.side)], body.at, body.size, looks) {
            alert.push(entities[*slot as usize]);
        }
    }
}

fn body_of(
    (id, at, owner, being): (UnitId, &At, &Owner, Being),
    arm: &Arm,
    health: &Health,
    fighting: &Fighting,
) -> Body {
    Body {
        id,
        at: at.0,
        size: arm.size,
        side: owner.0,
        role: arm.role,
        rank: fighting.rank,
        being,
        health: health.now,
        most: health.most,
        target: fighting.target,
    }
}

/// Whether a unit may have something to decide at this tick: `None` if not, whoever is near.
fn watches(arm: &Arm, id: UnitId, unit: &MusteredItem, now: Tick) -> Option<Lookout> {
    let MusteredItem { tasks, waypoints, rooted, fighting, .. } = unit;
    let is_at_it = fighting.target.is_some() || rooted.0 || fighting.is_fleeing();
    let is_hurt = fighting.is_hurt_within(2, now);
    let always = is_at_it || matches!(tasks.now, Some(Task::Attack(_))) || arm.works && is_hurt;
    let is_due = is_hurt || (now + id.0).is_multiple_of(LOOKS_OUT);
    if !always && (!is_due || arm.weapon.is_none() && arm.healing.is_none()) {
        return None;
    }
    let looks = arm.weapon.map_or(0, |weapon| weapon.range + 1).max(arm.sight);
    let seeks = match tasks.now {
        Some(Task::AttackMove(_) | Task::Patrol { .. } | Task::Guard(_)) => true,
        Some(_) => false,
        None => {
            let is_returning = waypoints.0.front().is_some_and(|goal| Some(goal.goal) == fighting.home);
            let stands = waypoints.0.is_empty() || is_returning;
            stands && !arm.works && fighting.stance != Stance::Passive
        }
    };
    (always || seeks).then_some(Lookout { slot: 0, looks, always: always || arm.healing.is_some() })
}
