//! What may play in a simulation, as it is written on the command line.

use crate::arena::{CommandLine, CommandProblem};
use crate::games::tactics::player::{PlayerKind, PlayerKindProblem};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Nodes of a turn for an engine of which neither time nor nodes are said, so that battles repeat.
pub const DEFAULT_NODES: u64 = 20_000;

/// One side of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// As it was written.
    pub name: String,
    pub(super) agent: Agent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Agent {
    /// One of our players; the limits are only for engines.
    Player { kind: PlayerKind, time: Option<Duration>, nodes: Option<u64> },
    /// A program that speaks the protocol.
    Program(CommandLine),
}

/// Why a text is no side.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideProblem {
    /// Not a player.
    #[error("{0}, or exec:COMMAND")]
    Kind(#[from] PlayerKindProblem),
    /// A person.
    #[error("human: a simulation plays without people; in the window they can play against any side")]
    Human,
    /// Not a command line.
    #[error("exec: {0}")]
    Command(#[from] CommandProblem),
    /// An option for a player without options.
    #[error("{0}: only engine has options")]
    NoOptions(String),
    /// Not an option.
    #[error("{0}: {1:?} is no option, expected time=MILLISECONDS, nodes=NUMBER or style=steady, bold or wary")]
    Option(String, String),
}

impl FromStr for Side {
    type Err = SideProblem;

    /// `engine:5`, `engine:5,time=50`, `engine,nodes=20000,style=bold`, `seed`, `random`, `exec:./bot --arg` ...
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
        let mut kind: PlayerKind = kind.parse()?;
        let (mut time, mut nodes) = (None, None);
        for part in parts {
            let PlayerKind::Engine { style, .. } = &mut kind else { return Err(SideProblem::NoOptions(name)) };
            let wrong = || SideProblem::Option(name.clone(), part.to_string());
            let (option, value) = part.split_once('=').ok_or_else(wrong)?;
            match (option, value.parse::<u64>()) {
                ("time", Ok(millis @ 1..=3_600_000)) => time = Some(Duration::from_millis(millis)),
                ("nodes", Ok(number @ 1..)) => nodes = Some(number),
                ("style", _) => *style = value.parse().map_err(|_| wrong())?,
                _ => return Err(wrong()),
            }
        }
        if matches!(kind, PlayerKind::Engine { .. }) && time.is_none() && nodes.is_none() {
            nodes = Some(DEFAULT_NODES);
        }
        Ok(Self { name, agent: Agent::Player { kind, time, nodes } })
    }
}

impl Side {
    /// One of our players under a limit of nodes a turn.
    #[must_use]
    pub fn player(name: &str, kind: PlayerKind, nodes: u64) -> Self {
        Self { name: name.into(), agent: Agent::Player { kind, time: None, nodes: Some(nodes) } }
    }

    /// The program of an outside side.
    #[must_use]
    pub fn command(&self) -> Option<&CommandLine> {
        match &self.agent {
            Agent::Program(command) => Some(command),
            Agent::Player { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::evaluation::Style;

    #[test]
    fn sides_are_read_with_their_options() {
        let agent = |text: &str| text.parse::<Side>().expect("a side").agent;
        let engine = |level, style, time: Option<u64>, nodes| Agent::Player {
            kind: PlayerKind::Engine { level, style, weights: None },
            time: time.map(Duration::from_millis),
            nodes,
        };
        assert_eq!(agent("engine:2"), engine(2, Style::Steady, None, Some(DEFAULT_NODES)));
        assert_eq!(agent("engine,time=50,style=bold"), engine(5, Style::Bold, Some(50), None));
        assert_eq!(agent("seed"), Agent::Player { kind: PlayerKind::Source, time: None, nodes: None });
        assert!("exec:./bot --x=1,2".parse::<Side>().expect("a side").command().is_some());
    }

    #[test]
    fn what_is_no_side_is_refused_with_a_sentence() {
        let told = |text: &str| text.parse::<Side>().expect_err("no side").to_string();
        assert!(told("human").starts_with("human: a simulation plays without people"));
        assert!(told("nobody").contains("is no Tactics player") && told("nobody").ends_with("or exec:COMMAND"));
        assert_eq!(told("seed,time=5"), "seed,time=5: only engine has options");
        for wrong in ["engine,time=0", "engine,time", "engine,nodes=x", "engine,", "engine,style=mad"] {
            assert!(told(wrong).contains("is no option"), "{wrong}");
        }
    }
}
