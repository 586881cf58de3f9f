//! Links as a turn-based game for matches, and as a match with its history: a step is a peg, and a turn ends with it. Before
//! it a draw may be offered.

use super::geometry::Link;
use super::hole::Hole;
use super::player::PlayerKind;
use super::position::Position;
use super::protocol::{parse_answer, question};
use super::setup::{Setup, SetupProblem, SetupRecord};
use super::step::Step;
use crate::arena::{self, NotNow, TableGame, TurnGame};
use crate::search::{Outcome, Thought};

/// Why a step is not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Outside of the board, or in one of its corners.
    NoHole(Hole),
    Taken(Hole),
    /// On a border line of the other side.
    OtherBorder(Hole),
    /// Only in place of the second peg, and if the rules have it.
    NoSwap,
    /// An offer holds already.
    Offered,
    NothingOffered,
    NotNow(NotNow),
}

impl From<NotNow> for Refusal {
    fn from(reason: NotNow) -> Self {
        Self::NotNow(reason)
    }
}

/// A match with its history.
pub type Match = arena::Match<Position>;

/// What a side can want.
pub type Order = arena::Order<Step>;

/// What a step did, for pictures and logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepEffect {
    pub side: usize,
    /// Where the new peg stands.
    pub peg: Option<Hole>,
    pub links: Vec<Link>,
}

impl Position {
    /// Why a step is not legal.
    fn refusal(&self, step: Step) -> Option<Refusal> {
        if self.end().is_some() {
            return Some(NotNow::Over.into());
        }
        if self.is_legal(step) {
            return None;
        }
        Some(match step {
            Step::Peg(hole) if !self.rules().has(hole) => Refusal::NoHole(hole),
            Step::Peg(hole) if self.rules().is_border(1 - self.side(), hole) => Refusal::OtherBorder(hole),
            Step::Peg(hole) => Refusal::Taken(hole),
            Step::Swap => Refusal::NoSwap,
            Step::Offer => Refusal::Offered,
            Step::Draw | Step::Resign => Refusal::NothingOffered,
        })
    }
}

impl TurnGame for Position {
    type Setup = Setup;
    type SetupProblem = SetupProblem;
    type Step = Step;
    type Refusal = Refusal;
    type Thought = Thought<Step>;
    type Kind = PlayerKind;

    fn start(setup: &Setup) -> Result<Self, SetupProblem> {
        setup.begin()
    }

    fn to_act(&self) -> Vec<usize> {
        if self.end().is_some() { Vec::new() } else { vec![self.side()] }
    }

    fn apply(&mut self, steps: &[(usize, Step)]) -> Result<(), Refusal> {
        let [(seat, step)] = *steps else { return Err(NotNow::NotYourTurn.into()) };
        if self.end().is_none() && seat != self.side() {
            return Err(NotNow::NotYourTurn.into());
        }
        if let Some(refusal) = self.refusal(step) {
            return Err(refusal);
        }
        self.make(step);
        self.judge_dead();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| end.outcome)
    }

    fn turns(&self) -> u32 {
        Position::turns(self)
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn question(&self, seat: usize) -> String {
        question(self, seat)
    }

    fn parse_answer(line: &str) -> Option<Vec<Step>> {
        parse_answer(line)
    }

    fn effort(thought: &Thought<Step>) -> (u64, u32) {
        (thought.nodes, thought.depth)
    }

    /// Who expects no line has not looked at what comes.
    fn worth(thought: &Thought<Step>) -> Option<i32> {
        (!thought.line.is_empty()).then_some(thought.score)
    }
}

impl TableGame for Position {
    type SetupRecord = SetupRecord;
    type Effect = StepEffect;

    const NAME: &'static str = "links";
    const VERSION: u32 = 1;
    const SEATS: [&'static str; 2] = ["1", "2"];

    fn record(setup: &Setup) -> SetupRecord {
        setup.record()
    }

    fn from_record(record: &SetupRecord) -> Result<Setup, SetupProblem> {
        Setup::from_record(record)
    }

    fn title(setup: &Setup) -> String {
        format!("{0} × {0}", setup.rules.size)
    }

    fn seed(setup: &Setup) -> u64 {
        setup.seed
    }

    fn seat(&self) -> usize {
        self.side()
    }

    fn is_turn_start(&self) -> bool {
        Position::is_turn_start(self)
    }

    fn has_undo(_setup: &Setup) -> bool {
        false
    }

    fn undo(&mut self) {
        self.unmake();
    }

    fn effect(&self, after: &Self, step: Step) -> StepEffect {
        let side = self.side();
        let before = if step == Step::Swap { 0 } else { self.links(side).len() };
        let peg = match step {
            Step::Peg(hole) => Some(hole),
            Step::Swap => after.pegs(1).iter().next(),
            Step::Offer | Step::Draw | Step::Resign => None,
        };
        StepEffect { side, peg, links: after.links(side)[before..].to_vec() }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end().map(|end| end.ending.name())
    }
}
