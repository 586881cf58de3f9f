//! What may play in a simulation, as it is written on the command line.

use super::{CommandLine, PlayerKind};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Nodes of a turn for an engine of which neither time nor nodes are said, so that rounds repeat.
pub const DEFAULT_NODES: u64 = 20_000;

/// One side of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side<K> {
    pub name: String,
    pub agent: Agent<K>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agent<K> {
    /// One of our players; the limits are only for engines.
    Player { kind: K, time: Option<Duration>, nodes: Option<u64> },
    /// A program that speaks the game's protocol.
    Program(CommandLine),
}

/// Why a text is no side.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideProblem {
    #[error("{0}, or exec:COMMAND")]
    Kind(String),
    #[error("human: a simulation plays without people; in the window they can play against any side")]
    Human,
    #[error("exec: {0}")]
    Command(#[from] super::CommandProblem),
    #[error("{0}: only engine has options; {1} plays by its rule alone")]
    NoOptions(String, String),
    #[error("{0}: {1:?} is no option, expected {2}")]
    Option(String, String, &'static str),
}

impl<K: PlayerKind> FromStr for Side<K> {
    type Err = SideProblem;

    /// `engine:5`, `engine:5,time=50`, `engine,nodes=20000`, `random`, `exec:./bot --arg` ...
    fn from_str(text: &str) -> Result<Self, SideProblem> {
        let name = text.to_string();
        if let Some(command) = text.strip_prefix("exec:") {
            return Ok(Self { name, agent: Agent::Program(command.parse()?) });
        }
        let mut parts = text.split(',');
        let kind = parts.next().unwrap_or_default();
        if kind == "human" {
            return Err(SideProblem::Human);
        }
        let mut kind: K = kind.parse().map_err(|problem: K::Err| SideProblem::Kind(problem.to_string()))?;
        let (mut time, mut nodes) = (None, None);
        for part in parts {
            if !kind.is_engine() {
                return Err(SideProblem::NoOptions(name, kind.to_string()));
            }
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            match (option, value.parse::<u64>()) {
                ("time", Ok(millis @ 1..=3_600_000)) => time = Some(Duration::from_millis(millis)),
                ("nodes", Ok(number @ 1..)) => nodes = Some(number),
                _ if kind.set(option, value) => {}
                _ => return Err(SideProblem::Option(name, part.to_string(), K::OPTIONS)),
            }
        }
        if kind.is_engine() && time.is_none() && nodes.is_none() {
            nodes = Some(DEFAULT_NODES);
        }
        Ok(Self { name, agent: Agent::Player { kind, time, nodes } })
    }
}

impl<K> Side<K> {
    /// One of our players under a limit of nodes a turn.
    pub fn player(name: &str, kind: K, nodes: u64) -> Self {
        Self { name: name.into(), agent: Agent::Player { kind, time: None, nodes: Some(nodes) } }
    }

    /// The program of an outside side.
    pub fn command(&self) -> Option<&CommandLine> {
        match &self.agent {
            Agent::Program(command) => Some(command),
            Agent::Player { .. } => None,
        }
    }

    /// The same side; if it is a program, its processes get no more address space than this.
    pub(crate) fn with_memory(mut self, mebibytes: u32) -> Self {
        if let Agent::Program(command) = self.agent {
            self.agent = Agent::Program(command.limited(mebibytes));
        }
        self
    }
}
