//! A match over the network as it is played or watched here ([`crate::shell::following`]): three ticks run for each batch.

use super::ahead::Ahead;
use super::battle::Battle;
use super::elsewhere::Elsewhere;
use super::phase::Phase;
use super::record::Record;
use super::stages::Stages;
use super::table::{self, Wanted};
use super::{Happened, TanksSetup};
use crate::games::tanks::description::{
    BEHAVIOUR, Kept, described, description, read_state, replay, rules_hash, write_state,
};
use crate::games::tanks::order::{Input, Order};
use crate::games::tanks::referee::{beginning, hand_over, prints};
use crate::games::tanks::wire::{WireOrder, spread};
use crate::net::CHECK_EVERY;
use crate::net::log::Batch;
use crate::online::api::Api;
use crate::online::session::State;
use crate::shell::following::{self, Followed, Ran};
use crate::shell::online::Online;
use crate::shell::states::Mode;
use bevy::prelude::*;
use std::sync::Arc;

/// The description of the match that is set up.
///
/// # Errors
/// Why there is none, in a sentence.
pub fn describe(world: &World) -> Result<Vec<u8>, String> {
    let setup = world.resource::<TanksSetup>();
    let stage = setup.chosen(world.resource::<Stages>())?;
    let pure = setup.pure();
    pure.fits(&stage).map_err(|problem| problem.to_string())?;
    Ok(description(&pure, &stage))
}

/// Enters a match that runs on a server, by its name there and its description.
///
/// # Errors
/// Why it cannot be entered, in a sentence.
pub fn join(world: &mut World, api: Api, of: String, description: &[u8], mut online: Online) -> Result<(), String> {
    let (setup, stage) = described(description)?;
    online.shares_chat = true;
    let seat = online.seat;
    let game = Arena { description: description.into(), said: Input::default() };
    following::join(world, game, (api, of), (BEHAVIOUR, rules_hash()), online)?;
    world.insert_resource(Elsewhere { setup, stage: Arc::new(stage), seat });
    Ok(())
}

pub(super) fn plugin(app: &mut App) {
    following::plugin::<Arena>(app);
}

/// The match that is on.
struct Arena {
    description: Vec<u8>,
    /// What the server was told last that is held; what is held is said until it is known.
    said: Input,
}

/// Does something with the table, if it is there.
fn at_table<R>(
    world: &mut World,
    act: impl FnOnce(&mut Battle, &mut Record, &mut Phase, &mut Wanted) -> R,
) -> Option<R> {
    let mut tables = world.query::<(&mut Battle, &mut Record, &mut Phase, &mut Wanted)>();
    let (mut battle, mut record, mut phase, mut wanted) = tables.single_mut(world).ok()?;
    Some(act(&mut battle, &mut record, &mut phase, &mut wanted))
}

impl Followed for Arena {
    type Order = WireOrder;

    const MODE: Mode = Mode::TANKS;

    fn entered(&mut self, _world: &mut World) {}

    fn restore(&mut self, world: &mut World, state: State) -> Result<(), String> {
        let kept = match state {
            State::Beginning => Kept { played: beginning(&self.description)?, replay: replay(&self.description)? },
            State::Snapshot { bytes, .. } => read_state(&bytes, &self.description)?,
        };
        self.said = Input::default();
        at_table(world, |battle, record, phase, wanted| {
            battle.played = kept.played;
            *record = Record::going_on(kept.replay);
            *phase = Phase::Playing;
            wanted.take_all();
        })
        .ok_or_else(|| "the match has not been entered".into())
    }

    fn ordered(&mut self, world: &mut World, seat: Option<u8>) -> Vec<WireOrder> {
        let all = at_table(world, |_, _, _, wanted| wanted.take_all()).unwrap_or_default();
        // Who watches steers nothing.
        let own = all.into_iter().filter(|order| Some(order.slot) == seat);
        let mut said = Vec::new();
        for Order { change, .. } in own {
            if table::changes(self.said, change) {
                Order { slot: 0, change }.apply(std::slice::from_mut(&mut self.said));
                said.push(WireOrder::Hold(change));
            }
        }
        for mut ahead in world.query::<&mut Ahead>().iter_mut(world) {
            ahead.hold(self.said);
        }
        said
    }

    fn run(&mut self, world: &mut World, batch: Batch<WireOrder>) -> Ran {
        let next = batch.tick + 1;
        let ran = at_table(world, |battle, record, phase, _| {
            hand_over(&mut battle.played, &batch);
            let mut happened = Vec::new();
            for orders in spread(&batch.entries) {
                if battle.played.world().outcome().is_none() {
                    table::tick(battle, record, phase, &orders);
                    happened.extend(battle.played.world().events().iter().copied());
                }
            }
            let kept = next.is_multiple_of(CHECK_EVERY).then(|| (battle.played.clone(), record.replay().clone()));
            (prints(&battle.played), kept, happened)
        });
        let Some((print, kept, happened)) = ran else { return Ran { print: None, kept: None } };
        for (battle, mut ahead) in world.query::<(&Battle, &mut Ahead)>().iter_mut(world) {
            ahead.passed(battle);
        }
        world.write_message_batch(happened.into_iter().map(Happened));
        let pack = |(played, replay): (_, Arc<_>)| -> following::Pack {
            // A state that is kept has a form: the server has it in its snapshots.
            Box::new(move || write_state(&played, &replay).unwrap_or_default())
        };
        Ran { print: Some(print), kept: kept.map(|kept| (next, pack(kept))) }
    }

    fn left(world: &mut World) {
        world.remove_resource::<Elsewhere>();
    }
}
