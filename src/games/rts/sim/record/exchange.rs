//! What the machines of a match over the network compare: the hashes of each tick, and states that are kept for a while.

use super::fingerprint::Print;
use super::snapshot::{Snapshot, take};
use crate::games::rts::sim::matches::MatchClock;
use crate::nav::step::Tick;
use crate::net::CHECK_EVERY;
use bevy::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// States that are kept.
const KEPT: usize = 3;

/// The names of the parts of a [`Print`], in their order.
pub const PARTS: [&str; 4] = ["terrain", "units", "orders", "skirmish"];

/// The states before the last ticks that are compared, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Exchange(VecDeque<Arc<Snapshot>>);

impl Exchange {
    /// The state before a tick, if it is kept.
    pub fn state(&self, tick: Tick) -> Option<&Arc<Snapshot>> {
        self.0.iter().find(|snapshot| snapshot.tick == tick)
    }
}

/// The hashes of the parts of a state.
pub fn parts(print: Print) -> [u64; PARTS.len()] {
    let Print { terrain, units, orders, skirmish } = print;
    [terrain, units, orders, skirmish]
}

/// Keeps the state before a tick that is compared.
pub(super) fn keep(world: &mut World) {
    if !world.resource::<MatchClock>().tick().is_multiple_of(CHECK_EVERY) {
        return;
    }
    let Some(snapshot) = take(world) else { return };
    let mut exchange = world.resource_mut::<Exchange>();
    exchange.0.push_back(Arc::new(snapshot));
    if exchange.0.len() > KEPT {
        exchange.0.pop_front();
    }
}

/// Another match: its states are others.
pub(super) fn begin(mut exchange: ResMut<Exchange>) {
    exchange.0.clear();
}
