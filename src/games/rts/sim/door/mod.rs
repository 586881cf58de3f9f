//! The door of orders: the only way to change the world. Mouse, bots, replays and tests all come through here.

mod check;

pub(super) use check::Door;

use super::board::{At, Board, Planner, Reservations, TerrainGrid};
use crate::base::Cell;
use crate::games::rts::rules::GivingWay;
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::edits::{paint, place_unit, remove};
use crate::games::rts::sim::march::filling::{fill, places_left};
use crate::games::rts::sim::march::going::Walker;
use crate::games::rts::sim::march::sending::{March, Purpose, send};
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup, SimSystems};
use crate::games::rts::sim::orders::{HostOrder, Issued, Order, OrderQueue, run};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Refusal;
use crate::games::rts::sim::skirmish::{command_units, give, hand_over, let_speak, manage, say, signal, surrender};
use crate::games::rts::sim::units::{Doing, Owner, Priority, Roster, Unit};
use crate::nav::coop::PlannerKind;
use crate::nav::reservation::ReservationTable;
use crate::nav::step::UnitId;
use bevy::prelude::*;
use std::sync::Arc;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OrderQueue>().add_systems(FixedUpdate, carry_out.in_set(SimSystems::Command));
}

#[derive(Event)]
pub(super) struct CarriedOut(pub(super) Issued);

/// Carries out this tick's orders one after the other, each seeing what the one before did.
pub(crate) fn carry_out(world: &mut World) {
    let issued = world.resource_mut::<OrderQueue>().take();
    carry(world, issued);
}

/// The orders that are orders of this match, without the units of others, as they are recorded; the rest is refused. What
/// is refused must not change even where those go whom the others send: it is not recorded.
pub(super) fn admit(world: &World, issued: Vec<Issued>, mut refuse: impl FnMut(Option<u8>, Refusal)) -> Vec<Issued> {
    // Without a match there is nothing to order.
    let Some(setup) = world.get_resource::<MatchSetup>() else { return Vec::new() };
    let door = Door::of(setup, &world.resource::<GameRules>().0);
    let mut admitted = Vec::with_capacity(issued.len());
    for mut entry in issued {
        if let Err(reason) = door.check(&entry) {
            refuse(entry.side(), reason);
            continue;
        }
        leave_out_others(world, &mut entry);
        admitted.push(entry);
    }
    admitted
}

pub(super) fn carry(world: &mut World, issued: Vec<Issued>) {
    let mut sent = Vec::new();
    let mut refused = Vec::new();
    let admitted = admit(world, issued, |side, reason| refused.push(Outcome::Refused { side, reason, at: None }));
    let mut issued = Vec::with_capacity(admitted.len());
    for entry in admitted {
        let spoken = match &entry {
            Issued::Side(side, order) => let_speak(world, *side, order),
            Issued::Host(_) => Ok(()),
        };
        match spoken {
            Ok(()) => issued.push(entry),
            Err(reason) => refused.push(Outcome::Refused { side: entry.side(), reason, at: None }),
        }
    }
    world.write_message_batch(refused);
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
        world.trigger(CarriedOut(entry.clone()));
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
        Order::Signal { kind, at } => signal(world, side, kind, at),
        Order::Tribute { to, gift } => give(world, side, to, gift),
        Order::Say { to, text } => say(world, side, to, text),
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
        HostOrder::Remove { at } => remove(world, at),
        HostOrder::Hand { side, to } => hand_over(world, side, to),
        // Its turn comes before all this.
        HostOrder::Checkpoint => {}
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
    mut units: Query<(Walker, &At, &mut Priority), With<Unit>>,
) {
    let (roster, terrain, mut planner, mut reservations) = board.into_inner();
    let takes_back = kind != PlannerKind::March && rules.0.planner.giving_way == GivingWay::Return;
    planner.0 = kind;
    let (width, height) = (terrain.cells().width(), terrain.cells().height());
    reservations.0 = ReservationTable::new(width, height, table_window(&rules.0, kind));
    for entity in roster.entities() {
        let Ok((mut walker, at, mut priority)) = units.get_mut(entity) else { continue };
        if takes_back
            && *walker.doing == Doing::MakingWay
            && let Some(post) = walker.post.0
        {
            walker.waypoints.0.push_back(post);
            walker.planned.terrain_version = terrain.version();
            priority.0 = (clock.tick(), walker.id.0.0);
            *walker.doing = Doing::Waiting { since: clock.tick(), obstacle: None };
        }
        walker.planned.begin_anew(clock.tick());
        walker.settle(&mut reservations, at.0, clock.tick());
    }
}

/// Units stand where they are, free to be pushed or holding.
fn stop(
    In((side, units, stands)): In<(u8, Vec<UnitId>, Doing)>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &mut Reservations), With<Board>>,
    mut movers: Query<(Walker, &At, &mut Fighting), With<Unit>>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, mut reservations) = board.into_inner();
    for unit in units {
        let Some(entity) = roster.entity(unit) else { continue };
        let Ok((mut walker, at, mut fighting)) = movers.get_mut(entity) else { continue };
        let has_nothing = walker.waypoints.0.is_empty() && walker.tasks.is_empty() && fighting.target().is_none();
        if walker.owner.0 != side || has_nothing && stands == Doing::Stopped && *walker.doing != Doing::Holding {
            continue;
        }
        walker.waypoints.0.clear();
        walker.tasks.clear();
        fighting.forget();
        walker.post.0 = None;
        *walker.doing = stands;
        walker.settle(&mut reservations, at.0, clock.tick());
        outcomes.write(Outcome::OrderEnded { unit });
    }
}
