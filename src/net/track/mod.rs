//! Matches in steps at once: everybody who rides moves in every step, the server closes a step on its clock, and the moves of a step
//! are known to nobody else before that.
//!
//! The server's half is [`Track`]: it holds the state, closes steps, and lets programs move for who is gone; time stands while no
//! player is there. A step is appended to the log before it is sent, so the log of a match is its steps: it has the form of the
//! logs of rooms ([`super::log`]), a step is a batch, and a move is an order of one byte.
//!
//! The client's half is [`Guest`]: it keeps the confirmed state and puts guesses on top, so that what the player wants is seen at
//! once. A turn that comes too late for its step counts for the next one, on both sides by the same rule.

mod course;
mod door;
mod forecast;
mod frame;
mod guest;
mod pace;
mod seat;

pub use super::party::{Conn, Place};
pub use course::{Course, Pilot, moves};
pub use frame::{FromTrack, MAX_TURNS, Step, ToTrack, Turn, Welcome};
pub use guest::{Guest, News, Shown};

use super::Tick;
use super::coding::FrameError;
use super::frame::{Bye, Circle, Ending, Hello, Refusal, Speaker};
use super::log::{Batch, Key, Log, Seal};
use super::party::{Party, Post, shown};
use pace::Phase;
use seat::Seat;

/// Milliseconds between two clocks that are to come back.
const BEAT_MS: u64 = 500;

/// A seat of a match that is to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rider {
    pub name: String,
    /// Whether a person plays it; a program otherwise.
    pub human: bool,
}

/// The rules of a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// As many as the course has.
    pub seats: Vec<Rider>,
    /// The version of the game's behaviour, and the hash of its rules: who has others is not let in.
    pub sim: u32,
    pub rules: u64,
    /// Where clients fetch the description of the match.
    pub url: String,
    /// How far spectators are behind, in milliseconds.
    pub spectator_delay: u64,
}

/// Something that the owner of a track has to do, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    /// Append these bytes to the log before doing what comes after.
    Append(Vec<u8>),
    Send {
        to: Vec<Conn>,
        frame: FromTrack,
    },
    /// Close, once what was sent is sent.
    Close(Conn, Bye),
    Over(Ending),
    /// Let programs think about the moves of these seats in the step to come ([`Course::pilot`]), beside the track, and say what
    /// they come to by [`Track::answer`] within so many milliseconds. What comes later is of no use.
    Ask {
        step: Tick,
        seats: Vec<u8>,
        left: u64,
    },
}

impl Post for Out {
    type Frame = FromTrack;

    fn send(to: Vec<Conn>, frame: FromTrack) -> Self {
        Self::Send { to, frame }
    }

    fn close(who: Conn, bye: Bye) -> Self {
        Self::Close(who, bye)
    }

    fn bye(bye: Bye) -> FromTrack {
        FromTrack::Bye(bye)
    }

    fn clock(stamp: u64) -> FromTrack {
        FromTrack::Clock { stamp }
    }

    fn silenced() -> FromTrack {
        FromTrack::Refused { number: 0, why: Refusal::Silenced }
    }
}

/// A step that is closed.
#[derive(Debug, Clone)]
struct Closed {
    at: u64,
    batch: Batch<u8>,
}

/// The server's half of a match.
pub struct Track<C: Course> {
    settings: Settings,
    seal: Seal,
    course: C,
    /// All steps, and the first one of the round.
    steps: Vec<Closed>,
    round_from: Tick,
    seats: Vec<Seat>,
    party: Party<Out>,
    phase: Phase,
    /// How many steps spectators have seen, and the state after them.
    shown: C,
    shown_steps: usize,
    /// When seats are told of each other again.
    beat: u64,
}

impl<C: Course> Track<C> {
    /// The track of a new match, whose log begins with [`super::log::head`] of the same description.
    pub fn new(settings: Settings, key: Key, description: &[u8], course: C, now: u64) -> Self {
        let seats: Vec<Seat> =
            settings.seats.iter().map(|seat| Seat::new(now, seat.name.clone(), seat.human)).collect();
        let party = Party::new(now, settings.seats.iter().map(|seat| seat.human), settings.spectator_delay, false);
        Self {
            seal: Seal::new(key, description),
            shown: course.clone(),
            course,
            steps: Vec::new(),
            round_from: 0,
            seats,
            party,
            phase: Phase::starting(now),
            shown_steps: 0,
            beat: now,
            settings,
        }
    }

    /// The track of a match that goes on after the server was gone; `course` is at the beginning of the match.
    pub fn restore(settings: Settings, key: Key, log: Log<u8>, course: C, now: u64) -> Self {
        let mut track = Self::new(settings, key, &log.description, course, now);
        for batch in log.batches {
            for entry in &batch.entries {
                if let Some(seat) = track.seats.get_mut(usize::from(entry.seat)) {
                    seat.seen = seat.seen.max(entry.cseq);
                }
            }
            track.carry_out(now, batch);
        }
        track.seal = log.seal;
        track.phase = Phase::returning(now);
        track
    }

    /// The state after all steps that are closed.
    pub const fn course(&self) -> &C {
        &self.course
    }

    /// The number of the step to come.
    pub const fn next(&self) -> Tick {
        self.steps.len() as Tick
    }

    /// A program has found out what a seat does in a step.
    pub fn answer(&mut self, step: Tick, seat: u8, what: u8) {
        if let Some(seat) = self.seats.get_mut(usize::from(seat)) {
            seat.answer = Some((step, what));
        }
    }

    /// A connection sent bytes. `tickets` says where the ticket of a greeting leads, and takes it out of use.
    pub fn on_bytes(
        &mut self,
        now: u64,
        who: Conn,
        bytes: &[u8],
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out> {
        if !self.party.may_send_bytes(now, who, bytes.len()) {
            self.party.dismiss(now, who, Bye::Flood);
            return self.party.done();
        }
        match ToTrack::decode(bytes) {
            Ok(frame) => self.on_frame(now, who, frame, tickets),
            Err(error) => self.on_error(now, who, error),
        }
    }

    /// A connection sent bytes that are no message.
    pub fn on_error(&mut self, now: u64, who: Conn, error: FrameError) -> Vec<Out> {
        self.party.dismiss(now, who, error.bye());
        self.party.done()
    }

    /// A connection sent a message.
    pub fn on_frame(
        &mut self,
        now: u64,
        who: Conn,
        frame: ToTrack,
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out> {
        let known = self.party.knows(who);
        match (frame, self.party.seat_of(who)) {
            (ToTrack::Hello(hello), _) if !known => self.admit(now, who, &hello, tickets),
            (ToTrack::Hello(_), _) => _ = self.party.dismiss(now, who, Bye::Protocol),
            _ if !known => _ = self.party.dismiss(now, who, Bye::Protocol),
            _ if !self.party.may_send(now, who) => _ = self.party.dismiss(now, who, Bye::Flood),
            (ToTrack::Ask { from }, seat) => self.send_steps(now, who, seat, from),
            (ToTrack::Leave, Some(seat)) => self.party.conns(seat).into_iter().for_each(|conn| {
                self.party.dismiss(now, conn, Bye::Left);
            }),
            (ToTrack::Leave, None) => _ = self.party.dismiss(now, who, Bye::Left),
            (frame, Some(seat)) => {
                self.seats[seat].heard = now;
                self.on_seat(now, seat, who, frame);
            }
            (frame, None) => self.on_spectator(now, who, frame),
        }
        self.party.done()
    }

    fn on_seat(&mut self, now: u64, seat: usize, who: Conn, frame: ToTrack) {
        match frame {
            ToTrack::Turns(turns) => {
                let refused = match self.phase {
                    Phase::Over => turns.into_iter().map(|turn| (turn.number, Refusal::NotRunning)).collect(),
                    _ => self.seats[seat].take((self.round_from, self.steps.len() as Tick), turns),
                };
                for (number, why) in refused {
                    self.party.send(vec![who], FromTrack::Refused { number, why });
                }
            }
            ToTrack::Clock { echo } => self.party.echo(now, seat, echo),
            ToTrack::Chat { to, text } => {
                if let Some(text) = shown(&text)
                    && self.party.may_say(now, who)
                {
                    let to = if to == Circle::Team { Circle::All } else { to };
                    self.party.broadcast(now, FromTrack::Chat { from: Speaker::Seat(seat as u8), to, text });
                }
            }
            ToTrack::Away(away) => self.seats[seat].away = away,
            // Answered before.
            ToTrack::Hello(_) | ToTrack::Ask { .. } | ToTrack::Leave => {}
        }
    }

    /// Does what is due. To be called at [`Track::due`] at the latest.
    pub fn tick(&mut self, now: u64) -> Vec<Out> {
        self.keep_time(now);
        if now >= self.beat {
            self.beat = now + BEAT_MS;
            for conn in self.party.silent(now) {
                self.party.dismiss(now, conn, Bye::Silent);
            }
            self.tell_presence(now);
        }
        self.show(now);
        self.party.done()
    }

    /// When the track has something to do at the latest, in milliseconds.
    pub fn due(&self) -> u64 {
        let spectators = [self.party.due(), self.spectators_due()];
        spectators.into_iter().flatten().chain(self.phase.due()).fold(self.beat, u64::min)
    }

    /// A connection is closed.
    pub fn closed(&mut self, now: u64, who: Conn) -> Vec<Out> {
        self.party.unlink(now, who);
        self.party.done()
    }

    /// The server is about to start again: everybody is to come back.
    pub fn restart(&mut self, now: u64) -> Vec<Out> {
        for conn in self.party.everybody() {
            self.party.dismiss(now, conn, Bye::Restarting);
        }
        self.party.done()
    }

    /// The match ends, because the people who keep the server say so.
    pub fn stop(&mut self, now: u64) -> Vec<Out> {
        self.end(now, Ending::Draw);
        self.party.done()
    }

    fn end(&mut self, now: u64, ending: Ending) {
        if self.phase != Phase::Over {
            self.phase = Phase::Over;
            self.party.broadcast(now, FromTrack::Over(ending));
            self.party.out.push(Out::Over(ending));
        }
    }
}
