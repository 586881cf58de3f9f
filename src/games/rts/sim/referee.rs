//! The simulation that runs the log of a match over the network, as every client does: it says whose state is right, gives
//! states to who joins later, and knows when the match is over.

use super::headless::Match;
use super::lockstep::Lockstep;
use super::matches::MatchSetup;
use super::record::replay::Header;
use super::record::snapshot::{Snapshot, Snapshots, take};
use super::sides::{Ending, Sides};
use crate::base::packed::{pack, unpack};
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::wire::WireOrder;
use crate::net::log::Batch;
use crate::shell::recording::RecordTo;
use bevy::prelude::*;
use std::sync::Arc;

/// What came of a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The hash of the state, and those of its parts.
    pub whole: u64,
    pub parts: Vec<u64>,
    /// The sides that have lost in it.
    pub beaten: Vec<u8>,
    pub ending: Option<Ending>,
}

/// A match that runs a log.
pub struct Referee {
    game: Match,
    beaten: Vec<u8>,
}

impl Referee {
    /// Of the match of a description (the first line of a recording), at its beginning or at a packed state of it.
    ///
    /// # Errors
    /// What is wrong with the description or the state, in a sentence.
    pub fn new(description: &[u8], state: Option<&[u8]>, record: RecordTo) -> Result<Self, String> {
        let (setup, rules) = described(description)?;
        let state = state.map(|state| read_state(state, &setup, &rules)).transpose()?;
        let tick = state.as_ref().map_or(0, |state| state.tick);
        let level = Level::clone(&setup.level);
        let seed = setup.seed;
        let game = Match::prepared(level, rules, seed, |app| {
            app.insert_resource(setup).insert_resource(record).insert_resource(Lockstep::default());
            if let Some(state) = state {
                app.world_mut().resource_mut::<Snapshots>().begin_with(Arc::new(state));
            }
        });
        if game.ticks() != tick {
            return Err("the state is not one of this match".into());
        }
        Ok(Self { game, beaten: Vec::new() })
    }

    /// Runs the tick of a batch, which must be the one to come.
    pub fn run(&mut self, batch: &Batch<WireOrder>) -> Ran {
        let orders = batch.entries.iter().map(|entry| (entry.seat, entry.order.clone()));
        self.game.app.world_mut().resource_mut::<Lockstep>().provide(orders);
        self.game.tick();
        let print = self.game.print();
        let world = self.game.app.world_mut();
        let mut boards = world.query::<(&Sides, Option<&Ending>)>();
        let (sides, ending) = boards.single(world).map_or((Vec::new(), None), |(sides, ending)| {
            ((0..).zip(sides.iter()).filter(|(_, side)| side.beaten.is_some()).map(|(side, _)| side).collect(), ending)
        });
        let ending = ending.copied();
        let beaten = sides.iter().filter(|side| !self.beaten.contains(side)).copied().collect();
        self.beaten = sides;
        Ran { whole: print.whole(), parts: print.parts().into(), beaten, ending }
    }

    /// The packed state before the tick to come. Exact only at a checkpoint.
    ///
    /// # Errors
    /// Why it has no form, in a sentence.
    pub fn state(&mut self) -> Result<Vec<u8>, String> {
        let state = take(self.game.app.world_mut()).ok_or("there is no match")?;
        pack(&state).map(String::into_bytes).map_err(|error| format!("the state of tick {}: {error}", state.tick))
    }
}

/// The set-up and rules of a description.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn described(description: &[u8]) -> Result<(MatchSetup, Rules), String> {
    let header: Header =
        serde_json::from_slice(description).map_err(|error| format!("the description of the match: {error}"))?;
    header.check()?;
    if header.start.is_some() {
        return Err("the description is of a saved match: over the network a match begins at its beginning".into());
    }
    let (setup, rules) = header.set_up()?;
    if setup.skirmish.is_none() {
        return Err("the description is of the sandbox, which has no sides to play".into());
    }
    Ok((setup, Rules::clone(&rules.0)))
}

/// A packed state of a match.
///
/// # Errors
/// Why it is none, in a sentence.
pub fn read_state(packed: &[u8], setup: &MatchSetup, rules: &Rules) -> Result<Snapshot, String> {
    let text = std::str::from_utf8(packed).map_err(|_| "the state is no text".to_string())?;
    let state: Snapshot = unpack(text).map_err(|error| error.to_string())?;
    state.check(rules, setup)?;
    Ok(state)
}
