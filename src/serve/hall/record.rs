//! What the hall keeps of a match beside its log, in one small file: who plays it, so that it goes on after a restart.

use super::authority::Over;
use super::game::Taken;
use super::gathering::Person;
use crate::net::room::Standing;
use crate::online::talk::Occupant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The names of the files of a match.
pub(super) const RECORD: &str = "match.json";
pub(super) const LOG: &str = "log";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) game: String,
    pub(super) code: Option<String>,
    pub(super) host: u64,
    pub(super) seats: Vec<KeptSeat>,
    pub(super) people: Vec<Person>,
    /// The hashes of the tokens by which the persons of direct play show who they are.
    pub(super) tokens: BTreeMap<String, u64>,
    pub(super) rated: bool,
    pub(super) spectator_delay: u64,
    /// How it ended, in a sentence.
    pub(super) ending: Option<String>,
    #[serde(default)]
    pub(super) over: Option<Over>,
    /// The exchange ticks of reports of differences.
    pub(super) reports: Vec<u32>,
    /// What a match in real time keeps beside its log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) standing: Option<Standing>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptSeat {
    pub(super) by: Occupant,
    pub(super) name: String,
    pub(super) team: u8,
    pub(super) person: Option<u64>,
}

impl KeptSeat {
    pub(super) fn taken(&self) -> Taken {
        Taken { by: self.by, name: self.name.clone(), team: self.team }
    }
}

impl Record {
    pub(super) fn read(folder: &Path) -> std::io::Result<Self> {
        Ok(serde_json::from_slice(&std::fs::read(folder.join(RECORD))?)?)
    }

    /// Writes it whole or not at all.
    pub(super) fn write(&self, folder: &Path) -> std::io::Result<()> {
        let unfinished = folder.join("match.unfinished");
        let file = std::fs::File::create(&unfinished)?;
        serde_json::to_writer(&file, self)?;
        file.sync_all()?;
        std::fs::rename(unfinished, folder.join(RECORD))
    }
}
