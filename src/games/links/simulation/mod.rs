//! Many matches between players and outside programs, without a window: the game's half of a tournament.
//!
//! Two matches after each other begin alike, with the sides exchanged: the same pegs, of the opening book or at random.
//! Everything random comes from the seed of the simulation and the number of the match, so a match repeats to the bit
//! unless a limit in time decides.

mod summary;

pub use summary::{SideSummary, Summary, VICTORIES};

use super::book::Book;
use super::hole::Hole;
use super::player::PlayerKind;
use super::position::{End, Position};
use super::rules::Rules;
use super::setup::Setup;
use super::step::Step;
use crate::arena::{
    self, Clock, CommandLine, Contest, Forfeit, Leash, Pairing, RecordingProblem, Score, Standing, Standings, Times,
    derived_seed,
};
use crate::base::{Budget, rng};
use crate::search::Outcome;
use rand::seq::SliceRandom;
use serde_json::Value;

/// A recorded match.
pub type Recording = arena::Recording<Position>;

/// One side of a simulation.
pub type Side = arena::Side<PlayerKind>;

/// Pegs that simulations place at the beginning, so that no two matches are the same.
pub const OPENING: u16 = 2;

/// Turns of a match at most: a peg for every hole of the largest board.
const LIMIT: u32 = 900;

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    pub sides: [Side; 2],
    pub rules: Rules,
    /// Pegs at the beginning of every match, those of both sides together. The pie rule is for who comes after.
    pub opening: u16,
    /// Whether they are lines of the opening book where it has the board, and not at random.
    pub by_book: bool,
    /// Limits of outside programs.
    pub leash: Leash,
    pub seed: u64,
}

/// A match that was played. Lists are in the order of the players, the first one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedRound {
    /// Number in the simulation, from 0.
    pub number: usize,
    pub setup: Setup,
    /// Which side of the simulation was player 1 and 2.
    pub sides: [usize; 2],
    pub steps: Vec<Step>,
    /// How it ended by the rules; `None` if a player lost otherwise.
    pub end: Option<End>,
    /// Who lost otherwise, and how.
    pub forfeit: Option<(usize, Forfeit)>,
    /// Turns of the match, without the opening.
    pub length: u32,
    pub times: [Times; 2],
    /// Positions that each visited, and in how many turns it said so.
    pub nodes: [(u64, u64); 2],
    /// What each turn was worth to who made it, where it said so.
    pub values: Vec<Option<i32>>,
}

impl PlayedRound {
    pub fn winner(&self) -> Option<usize> {
        match (self.forfeit, self.end.map(|end| end.outcome)) {
            (Some((loser, _)), _) => Some(1 - loser),
            (None, Some(Outcome::Win(winner))) => Some(winner),
            (None, Some(Outcome::Draw) | None) => None,
        }
    }

    /// Why it ended, for tables and records: the name of an [`Ending`](super::position::Ending) or of a [`Forfeit`].
    pub fn reason(&self) -> &'static str {
        match (self.forfeit, self.end) {
            (Some((_, forfeit)), _) => forfeit.name(),
            (None, Some(end)) => end.ending.name(),
            (None, None) => "limit",
        }
    }

    /// What the match was for a player: one win, draw or loss.
    pub fn score(&self, seat: usize) -> Score {
        Score::of(self.winner(), seat)
    }

    /// The recording of the match between `sides` of the simulation.
    ///
    /// # Errors
    /// If its steps do not fit to its set-up.
    pub fn recording(&self, sides: &[Side; 2]) -> Result<Recording, RecordingProblem> {
        let names = self.sides.map(|side| sides[side].name.clone());
        let times = [0, 1].map(|seat| self.times[seat].micros().collect());
        let ended = (self.winner(), self.reason());
        let recording = Recording::of_round((self.number, &self.setup, &self.steps), names, times, ended)?;
        Ok(recording.valued(self.values.clone()))
    }
}

impl Contest for Simulation {
    type Round = PlayedRound;
    type Summary = Summary;

    const NAME: &'static str = "links";

    fn cycle(&self) -> u32 {
        2
    }

    fn programs(&self) -> Vec<&CommandLine> {
        self.sides.iter().filter_map(Side::command).collect()
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.sides)
    }

    fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<PlayedRound>, String> {
        let seed = derived_seed(self.seed, "board", number / 2, 0);
        let setup = Setup { rules: self.rules, opening: self.opening(number / 2), seed };
        let sides = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let player = |side: usize| (&self.sides[side], derived_seed(self.seed, "player", number, side));
        let pairing = Pairing { seats: sides.map(player).to_vec(), leash: self.leash, most: LIMIT, clock };
        let played = pairing.play(&setup, limit, |_: &Position| None)?;
        Ok(played.map(|played| PlayedRound {
            number,
            setup,
            sides,
            steps: played.turns.iter().flat_map(|turn| turn.steps.iter().copied()).collect(),
            end: played.position.end(),
            forfeit: played.forfeit,
            length: played.turns.len() as u32,
            times: [0, 1].map(|seat| played.times(seat)),
            nodes: [0, 1].map(|seat| played.nodes(seat)),
            values: played.turns.iter().map(|turn| turn.worth).collect(),
        }))
    }

    fn add(&self, summary: &mut Summary, round: &PlayedRound) {
        summary.add(round);
    }

    fn sides(summary: &Summary) -> Vec<&Standing> {
        summary.sides.iter().map(|side| &side.standing).collect()
    }

    fn standings(summary: &Summary) -> Standings {
        summary.standings()
    }

    fn record(&self, round: &PlayedRound) -> Result<String, String> {
        let line = round.recording(&self.sides).and_then(|recording| recording.line());
        line.map_err(|problem| problem.to_string())
    }

    /// The table of the command line.
    fn log(&self, summary: &Summary) -> String {
        let [first, second] = &self.sides;
        format!("{} against {}\nmatches: {}\n\n{}", first.name, second.name, summary.rounds, summary.table())
    }

    fn report(summary: &Summary) -> (String, Value) {
        (summary.table(), summary.json())
    }
}

impl Simulation {
    /// The pegs of a pair of matches.
    fn opening(&self, pair: usize) -> Vec<Step> {
        let board = Book::shipped().board(self.rules).filter(|_| self.by_book);
        let known = board.and_then(|board| board.opening(self.opening.into(), pair, self.seed));
        known.map_or_else(|| self.random_opening(pair), |pegs| pegs.into_iter().map(Step::Peg).collect())
    }

    /// Pegs at random, in the middle half of the board as long as there is room, so that none is wasted. None of them ends
    /// the match; so there are fewer only where no other hole is left.
    fn random_opening(&self, pair: usize) -> Vec<Step> {
        let mut rng = rng::stream(derived_seed(self.seed, "opening", pair, 0), "links opening");
        let quarter = self.rules.size / 4;
        let middle = quarter..self.rules.size - quarter;
        let is_outside = |hole: &Hole| !(middle.contains(&hole.column()) && middle.contains(&hole.row()));
        let mut position = Position::new(self.rules);
        for _ in 0..self.opening {
            let mut holes: Vec<Hole> = position.free(position.side()).iter().collect();
            holes.shuffle(&mut rng);
            holes.sort_by_key(is_outside);
            let goes_on = |hole: Hole| {
                position.make(Step::Peg(hole));
                position.judge_dead();
                let goes_on = position.end().is_none();
                if !goes_on {
                    position.unmake();
                }
                goes_on
            };
            if !holes.into_iter().any(goes_on) {
                break;
            }
        }
        position.steps().collect()
    }
}
