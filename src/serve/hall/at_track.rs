//! Matches in steps at once, as the hall keeps them: the track decides and holds the state, and a step is in the log before anybody
//! hears of it.

use super::authority::{Authority, Deed, Finding, Over, Tickets};
use super::game::{Opened, Opening};
use crate::base::Budget;
use crate::net::Tick;
use crate::net::log;
use crate::net::room::Conn;
use crate::net::table::rules_of;
use crate::net::track::{Course, FromTrack, Out, Rider, Settings, ToTrack, Track};
use axum::body::Bytes;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Percent of the time up to a step in which programs think; the rest is for a late start.
const THINKING: u64 = 60;

/// Opens a match in steps at once; `sim` is the version of the game's behaviour, `course` the match at its beginning.
///
/// # Errors
/// A sentence: the log is none, or is the log of another match; the course has another number of seats.
pub fn in_steps<C: Course>(opening: Opening, sim: u32, course: C) -> Result<Opened, String> {
    let Opening { description, seats, key, url, spectator_delay, log, now, .. } = opening;
    if seats.len() != course.seats() {
        return Err(format!("the match has {} seats, and {} were taken", course.seats(), seats.len()));
    }
    let seats = seats.into_iter().map(|seat| Rider { name: seat.name, human: seat.human }).collect();
    let settings = Settings { seats, sim, rules: rules_of(&description), url, spectator_delay };
    let (track, used) = match log {
        None => (Track::new(settings, key, &description, course, now), 0),
        Some(bytes) => {
            let log = log::parse::<u8>(&bytes, key).map_err(|error| error.to_string())?;
            if log.description != description {
                return Err("the log belongs to another match".into());
            }
            let used = log.used;
            (Track::restore(settings, key, log, course, now), used)
        }
    };
    Ok(Opened { authority: Box::new(Ridden { track, thinker: None }), referee: None, used })
}

/// A question to the programs of a match.
struct Ask<C> {
    step: Tick,
    seats: Vec<u8>,
    /// Of all of them together.
    time: Duration,
    course: C,
}

/// A thread on which the programs of a match think, so that nobody waits for them. It ends with this.
struct Thinker<C> {
    asks: Sender<Ask<C>>,
    answers: Receiver<(Tick, u8, u8)>,
}

impl<C: Course> Thinker<C> {
    fn start() -> std::io::Result<Self> {
        let ((asks, asked), (tell, answers)) = (channel(), channel());
        std::thread::Builder::new().name("programs".into()).spawn(move || think(&asked, &tell))?;
        Ok(Self { asks, answers })
    }
}

fn think<C: Course>(asked: &Receiver<Ask<C>>, tell: &Sender<(Tick, u8, u8)>) {
    let mut pilots = BTreeMap::new();
    while let Ok(mut ask) = asked.recv() {
        // What was asked for a step that is over is of no use.
        while let Ok(mut newer) = asked.try_recv() {
            if newer.step == ask.step {
                newer.seats.append(&mut ask.seats);
            }
            ask = newer;
        }
        let time = ask.time / ask.seats.len().max(1) as u32;
        for seat in ask.seats {
            let number = usize::from(seat);
            let pilot = pilots.entry(seat).or_insert_with(|| ask.course.pilot(number));
            let begun = Instant::now();
            let budget = Budget::until(move || begun.elapsed() >= time);
            if tell.send((ask.step, seat, pilot.steer(&ask.course, number, &budget))).is_err() {
                return;
            }
        }
    }
}

/// A track with its programs.
struct Ridden<C: Course> {
    track: Track<C>,
    /// Once they were asked.
    thinker: Option<Thinker<C>>,
}

impl<C: Course> Ridden<C> {
    fn deeds(&mut self, outs: Vec<Out>) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for out in outs {
            deeds.push(match out {
                Out::Append(bytes) => Deed::Append(bytes),
                Out::Send { to, frame } => {
                    Deed::Send { to, bulk: matches!(frame, FromTrack::Steps(_)), bytes: frame.encode().into() }
                }
                Out::Close(conn, bye) => Deed::Close(conn, bye),
                Out::Over(ending) => Deed::Over(Over::from(ending)),
                Out::Ask { step, seats, left } => {
                    self.ask(step, seats, left);
                    continue;
                }
            });
        }
        deeds
    }

    /// Has programs think; without a thread for them they ride as the course guesses.
    fn ask(&mut self, step: Tick, seats: Vec<u8>, left: u64) {
        if self.thinker.is_none() {
            match Thinker::start() {
                Ok(thinker) => self.thinker = Some(thinker),
                Err(error) => return tracing::error!("the programs of a match cannot think: {error}"),
            }
        }
        if let Some(thinker) = &self.thinker {
            let time = Duration::from_millis(left * THINKING / 100);
            // A thread that has panicked answers nothing.
            let _ = thinker.asks.send(Ask { step, seats, time, course: self.track.course().clone() });
        }
    }

    /// What programs have found out meanwhile.
    fn hear(&mut self) {
        let answers = self.thinker.iter().flat_map(|thinker| thinker.answers.try_iter());
        for (step, seat, what) in answers.collect::<Vec<_>>() {
            self.track.answer(step, seat, what);
        }
    }
}

impl<C: Course> Authority for Ridden<C> {
    fn on_bytes(&mut self, now: u64, who: Conn, bytes: &[u8], tickets: Tickets) -> Vec<Deed> {
        let outs = self.track.on_bytes(now, who, bytes, tickets);
        self.deeds(outs)
    }

    fn is_chat(&self, bytes: &[u8]) -> bool {
        matches!(ToTrack::decode(bytes), Ok(ToTrack::Chat { .. }))
    }

    fn tick(&mut self, now: u64) -> Vec<Deed> {
        self.hear();
        let outs = self.track.tick(now);
        self.deeds(outs)
    }

    fn due(&self) -> u64 {
        self.track.due()
    }

    fn closed(&mut self, now: u64, who: Conn) -> Vec<Deed> {
        let outs = self.track.closed(now, who);
        self.deeds(outs)
    }

    fn restart(&mut self, now: u64) -> Vec<Deed> {
        let outs = self.track.restart(now);
        self.deeds(outs)
    }

    /// It asks for none.
    fn messages(&self, _records: &[u8]) -> Vec<Bytes> {
        Vec::new()
    }

    fn found(&mut self, now: u64, finding: Finding) -> Vec<Deed> {
        match finding {
            Finding::Stopped => {
                let outs = self.track.stop(now);
                let ended = self.deeds(outs);
                [Deed::Unrated].into_iter().chain(ended).collect()
            }
            // Nobody runs the match beside it, and it commits nothing.
            _ => Vec::new(),
        }
    }

    fn agreed_chain(&self, _tick: Tick) -> Option<u64> {
        None
    }

    /// There are no states to be fetched.
    fn may_watch(&self, _tick: Tick) -> bool {
        false
    }
}
