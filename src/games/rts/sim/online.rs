//! A match over the network as it is played or watched here ([`crate::shell::following`]): a tick runs for each batch.

use super::description::{BEHAVIOUR, described, read_state, rules_of};
use super::lockstep::Lockstep;
use super::matches::{GameRules, MatchClock, MatchSetup};
use super::orders::OrderQueue;
use super::record::exchange::Exchange;
use super::record::fingerprint::Prints;
use super::record::rejoining::go_on_from;
use super::record::replay::Header;
use super::record::saves::play_by;
use super::record::seeking;
use super::record::snapshot::{Snapshot, take};
use crate::base::packed::pack;
use crate::games::rts::wire::WireOrder;
use crate::net::CHECK_EVERY;
use crate::net::log::Batch;
use crate::online::api::Api;
use crate::online::session::State;
use crate::shell::following::{self, Followed, Pack, Ran};
use crate::shell::online::Online;
use crate::shell::states::Mode;
use bevy::prelude::*;
use std::sync::Arc;

/// The description of the match that is set up.
///
/// # Errors
/// Why there is none, in a sentence.
pub fn describe(world: &World) -> Result<Vec<u8>, String> {
    let setup = world.get_resource::<MatchSetup>().ok_or("no match is set up")?;
    let header = Header::of(setup, &world.resource::<GameRules>().0, None);
    let description = serde_json::to_vec(&header).map_err(|error| error.to_string())?;
    described(&description).map(|_| description)
}

/// Enters a match that runs on a server, by its name there and its description.
///
/// # Errors
/// Why it cannot be entered, in a sentence.
pub fn join(world: &mut World, api: Api, of: String, description: &[u8], online: Online) -> Result<(), String> {
    let (setup, rules) = described(description)?;
    let version = (BEHAVIOUR, rules_of(description)?);
    following::join(world, Skirmish::default(), (api, of), version, online)?;
    play_by(world, GameRules(Arc::new(rules)));
    world.insert_resource(setup);
    world.insert_resource(Lockstep::default());
    Ok(())
}

pub(super) fn plugin(app: &mut App) {
    following::plugin::<Skirmish>(app);
}

/// The match that is on.
#[derive(Default)]
struct Skirmish {
    /// The state in which it begins, once it is entered.
    beginning: Option<Arc<Snapshot>>,
}

impl Followed for Skirmish {
    type Order = WireOrder;

    const MODE: Mode = Mode::RTS;

    fn entered(&mut self, world: &mut World) {
        self.beginning = take(world).map(Arc::new);
    }

    fn restore(&mut self, world: &mut World, state: State) -> Result<(), String> {
        let state = match (state, &self.beginning) {
            (State::Snapshot { bytes, .. }, _) => {
                let (setup, rules) = (world.resource::<MatchSetup>(), &world.resource::<GameRules>().0);
                Arc::new(read_state(&bytes, setup, rules)?)
            }
            // It is there already.
            (State::Beginning, _) if world.resource::<MatchClock>().tick() == 0 => return Ok(()),
            (State::Beginning, Some(beginning)) => beginning.clone(),
            (State::Beginning, None) => return Err("the match has not been entered".into()),
        };
        go_on_from(world, state)
    }

    fn ordered(&mut self, world: &mut World, seat: Option<u8>) -> Vec<WireOrder> {
        let ordered = world.resource_scope(|world, mut lockstep: Mut<Lockstep>| {
            lockstep.take_outbox(&mut world.resource_mut::<OrderQueue>())
        });
        // Who watches commands nobody.
        let own = ordered.into_iter().filter(|(side, _)| Some(*side) == seat);
        own.flat_map(|(_, order)| WireOrder::portions(order)).collect()
    }

    fn run(&mut self, world: &mut World, batch: Batch<WireOrder>) -> Ran {
        let orders = batch.entries.into_iter().map(|entry| (entry.seat, entry.order));
        world.resource_mut::<Lockstep>().provide(orders);
        world.run_schedule(FixedUpdate);
        let print = world.resource::<Prints>().last().map(|print| (print.whole(), print.parts().into()));
        let next = world.resource::<MatchClock>().tick();
        let is_exchanged = next.is_multiple_of(CHECK_EVERY);
        let state = world.resource::<Exchange>().state(next).filter(|_| is_exchanged).cloned();
        // A state that is kept has a form: the server has it in its snapshots.
        let packed =
            |state: Arc<Snapshot>| -> Pack { Box::new(move || pack(&*state).unwrap_or_default().into_bytes()) };
        Ran { print, kept: state.map(|state| (next, packed(state))) }
    }

    fn unheard(world: &mut World, run: impl FnOnce(&mut World)) {
        seeking::unheard(world, run);
    }

    fn left(world: &mut World) {
        world.remove_resource::<Lockstep>();
    }
}
