//! What sides have told each other in the last minute. Programs read the signs of their allies there, and nobody may say too
//! much. On the board entity.

use crate::games::rts::signals::Signal;
use crate::nav::step::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Gold or wood of one gift at most: what a side can begin with.
pub(crate) const MOST_GIVEN: u32 = 1_000_000;
/// Ticks for which signs are kept: a minute.
const KEEPS: Tick = 1200;
/// Lines and signs of a side in a span of ticks at most. Nobody types faster, and nobody could read it.
const MOST: usize = 5;
const SPAN: Tick = 100;

/// The signs of the last minute, and when who has said something.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Talk {
    signals: VecDeque<Signal>,
    spoken: VecDeque<(Tick, u8)>,
}

impl Talk {
    /// Lets a side say something more, unless it has said too much. Whether it may.
    ///
    /// # Errors
    /// How much it may say in how many ticks.
    pub(crate) fn speak(&mut self, side: u8, now: Tick) -> Result<(), (usize, Tick)> {
        while self.spoken.front().is_some_and(|(tick, _)| tick + SPAN <= now) {
            self.spoken.pop_front();
        }
        if self.spoken.iter().filter(|(_, by)| *by == side).count() >= MOST {
            return Err((MOST, SPAN));
        }
        self.spoken.push_back((now, side));
        Ok(())
    }

    pub(crate) fn add(&mut self, signal: Signal) {
        while self.signals.front().is_some_and(|old| old.tick + KEEPS <= signal.tick) {
            self.signals.pop_front();
        }
        self.signals.push_back(signal);
    }

    /// The signs of the last minute, the oldest first.
    pub fn signals(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter()
    }

    /// Whether a file says something that cannot be.
    pub(crate) fn is_wrong(&self, now: Tick, sides: u8, is_signal: impl Fn(&Signal) -> bool) -> bool {
        let most = usize::from(sides) * MOST;
        let of_a_minute = most * (KEEPS / SPAN) as usize + most;
        self.spoken.len() > most
            || self.signals.len() > of_a_minute
            || self.spoken.iter().any(|(tick, side)| *tick > now || *side >= sides)
            || self.signals.iter().any(|signal| signal.tick > now || signal.side >= sides || !is_signal(signal))
    }
}
