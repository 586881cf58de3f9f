//! Checkpoints, and the orders of a recording that is played: what comes before the orders of a tick are carried out.

use super::playback::Playback;
use super::replay::Recording;
use super::saves::Saving;
use super::snapshot::{forget, take};
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::door::{carry, carry_out};
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::orders::{Issued, OrderQueue};
use crate::games::rts::sim::skirmish::Skirmish;
use crate::games::rts::sim::skirmish::listening::Shadow;
use crate::games::rts::sim::skirmish::sight::{Seen, see};
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::sync::Arc;

/// Ticks from one checkpoint of a skirmish to the next: twenty seconds.
pub const EVERY: Tick = 400;

/// The orders of the coming tick are those of the recording, in the portions in which they were carried out.
pub(crate) fn feed(world: &mut World) {
    let tick = world.resource::<MatchClock>().tick();
    // What the game orders by itself is in the recording, too.
    let own = world.resource_mut::<OrderQueue>().take();
    let mut all: Vec<Issued> = Vec::new();
    let mut portion: Vec<Issued> = Vec::new();
    while let Some((issued, later)) = world.resource_mut::<Playback>().next_order(tick) {
        if later {
            world.resource_mut::<OrderQueue>().put(std::mem::take(&mut portion));
            on_request(world);
            carry_out(world);
        }
        all.push(issued.clone());
        portion.push(issued);
    }
    world.resource_mut::<OrderQueue>().put(portion);
    world.resource_mut::<Shadow>().feed(tick, own, all);
}

/// Holds the checkpoints that are ordered.
pub(crate) fn on_request(world: &mut World) {
    world.resource_mut::<Recording>().begin_pass();
    while let Some((before, checkpoint)) = world.resource_mut::<OrderQueue>().take_to_checkpoint() {
        carry(world, before);
        let tick = world.resource::<MatchClock>().tick();
        world.resource_mut::<Recording>().add_order(tick, &checkpoint);
        hold(world);
    }
}

/// Holds those of a skirmish.
pub(crate) fn every_so_often(world: &mut World) {
    let tick = world.resource::<MatchClock>().tick();
    if tick.is_multiple_of(EVERY) && world.query_filtered::<(), With<Skirmish>>().iter(world).next().is_some() {
        hold(world);
    }
}

/// A checkpoint. The snapshot is taken if somebody wants it.
fn hold(world: &mut World) {
    let mut boards = world.query_filtered::<(&TerrainGrid, &Seen), With<Board>>();
    let is_behind = boards.single(world).is_ok_and(|(terrain, seen)| seen.is_behind(terrain));
    // A side looks again after an edit, and a snapshot keeps no edits: so all look now.
    let looked = if is_behind { world.run_system_cached(see) } else { Ok(()) };
    if let Err(error) = looked.and_then(|()| world.run_system_cached(forget)) {
        error!("a checkpoint could not be held: {error}");
        return;
    }
    if !world.resource::<Recording>().is_on() && !world.resource::<Saving>().wants_one() {
        return;
    }
    let Some(snapshot) = take(world) else { return };
    world.resource_mut::<Recording>().add_snapshot(&snapshot);
    world.resource_mut::<Saving>().give(Arc::new(snapshot));
}
