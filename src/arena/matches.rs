//! A match of a game in which one seat at a time is to act, with its history: turns that can be taken back until they are
//! ended, and any earlier moment again.
//!
//! A position passes the turn on by itself; a [`Match`] holds the seat that has acted until the turn is ended, so that it
//! can be taken back as a whole. Where a game's rules let nothing be taken back, turns end by themselves.

use super::{Forfeit, TurnGame};
use crate::search::Outcome;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use thiserror::Error;

/// What a match needs to know of a game beyond its rules.
pub trait TableGame:
    TurnGame<
        Setup: Clone + Debug + PartialEq + Send + Sync,
        SetupProblem: Debug,
        Step: Display + FromStr<Err: Display>,
        Refusal: From<NotNow> + Clone + PartialEq + Send + Sync,
    > + Debug
    + PartialEq
{
    /// The name in files.
    const NAME: &'static str;
    /// The version of the set-up and the steps in files.
    const VERSION: u32;
    /// The names of the two seats in files.
    const SEATS: [&'static str; 2];

    /// A set-up in files.
    type SetupRecord: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send + Sync;
    /// What a step did, for pictures and logs.
    type Effect: Clone + Debug + Send + Sync;

    /// The form of a set-up for files.
    fn record(setup: &Self::Setup) -> Self::SetupRecord;

    /// The set-up of a file.
    fn from_record(record: &Self::SetupRecord) -> Result<Self::Setup, Self::SetupProblem>;

    /// What the board of a set-up is called where matches are listed.
    fn title(setup: &Self::Setup) -> String;

    /// The seed of everything random in a match.
    fn seed(setup: &Self::Setup) -> u64;

    /// Whose turn it is; at the end of the game, whose it would be.
    fn seat(&self) -> usize;

    /// Whether nothing has been done in this turn.
    fn is_turn_start(&self) -> bool;

    /// Whether the steps of a turn can be taken back until it is ended.
    fn has_undo(setup: &Self::Setup) -> bool;

    /// Takes back the last step since the last [`TurnGame::settle`].
    fn undo(&mut self);

    /// A step of the turn that does nothing, for who ends it early; none if the turn cannot go on.
    ///
    /// # Errors
    /// Something has to be done first.
    fn pass(&self) -> Result<Option<Self::Step>, Self::Refusal> {
        Ok(None)
    }

    /// What a step did that led from this position to another.
    fn effect(&self, after: &Self, step: Self::Step) -> Self::Effect;

    /// Why the game is over, as a name for files.
    fn reason(&self) -> Option<&'static str>;
}

/// Why an order cannot be carried out now, in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotNow {
    #[error("everything of this turn is done: end it or take something back")]
    Complete,
    #[error("nothing of this turn can be taken back")]
    NothingToUndo,
    #[error("the match is over")]
    Over,
    #[error("the other side is to move")]
    NotYourTurn,
    #[error("a program plays this side")]
    NotYours,
}

/// What a seat can want, be it a person or a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order<S> {
    Act(S),
    EndTurn,
    /// The last step of the turn is taken back.
    Undo,
    /// The whole turn is taken back.
    UndoTurn,
}

/// An end that does not follow from the steps: by the clock, or as whoever wrote the match down says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// None for a draw.
    pub winner: Option<usize>,
    /// A name for files.
    pub reason: Cow<'static, str>,
}

impl Ruling {
    /// Reasons that are known in every game, beside those of [forfeits](super::Forfeit): a draw to which both have agreed, a
    /// resignation, a win of which whoever wrote it down says no more.
    pub const AGREED: &'static str = "agreed";
    pub const RESIGNED: &'static str = "resigned";
    pub const TOLD: &'static str = "told";
    /// Who lost was away for too long.
    pub const LEFT: &'static str = "left";
    /// Reasons with which a match is no result: called off before both had moved, or broken off by the server.
    pub const ABORTED: &'static str = "aborted";
    pub const STOPPED: &'static str = "stopped";

    /// Whether it is a result.
    pub fn counts(&self) -> bool {
        ![Self::ABORTED, Self::STOPPED].contains(&&*self.reason)
    }
}

/// A match with its history.
#[derive(Debug, Clone)]
pub struct Match<G: TableGame> {
    setup: G::Setup,
    position: G,
    steps: Vec<G::Step>,
    /// The seat of each step.
    seats: Vec<usize>,
    effects: Vec<G::Effect>,
    /// How many of the steps belong to ended turns.
    ended: usize,
    /// Whose turn it is to the players; the position may be one further.
    seat: usize,
    /// Whether steps can be taken back whatever the rules say, those of earlier turns too.
    lenient: bool,
    /// How many turns each seat has ended.
    turns: [usize; 2],
    /// How it has ended without the rules.
    ruling: Option<Ruling>,
}

impl<G: TableGame> Match<G> {
    /// A match that begins.
    pub fn new(setup: G::Setup) -> Result<Self, G::SetupProblem> {
        let position = G::start(&setup)?;
        let seat = position.seat();
        let (steps, seats, effects) = (Vec::new(), Vec::new(), Vec::new());
        let (turns, ruling) = ([0; 2], None);
        Ok(Self { setup, position, steps, seats, effects, ended: 0, seat, lenient: false, turns, ruling })
    }

    /// The same in which everything can be taken back, as in puzzles.
    pub(crate) fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// The same match at its beginning.
    pub(super) fn again(&self) -> Self {
        let Ok(begun) = Self::new(self.setup.clone()) else { unreachable!("the match has begun with it") };
        Self { lenient: self.lenient, ..begun }
    }

    /// The match after the first of its steps; at the last of them it is as it is now.
    pub fn at(&self, steps: usize) -> Self {
        let steps = steps.min(self.steps.len());
        let is_all = steps == self.steps.len();
        let played = self.again().after(&self.steps[..steps], is_all && self.is_open());
        Self { ruling: self.ruling.clone().filter(|_| is_all), ..played }
    }

    /// A match that begins after some steps, which must be legal one after the other; `open` tells whether the last turn
    /// was left before it was ended.
    pub fn after(mut self, steps: &[G::Step], open: bool) -> Self {
        for (index, step) in steps.iter().enumerate() {
            let is_last = index + 1 == steps.len();
            if self.act(*step).is_err() || self.is_complete() && !(is_last && open) && self.end_turn().is_err() {
                break;
            }
        }
        self
    }

    /// Carries out an order of a seat: the only door for persons and programs.
    ///
    /// # Errors
    /// Why nothing was done.
    pub fn obey(&mut self, seat: usize, order: Order<G::Step>) -> Result<(), G::Refusal> {
        if seat != self.seat {
            return Err(NotNow::NotYourTurn.into());
        }
        match order {
            Order::Act(step) => self.act(step),
            Order::EndTurn => self.end_turn(),
            Order::Undo => self.undo(),
            Order::UndoTurn => self.undo_turn(),
        }
    }

    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    /// Whose turn it is: the seat that acts, or has acted and not ended its turn.
    pub fn seat(&self) -> usize {
        self.seat
    }

    pub fn steps(&self) -> &[G::Step] {
        &self.steps
    }

    /// The seat of each of the steps.
    pub fn seats(&self) -> &[usize] {
        &self.seats
    }

    /// What each of the steps did, in order.
    pub fn effects(&self) -> &[G::Effect] {
        &self.effects
    }

    /// Whether no turn has ended.
    pub(crate) fn is_first_turn(&self) -> bool {
        self.ended == 0
    }

    /// Whether the last turn is not ended.
    pub(crate) fn is_open(&self) -> bool {
        self.ended < self.steps.len()
    }

    /// Whether the steps of a turn can be taken back until it is ended.
    pub(crate) fn has_undo(&self) -> bool {
        self.lenient || G::has_undo(&self.setup)
    }

    fn has_acted(&self) -> bool {
        self.has_undo() && self.is_open()
    }

    /// Whether the seat to move can take something back.
    pub(crate) fn can_undo(&self) -> bool {
        self.has_acted() || self.lenient && self.last_step(self.seat).is_some()
    }

    /// Whether the seat has done all that it can and the turn waits to be ended.
    pub fn is_complete(&self) -> bool {
        self.is_open() && (self.position.outcome().is_some() || self.position.is_turn_start())
    }

    /// Whether it is over: also the last turn is ended.
    pub fn is_over(&self) -> bool {
        self.ruling.is_some() || self.position.outcome().is_some() && !self.is_open()
    }

    /// How it has ended, by the rules or without them.
    pub fn outcome(&self) -> Option<Outcome> {
        let ruled = |ruling: &Ruling| ruling.winner.map_or(Outcome::Draw, Outcome::Win);
        self.position.outcome().or(self.ruling.as_ref().map(ruled))
    }

    /// Why it has ended, as a name for files.
    pub fn reason(&self) -> Option<&str> {
        self.position.reason().or(self.ruling.as_ref().map(|ruling| &*ruling.reason))
    }

    /// How many turns a seat has ended.
    pub fn turns_of(&self, seat: usize) -> usize {
        self.turns[seat]
    }

    /// The seat whose time has run out, which has lost by it.
    pub fn flagged(&self) -> Option<usize> {
        let flag = self.ruling.as_ref().filter(|ruling| ruling.reason == Forfeit::Time.name());
        flag.and_then(|ruling| ruling.winner).map(|winner| 1 - winner)
    }

    /// How it has ended, if the rules have not ended it.
    pub fn ruling(&self) -> Option<&Ruling> {
        self.ruling.as_ref()
    }

    /// It ends without the rules. Nothing comes of it if it is over.
    pub fn end_by(&mut self, ruling: Ruling) {
        if !self.is_over() {
            self.ruling = Some(ruling);
        }
    }

    /// The time of a seat has run out. Nothing comes of it if the match is over.
    pub fn run_out(&mut self, seat: usize) {
        self.end_by(Ruling { winner: Some(1 - seat), reason: Forfeit::Time.name().into() });
    }

    /// Makes a step.
    pub fn act(&mut self, step: G::Step) -> Result<(), G::Refusal> {
        if self.is_over() {
            return Err(NotNow::Over.into());
        }
        if self.is_complete() {
            return Err(NotNow::Complete.into());
        }
        let before = self.position.clone();
        self.position.apply(&[(self.seat, step)])?;
        self.steps.push(step);
        self.seats.push(self.seat);
        self.effects.push(before.effect(&self.position, step));
        if !self.has_undo() && self.is_complete() {
            self.pass_on();
        }
        Ok(())
    }

    /// Ends the turn, if need be with steps that do nothing.
    pub fn end_turn(&mut self) -> Result<(), G::Refusal> {
        if self.is_over() {
            return Err(NotNow::Over.into());
        }
        let ended = self.ended;
        while self.ended == ended && !self.is_complete() {
            let Some(step) = self.position.pass()? else { break };
            self.act(step)?;
        }
        // Where steps stand, the last one has ended it.
        if self.ended == ended {
            self.pass_on();
        }
        Ok(())
    }

    /// Takes the last step of the turn back; where everything can be taken back and there is none, the end of the turn
    /// before.
    ///
    /// # Errors
    /// If there is none, or the rules let nothing be taken back.
    pub fn undo(&mut self) -> Result<(), G::Refusal> {
        if self.lenient && !self.has_acted() {
            return self.reopen(self.seat);
        }
        if !self.has_acted() {
            return Err(NotNow::NothingToUndo.into());
        }
        self.position.undo();
        self.steps.pop();
        self.seats.pop();
        self.effects.pop();
        Ok(())
    }

    /// Takes all steps of the turn back; likewise, those of the turn before.
    pub fn undo_turn(&mut self) -> Result<(), G::Refusal> {
        self.undo()?;
        while self.has_acted() {
            self.undo()?;
        }
        Ok(())
    }

    /// Takes everything back that came after the last turn of a seat, which then waits to be ended.
    pub(crate) fn reopen(&mut self, seat: usize) -> Result<(), G::Refusal> {
        let last = self.last_step(seat).ok_or(NotNow::NothingToUndo)?;
        *self = self.again().after(&self.steps[..=last], true);
        Ok(())
    }

    fn last_step(&self, seat: usize) -> Option<usize> {
        self.seats.iter().rposition(|other| *other == seat)
    }

    fn pass_on(&mut self) {
        self.ended = self.steps.len();
        self.turns[self.seat] += 1;
        self.seat = self.position.seat();
        self.position.settle();
    }
}
