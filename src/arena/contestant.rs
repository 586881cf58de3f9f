//! Who is asked for a turn: one of our players, or a program that speaks the game's protocol.

use super::side::Agent;
use super::{Clock, GRACE, LONGEST_TURN, Player, PlayerKind, Program, Reply, TurnGame, UNASKED};
use crate::base::Budget;
use std::time::Duration;

/// What outside programs may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leash {
    pub time: Duration,
    /// Limit of the first turn of a round, in which the program also starts.
    pub first_time: Duration,
    /// Whether their standard error is shown.
    pub show_errors: bool,
}

impl Default for Leash {
    /// The contest's: one second for a move, three for the first.
    fn default() -> Self {
        Self { time: Duration::from_secs(1), first_time: Duration::from_secs(3), show_errors: false }
    }
}

/// How a player loses without the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forfeit {
    /// The program ended, or did not start.
    Crash,
    /// Its answer was no turn.
    Nonsense,
    /// Its turn was not legal or not whole.
    Illegal,
    /// It answered too late.
    Time,
    /// It answered before it was asked.
    Unasked,
}

impl Forfeit {
    /// For tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Nonsense => "nonsense",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Unasked => UNASKED,
        }
    }
}

/// One seat's player in one round.
pub(super) enum Contestant<G> {
    Player {
        player: Box<dyn Player<G>>,
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
pub(super) struct Answer<S> {
    pub(super) turn: Result<Vec<S>, Forfeit>,
    pub(super) time: Duration,
    /// Positions visited and depth reached, if it says so.
    pub(super) effort: Option<(u64, u32)>,
    /// What it holds the turn for, if it says so.
    pub(super) worth: Option<i32>,
}

impl<G: TurnGame> Contestant<G> {
    pub(super) fn new(agent: &Agent<G::Kind>, leash: Leash, seed: u64) -> Self {
        match agent {
            Agent::Player { kind, time, nodes } => {
                Self::Player { player: kind.player(seed), time: *time, nodes: *nodes }
            }
            Agent::Program(command) => Self::Program {
                program: Program::start(command, LONGEST_TURN, leash.show_errors).ok(),
                leash,
                is_first: true,
            },
        }
    }

    pub(super) fn is_program(&self) -> bool {
        matches!(self, Self::Program { .. })
    }

    /// Puts the question. A program begins to think; our players think when they are asked for the answer, of which
    /// nobody else hears before it is made.
    pub(super) fn ask(&mut self, position: &G, seat: usize) {
        if let Self::Program { program: Some(program), .. } = self {
            program.ask(position.question(seat));
        }
    }

    /// A whole turn. Where seats take turns it is legal.
    pub(super) fn answer(&mut self, position: &G, seat: usize, clock: &Clock) -> Answer<G::Step> {
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
                let (mut effort, mut worth): (Option<(u64, u32)>, _) = (None, None);
                let turn = whole_turn(position, seat, |game| {
                    let choice = player.choose(game, seat, &budget);
                    if let Some((nodes, depth)) = choice.thought.as_ref().map(G::effort) {
                        let (before, first) = effort.unwrap_or((0, depth));
                        effort = Some((before + nodes, first));
                    }
                    worth = choice.thought.as_ref().and_then(G::worth);
                    Some(choice.step)
                });
                let used = clock().saturating_sub(begin);
                // The rule of the programs.
                let is_late = time.is_some_and(|time| used > time + GRACE);
                Answer { turn: if is_late { Err(Forfeit::Time) } else { turn }, time: used, effort, worth }
            }
            Self::Program { program: None, .. } => {
                Answer { turn: Err(Forfeit::Crash), time: Duration::ZERO, effort: None, worth: None }
            }
            Self::Program { program: Some(program), leash, is_first } => {
                let limit = if std::mem::take(is_first) { leash.first_time } else { leash.time };
                let (reply, time) = program.reply(limit);
                Answer { turn: checked(&reply, position, seat), time, effort: None, worth: None }
            }
        }
    }
}

fn checked<G: TurnGame>(reply: &Reply, position: &G, seat: usize) -> Result<Vec<G::Step>, Forfeit> {
    let turn = match reply {
        Reply::Line(line) => G::parse_answer(line).ok_or(Forfeit::Nonsense)?,
        Reply::Garbage => return Err(Forfeit::Nonsense),
        Reply::Unasked => return Err(Forfeit::Unasked),
        Reply::Late => return Err(Forfeit::Time),
        Reply::Ended => return Err(Forfeit::Crash),
    };
    let mut steps = turn.iter().copied();
    let whole = whole_turn(position, seat, |_| steps.next())?;
    if steps.next().is_none() { Ok(whole) } else { Err(Forfeit::Illegal) }
}

/// Makes steps until the turn is over. Where all act at the same time a turn is one step, which the others decide on.
pub(super) fn whole_turn<G: TurnGame>(
    position: &G,
    seat: usize,
    mut next: impl FnMut(&G) -> Option<G::Step>,
) -> Result<Vec<G::Step>, Forfeit> {
    if position.to_act().len() > 1 {
        return Ok(vec![next(position).ok_or(Forfeit::Illegal)?]);
    }
    let (mut game, mut turn) = (position.clone(), Vec::new());
    game.settle();
    while game.outcome().is_none() && game.turns() == position.turns() {
        let step = next(&game).ok_or(Forfeit::Illegal)?;
        game.apply(&[(seat, step)]).map_err(|_| Forfeit::Illegal)?;
        turn.push(step);
    }
    Ok(turn)
}
