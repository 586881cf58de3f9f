//! The simulation that runs the log of a match over the network, as every client does: it says whose state is right, gives
//! states to who joins later, and knows when the match is over.

use super::description::{described, read_state};
use super::headless::Match;
use super::lockstep::Lockstep;
use super::record::snapshot::{Snapshots, take};
use super::sides::{self, Sides};
use crate::base::packed::pack;
use crate::games::rts::level::Level;
use crate::games::rts::wire::WireOrder;
use crate::net::frame::Ending;
use crate::net::log::{Batch, unsealed};
use crate::online::account::kept::{Course, Kept};
use crate::serve::hall::referee::{self, Ran};
use crate::shell::recording::RecordTo;
use bevy::prelude::*;
use std::path::Path;
use std::sync::Arc;

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
}

impl referee::Referee<WireOrder> for Referee {
    fn run(&mut self, batch: &Batch<WireOrder>) -> Ran {
        let orders = batch.entries.iter().map(|entry| (entry.seat, entry.order.clone()));
        self.game.app.world_mut().resource_mut::<Lockstep>().provide(orders);
        self.game.tick();
        let print = self.game.print();
        let world = self.game.app.world_mut();
        let mut boards = world.query::<(&Sides, Option<&sides::Ending>)>();
        let (sides, ending) = boards.single(world).map_or((Vec::new(), None), |(sides, ending)| {
            ((0..).zip(sides.iter()).filter(|(_, side)| side.beaten.is_some()).map(|(side, _)| side).collect(), ending)
        });
        let over = ending.map(|ending| ending.winner.map_or(Ending::Draw, Ending::Won));
        let beaten = sides.iter().filter(|side| !self.beaten.contains(side)).copied().collect();
        self.beaten = sides;
        Ran { whole: print.whole(), parts: print.parts().into(), beaten, over }
    }

    /// Exact only at a checkpoint.
    fn snapshot(&mut self) -> Result<Vec<u8>, String> {
        let state = take(self.game.app.world_mut()).ok_or("there is no match")?;
        pack(&state).map(String::into_bytes).map_err(|error| format!("the state of tick {}: {error}", state.tick))
    }
}

/// Writes the recording of a match that was played on a server, by running its log.
///
/// # Errors
/// What cannot be read or written, in a sentence.
pub fn write(kept: &Kept, path: &Path) -> Result<(), String> {
    let Course::Log(log) = &kept.course else { return Err("it is no match in real time".into()) };
    let (description, batches) = unsealed::<WireOrder>(log).map_err(|error| error.to_string())?;
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    let mut referee = Referee::new(description, None, RecordTo::File(path.into()))?;
    for batch in &batches {
        referee::Referee::run(&mut referee, batch);
    }
    Ok(())
}
