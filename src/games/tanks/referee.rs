//! The match that runs the log of one over the network, as every client does: it says whose state is right, gives states to who
//! joins later, and knows when the match is over.

use super::description::{Kept, described, read_state, replay, write_state};
use super::played::Played;
use super::replay::TanksReplay;
use super::rules::Rules;
use super::setup::{Hand, Setup};
use super::wire::{WireOrder, hands, spread};
use super::world::Outcome;
use crate::files::write_whole;
use crate::net;
use crate::net::frame::Ending;
use crate::net::log::{Batch, unsealed};
use crate::online::account::kept::{self, Course};
use crate::serve::hall::referee::{self, Ran};
use std::path::Path;
use std::sync::Arc;

/// A match that runs a log.
pub struct Referee {
    played: Played,
    replay: TanksReplay,
    beaten: Vec<u8>,
}

/// A match at the beginning of its description.
///
/// # Errors
/// What is wrong with the description, in a sentence.
pub(super) fn beginning(description: &[u8]) -> Result<Played, String> {
    let (setup, stage) = described(description)?;
    Played::new(Arc::new(Rules::built_in()), setup, &stage).map_err(|problem| problem.to_string())
}

/// Seats that change hands in a batch do so before its first tick.
pub(super) fn hand_over(played: &mut Played, batch: &Batch<WireOrder>) {
    for (seat, hand) in hands(&batch.entries) {
        let hand = match hand {
            net::Hand::Human => Hand::Human,
            net::Hand::Program => stand_in(played.world().setup()),
        };
        played.set_hand(usize::from(seat), hand);
    }
}

/// The program that plays for who is gone.
pub(super) const fn stand_in(setup: &Setup) -> Hand {
    Hand::Bot(setup.level)
}

/// How it ended, as rooms say it.
const fn ending(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::Won(side) => Ending::Won(side),
        Outcome::Draw => Ending::Draw,
    }
}

/// The hashes of the world and of all of it: what a batch came to.
pub(super) fn prints(played: &Played) -> (u64, Vec<u64>) {
    (played.fingerprint(), vec![played.world().fingerprint()])
}

impl Referee {
    /// Of the match of a description, at its beginning or at a state of it.
    ///
    /// # Errors
    /// What is wrong with the description or the state, in a sentence.
    pub fn new(description: &[u8], state: Option<&[u8]>) -> Result<Self, String> {
        let Kept { played, replay } = match state {
            Some(state) => read_state(state, description)?,
            None => Kept { played: beginning(description)?, replay: replay(description)? },
        };
        Ok(Self { played, replay, beaten: Vec::new() })
    }

    fn advance(&mut self, batch: &Batch<WireOrder>) {
        hand_over(&mut self.played, batch);
        for orders in spread(&batch.entries) {
            if self.played.world().outcome().is_none() {
                let done = self.played.step(&orders);
                self.replay.push(&done, self.played.world());
            }
        }
    }
}

impl referee::Referee<WireOrder> for Referee {
    fn run(&mut self, batch: &Batch<WireOrder>) -> Ran {
        self.advance(batch);
        let (whole, parts) = prints(&self.played);
        let out: Vec<u8> =
            (0..).zip(self.played.world().seats()).filter(|(_, seat)| seat.is_out).map(|(n, _)| n).collect();
        let beaten = out.iter().filter(|seat| !self.beaten.contains(seat)).copied().collect();
        self.beaten = out;
        Ran { whole, parts, beaten, over: self.played.world().outcome().map(ending) }
    }

    fn snapshot(&mut self) -> Result<Vec<u8>, String> {
        write_state(&self.played, &self.replay)
    }
}

/// Writes the recording of a match that was played on a server, by running its log.
///
/// # Errors
/// What cannot be read or written, in a sentence.
pub fn write(kept: &kept::Kept, path: &Path) -> Result<(), String> {
    let Course::Log(log) = &kept.course else { return Err("it is no match in real time".into()) };
    let (description, batches) = unsealed::<WireOrder>(log).map_err(|error| error.to_string())?;
    let mut referee = Referee::new(description, None)?;
    batches.iter().for_each(|batch| referee.advance(batch));
    write_whole(path, &referee.replay.text(referee.played.world()))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}
