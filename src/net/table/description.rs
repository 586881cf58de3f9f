//! What is played at a table, as its host sends it in, the server keeps it and clients fetch it.

use super::judge::Judge;
use super::time::{DaysProblem, TimeRule};
use crate::arena::{Match, TableGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A match at a table before its first entry: everything that judging it needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Description<G: TableGame> {
    game: String,
    version: u32,
    pub(crate) setup: G::SetupRecord,
    pub time: TimeRule,
    /// Whether players write what they like; else they have ready-made lines.
    #[serde(default)]
    pub free_chat: bool,
    /// When it began, in milliseconds since the beginning of 1970; 0 before that.
    #[serde(default)]
    pub begun: u64,
}

/// Why a text describes no match at a table.
#[derive(Debug, Error)]
pub enum DescriptionProblem {
    #[error("the description of the match cannot be read: {0}")]
    Form(#[from] serde_json::Error),
    #[error("`game`: a match of {0:?}, expected {1:?}")]
    Game(String, &'static str),
    #[error("`version` is {0}, this program plays version {1}")]
    Version(u32, u32),
    #[error("`setup`: {0}")]
    Setup(String),
    #[error("`time`: {0}")]
    Time(#[from] DaysProblem),
}

impl<G: TableGame> Description<G> {
    /// A match that has not begun.
    pub fn new(setup: &G::Setup, time: TimeRule, free_chat: bool) -> Self {
        let (game, version) = (G::NAME.into(), G::VERSION);
        Self { game, version, setup: G::record(setup), time, free_chat, begun: 0 }
    }

    /// Reads a description, as if a stranger had written it, and begins the match.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(bytes: &[u8]) -> Result<(Self, Box<dyn Judge>), DescriptionProblem> {
        let described: Self = serde_json::from_slice(bytes)?;
        if described.game != G::NAME {
            return Err(DescriptionProblem::Game(described.game, G::NAME));
        }
        if described.version != G::VERSION {
            return Err(DescriptionProblem::Version(described.version, G::VERSION));
        }
        if let TimeRule::Days(days) = described.time {
            days.check()?;
        }
        let told = |problem: G::SetupProblem| DescriptionProblem::Setup(problem.to_string());
        let setup = G::from_record(&described.setup).map_err(told)?;
        let begun = Match::<G>::new(setup).map_err(told)?;
        Ok((described, Box::new(begun)))
    }

    /// What its board is called where matches are listed.
    pub fn title(&self) -> String {
        G::from_record(&self.setup).map_or_else(|_| G::NAME.into(), |setup| G::title(&setup))
    }

    /// The bytes of it.
    pub fn bytes(&self) -> Vec<u8> {
        // Strings and numbers in structures: there is nothing that JSON cannot hold.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// The number of the rules with which a client greets a table that has the description `bytes`.
pub fn rules_of(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
