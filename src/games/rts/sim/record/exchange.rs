//! States that a machine of a match over the network keeps for a while, for the comparison with another one.

use super::snapshot::{Snapshot, take};
use crate::games::rts::sim::matches::MatchClock;
use crate::nav::step::Tick;
use crate::net::CHECK_EVERY;
use bevy::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// States that are kept.
const KEPT: usize = 3;

/// The states before the last ticks that are compared, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Exchange(VecDeque<Arc<Snapshot>>);

impl Exchange {
    /// The state before a tick, if it is kept.
    pub fn state(&self, tick: Tick) -> Option<&Arc<Snapshot>> {
        self.0.iter().find(|snapshot| snapshot.tick == tick)
    }
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
