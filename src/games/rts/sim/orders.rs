//! Orders: the only way to change the world. Mouse, bots, replays and tests all come through here.

use super::SimSystems;
use super::board::{At, Board, Planner, Reservations, TerrainGrid};
use super::door::Door;
use super::matches::{GameRules, MatchClock, MatchSetup};
use super::outcome::Outcome;
use super::units::{Doing, Id, Intent, Owner, Stepping, Unit, Waypoints};
use crate::base::Cell;
use crate::games::rts::rules::{GivingWay, KindId};
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::edits::{paint, place_unit, remove};
use crate::games::rts::sim::march::filling::{fill, places_left};
use crate::games::rts::sim::march::sending::{March, Purpose, send};
use crate::games::rts::sim::record::replay::Recording;
use crate::games::rts::sim::skirmish::{Action, Command, Fighting, Tasks, command_units, manage, surrender};
use crate::nav::coop::PlannerKind;
use crate::nav::reservation::{ReservationTable, Route};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    /// Units forget their orders and stand as soon as their step is done.
    Stop {
        /// Who; units of other sides are left out.
        units: Vec<UnitId>,
    },
    /// Units do something other than walk.
    Command {
        /// Who; units of other sides, and those that cannot do it, are left out.
        units: Vec<UnitId>,
        /// What.
        command: Command,
        /// After what they are doing now, instead of at once.
        queue: bool,
    },
    /// Buildings do something.
    Manage {
        /// Which; buildings of other sides are left out.
        buildings: Vec<UnitId>,
        /// What.
        action: Action,
    },
    /// The side gives up.
    Surrender,
}

/// What belongs to the host of a match: a side cannot order it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostOrder {
    /// From now on units move by another planner.
    UsePlanner {
        /// Which.
        planner: PlannerKind,
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
    /// The planners forget what they remember, so that the match can be saved here; see [`crate::games::rts::sim::record::snapshot`].
    Checkpoint,
}

/// An order with who gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Issued {
    /// A side gives it. It is about this side alone.
    Side(u8, Order),
    /// The host of the match gives it.
    Host(HostOrder),
}

impl Issued {
    /// The side that gives it; `None`: the host.
    #[must_use]
    pub const fn side(&self) -> Option<u8> {
        match self {
            Self::Side(side, _) => Some(*side),
            Self::Host(_) => None,
        }
    }
}

/// The orders for the coming tick, in the order in which they are carried out.
#[derive(Resource, Debug, Default)]
pub struct OrderQueue(Vec<Issued>);

impl OrderQueue {
    /// Adds an order.
    pub fn give(&mut self, order: Issued) {
        self.0.push(order);
    }

    /// Adds an order of a side.
    pub fn issue(&mut self, side: u8, order: Order) {
        self.give(Issued::Side(side, order));
    }

    /// Adds an order of the host.
    pub fn host(&mut self, order: HostOrder) {
        self.give(Issued::Host(order));
    }

    /// What waits.
    pub(super) fn waiting(&self) -> &[Issued] {
        &self.0
    }

    /// Puts orders in place of what waits.
    pub(super) fn put(&mut self, orders: Vec<Issued>) {
        self.0 = orders;
    }

    /// Takes out the orders before the first [`HostOrder::Checkpoint`], and that one; `None` if there is none.
    pub(super) fn take_to_checkpoint(&mut self) -> Option<(Vec<Issued>, Issued)> {
        let place = self.0.iter().position(|issued| *issued == Issued::Host(HostOrder::Checkpoint))?;
        let after = self.0.split_off(place + 1);
        let checkpoint = self.0.pop()?;
        Some((std::mem::replace(&mut self.0, after), checkpoint))
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
    pub(super) groups: u32,
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
    carry(world, issued);
}

/// The orders that are orders of this match, without the units of others; the rest is refused. What is refused must not
/// change even where those go whom the others send: it is not recorded.
fn let_in(world: &mut World, issued: Vec<Issued>) -> Vec<Issued> {
    // Without a match there is nothing to order.
    let Some(setup) = world.get_resource::<MatchSetup>().cloned() else { return Vec::new() };
    let rules = world.resource::<GameRules>().0.clone();
    let door = Door::of(&setup, &rules);
    let mut let_in = Vec::with_capacity(issued.len());
    for mut entry in issued {
        if let Err(reason) = door.check(&entry) {
            world.write_message(Outcome::Refused { side: entry.side(), reason, at: None });
            continue;
        }
        leave_out_others(world, &mut entry);
        let_in.push(entry);
    }
    let_in
}

/// Carries out some orders.
pub(super) fn carry(world: &mut World, issued: Vec<Issued>) {
    let tick = world.resource::<MatchClock>().tick();
    let mut sent = Vec::new();
    let issued = let_in(world, issued);
    let left: Vec<Cell> = issued.iter().flat_map(|entry| places_left(world, entry)).collect();
    for (number, entry) in issued.iter().enumerate() {
        if let Issued::Side(_, Order::MoveTo { units, queue: false, .. } | Order::Command { units, queue: false, .. }) =
            entry
        {
            sent.extend(units.iter().map(|unit| (*unit, number)));
        }
    }
    let sent = Arc::new(sent);
    for (number, entry) in issued.into_iter().enumerate() {
        world.resource_mut::<Recording>().add_order(tick, &entry);
        match entry {
            Issued::Side(side, order) => carry_out_of(world, side, order, (number, &sent)),
            Issued::Host(order) => carry_out_of_host(world, order),
        }
    }
    if !left.is_empty() {
        run(world, fill, left);
    }
}

/// Takes the units of other sides out of an order of a side: not even where they stand is to change by it.
fn leave_out_others(world: &World, entry: &mut Issued) {
    let Issued::Side(side, order) = entry else { return };
    let (Order::MoveTo { units, .. } | Order::Command { units, .. } | Order::Stop { units } | Order::Hold { units }) =
        order
    else {
        return;
    };
    let Some(mut boards) = world.try_query_filtered::<&Roster, With<Board>>() else { return };
    let Ok(roster) = boards.single(world) else { return };
    let owner = |unit: UnitId| roster.entity(unit).and_then(|entity| world.get::<Owner>(entity));
    units.retain(|unit| owner(*unit).is_none_or(|owner| owner.0 == *side));
}

/// Carries out an order of a side: the place of it among those of this tick, and which of these send which units away.
fn carry_out_of(world: &mut World, side: u8, order: Order, (number, sent): (usize, &Arc<Vec<(UnitId, usize)>>)) {
    match order {
        Order::MoveTo { units, to, queue, formation } => {
            let (sent, purpose) = (Arc::clone(sent), Purpose::Walk);
            run(world, send, March { side, units, to, queue, formation, purpose, number, sent });
        }
        Order::Command { units, command, queue } => command_units(world, (side, units, command, queue), (number, sent)),
        Order::Manage { buildings, action } => manage(world, side, buildings, action),
        Order::Surrender => surrender(world, side),
        Order::Stop { units } => run(world, stop, (side, units, Doing::Stopped)),
        Order::Hold { units } => run(world, stop, (side, units, Doing::Holding)),
    }
}

fn carry_out_of_host(world: &mut World, order: HostOrder) {
    match order {
        HostOrder::UsePlanner { planner } => run(world, use_planner, planner),
        HostOrder::Paint { cells, terrain } => {
            run(world, paint, cells.into_iter().map(|cell| (cell, terrain)).collect());
        }
        HostOrder::Restore { cells } => run(world, paint, cells),
        HostOrder::Place { kind, side, at } => {
            if let Err(reason) = place_unit(world, kind, side, at) {
                world.write_message(Outcome::Refused { side: None, reason, at: Some(at) });
            }
        }
        HostOrder::Remove { at } => run(world, remove, at),
        // Its turn comes before all this.
        HostOrder::Checkpoint => {}
    }
}

/// Runs one order as a system of its own. Its only failure is a missing board, and then there is nothing to order.
pub(super) fn run<I: 'static, M>(world: &mut World, system: impl IntoSystem<In<I>, (), M> + 'static, input: I) {
    if let Err(error) = world.run_system_cached_with(system, input) {
        error!("an order could not be run: {error}");
    }
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
    mut movers: Query<
        (&Owner, &At, &Stepping, &mut Waypoints, &mut Tasks, &mut Intent, &mut Doing, &mut Fighting),
        With<Unit>,
    >,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, mut reservations) = board.into_inner();
    for unit in units {
        let Some(entity) = roster.entity(unit) else { continue };
        let Ok((owner, at, stepping, mut waypoints, mut tasks, mut intent, mut doing, mut fighting)) =
            movers.get_mut(entity)
        else {
            continue;
        };
        let has_nothing = waypoints.0.is_empty() && tasks.is_empty() && fighting.target().is_none();
        if owner.0 != side || has_nothing && stands == Doing::Stopped && *doing != Doing::Holding {
            continue;
        }
        waypoints.0.clear();
        tasks.clear();
        fighting.forget();
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
