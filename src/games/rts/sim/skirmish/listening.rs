//! Who may know what the programs think, and programs that think beside a recording.

use crate::games::rts::bot::Thoughts;
use crate::games::rts::sim::orders::Issued;
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The thoughts of the programs, while somebody listens. No part of the match: nothing is decided by them.
#[derive(Resource, Debug, Default)]
pub struct Listening {
    is_on: bool,
    sides: BTreeMap<u8, Thoughts>,
}

impl Listening {
    /// Begins or ends to listen.
    pub fn listen(&mut self, is_on: bool) {
        self.is_on = is_on;
        if !is_on {
            self.sides.clear();
        }
    }

    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// What the program of a side thinks, if that is known.
    pub fn of(&self, side: u8) -> Option<&Thoughts> {
        self.sides.get(&side).filter(|thoughts| thoughts.at.is_some())
    }

    /// Where a program tells its thoughts; `None` if nobody listens.
    pub(super) fn ear(&mut self, side: u8) -> Option<&mut Thoughts> {
        self.is_on.then(|| self.sides.entry(side).or_default())
    }

    /// The match has leapt to another moment.
    pub(crate) fn forget(&mut self) {
        self.sides.clear();
    }
}

/// While a recording is played its programs think again, on what they saw then. What they wish is not carried out: it
/// must be what was recorded, and it is compared with that.
#[derive(Resource, Debug, Default)]
pub struct Shadow {
    /// The tick after the last of the recording; `None`: a match is played, and wishes are orders.
    end: Option<Tick>,
    /// The last tick at which they have thought: the orders of a tick are carried out once, even if time stands then.
    thought: Option<Tick>,
    /// What is to be ordered at that tick, and the sides that have a program; `None` once it has been compared.
    wishes: Option<(Vec<u8>, Vec<Issued>)>,
    /// What the game orders by itself at this tick (who comes out of a building walks to its flag), and what was recorded.
    own: Vec<Issued>,
    recorded: Vec<Issued>,
    looks: u64,
    compared: u64,
    differences: u64,
    first: Option<(Tick, u8)>,
}

impl Shadow {
    /// Of a recording with this end.
    pub(crate) fn until(end: Tick) -> Self {
        Self { end: Some(end), ..Self::default() }
    }

    /// Looks of programs so far.
    pub const fn looks(&self) -> u64 {
        self.looks
    }

    /// Recorded orders that were compared.
    pub const fn orders(&self) -> u64 {
        self.compared
    }

    /// How often a side would have ordered otherwise at a tick.
    pub const fn differences(&self) -> u64 {
        self.differences
    }

    /// The tick and the side of the first time.
    pub const fn first(&self) -> Option<(Tick, u8)> {
        self.first
    }

    pub(super) const fn is_on(&self) -> bool {
        self.end.is_some()
    }

    pub(super) fn is_due(&self, now: Tick) -> bool {
        self.end.is_some_and(|end| now < end) && self.thought != Some(now)
    }

    /// The orders of a tick come out of the recording, in place of what the game has ordered by itself.
    pub(crate) fn feed(&mut self, now: Tick, own: Vec<Issued>, recorded: Vec<Issued>) {
        if self.is_due(now) {
            (self.own, self.recorded) = (own, recorded);
        }
    }

    /// The programs of these sides think at a tick.
    pub(super) fn begin(&mut self, now: Tick, sides: impl Iterator<Item = u8>) {
        self.thought = Some(now);
        self.wishes = Some((sides.collect(), std::mem::take(&mut self.own)));
    }

    pub(super) fn wish(&mut self, orders: impl Iterator<Item = Issued>) {
        self.looks += 1;
        if let Some((_, wishes)) = &mut self.wishes {
            wishes.extend(orders);
        }
    }

    /// The sides that have a program, what is to be ordered at this tick, and what was recorded; once.
    pub(crate) fn take(&mut self) -> Option<(Vec<u8>, Vec<Issued>, Vec<Issued>)> {
        let (sides, wishes) = self.wishes.take()?;
        Some((sides, wishes, std::mem::take(&mut self.recorded)))
    }

    /// What was wished and what was recorded has been compared: so many orders, and sides that differ. Gives the first
    /// difference, once.
    pub(crate) fn compared(&mut self, now: Tick, orders: usize, differing: &[u8]) -> Option<(Tick, u8)> {
        self.compared += orders as u64;
        self.differences += differing.len() as u64;
        let first = differing.first().filter(|_| self.first.is_none()).map(|side| (now, *side));
        self.first = self.first.or(first);
        first
    }

    /// The match has leapt to another moment, with the minds of then.
    pub(crate) fn leap(&mut self) {
        (self.thought, self.wishes) = (None, None);
    }
}
