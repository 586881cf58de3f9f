//! What may play in a simulation, as it is written on the command line.

use crate::arena::{CommandLine, CommandProblem};
use crate::games::tron::player::{PlayerKind, PlayerKindProblem};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Nodes of a move for an engine of which neither time nor nodes are said, so that rounds repeat.
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
    /// A program that speaks the contest's protocol.
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
    #[error("{0}: only engine has options; {1} plays by its rule alone")]
    NoOptions(String, PlayerKind),
    /// Not an option.
    #[error("{0}: {1:?} is no option, expected time=MILLISECONDS or nodes=NUMBER, each from 1")]
    Option(String, String),
}

impl FromStr for Side {
    type Err = SideProblem;

    /// `engine:5`, `engine:5,time=50`, `engine,nodes=20000`, `separator:8`, `random`, `exec:./bot --arg` ...
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
        let kind: PlayerKind = kind.parse()?;
        let (mut time, mut nodes) = (None, None);
        for part in parts {
            if !matches!(kind, PlayerKind::Engine(_)) {
                return Err(SideProblem::NoOptions(name, kind));
            }
            let value = part.split_once('=').and_then(|(option, value)| Some((option, value.parse::<u64>().ok()?)));
            match value {
                Some(("time", millis @ 1..=3_600_000)) => time = Some(Duration::from_millis(millis)),
                Some(("nodes", number @ 1..)) => nodes = Some(number),
                _ => return Err(SideProblem::Option(name, part.to_string())),
            }
        }
        if matches!(kind, PlayerKind::Engine(_)) && time.is_none() && nodes.is_none() {
            nodes = Some(DEFAULT_NODES);
        }
        Ok(Self { name, agent: Agent::Player { kind, time, nodes } })
    }
}

impl Side {
    /// The program of an outside side.
    #[must_use]
    pub fn command(&self) -> Option<&CommandLine> {
        match &self.agent {
            Agent::Program(command) => Some(command),
            Agent::Player { .. } => None,
        }
    }

    /// The same side; if it is a program, its processes get no more address space than this.
    #[must_use]
    pub fn with_memory(mut self, mebibytes: u32) -> Self {
        if let Agent::Program(command) = self.agent {
            self.agent = Agent::Program(command.limited(mebibytes));
        }
        self
    }

    /// Whether a clock decides what it plays, so that rounds need not repeat.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        matches!(self.agent, Agent::Program(_) | Agent::Player { time: Some(_), .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Agent {
        text.parse::<Side>().expect("a side").agent
    }

    #[test]
    fn sides_are_read_with_their_limits() {
        let engine = |level, time: Option<u64>, nodes| Agent::Player {
            kind: PlayerKind::Engine(level),
            time: time.map(Duration::from_millis),
            nodes,
        };
        assert_eq!(player("engine:5"), engine(5, None, Some(DEFAULT_NODES)));
        assert_eq!(player("engine,time=50"), engine(10, Some(50), None));
        assert_eq!(player("engine:7,nodes=200,time=9"), engine(7, Some(9), Some(200)));
        assert_eq!(player("separator:8"), Agent::Player { kind: PlayerKind::Separator(8), time: None, nodes: None });
        let bot: Side = "exec:./bot --depth=3,4".parse().expect("a side");
        assert!(bot.command().is_some() && bot.is_timed());
        assert_eq!(bot.name, "exec:./bot --depth=3,4");
    }

    #[test]
    fn what_is_no_side_is_refused_with_a_sentence() {
        let told = |text: &str| text.parse::<Side>().expect_err("no side").to_string();
        assert!(told("human").starts_with("human: a simulation plays without people"));
        assert!(told("nobody").contains("is no Tron player") && told("nobody").ends_with("or exec:COMMAND"));
        assert_eq!(
            told("separator:8,time=5"),
            "separator:8,time=5: only engine has options; separator:8 plays by its rule alone"
        );
        for wrong in ["engine,time=0", "engine,time", "engine,nodes=x", "engine,", "engine,speed=3"] {
            assert!(told(wrong).contains("is no option"), "{wrong}");
        }
        assert!(told("exec:").contains("no program to start"));
    }
}
