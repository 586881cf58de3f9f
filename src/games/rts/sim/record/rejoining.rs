//! The match that is on goes on from a state instead of its own: somebody has come later, or has come to other results.

use super::snapshot::{Snapshot, Snapshots};
use super::{exchange, replay, seeking};
use crate::games::rts::sim::lockstep::Lockstep;
use crate::games::rts::sim::orders::OrderQueue;
use bevy::prelude::*;
use std::sync::Arc;

/// Goes on from a state; the recording begins anew there.
///
/// # Errors
/// Why it is no state of this match, in a sentence.
pub(crate) fn go_on_from(world: &mut World, snapshot: Arc<Snapshot>) -> Result<(), String> {
    seeking::jump(world, &snapshot)?;
    world.resource_mut::<Snapshots>().has_gone_on_from(snapshot);
    world.resource_scope(|world, mut lockstep: Mut<Lockstep>| {
        lockstep.restart(&mut world.resource_mut::<OrderQueue>());
    });
    let begun = world.run_system_cached(exchange::begin).and_then(|()| world.run_system_cached(replay::end_recording));
    begun.and_then(|()| world.run_system_cached(replay::begin_recording)).map_err(|error| error.to_string())
}
