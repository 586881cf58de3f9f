//! Who is asked for a move: one of our players, or a program that speaks the contest's protocol.

use super::Leash;
use super::side::Agent;
use crate::arena::{Clock, GRACE, Program, Reply};
use crate::base::Budget;
use crate::games::tron::contest::{parse_answer, view};
use crate::games::tron::player::Player;
use crate::games::tron::position::{Death, Order, Position};
use std::time::Duration;

/// One seat's player in one round.
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
    },
}

/// What a contestant answers.
pub(super) struct Answer {
    pub(super) order: Order,
    pub(super) time: Duration,
    /// Positions visited, if it says so.
    pub(super) nodes: Option<u64>,
}

impl Contestant {
    pub(super) fn new(agent: &Agent, leash: Leash, seed: u64) -> Self {
        match agent {
            Agent::Player { kind, time, nodes } => {
                Self::Player { player: kind.player(seed), time: *time, nodes: *nodes }
            }
            Agent::Program(command) => {
                Self::Program { program: Program::start(command, leash.show_errors).ok(), leash }
            }
        }
    }

    pub(super) fn is_program(&self) -> bool {
        matches!(self, Self::Program { .. })
    }

    /// Puts the question. A program begins to think; our players think when they are asked for the answer, of which
    /// nobody else hears before the step.
    pub(super) fn ask(&mut self, position: &Position, seat: usize) {
        if let Self::Program { program: Some(program), .. } = self {
            program.ask(view(position, seat));
        }
    }

    pub(super) fn answer(&mut self, position: &Position, seat: usize, clock: &Clock) -> Answer {
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
                let choice = player.choose(position, seat, &budget);
                let nodes = choice.thought.map(|thought| thought.nodes);
                let used = clock().saturating_sub(begin);
                // The rule of the programs.
                let is_late = time.is_some_and(|time| used > time + GRACE);
                let order = if is_late { Order::Forfeit(Death::Time) } else { choice.order };
                Answer { order, time: used, nodes }
            }
            Self::Program { program: None, .. } => {
                Answer { order: Order::Forfeit(Death::Crash), time: Duration::ZERO, nodes: None }
            }
            Self::Program { program: Some(program), leash } => {
                let limit = if position.steps() == 0 { leash.first_time } else { leash.time };
                let (reply, time) = program.reply(limit);
                Answer { order: order(reply), time, nodes: None }
            }
        }
    }
}

fn order(reply: Reply) -> Order {
    match reply {
        Reply::Line(line) => parse_answer(&line).map_or(Order::Forfeit(Death::Nonsense), Order::Go),
        Reply::Garbage => Order::Forfeit(Death::Nonsense),
        Reply::Unasked => Order::Forfeit(Death::Unasked),
        Reply::Late => Order::Forfeit(Death::Time),
        Reply::Ended => Order::Forfeit(Death::Crash),
    }
}
