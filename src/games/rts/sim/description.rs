//! The description of a match over the network, which is the first line of a recording, and its states.

use super::matches::MatchSetup;
use super::record::replay::Header;
use super::record::snapshot::Snapshot;
use crate::base::packed::unpack;
use crate::games::rts::rules::Rules;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the simulation's behaviour: machines of different versions cannot play with each other. It is a hash of the
/// matches that the tests hold fixed, and changes with them.
pub const BEHAVIOUR: u32 = 0x4810_b0cd;

/// The set-up and rules of a description.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn described(description: &[u8]) -> Result<(MatchSetup, Rules), String> {
    let header = header(description)?;
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

/// The hash of the rules of a description, by which machines see that theirs are the same.
///
/// # Errors
/// What is wrong with the description, in a sentence.
pub fn rules_of(description: &[u8]) -> Result<u64, String> {
    Ok(xxh3_64(header(description)?.rules.as_bytes()))
}

/// The first line of the recording.
///
/// # Errors
/// Why it is none, in a sentence.
pub(super) fn header(description: &[u8]) -> Result<Header, String> {
    serde_json::from_slice(description).map_err(|error| format!("the description of the match: {error}"))
}
