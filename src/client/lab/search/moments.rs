//! The moments of searches that are shown together, and where playing them stops.

use super::Searching;
use super::lane::Lane;
use super::stops::Stops;
use crate::client::lab::playback::{Play, Playback};
use crate::lab::breakpoint::{next, previous};
use bevy::prelude::*;

/// How searches of different lengths go on together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// The same number of events; the shorter ones wait at their ends.
    #[default]
    Event,
    /// The same share of their events: all end together.
    Share,
}

/// The moment of a search of so many events when the bar is at a position of `length`.
pub fn moment(pace: Pace, position: u32, length: u32, events: u32) -> u32 {
    match pace {
        Pace::Event => position.min(events),
        Pace::Share => (u64::from(position) * u64::from(events) / u64::from(length.max(1))) as u32,
    }
}

/// The first position of the bar at which a search has come to a moment.
pub fn position(pace: Pace, moment: u32, length: u32, events: u32) -> u32 {
    match pace {
        Pace::Event => moment,
        Pace::Share => (u64::from(moment) * u64::from(length)).div_ceil(u64::from(events.max(1))) as u32,
    }
}

/// For which moments the stop is known: from where it was looked for, and what it was looked for with.
#[derive(Default)]
pub(super) struct Known {
    from: u32,
    length: u32,
    version: u32,
    pace: Pace,
    stops: Stops,
}

/// Says where playing stops next, and goes to the next or last such place when that is wished.
pub(super) fn stop(
    page: Res<Searching>,
    mut plays: MessageReader<Play>,
    mut playback: ResMut<Playback>,
    mut known: Local<Known>,
) {
    for play in plays.read() {
        let Play::Stop { forward } = play else { continue };
        let found = page.stop_of(&playback, *forward);
        let to = found.unwrap_or(if *forward { playback.length } else { 0 });
        playback.seek(to);
        playback.words = page.reached(&playback);
        return;
    }
    let is_known = (known.version, known.pace, known.length) == (page.version, page.pace, playback.length)
        && known.stops == page.stops
        && known.from <= playback.position
        && playback.stop.is_none_or(|stop| stop > playback.position);
    if is_known {
        return;
    }
    let is_there = playback.stop == Some(playback.position);
    if is_there {
        playback.words = page.reached(&playback);
    }
    let stop = page.stop_of(&playback, true);
    *known = Known {
        from: playback.position,
        length: playback.length,
        version: page.version,
        pace: page.pace,
        stops: page.stops.clone(),
    };
    if playback.stop != stop {
        playback.stop = stop;
    }
}

impl Searching {
    /// The next position of the bar at which one of the searches stops, or the last one before.
    fn stop_of(&self, playback: &Playback, forward: bool) -> Option<u32> {
        let found = |lane: &Lane| {
            let shown = lane.shown.as_ref()?;
            let waited = self.stops.of(shown, self);
            if waited.is_empty() {
                return None;
            }
            let events = lane.events();
            let at = moment(self.pace, playback.position, playback.length, events);
            let to = if forward { next(&shown.run, at, &waited)? } else { previous(&shown.run, at, &waited)? };
            Some(position(self.pace, to, playback.length, events))
        };
        let all = self.lanes.iter().filter_map(found);
        if forward { all.min() } else { all.max() }
    }

    /// What was waited for and has just happened.
    fn reached(&self, playback: &Playback) -> String {
        let met = self.lanes.iter().filter_map(|lane| {
            let shown = lane.shown.as_ref()?;
            let at = moment(self.pace, playback.position, playback.length, lane.events());
            let event = at.checked_sub(1)?;
            let waited = self.stops.of(shown, self).into_iter().find(|one| one.is_met(&shown.run, event))?;
            Some(waited.words(&shown.run))
        });
        met.take(1).collect()
    }
}
