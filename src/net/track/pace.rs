//! The clock of a track: when time runs, when a step is closed, and for whom a program moves.

use super::course::{Course, make};
use super::frame::{FromTrack, Step};
use super::{Closed, Out, Track};
use crate::net::frame::Presence;
use crate::net::log::{Batch, Entry, record};
use crate::net::{Hand, Tick};

/// Milliseconds for which a match waits for who has not come yet; after a restart of the server, for who is not back.
const START_MS: u64 = 60_000;
const RETURN_MS: u64 = 10_000;

/// Milliseconds in which everybody looks at the board before time goes on in the middle of a round.
const RESUME_MS: u64 = 3000;

/// Milliseconds of silence after which a program moves for a player, although the connection stands. A lost packet holds
/// a stream up for half a second.
const SILENT_MS: u64 = 1500;

/// Milliseconds after which a server that was stopped itself does not make up for the time.
const STOPPED_MS: u64 = 1000;

/// Steps between two keys.
const KEY_EVERY: Tick = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Time stands: for everybody until then, and for somebody after that.
    Waiting {
        until: u64,
    },
    /// The next step is closed then.
    Running {
        due: u64,
    },
    Over,
}

impl Phase {
    pub(super) const fn starting(now: u64) -> Self {
        Self::Waiting { until: now + START_MS }
    }

    pub(super) const fn returning(now: u64) -> Self {
        Self::Waiting { until: now + RETURN_MS }
    }

    /// When something is due. Who waits for people looks around at each beat.
    pub(super) const fn due(self) -> Option<u64> {
        match self {
            Self::Running { due } => Some(due),
            Self::Waiting { .. } | Self::Over => None,
        }
    }
}

/// What everybody is sent of a step; the key goes with some of them.
pub(super) fn in_frame(closed: &Closed, key: u64) -> FromTrack {
    let key = (closed.batch.tick + 1).is_multiple_of(KEY_EVERY).then_some(key);
    FromTrack::Step(Step { at: closed.at, key, batch: closed.batch.clone() })
}

impl<C: Course> Track<C> {
    pub(super) fn keep_time(&mut self, now: u64) {
        if let (Some(ending), true) = (self.course.ending(), self.phase != Phase::Over) {
            return self.end(now, ending);
        }
        self.hand_over(now);
        match self.phase {
            Phase::Waiting { until } => self.wait(now, until),
            Phase::Running { .. } if self.humans().all(|seat| !self.party.is_here(seat)) => {
                // They play on as soon as one of them is back.
                self.phase = Phase::Waiting { until: now };
                self.tell_time();
            }
            Phase::Running { due } => {
                let mut next = if due + STOPPED_MS < now { now } else { due };
                while next <= now {
                    self.close(next);
                    let Some(pause) = self.course.pause().filter(|_| self.phase != Phase::Over) else { return };
                    next += pause;
                }
                self.phase = Phase::Running { due: next };
                self.hand_over(now);
                self.ask(next.saturating_sub(now));
            }
            Phase::Over => {}
        }
    }

    /// The seats that the match was made for persons.
    fn humans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].human)
    }

    fn wait(&mut self, now: u64, until: u64) {
        let here = self.humans().filter(|seat| self.party.is_here(*seat)).count();
        if here == 0 || (here < self.humans().count() && now < until) {
            return;
        }
        let Some(pause) = self.course.pause() else { return };
        self.phase = Phase::Running { due: now + pause.max(RESUME_MS) };
        self.tell_time();
    }

    pub(super) fn tell_time(&mut self) {
        self.party.send(self.party.all_lanes(), FromTrack::Goes { due: self.phase.due() });
    }

    /// A program moves for who is gone or silent while time runs, and for nobody else.
    fn hand_over(&mut self, now: u64) {
        for at in 0..self.seats.len() {
            let here = self.party.is_here(at) && self.seats[at].heard + SILENT_MS > now;
            let stands = !matches!(self.phase, Phase::Running { .. });
            let seat = &mut self.seats[at];
            seat.hand = if seat.human && (here || stands) { Hand::Human } else { Hand::Program };
        }
    }

    /// Has programs think about the step to come, once for each seat.
    fn ask(&mut self, left: u64) {
        let step = self.next();
        let course = &self.course;
        let wanted =
            self.seats.iter_mut().enumerate().filter(|(number, seat)| {
                seat.hand == Hand::Program && seat.asked != Some(step) && course.rides(*number)
            });
        let mut seats = Vec::new();
        for (number, seat) in wanted {
            seat.asked = Some(step);
            seats.push(number as u8);
        }
        if !seats.is_empty() {
            self.party.out.push(Out::Ask { step, seats, left });
        }
    }

    /// Closes the step to come.
    fn close(&mut self, at: u64) {
        let step = self.next();
        let course = &self.course;
        let seats = self.seats.iter_mut().enumerate().filter(|(seat, _)| course.rides(*seat));
        let entries = seats.map(|(number, seat)| {
            let (cseq, order) = seat.moved(number, step, course);
            Entry { seat: number as u8, cseq, order }
        });
        let batch = self.seal.batch(step, entries.collect());
        self.party.out.push(Out::Append(record(&batch)));
        self.carry_out(at, batch);
        if let Some(closed) = self.steps.last() {
            let frame = in_frame(closed, self.course.key());
            self.party.send(self.party.all_lanes(), frame);
        }
        if let Some(ending) = self.course.ending() {
            self.end(at, ending);
        }
    }

    /// A step has happened.
    pub(super) fn carry_out(&mut self, at: u64, batch: Batch<u8>) {
        let round = self.course.round();
        make(&mut self.course, &batch);
        self.steps.push(Closed { at, batch });
        let is_new = self.course.round() != round;
        if is_new {
            self.round_from = self.next();
        }
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if is_new || !self.course.rides(number) {
                seat.forget();
            }
        }
    }

    pub(super) fn presence(&self) -> Vec<Presence> {
        let stands = matches!(self.phase, Phase::Waiting { .. });
        let seats = self.seats.iter().zip(&self.party.chairs).map(|(seat, chair)| Presence {
            hand: seat.hand,
            lanes: chair.links.len() as u8,
            // Who is waited for has not loaded yet.
            loaded: !stands || !seat.human || !chair.links.is_empty(),
            away: seat.away,
            ping: chair.ping,
            behind: 0,
            load: 0,
        });
        seats.collect()
    }

    pub(super) fn tell_presence(&mut self, now: u64) {
        let frame = FromTrack::Presence(self.presence());
        self.party.broadcast(now, frame);
        self.party.stamp(now);
    }
}
