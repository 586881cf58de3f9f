//! One battle.

use super::Simulation;
use super::contestant::Contestant;
use crate::arena::{Clock, Score, Times};
use crate::base::{Budget, rng};
use crate::games::tactics::action::Action;
use crate::games::tactics::player::random_action;
use crate::games::tactics::position::{End, Position};
use crate::games::tactics::rules;
use crate::games::tactics::setup::{Setup, SetupProblem};
use crate::search::Outcome;

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
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Nonsense => "nonsense",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Unasked => crate::arena::UNASKED,
        }
    }
}

/// A battle that was played. Lists are in the order of the rules' sides, A first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Number in the simulation, from 0.
    pub number: usize,
    /// How it began.
    pub setup: Setup,
    /// Which side of the simulation played A and B.
    pub sides: [usize; 2],
    /// Turns, the random ones of the opening included.
    pub turns: Vec<Vec<Action>>,
    /// How it ended by the rules; `None` if a player lost otherwise or it took too long.
    pub end: Option<End>,
    /// Who lost otherwise, and how.
    pub forfeit: Option<(rules::Side, Forfeit)>,
    /// Turns of a side.
    pub length: u16,
    /// The turn, from 1, of the first damage.
    pub first_damage: Option<u16>,
    /// How long the turns of each took.
    pub times: [Times; 2],
    /// Positions that each visited, and in how many turns it said so.
    pub nodes: [(u64, u64); 2],
    /// Plies of full depth that each reached, summed over the turns in which it had all its characters to move.
    pub depths: [(u64, u64); 2],
}

impl Round {
    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Option<rules::Side> {
        match (self.forfeit, self.end.map(|end| end.outcome)) {
            (Some((loser, _)), _) => Some(loser.other()),
            (None, Some(Outcome::Win(winner))) => Some(rules::Side::of(winner)),
            (None, Some(Outcome::Draw) | None) => None,
        }
    }

    /// Why it ended, for tables and records: the name of an [`Ending`](rules::Ending), of a [`Forfeit`], or `limit`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match (self.forfeit, self.end) {
            (Some((_, forfeit)), _) => forfeit.name(),
            (None, Some(end)) => end.ending.name(),
            (None, None) => "limit",
        }
    }

    /// What the battle was for A or B: one win, draw or loss.
    #[must_use]
    pub fn score(&self, side: rules::Side) -> Score {
        match self.winner() {
            None => Score { draws: 1, ..Score::default() },
            Some(winner) if winner == side => Score { wins: 1, ..Score::default() },
            Some(_) => Score { losses: 1, ..Score::default() },
        }
    }
}

pub(super) fn play(
    simulation: &Simulation,
    number: usize,
    setup: Setup,
    clock: &Clock,
    limit: &Budget,
) -> Result<Option<Round>, SetupProblem> {
    let sides = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    let mut contestants = sides.map(|side| {
        let seed = simulation.derived_seed("player", number, side);
        Contestant::new(&simulation.sides[side].agent, simulation.leash, seed)
    });
    let mut position = setup.begin()?;
    let mut round = Round {
        number,
        setup,
        sides,
        turns: Vec::new(),
        end: None,
        forfeit: None,
        length: 0,
        first_damage: None,
        times: Default::default(),
        nodes: [(0, 0); 2],
        depths: [(0, 0); 2],
    };
    let mut opening = rng::stream(simulation.derived_seed("opening", number / 2, 0), "tactics opening");
    while position.end().is_none() && position.turns() < simulation.limit {
        if limit.is_spent(0) {
            return Ok(None);
        }
        let side = position.side();
        let turn = if position.turns() < 2 * simulation.opening {
            random_turn(&position, &mut opening)
        } else {
            let answer = contestants[side.index()].turn(&position, clock);
            round.times[side.index()].add(answer.time);
            if let Some((nodes, depth)) = answer.thought {
                round.nodes[side.index()].0 += nodes;
                round.nodes[side.index()].1 += 1;
                round.depths[side.index()].0 += u64::from(depth);
                round.depths[side.index()].1 += u64::from(position.count(side));
            }
            match answer.turn {
                Ok(turn) => turn,
                Err(forfeit) => {
                    round.forfeit = Some((side, forfeit));
                    break;
                }
            }
        };
        let health = |position: &Position| position.health(rules::Side::A) + position.health(rules::Side::B);
        let before = health(&position);
        let number = position.turns() + 1;
        turn.iter().for_each(|action| position.make(*action));
        position.settle();
        if health(&position) < before {
            round.first_damage.get_or_insert(number);
        }
        round.turns.push(turn);
    }
    round.end = position.end();
    round.length = position.turns();
    Ok(Some(round))
}

/// A turn at random.
fn random_turn(position: &Position, rng: &mut rng::Rng) -> Vec<Action> {
    let (mut game, mut turn) = (position.clone(), Vec::new());
    game.settle();
    while game.end().is_none() && game.turns() == position.turns() {
        let action = random_action(&game, rng);
        game.make(action);
        turn.push(action);
    }
    turn
}
