//! Orders: the only way to change the world. Mouse, bots, replays and tests all come through here.

use super::SimSystems;
use super::board::{At, Board, Distances, Planner, Reservations, TerrainGrid, Walks};
use super::classic::table_window;
use super::edits::{paint, place_unit, remove};
use super::matches::{GameRules, MatchClock};
use super::outcome::Outcome;
use super::replay::Recording;
use super::units::Unit;
use super::units::{Detour, Doing, Id, Intent, Kind, Owner, Stepping, Waypoint, Waypoints};
use crate::base::{Cell, CellSet};
use crate::modes::rts::rules::{GivingWay, KindId};
use crate::nav::coop::{PlannerKind, slots};
use crate::nav::occupancy::body;
use crate::nav::reservation::{ReservationTable, Route};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::nav::walk::Walk;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Longest list of waypoints of one unit; an order beyond it is refused.
pub const MAX_WAYPOINTS: usize = 64;

/// Something to be done at the coming tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Units go to a cell, spread over free cells around it.
    MoveTo {
        /// Who; units of other sides are left out.
        units: Vec<UnitId>,
        /// Where to.
        to: Cell,
        /// After what they are doing now, instead of at once.
        queue: bool,
        /// In the layout in which they stand, at the pace of the slowest, instead of close together.
        #[serde(default)]
        formation: bool,
    },
    /// Units forget their orders, stand as soon as their step is done, and make way for nobody until another order.
    Hold {
        /// Who; units of other sides are left out.
        units: Vec<UnitId>,
    },
    /// From now on units move by another planner.
    UsePlanner {
        /// Which.
        planner: PlannerKind,
    },
    /// Units forget their orders and stand as soon as their step is done.
    Stop {
        /// Who; units of other sides are left out.
        units: Vec<UnitId>,
    },
    /// Cells become another terrain, except where a unit could no longer stand.
    Paint {
        /// Which cells.
        cells: Vec<Cell>,
        /// The new terrain.
        terrain: Terrain,
    },
    /// Cells get terrains of their own: undo and redo.
    Restore {
        /// Cells with their new terrain.
        cells: Vec<(Cell, Terrain)>,
    },
    /// A unit appears.
    Place {
        /// What sort.
        kind: KindId,
        /// Whose.
        side: u8,
        /// Where.
        at: Cell,
    },
    /// The unit on a cell disappears.
    Remove {
        /// Where.
        at: Cell,
    },
}

/// An order with the side that gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issued {
    /// Who gives the order.
    pub side: u8,
    /// The order.
    pub order: Order,
}

/// The orders for the coming tick, in the order in which they are carried out.
#[derive(Resource, Debug, Default)]
pub struct OrderQueue(Vec<Issued>);

impl OrderQueue {
    /// Adds an order.
    pub fn issue(&mut self, side: u8, order: Order) {
        self.0.push(Issued { side, order });
    }

    /// Takes everything back.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The entity of every unit by its number, and the number of the next one. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Roster {
    pub(super) entities: BTreeMap<UnitId, Entity>,
    pub(super) next: u32,
    groups: u32,
}

impl Roster {
    /// The entity of a unit.
    #[must_use]
    pub fn entity(&self, unit: UnitId) -> Option<Entity> {
        self.entities.get(&unit).copied()
    }

    /// The entities of all units, in the order of the units.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.entities.values().copied()
    }

    /// Number of units.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether there are no units.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OrderQueue>().add_systems(FixedUpdate, carry_out.in_set(SimSystems::Command));
}

/// Carries out this tick's orders one after the other, each seeing what the one before did.
pub(super) fn carry_out(world: &mut World) {
    let issued = std::mem::take(&mut world.resource_mut::<OrderQueue>().0);
    let tick = world.resource::<MatchClock>().tick();
    let mut sent = Vec::new();
    for (number, entry) in issued.iter().enumerate() {
        if let Order::MoveTo { units, queue: false, .. } = &entry.order {
            sent.extend(units.iter().map(|unit| (*unit, number)));
        }
    }
    let sent = Arc::new(sent);
    for (number, entry) in issued.into_iter().enumerate() {
        world.resource_mut::<Recording>().add_order(tick, &entry);
        let Issued { side, order } = entry;
        match order {
            Order::MoveTo { units, to, queue, formation } => {
                let sent = Arc::clone(&sent);
                run(world, move_to, March { side, units, to, queue, formation, number, sent });
            }
            Order::Stop { units } => run(world, stop, (side, units, Doing::Stopped)),
            Order::Hold { units } => run(world, stop, (side, units, Doing::Holding)),
            Order::UsePlanner { planner } => run(world, use_planner, planner),
            Order::Paint { cells, terrain } => {
                run(world, paint, cells.into_iter().map(|cell| (cell, terrain)).collect());
            }
            Order::Restore { cells } => run(world, paint, cells),
            Order::Place { kind, side, at } => {
                if let Err(reason) = place_unit(world, kind, side, at) {
                    world.write_message(Outcome::Refused { reason, at: Some(at) });
                }
            }
            Order::Remove { at } => run(world, remove, at),
        }
    }
}

/// Runs one order as a system of its own. Its only failure is a missing board, and then there is nothing to order.
fn run<I: 'static, M>(world: &mut World, system: impl IntoSystem<In<I>, (), M> + 'static, input: I) {
    if let Err(error) = world.run_system_cached_with(system, input) {
        error!("an order could not be run: {error}");
    }
}

type Movers<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        &'static Owner,
        &'static Kind,
        &'static At,
        &'static mut Waypoints,
        &'static mut Intent,
        &'static mut Doing,
    ),
    With<Unit>,
>;

/// An order to go somewhere.
struct March {
    side: u8,
    units: Vec<UnitId>,
    to: Cell,
    queue: bool,
    formation: bool,
    /// The place of the order among those of this tick.
    number: usize,
    /// Which orders of this tick send which units away from where they stand.
    sent: Arc<Vec<(UnitId, usize)>>,
}

/// A member of a group that is sent somewhere.
#[derive(Debug, Clone, Copy)]
struct Member {
    entity: Entity,
    unit: UnitId,
    /// Where it starts: its cell, or its last waypoint.
    from: Cell,
    ticks_per_cell: u16,
}

fn move_to(
    In(march): In<March>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&mut Roster, &TerrainGrid, &mut Walks, &mut Distances), With<Board>>,
    mut movers: Movers,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (mut roster, terrain, mut walks, mut distances) = board.into_inner();
    let March { side, units, to, queue, formation, number: own_number, sent } = march;
    if !terrain.cells().contains(to) {
        outcomes.write(Outcome::Refused { reason: format!("{to} is not on the map."), at: None });
        return;
    }
    walks.refresh(terrain, &rules.0, &mut distances);
    let ordered: BTreeSet<UnitId> = units.into_iter().collect();
    // Large units choose their places first, then the rest by the sort of ground and the region that they share.
    let mut parties: BTreeMap<(Reverse<u8>, u8, u32), Vec<Member>> = BTreeMap::new();
    let mut taken_on = Vec::new();
    let mut full = 0;
    let mut pace = 0;
    for unit in &ordered {
        let Some(entity) = roster.entity(*unit) else { continue };
        let Ok((_, owner, kind, at, waypoints, ..)) = movers.get(entity) else { continue };
        if owner.0 != side {
            continue;
        }
        if queue && waypoints.0.len() >= MAX_WAYPOINTS {
            full += 1;
            continue;
        }
        let Some(region) = walks.regions(kind.0).region(at.0) else { continue };
        let from = if queue { waypoints.0.back().map_or(at.0, |last| last.goal) } else { at.0 };
        let sort = (Reverse(rules.0.kind(kind.0).size), walks.index(kind.0), region);
        parties.entry(sort).or_default().push(Member {
            entity,
            unit: *unit,
            from,
            ticks_per_cell: rules.0.kind(kind.0).ticks_per_cell,
        });
        taken_on.push(*unit);
        pace = pace.max(rules.0.kind(kind.0).ticks_per_cell);
    }
    // Where somebody outside of the group stands at rest or means to end, no member is sent; who is sent away by a later
    // order of this tick does neither.
    let mut is_gone = vec![false; roster.next as usize];
    let later = sent.iter().filter(|(_, number)| *number > own_number).map(|(unit, _)| unit);
    for unit in ordered.iter().chain(later) {
        if let Some(is_gone) = is_gone.get_mut(unit.0 as usize) {
            *is_gone = true;
        }
    }
    let outside = movers.iter().filter(|(id, ..)| !is_gone[id.0.0 as usize]);
    let mut taken = CellSet::new(terrain.cells().width(), terrain.cells().height());
    taken.extend(outside.flat_map(|(_, _, kind, at, waypoints, intent, _)| {
        let place = waypoints.0.back().copied().or(intent.post).map_or(at.0, |last| last.goal);
        body(place, rules.0.kind(kind.0).size)
    }));
    roster.groups += 1;
    let group = roster.groups;
    let middle = middle_of(parties.values().flatten().map(|member| member.from));
    for ((_, sort, region), party) in parties {
        let (map, regions) = (&walks.maps[usize::from(sort)], walks.regions_at(sort));
        let unreachable = regions.region(to) != Some(region);
        let Some(anchor) = regions.nearest(region, to) else { continue };
        let cells: Vec<Cell> = party.iter().map(|member| member.from).collect();
        let (places, slot_of) = if formation {
            let wanted = cells.iter().map(|cell| Cell::new(anchor.x + cell.x - middle.x, anchor.y + cell.y - middle.y));
            let places = slots::near(map, regions, region, wanted, &mut taken);
            let own = (0..places.len()).collect();
            (places, own)
        } else {
            let mut places = slots::around(map, anchor, party.len(), &mut taken);
            // A region without room for all: the rest go to the middle and end as near as they come.
            places.resize(party.len(), anchor);
            let slot_of = slots::assign(&cells, &places);
            (places, slot_of)
        };
        // Those who will be there first go first: the foremost and the quick make room for the others.
        let mut order: Vec<usize> = (0..party.len()).collect();
        let time = |member: usize| {
            map.octile(cells[member], places[slot_of[member]]) * u32::from(party[member].ticks_per_cell)
        };
        order.sort_by_key(|member| (time(*member), party[*member].unit));
        let mut rank_of = vec![0; party.len()];
        order.iter().enumerate().for_each(|(rank, member)| rank_of[*member] = rank as u32);
        for (number, member) in party.iter().enumerate() {
            let Ok((.., mut waypoints, mut intent, mut doing)) = movers.get_mut(member.entity) else { continue };
            let pace = if formation { pace } else { 0 };
            let waypoint = Waypoint { goal: places[slot_of[number]], anchor, asked: to, unreachable, group, pace };
            let idle = waypoints.0.is_empty();
            if !queue {
                waypoints.0.clear();
            }
            waypoints.0.push_back(waypoint);
            intent.post = Some(waypoint);
            if !queue || idle {
                intent.plan_due = clock.tick();
                intent.terrain_version = terrain.version();
                intent.detour = Detour::None;
                intent.nearest = (u32::MAX, clock.tick());
                intent.rank = (clock.tick(), (group & 0xFFF) << 20 | rank_of[number].min(0xF_FFFF));
                if doing.is_at_rest() {
                    *doing = Doing::Waiting { since: clock.tick(), obstacle: None };
                    intent.still_since = clock.tick();
                }
            }
        }
    }
    if full > 0 {
        let reason = format!("{full} of the units have {MAX_WAYPOINTS} waypoints already.");
        outcomes.write(Outcome::Refused { reason, at: Some(to) });
    }
    if !taken_on.is_empty() {
        outcomes.write(Outcome::OrderTaken { units: taken_on });
    }
}

/// The cell in the middle of some.
fn middle_of(cells: impl Iterator<Item = Cell>) -> Cell {
    let (mut x, mut y, mut count) = (0, 0, 0);
    for cell in cells {
        (x, y, count) = (x + i32::from(cell.x), y + i32::from(cell.y), count + 1);
    }
    Cell::new((x / count.max(1)) as i16, (y / count.max(1)) as i16)
}

/// Changes the planner: everybody forgets the routes of the old one and keeps the orders. Under `march` those who have
/// made way go back when nobody pushes them any more; under the classical planners nobody does that, so they get the way
/// back as an order.
fn use_planner(
    In(kind): In<PlannerKind>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &TerrainGrid, &mut Planner, &mut Reservations), With<Board>>,
    mut units: Query<(&Id, &At, &Stepping, &mut Waypoints, &mut Intent, &mut Doing), With<Unit>>,
) {
    let (roster, terrain, mut planner, mut reservations) = board.into_inner();
    let takes_back = kind != PlannerKind::March && rules.0.planner.giving_way == GivingWay::Return;
    planner.0 = kind;
    let (width, height) = (terrain.cells().width(), terrain.cells().height());
    reservations.0 = ReservationTable::new(width, height, table_window(&rules.0, kind));
    for entity in roster.entities() {
        let Ok((id, at, stepping, mut waypoints, mut intent, mut doing)) = units.get_mut(entity) else { continue };
        if takes_back
            && *doing == Doing::MakingWay
            && let Some(post) = intent.post
        {
            waypoints.0.push_back(post);
            intent.terrain_version = terrain.version();
            intent.rank = (clock.tick(), id.0.0);
            *doing = Doing::Waiting { since: clock.tick(), obstacle: None };
        }
        intent.route = Route::default();
        intent.plan_due = clock.tick();
        settle(&mut reservations, id.0, at.0, clock.tick(), stepping, &mut intent);
    }
}

/// Units stand where they are, free to be pushed or holding.
fn stop(
    In((side, units, stands)): In<(u8, Vec<UnitId>, Doing)>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &mut Reservations), With<Board>>,
    mut movers: Query<(&Owner, &At, &Stepping, &mut Waypoints, &mut Intent, &mut Doing), With<Unit>>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, mut reservations) = board.into_inner();
    for unit in units {
        let Some(entity) = roster.entity(unit) else { continue };
        let Ok((owner, at, stepping, mut waypoints, mut intent, mut doing)) = movers.get_mut(entity) else { continue };
        if owner.0 != side || waypoints.0.is_empty() && stands == Doing::Stopped && *doing != Doing::Holding {
            continue;
        }
        waypoints.0.clear();
        intent.post = None;
        *doing = stands;
        settle(&mut reservations, unit, at.0, clock.tick(), stepping, &mut intent);
        outcomes.write(Outcome::OrderEnded { unit });
    }
}

/// Replaces the route of a unit by staying, for good, where it is or where its step ends.
pub(super) fn settle(
    reservations: &mut Reservations,
    unit: UnitId,
    at: Cell,
    now: Tick,
    stepping: &Stepping,
    intent: &mut Intent,
) {
    reservations.0.release(unit, &mut intent.route);
    intent.route = Route::new(Vec::new(), true);
    reservations.0.reserve(unit, at, now, stepping.under_way(now), &mut intent.route);
}
