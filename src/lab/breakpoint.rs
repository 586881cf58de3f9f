//! Where playing a run stops.

use super::run::Run;
use crate::nav::searchers::EventKind;

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Breakpoint {
    /// A place is reached for the first time in a round.
    Reached(u32),
    /// A place is expanded.
    Expanded(u32),
    /// A place is closed.
    Closed(u32),
    /// The goal is reached, for the first time or again.
    GoalSeen(u32),
    /// A state with this estimate of the whole way, or a higher one, is expanded.
    FAtLeast(f32),
    /// A state at this cost, or a higher one, is expanded.
    GAtLeast(f32),
    /// Something of this kind happens: a round begins, both halves meet …
    Kind(EventKind),
}

impl Breakpoint {
    /// Whether an event is what is waited for.
    pub fn is_met(&self, run: &Run, event: u32) -> bool {
        let record = &run.records[event as usize];
        let is = |kind: EventKind, place: u32| record.kind == kind && record.place == place;
        match *self {
            Self::Reached(place) => is(EventKind::Generate, place),
            Self::Expanded(place) => is(EventKind::Expand, place),
            Self::Closed(place) => is(EventKind::Close, place),
            Self::GoalSeen(place) => [EventKind::Generate, EventKind::Update].into_iter().any(|kind| is(kind, place)),
            Self::FAtLeast(least) => record.kind == EventKind::Expand && record.f >= least,
            Self::GAtLeast(least) => record.kind == EventKind::Expand && record.g >= least,
            Self::Kind(kind) => record.kind == kind,
        }
    }

    /// What is waited for, in words.
    pub fn words(&self, run: &Run) -> String {
        match *self {
            Self::Reached(place) => format!("{} is reached", run.places.name(place)),
            Self::Expanded(place) => format!("{} is expanded", run.places.name(place)),
            Self::Closed(place) => format!("{} is closed", run.places.name(place)),
            Self::GoalSeen(_) => "the goal is seen".into(),
            Self::FAtLeast(least) => format!("f ≥ {least}"),
            Self::GAtLeast(least) => format!("g ≥ {least}"),
            Self::Kind(kind) => format!("event \"{}\"", kind.name()),
        }
    }
}

/// The moment after the next event, of those from `at` on, that a breakpoint is met by.
pub fn next(run: &Run, at: u32, breakpoints: &[Breakpoint]) -> Option<u32> {
    (at..run.records.len() as u32).find(|event| any(run, *event, breakpoints)).map(|event| event + 1)
}

/// The moment after the last event, of those before the one that led to `at`, that a breakpoint is met by.
pub fn previous(run: &Run, at: u32, breakpoints: &[Breakpoint]) -> Option<u32> {
    (0..at.saturating_sub(1)).rev().find(|event| any(run, *event, breakpoints)).map(|event| event + 1)
}

fn any(run: &Run, event: u32, breakpoints: &[Breakpoint]) -> bool {
    breakpoints.iter().any(|breakpoint| breakpoint.is_met(run, event))
}
