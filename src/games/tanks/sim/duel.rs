//! Tanks as matches see it: the one door for what seats hold, a turn every few ticks.
//!
//! In a turn everybody says what it holds until the next one, and then [`EVERY`] ticks are played. Programs of the match
//! ([`Hand::Bot`]) think within the ticks and say nothing. Against waves the enemies are one more seat, the last one.
//!
//! An answer that is none leaves what is held; who ends, or answers too late or unasked, holds nothing from then on.

use super::average::Average;
use super::look::{Answer, EVERY, Hello, Look};
use crate::arena::{Choice, Forfeit, Player, PlayerKind, TurnGame};
use crate::base::Budget;
use crate::games::tanks::order::{Input, Order};
use crate::games::tanks::played::Played;
use crate::games::tanks::replay::TanksReplay;
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{Hand, Level, OURS, Setup};
use crate::games::tanks::stage::Stage;
use crate::games::tanks::world;
use crate::search::Outcome;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

/// Who may sit on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A program of the match.
    Bot(Level),
    /// A scripted player that plays as people do on average ([`Average`]).
    Average,
    /// Holds nothing.
    Still,
    /// The enemies of waves.
    Wave(Level),
}

/// The name of a level, as it is written everywhere.
pub const fn level_name(level: Level) -> &'static str {
    match level {
        Level::Beginner => "beginner",
        Level::Normal => "normal",
        Level::Hard => "hard",
        Level::Expert => "expert",
    }
}

/// The level of a name.
///
/// # Errors
/// A sentence with all names.
pub fn level_named(name: &str) -> Result<Level, String> {
    let named = Level::ALL.into_iter().find(|level| level_name(*level) == name);
    named.ok_or_else(|| format!("{name:?} is no level, expected {}", Level::ALL.map(level_name).join(", ")))
}

impl Display for Kind {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        match self {
            Self::Bot(level) => write!(to, "bot:{}", level_name(*level)),
            Self::Average => to.write_str("average"),
            Self::Still => to.write_str("still"),
            Self::Wave(level) => write!(to, "wave:{}", level_name(*level)),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("bot:")) {
            ("average", _) => Ok(Self::Average),
            ("still", _) => Ok(Self::Still),
            ("bot", _) => Ok(Self::Bot(Level::Expert)),
            (_, Some(level)) => level_named(level).map(Self::Bot),
            _ => Err(format!("{text:?} is no player, expected bot:LEVEL, average or still")),
        }
    }
}

impl PlayerKind for Kind {
    type Game = Duel;

    const OPTIONS: &'static str = "none";

    fn is_engine(&self) -> bool {
        false
    }

    fn player(self, seed: u64) -> Box<dyn Player<Duel>> {
        match self {
            Self::Average => Box::new(Average::new(seed)),
            Self::Still => Box::new(Says(Step::Hold(Input::default()))),
            Self::Bot(_) | Self::Wave(_) => Box::new(Says(Step::Own)),
        }
    }
}

/// Says the same always.
struct Says(Step);

impl Player<Duel> for Says {
    fn choose(&mut self, _: &Duel, _: usize, _: &Budget) -> Choice<Duel> {
        Choice::plain(self.0)
    }
}

impl Player<Duel> for Average {
    fn choose(&mut self, position: &Duel, seat: usize, _: &Budget) -> Choice<Duel> {
        // A look of ours is one.
        Choice::plain(Step::Hold(self.answer(position.look(seat)).unwrap_or_default()))
    }
}

/// A match before it begins.
#[derive(Debug, Clone)]
pub struct Pitch {
    pub rules: Arc<Rules>,
    pub setup: Setup,
    pub stage: Arc<Stage>,
}

/// What a seat says in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it is a program of the match.
    Own,
    Hold(Input),
    Fault(Forfeit),
}

/// A match at a turn.
#[derive(Clone)]
pub struct Duel {
    pitch: Pitch,
    played: Played,
    turns: u32,
    /// The version of the board before the last turn.
    since: u32,
    /// All that came into force.
    replay: TanksReplay,
    /// By seat, how many answers were none, and the first reason.
    faults: Vec<(u32, Option<Forfeit>)>,
}

impl Duel {
    pub const fn played(&self) -> &Played {
        &self.played
    }

    pub const fn pitch(&self) -> &Pitch {
        &self.pitch
    }

    /// The match as a file, as far as it is played.
    pub fn replay(&self) -> String {
        self.replay.text(self.played.world())
    }

    /// By seat, how many answers were none, and the first reason.
    pub fn faults(&self) -> &[(u32, Option<Forfeit>)] {
        &self.faults
    }

    /// The seats, without the one of the waves.
    pub fn seats(&self) -> usize {
        self.pitch.setup.seats.len()
    }

    /// What a seat sees.
    pub fn look(&self, seat: usize) -> Look {
        let look = Look::of(self.played.world(), seat, self.since);
        let Pitch { rules, setup, stage } = &self.pitch;
        let hello = (self.turns == 0).then(|| Box::new(Hello::of(rules, setup, stage, seat)));
        Look { hello, ..look }
    }
}

impl TurnGame for Duel {
    type Setup = Pitch;
    type SetupProblem = String;
    type Step = Step;
    type Refusal = String;
    type Thought = ();
    type Kind = Kind;

    fn start(pitch: &Pitch) -> Result<Self, String> {
        let played = Played::new(pitch.rules.clone(), pitch.setup.clone(), &pitch.stage);
        let played = played.map_err(|problem| problem.to_string())?;
        let (since, faults) = (played.world().field().version(), vec![(0, None); pitch.setup.seats.len()]);
        let replay = TanksReplay::new(&pitch.setup, &pitch.stage);
        Ok(Self { pitch: pitch.clone(), played, turns: 0, since, replay, faults })
    }

    fn to_act(&self) -> Vec<usize> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        (0..self.seats() + usize::from(self.pitch.setup.mode.has_waves())).collect()
    }

    fn apply(&mut self, steps: &[(usize, Step)]) -> Result<(), String> {
        let (seats, mut orders) = (self.seats(), Vec::new());
        for (seat, step) in steps.iter().filter(|(seat, _)| *seat < seats) {
            let held = self.played.held()[*seat];
            let input = match step {
                Step::Own => continue,
                Step::Hold(input) => *input,
                Step::Fault(reason) => {
                    let (count, first) = &mut self.faults[*seat];
                    *count += 1;
                    first.get_or_insert(*reason);
                    if *reason == Forfeit::Nonsense { held } else { Input::default() }
                }
            };
            orders.extend(Order::between(*seat as u8, held, input));
        }
        self.since = self.played.world().field().version();
        for _ in 0..EVERY {
            let forced = self.played.step(&orders);
            self.replay.push(&forced, self.played.world());
            orders.clear();
            if self.played.world().outcome().is_some() {
                break;
            }
        }
        self.turns += 1;
        Ok(())
    }

    /// The winner is the first seat of its side.
    fn outcome(&self) -> Option<Outcome> {
        let setup = &self.pitch.setup;
        self.played.world().outcome().map(|outcome| match outcome {
            world::Outcome::Draw => Outcome::Draw,
            world::Outcome::Won(side) if setup.mode.has_waves() && side != OURS => Outcome::Win(self.seats()),
            world::Outcome::Won(side) => {
                Outcome::Win(setup.played().find(|seat| setup.side(*seat) == side).unwrap_or_default())
            }
        })
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn key(&self) -> u64 {
        self.played.fingerprint()
    }

    fn question(&self, seat: usize) -> String {
        // A look has nothing that JSON cannot say.
        serde_json::to_string(&self.look(seat)).unwrap_or_default() + "\n"
    }

    fn parse_answer(line: &str) -> Option<Vec<Step>> {
        let answer: Answer = serde_json::from_str(line).ok()?;
        Some(vec![Step::Hold(answer.into())])
    }

    fn forfeited(reason: Forfeit) -> Option<Step> {
        Some(Step::Fault(reason))
    }

    fn effort((): &()) -> (u64, u32) {
        (0, 0)
    }
}

/// Who plays a seat of a match: a program of the match, or somebody from outside.
pub(super) const fn hand(kind: Option<Kind>) -> Hand {
    match kind {
        Some(Kind::Bot(level)) => Hand::Bot(level),
        _ => Hand::Human,
    }
}
