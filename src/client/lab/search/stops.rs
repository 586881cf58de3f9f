//! Breakpoints: where playing stops.

use super::Searching;
use super::lane::Shown;
use crate::base::Cell;
use crate::lab::breakpoint::Breakpoint;
use crate::lab::run::{Places, Run};
use crate::nav::searchers::EventKind;
use bevy::prelude::*;

/// What is waited for.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The goal is reached for the first time or again.
    Goal,
    /// Both halves meet.
    Meet,
    /// The search begins anew.
    Round,
    /// A state of this estimate of the whole way, or a higher one, is expanded.
    F,
    /// A state at this cost, or a higher one, is expanded.
    G,
    /// A place is closed.
    Place(Spot),
}

/// A place of any of the searches.
#[derive(Debug, Clone, PartialEq)]
pub enum Spot {
    Cell(Cell),
    /// A state, by what it is called.
    State(String),
}

impl Spot {
    /// A place of a run.
    pub(super) fn of(run: &Run, place: u32) -> Self {
        run.places.cell(place).map_or_else(|| Self::State(run.places.name(place)), Self::Cell)
    }

    /// The place in a run, if it has it.
    pub(super) fn place(&self, run: &Run) -> Option<u32> {
        match (self, &run.places) {
            (Self::Cell(cell), _) => run.places.place(*cell),
            (Self::State(name), Places::Listed(spots)) => {
                spots.iter().position(|spot| spot.name == *name).map(|place| place as u32)
            }
            (Self::State(_), Places::Grid { .. }) => None,
        }
    }
}

/// The breakpoints.
#[derive(Debug, Clone, PartialEq)]
pub struct Stops {
    pub goal: bool,
    pub meet: bool,
    pub round: bool,
    /// Whether it is waited for, and the number.
    pub f: (bool, u64),
    pub g: (bool, u64),
    pub places: Vec<Spot>,
}

impl Default for Stops {
    fn default() -> Self {
        Self { goal: false, meet: false, round: false, f: (false, 60), g: (false, 30), places: Vec::new() }
    }
}

impl Stops {
    /// A breakpoint that is there goes, and the other way round.
    pub(super) fn turn(&mut self, stop: &Stop) {
        match stop {
            Stop::Goal => self.goal = !self.goal,
            Stop::Meet => self.meet = !self.meet,
            Stop::Round => self.round = !self.round,
            Stop::F => self.f.0 = !self.f.0,
            Stop::G => self.g.0 = !self.g.0,
            Stop::Place(spot) => match self.places.iter().position(|one| one == spot) {
                Some(at) => _ = self.places.remove(at),
                None => self.places.push(spot.clone()),
            },
        }
    }

    /// Whether it is there.
    pub fn has(&self, stop: &Stop) -> bool {
        match stop {
            Stop::Goal => self.goal,
            Stop::Meet => self.meet,
            Stop::Round => self.round,
            Stop::F => self.f.0,
            Stop::G => self.g.0,
            Stop::Place(spot) => self.places.contains(spot),
        }
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        *self == Self { f: (false, self.f.1), g: (false, self.g.1), ..Self::default() }
    }

    /// What a run is watched for.
    pub(super) fn of(&self, shown: &Shown, page: &Searching) -> Vec<Breakpoint> {
        let run = &*shown.run;
        let goal = match run.places {
            Places::Grid { .. } => run.path.last().copied().or_else(|| run.places.place(page.ends[1])),
            Places::Listed(_) => run.path.last().copied(),
        };
        let kinds = [(self.meet, EventKind::Meet), (self.round, EventKind::Round)];
        let kinds = kinds.into_iter().filter(|(is_on, _)| *is_on).map(|(_, kind)| Breakpoint::Kind(kind));
        let numbers = [
            self.f.0.then_some(Breakpoint::FAtLeast(self.f.1 as f32)),
            self.g.0.then_some(Breakpoint::GAtLeast(self.g.1 as f32)),
            goal.filter(|_| self.goal).map(Breakpoint::GoalSeen),
        ];
        let places = self.places.iter().filter_map(|spot| spot.place(run)).map(Breakpoint::Closed);
        kinds.chain(numbers.into_iter().flatten()).chain(places).collect()
    }
}
