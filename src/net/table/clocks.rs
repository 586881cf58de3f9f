//! The clocks of a table: when they run, when a flag falls.

use super::entry::{Cause, Event};
use super::frame::FromTable;
use super::play::Play;
use super::{Conn, Stretch, Table};

/// Milliseconds for which live clocks wait for the players at the beginning and after a restart.
const WAIT_MS: u64 = 60_000;

/// How long the turn that is on takes, in a live match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Turn {
    /// Since when it runs; it stands while an act is not kept, because nobody knows of it yet.
    since: Option<u64>,
    /// Milliseconds before that.
    before: u64,
}

impl Turn {
    /// The turn that was on when the server went, up to its last act.
    pub(super) const fn restored(play: &Play) -> Self {
        Self { since: None, before: play.used() }
    }

    /// The same turn, standing after so many milliseconds.
    pub(super) const fn standing(used: u64) -> Self {
        Self { since: None, before: used }
    }
}

impl Table {
    /// Milliseconds that the turn that is on has taken.
    pub(super) fn used(&self) -> u64 {
        if self.settings.time.is_live() {
            let Turn { since, before } = self.turn;
            before + since.map_or(0, |since| self.watch.pace.saturating_sub(since))
        } else {
            let vacations = &self.vacations[self.play.seat()];
            self.settings.time.calendar(vacations).counted(self.play.turn_at(), self.watch.wall)
        }
    }

    /// Milliseconds that a seat gets back for the way of its messages, as the server has measured it.
    pub(super) fn credit(&self, seat: usize) -> u64 {
        let live = self.settings.time.is_live();
        if live { u64::from(self.party.chairs[seat].lag).min(self.play.credit(seat)) } else { 0 }
    }

    /// Milliseconds that the turn that is on may take; `None` if there is no limit, or the match is over.
    fn allowance(&self) -> Option<u64> {
        let seat = self.play.seat();
        let limit = self.play.left(seat, 0).filter(|_| self.play.end().is_none())?;
        // The act may be on its way.
        Some(limit + self.credit(seat))
    }

    /// Whether the time of the seat to move is over.
    fn is_flagged(&self) -> bool {
        // While an act is not kept it is nobody's turn.
        let runs = self.pending.is_empty() && self.waiting.is_none();
        runs && self.allowance().is_some_and(|allowance| self.used() >= allowance)
    }

    /// The flag falls, if the time is over.
    pub(super) fn watch_flag(&mut self) {
        if self.is_flagged() {
            let seat = self.play.seat() as u8;
            // Who has not even begun has lost nothing.
            let cause = if self.play.turns() < 2 { Cause::Aborted(seat) } else { Cause::Time(seat) };
            let happened = self.happen(None, Event::Over(cause));
            debug_assert_eq!(happened, Ok(()), "a match that is not over can end");
        }
    }

    /// Live clocks begin to run when both are there, or after a minute.
    pub(super) fn keep_time(&mut self) {
        let both = (0..2).all(|seat| self.party.is_here(seat));
        if self.waiting.is_some_and(|since| both || since + WAIT_MS <= self.watch.pace) {
            self.waiting = None;
            self.run_on();
            self.tell_clocks(self.party.all_lanes());
        }
        self.watch_flag();
    }

    /// The turn runs, if nothing stands in its way.
    pub(super) fn run_on(&mut self) {
        let acts = self.entries[self.entries().len()..].iter().filter(|entry| {
            // An offer that is not kept yet stops no clock.
            matches!(entry.event, Event::Act { .. } | Event::TakenBack { .. } | Event::Over(_))
        });
        if acts.count() == 0 && self.waiting.is_none() && self.turn.since.is_none() {
            self.turn.since = Some(self.watch.pace);
        }
    }

    pub(super) fn tell_clocks(&mut self, to: Vec<Conn>) {
        let running = self.waiting.is_none() && self.kept().end().is_none();
        // What is not kept is nobody's to know.
        let used = if self.pending.is_empty() { self.used() } else { self.kept().used() };
        let left = self.kept().clocks(used);
        self.party.send(to, FromTable::Clocks { left, running });
    }

    /// A player is on vacation during these stretches; live matches know no vacation. To be said again to a table that is
    /// restored.
    pub fn vacation(&mut self, now: u64, seat: u8, stretches: Vec<Stretch>) -> Vec<super::Out> {
        self.watch.look(now);
        if let Some(vacations) = self.vacations.get_mut(usize::from(seat)) {
            *vacations = stretches;
            self.tell_clocks(self.party.all_lanes());
        }
        self.party.done()
    }

    /// When something is to be done about live clocks, by the pace.
    pub(super) fn clock_due(&self) -> Option<u64> {
        if let Some(since) = self.waiting {
            return Some(since + WAIT_MS);
        }
        let since = self.turn.since.filter(|_| self.settings.time.is_live() && self.pending.is_empty())?;
        Some(since + self.allowance()?.saturating_sub(self.turn.before))
    }

    /// When the flag of a match by correspondence falls.
    pub(super) fn deadline(&self) -> Option<u64> {
        let allowance = self.allowance().filter(|_| !self.settings.time.is_live())?;
        let calendar = self.settings.time.calendar(&self.vacations[self.play.seat()]);
        Some(calendar.end_of(self.play.turn_at(), allowance))
    }

    /// The same as far as the table has to see to it.
    pub(super) fn days_due(&self) -> Option<u64> {
        self.deadline().filter(|_| self.pending.is_empty())
    }
}
