//! Who is asked for a turn: one of our players, or a program that speaks the protocol.

use super::Leash;
use super::round::Forfeit;
use super::side::Agent;
use crate::arena::{Clock, GRACE, Program, Reply};
use crate::base::Budget;
use crate::games::tactics::action::Action;
use crate::games::tactics::player::Player;
use crate::games::tactics::position::Position;
use crate::games::tactics::protocol::{parse_answer, question};
use std::time::Duration;

/// One side's player in one battle.
pub(super) enum Contestant {
    Player {
        player: Box<dyn Player>,
        time: Option<Duration>,
        nodes: Option<u64>,
    },
    /// `None` if the program did not start.
    Program {
        program: Option<Program>,
        leash: Leash,
        is_first: bool,
    },
}

/// What a contestant answers.
pub(super) struct Answer {
    pub(super) turn: Result<Vec<Action>, Forfeit>,
    pub(super) time: Duration,
    /// Positions visited and depth reached, if it says so.
    pub(super) thought: Option<(u64, u32)>,
}

impl Contestant {
    pub(super) fn new(agent: &Agent, leash: Leash, seed: u64) -> Self {
        match agent {
            Agent::Player { kind, time, nodes } => {
                Self::Player { player: kind.player(seed), time: *time, nodes: *nodes }
            }
            Agent::Program(command) => {
                Self::Program { program: Program::start(command, leash.show_errors).ok(), leash, is_first: true }
            }
        }
    }

    /// The whole turn of the side to move, all legal.
    pub(super) fn turn(&mut self, position: &Position, clock: &Clock) -> Answer {
        match self {
            Self::Player { player, time, nodes } => {
                let begin = clock();
                let mut budget = match *time {
                    Some(time) => {
                        let (clock, end) = (clock.clone(), begin + time);
                        Budget::until(move || clock() >= end)
                    }
                    None => Budget::unlimited(),
                };
                if let Some(nodes) = *nodes {
                    budget = budget.and_nodes(nodes);
                }
                let (mut game, mut turn, mut thought) = (position.clone(), Vec::new(), None);
                game.settle();
                while game.end().is_none() && game.turns() == position.turns() {
                    let (action, new) = player.choose(&game, &budget);
                    if let Some(new) = new {
                        let (nodes, depth) = thought.unwrap_or((0, new.depth));
                        thought = Some((nodes + new.nodes, depth));
                    }
                    game.make(action);
                    turn.push(action);
                }
                let used = clock().saturating_sub(begin);
                // The rule of the programs.
                let is_late = time.is_some_and(|time| used > time + GRACE);
                Answer { turn: if is_late { Err(Forfeit::Time) } else { Ok(turn) }, time: used, thought }
            }
            Self::Program { program: None, .. } => {
                Answer { turn: Err(Forfeit::Crash), time: Duration::ZERO, thought: None }
            }
            Self::Program { program: Some(program), leash, is_first } => {
                program.ask(question(position));
                let limit = if std::mem::take(is_first) { leash.first_time } else { leash.time };
                let (reply, time) = program.reply(limit);
                Answer { turn: checked(reply, position), time, thought: None }
            }
        }
    }
}

/// The turn of a reply, if it is one and legal.
fn checked(reply: Reply, position: &Position) -> Result<Vec<Action>, Forfeit> {
    let turn = match reply {
        Reply::Line(line) => parse_answer(&line).ok_or(Forfeit::Nonsense)?,
        Reply::Garbage => return Err(Forfeit::Nonsense),
        Reply::Unasked => return Err(Forfeit::Unasked),
        Reply::Late => return Err(Forfeit::Time),
        Reply::Ended => return Err(Forfeit::Crash),
    };
    let mut game = position.clone();
    game.settle();
    for action in &turn {
        if game.end().is_some() || game.turns() != position.turns() || !game.is_legal(*action) {
            return Err(Forfeit::Illegal);
        }
        game.make(*action);
    }
    let is_whole = game.end().is_some() || game.turns() != position.turns();
    if is_whole { Ok(turn) } else { Err(Forfeit::Illegal) }
}
