//! The client's half of a track: keeps the confirmed state, and shows the one that is to be expected when what the player wants now
//! arrives. The own moves are certain there; those of the others are guesses, until their steps come.
//!
//! It has two connections that carry the same, and sends by each message all turns that are in no step yet, so that neither a
//! lost connection nor a restart of the server loses one or does it twice.

use super::course::{Course, make};
use super::forecast::Forecast;
use super::frame::{FromTrack, MAX_TURNS, ToTrack, Turn, Welcome};
use crate::net::frame::{Bye, Circle, Have, Hello, MAGIC, Refusal, Ticket};
use crate::net::lanes::{Lanes, Wish};
use crate::net::log::Batch;
use crate::net::{PROTOCOL, Tick};
use std::collections::VecDeque;

/// Steps that are shown before they have happened, at most; a line that is cut off shows no more.
const MAX_GUESSED: Tick = 10;

/// Turns that may wait for their steps; more presses are forgotten.
const MAX_WAITING: Tick = 3;

/// What somebody at the window is to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The match is there from its beginning.
    Begun(Welcome),
    /// A step has happened for good.
    Happened(Batch<u8>),
    /// The client comes to other states than the server: it has another version of the game.
    Differs,
    /// Show what the message says.
    Frame(FromTrack),
}

/// The match as it is shown.
#[derive(Debug, Clone)]
pub struct Shown<C> {
    /// With the guesses.
    pub course: C,
    /// The step to come there.
    pub step: Tick,
    /// When that will be seen, in milliseconds of the own clock; none while time stands.
    pub due: Option<i64>,
}

/// The client's half of a track.
#[derive(Debug, Clone)]
pub struct Guest<C: Course> {
    sim: u32,
    rules: u64,
    /// The match at its beginning.
    beginning: C,
    kept: C,
    lanes: Lanes<u8>,
    seat: Option<u8>,
    /// Own turns that are in no step yet.
    turns: VecDeque<Turn>,
    /// The number of the last turn, and of the last that was too late.
    number: u32,
    late: u32,
    forecast: Forecast,
    /// When the next step is closed, on the clock of the server.
    due: Option<u64>,
    /// The number of steps at which the client has caught up, and the key there; none without a connection.
    until: Option<(Tick, Option<u64>)>,
    /// Whether the match came out differently, so that it was asked for from the beginning.
    is_doubtful: bool,
    bye: Option<Bye>,
    out: Vec<(u8, ToTrack)>,
    shown: Option<Shown<C>>,
}

impl<C: Course> Guest<C> {
    /// A client that knows the match at its beginning, from its description.
    pub fn new(course: C, sim: u32, rules: u64) -> Self {
        Self {
            sim,
            rules,
            kept: course.clone(),
            beginning: course,
            lanes: Lanes::new(0, [0; 8]),
            seat: None,
            turns: VecDeque::new(),
            number: 0,
            late: 0,
            forecast: Forecast::new(),
            due: None,
            until: None,
            is_doubtful: false,
            bye: None,
            out: Vec::new(),
            shown: None,
        }
    }

    /// The match as everybody knows it.
    pub const fn kept(&self) -> &C {
        &self.kept
    }

    /// The number of the step that comes next for everybody.
    pub const fn step(&self) -> Tick {
        self.lanes.reached().0
    }

    /// The own seat; none for a spectator, and before the first welcome.
    pub const fn seat(&self) -> Option<u8> {
        self.seat
    }

    /// Whether time stands, as far as is known.
    pub const fn stands(&self) -> bool {
        self.due.is_none()
    }

    /// Own turns that are in no step yet.
    pub const fn turns(&self) -> &VecDeque<Turn> {
        &self.turns
    }

    /// Whether there is a connection that has caught up.
    pub fn is_up_to_date(&self) -> bool {
        self.until.is_some_and(|(until, _)| self.step() >= until)
    }

    /// What to do about connections now.
    pub fn wish(&mut self, now: u64) -> Option<Wish> {
        let is_final = |bye: Bye| matches!(bye, Bye::Left | Bye::Version | Bye::Replaced | Bye::Removed | Bye::Gone);
        if self.bye.is_some_and(is_final) {
            return None;
        }
        let wish = self.lanes.wish(now, 0);
        if let Some(Wish::Close(_)) = wish {
            self.disconnect();
        }
        wish
    }

    /// The connections that stand.
    pub fn lanes(&self) -> usize {
        self.lanes.up().count()
    }

    /// The first message of a connection.
    pub fn hello(&self, lane: u8, ticket: Ticket) -> ToTrack {
        let (tick, chain) = self.lanes.reached();
        let have = (tick > 0).then_some(Have { tick, chain });
        let (sim, rules) = (self.sim, self.rules);
        ToTrack::Hello(Hello { magic: MAGIC, protocol: PROTOCOL, sim, rules, lane, ticket, have })
    }

    /// A connection was closed, or could not be opened.
    pub fn closed(&mut self, now: u64, lane: u8) {
        self.lanes.closed(now, lane);
        self.disconnect();
    }

    fn disconnect(&mut self) {
        if self.lanes() == 0 {
            (self.until, self.due, self.shown) = (None, None, None);
            self.out.clear();
        }
    }

    /// What is to be sent, with the connections.
    pub fn sent(&mut self) -> Vec<(u8, ToTrack)> {
        std::mem::take(&mut self.out)
    }

    /// The player wants something, in the next step for which it can be said in time. Says whether it will be done: not by who
    /// does not ride, if it would change nothing, or if much is wanted already.
    pub fn turn(&mut self, now: u64, what: u8) -> bool {
        let Some(seat) = self.seat.map(usize::from) else { return false };
        let Shown { mut course, step: open, .. } = self.shown(now).clone();
        let last = self.turns.back().copied().filter(|last| last.step >= open);
        let step = last.map_or(open, |last| last.step + 1);
        let joint = last.and_then(|last| C::joined(last.what, what));
        let at = if joint.is_some() { step - 1 } else { step };
        for step in open..at {
            self.make_guess(&mut course, step);
        }
        if !course.rides(seat) || self.turns.len() >= MAX_TURNS {
            return false;
        }
        if let (Some(joint), Some(last)) = (joint, last) {
            if joint == last.what || !course.allows(seat, joint) {
                return false;
            }
            self.turns.pop_back();
            self.add(at, joint);
        } else {
            if step >= open + MAX_WAITING || !course.allows(seat, what) {
                return false;
            }
            self.add(step, what);
        }
        true
    }

    fn add(&mut self, step: Tick, what: u8) {
        self.number += 1;
        self.turns.push_back(Turn { number: self.number, step, what });
        self.shown = None;
        self.send_turns();
    }

    fn send_turns(&mut self) {
        if !self.turns.is_empty() {
            let frame = ToTrack::Turns(self.turns.iter().copied().collect());
            self.out.extend(self.lanes.up().map(|lane| (lane, frame.clone())));
        }
    }

    /// A line of chat. It is not kept: without a connection nobody hears it.
    pub fn chat(&mut self, to: Circle, text: String) {
        self.say(ToTrack::Chat { to, text });
    }

    /// Whether the window is hidden.
    pub fn away(&mut self, away: bool) {
        self.say(ToTrack::Away(away));
    }

    /// The player goes.
    pub fn leave(&mut self) {
        // By all lanes: nothing is said again, and one may be lost just then.
        self.out.extend(self.lanes.up().map(|lane| (lane, ToTrack::Leave)));
    }

    fn say(&mut self, frame: ToTrack) {
        self.out.extend(self.lanes.up().take(1).map(|lane| (lane, frame.clone())));
    }

    /// The match as it is to be shown now.
    pub fn shown(&mut self, now: u64) -> &Shown<C> {
        let is_new = |shown: &Shown<C>| shown.due.is_none_or(|due| due > now as i64);
        let shown = match self.shown.take().filter(is_new) {
            Some(shown) => shown,
            None => self.look_ahead(now),
        };
        self.shown.insert(shown)
    }

    /// Puts guesses on top of what is kept, up to the first step of which it is not too late to say what is wanted.
    fn look_ahead(&self, now: u64) -> Shown<C> {
        let (mut course, mut step, mut at) = (self.kept.clone(), self.step(), self.due);
        let seen = |at: u64| if self.seat.is_some() { self.forecast.deadline(at) } else { self.forecast.known(at) };
        while let Some(due) = at.filter(|_| self.seat.is_some() && step < self.step() + MAX_GUESSED)
            && seen(due) <= now as i64
        {
            let mut next = course.clone();
            self.make_guess(&mut next, step);
            // That somebody is out, or a round over, is shown when it is certain.
            let rides = |course: &C| (0..course.seats()).filter(|seat| course.rides(*seat)).count();
            if rides(&next) != rides(&course) || next.round() != course.round() {
                break;
            }
            course = next;
            step += 1;
            at = course.pause().map(|pause| due + pause);
        }
        let due = at.map(seen).filter(|due| *due > now as i64);
        Shown { course, step, due }
    }

    fn make_guess(&self, course: &mut C, step: Tick) {
        let own = self.seat.map(usize::from);
        let moves = (0..course.seats()).map(|seat| {
            let wanted = self.turns.iter().find(|turn| Some(seat) == own && turn.step == step);
            match wanted.filter(|turn| course.allows(seat, turn.what)) {
                Some(turn) => turn.what,
                None if Some(seat) == own => course.onward(seat),
                None => course.guess(seat),
            }
        });
        let moves: Vec<u8> = moves.collect();
        course.step(&moves);
    }

    /// A message came by a connection.
    pub fn on_frame(&mut self, now: u64, lane: u8, frame: FromTrack) -> Vec<News> {
        let others = self.lanes.up().any(|other| other != lane);
        self.lanes.heard(now, lane);
        let mut news = Vec::new();
        match frame {
            FromTrack::Clock { stamp } => {
                self.out.push((lane, ToTrack::Clock { echo: stamp }));
            }
            FromTrack::Welcome(welcome) => self.welcome(now, lane, others, welcome, &mut news),
            FromTrack::Goes { due } => (self.due, self.shown) = (due, None),
            FromTrack::Step(step) => {
                let (tick, at) = (step.batch.tick, step.at);
                if self.lanes.is_new(tick) {
                    self.forecast.came(now, at);
                }
                self.take(step.batch, &mut news);
                if self.step() == tick + 1 {
                    self.due = self.kept.pause().map(|pause| at + pause);
                    self.check(step.key, &mut news);
                }
            }
            FromTrack::Steps(batches) => batches.into_iter().for_each(|batch| self.take(batch, &mut news)),
            FromTrack::Refused { number, why } if number > 0 => {
                self.turns.retain(|turn| turn.number != number);
                self.shown = None;
                // What came too late for a round is no news to who has seen its end.
                if why == Refusal::TooMany {
                    news.push(News::Frame(FromTrack::Refused { number, why }));
                }
            }
            frame => {
                match &frame {
                    FromTrack::Bye(bye) => self.bye = Some(*bye),
                    FromTrack::Over(_) => (self.due, self.shown) = (None, None),
                    FromTrack::Presence(seats) => {
                        let own = self.seat.and_then(|seat| seats.get(usize::from(seat)));
                        own.into_iter().for_each(|own| self.forecast.ping(now, own.ping));
                    }
                    _ => {}
                }
                news.push(News::Frame(frame));
            }
        }
        if let Some((until, key)) = self.until.filter(|(until, key)| key.is_some() && *until == self.step()) {
            self.until = Some((until, None));
            self.check(key, &mut news);
        }
        news
    }

    fn welcome(&mut self, now: u64, lane: u8, others: bool, welcome: Welcome, news: &mut Vec<News>) {
        (self.seat, self.bye) = (welcome.seat, None);
        self.number = self.number.max(welcome.taken);
        if !others || !self.forecast.fits(now, welcome.now) {
            self.forecast.begin(now, welcome.now);
        }
        if !others {
            self.until = Some((welcome.until, welcome.key));
            self.due = welcome.due;
        }
        // A server that has lost steps begins with what it has.
        if welcome.from == 0 && (!others || welcome.until < self.step()) {
            self.begin_anew();
            news.push(News::Begun(welcome));
        }
        if !self.turns.is_empty() {
            self.out.push((lane, ToTrack::Turns(self.turns.iter().copied().collect())));
        }
        self.shown = None;
    }

    fn begin_anew(&mut self) {
        self.kept = self.beginning.clone();
        self.lanes.jump(0, [0; 8]);
        self.shown = None;
    }

    fn take(&mut self, batch: Batch<u8>, news: &mut Vec<News>) {
        for batch in self.lanes.take(batch) {
            let round = self.kept.round();
            make(&mut self.kept, &batch);
            self.settle(&batch, self.kept.round() != round);
            self.shown = None;
            news.push(News::Happened(batch));
        }
    }

    /// What a step says about what is wanted.
    fn settle(&mut self, batch: &Batch<u8>, is_new_round: bool) {
        let Some(own) = self.seat else { return };
        let entry = batch.entries.iter().find(|entry| entry.seat == own);
        let taken = entry.map_or(0, |entry| entry.cseq);
        self.turns.retain(|turn| turn.number > taken);
        if is_new_round || !self.kept.rides(usize::from(own)) {
            self.turns.clear();
            return;
        }
        let late = self.turns.front().filter(|turn| turn.step <= batch.tick).map(|turn| turn.number);
        match late {
            // However many steps it misses.
            Some(late) if late > self.late => {
                self.late = late;
                self.forecast.late();
            }
            Some(_) => {}
            None => self.forecast.in_time(),
        }
        let mut first = batch.tick + 1;
        for turn in &mut self.turns {
            turn.step = turn.step.max(first);
            first = turn.step + 1;
        }
    }

    /// Compares the own state with what the server says of it. Has everything sent again if it is another; if it comes out so again,
    /// the versions differ.
    fn check(&mut self, key: Option<u64>, news: &mut Vec<News>) {
        match key {
            None => return,
            Some(key) if key == self.kept.key() => return self.is_doubtful = false,
            Some(_) if self.is_doubtful => return news.push(News::Differs),
            Some(_) => {}
        }
        self.is_doubtful = true;
        self.until = Some((self.step(), key));
        self.begin_anew();
        self.say(ToTrack::Ask { from: 0 });
    }
}
