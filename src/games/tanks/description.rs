//! The description of a match over the network, which is the first line of a recording, and its states.

use super::played::{Played, Programs};
use super::replay::{Playback, TanksReplay};
use super::setup::Setup;
use super::stage::Stage;
use crate::base::packed::{pack, unpack};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the game's behaviour: machines of different versions cannot play with each other. Every change of what a
/// seed and orders lead to makes it one higher.
pub const BEHAVIOUR: u32 = 4;

/// Set-up and stage of a description.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn described(description: &[u8]) -> Result<(Setup, Stage), String> {
    let replay = replay(description)?;
    let (_, stage) = replay.begin()?;
    Ok((replay.header.setup, stage))
}

/// The recording of a match of a description before its first tick.
///
/// # Errors
/// What is wrong with the description, in a sentence.
pub fn replay(description: &[u8]) -> Result<TanksReplay, String> {
    let text = std::str::from_utf8(description).map_err(|_| "the description is no text".to_string())?;
    let replay = TanksReplay::parse(&format!("{}\n", text.trim_end()), "the description of the match");
    replay.map_err(|problem| problem.to_string())
}

/// The description of a match.
pub fn description(setup: &Setup, stage: &Stage) -> Vec<u8> {
    TanksReplay::new(setup, stage).first_line().into_bytes()
}

/// The hash of the rules, by which machines see that theirs are the same.
pub fn rules_hash() -> u64 {
    xxh3_64(super::rules::BUILT_IN.as_bytes())
}

/// The state of a match as it goes over the network: all that was ordered, from which the world comes again, and what the
/// programs remember.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    replay: String,
    programs: Programs,
}

/// A match with what was played of it.
pub struct Kept {
    pub played: Played,
    pub replay: TanksReplay,
}

/// The bytes of a state.
///
/// # Errors
/// Why it has no form, in a sentence.
pub fn write_state(played: &Played, replay: &TanksReplay) -> Result<Vec<u8>, String> {
    let state = State { replay: replay.text(played.world()), programs: played.programs().clone() };
    pack(&state).map(String::into_bytes).map_err(|error| error.to_string())
}

/// The match of a state.
///
/// # Errors
/// Why the bytes are none of this match, in a sentence.
pub fn read_state(bytes: &[u8], description: &[u8]) -> Result<Kept, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "the state is no text".to_string())?;
    let state: State = unpack(text).map_err(|error| error.to_string())?;
    let played = TanksReplay::parse(&state.replay, "the state").map_err(|problem| problem.to_string())?;
    if played.first_line() != replay(description)?.first_line() {
        return Err("the state is one of another match".into());
    }
    let mut playback = Playback::new(Arc::new(played.clone()))?;
    playback.seek(played.len());
    if playback.tick() != played.len() || playback.differs_at().is_some() {
        return Err("the state does not follow from what was ordered".into());
    }
    let match_now = Played::resume(playback.world().clone(), state.programs)?;
    Ok(Kept { played: match_now, replay: played })
}
