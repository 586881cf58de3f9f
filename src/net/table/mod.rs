//! The server's half of a match of two in which one seat at a time is to act: it holds the position, judges by the rules of the
//! game, and says what has happened once that is kept for good.
//!
//! What happens is an [`Entry`]; the entries in order are the match ([`Play`]), so a table is restored from them. A new entry is
//! given out with [`Out::Commit`] and told to nobody before [`Table::committed`]. Until then the table goes on with it: a second act
//! is judged after the first, and if the first cannot be kept, both are undone. Tables share no state, so their owner
//! can commit the entries of many at once, in the order of each table.
//!
//! As everywhere in `net`, time comes in. Here it is in milliseconds since the beginning of 1970, because matches by
//! correspondence outlive the server; a clock that is set back or far ahead takes no time from anybody in a live match.

mod calendar;
mod clocks;
mod deeds;
mod description;
mod door;
mod entry;
mod frame;
mod guest;
mod judge;
mod play;
mod time;

pub use super::party::{Conn, Line, Phrase, Place};
pub use calendar::Stretch;
pub use description::{Description, DescriptionProblem, rules_of};
pub use entry::{Cause, Denial, End, Entry, Event, Offer};
pub use frame::{FromTable, Presence, Subject, ToTable, Welcome, Wish};
pub use guest::{Guest, News};
pub use judge::Judge;
pub use play::Play;
pub use time::{Days, DaysProblem, RuleProblem, TimeRule};

use super::coding::FrameError;
use super::frame::{Bye, Hello};
use super::party::{Party, Post};
use clocks::Turn;
use std::collections::VecDeque;
use thiserror::Error;
use time::Watch;

/// The rules of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub names: [String; 2],
    /// The version of the game's behaviour, and the hash of its rules: who has others is not let in.
    pub sim: u32,
    pub rules: u64,
    /// Where clients fetch the description of the match.
    pub url: String,
    pub time: TimeRule,
    /// Without turns that are taken back.
    pub rated: bool,
    /// Whether players write what they like; else they have [`Phrase`]s.
    pub free_chat: bool,
    /// How far spectators are behind, in milliseconds.
    pub spectator_delay: u64,
    /// When the match began, in milliseconds since the beginning of 1970.
    pub begun: u64,
}

/// Something that the owner of a table has to do, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    /// Keep this for good, after those that came before it; then call [`Table::committed`], or [`Table::failed`].
    Commit(Entry),
    Send {
        to: Vec<Conn>,
        frame: FromTable,
    },
    /// Close, once what was sent is sent.
    Close(Conn, Bye),
    /// The match has ended, and that is kept.
    Over(End),
    /// Both want another match; who began is second then.
    Rematch,
}

impl Post for Out {
    type Frame = FromTable;

    fn send(to: Vec<Conn>, frame: FromTable) -> Self {
        Self::Send { to, frame }
    }

    fn close(who: Conn, bye: Bye) -> Self {
        Self::Close(who, bye)
    }

    fn bye(bye: Bye) -> FromTable {
        FromTable::Bye(bye)
    }

    fn clock(stamp: u64) -> FromTable {
        FromTable::Clock { stamp }
    }

    fn silenced() -> FromTable {
        FromTable::Refused { what: Subject::Chat, why: Denial::Silenced }
    }
}

/// Entries do not make the match that they are said to be of.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RestoreProblem {
    #[error("entry {number} of the match is missing, {found} is in its place")]
    Missing { number: u32, found: u32 },
    #[error("entry {0} of the match cannot have happened: {1}")]
    Impossible(u32, Denial),
    #[error("entry {0} of the match leads to another position than it did: the rules of the game have changed")]
    Different(u32),
}

/// An entry that is not kept yet.
#[derive(Debug, Clone)]
struct Pending {
    /// How everything was before it.
    before: Play,
    turn: Turn,
    /// What its player is told if it cannot be kept, and on which seat; none for what came of itself.
    asked: Option<(usize, Subject)>,
}

/// The server's half of a match of two.
#[derive(Debug, Clone)]
pub struct Table {
    settings: Settings,
    party: Party<Out>,
    watch: Watch,
    /// With what is not kept yet.
    play: Play,
    entries: Vec<Entry>,
    /// The last entries, oldest first.
    pending: VecDeque<Pending>,
    turn: Turn,
    /// Time stands until both are there, at most for a minute from then.
    waiting: Option<u64>,
    vacations: [Vec<Stretch>; 2],
    away: [bool; 2],
    /// How many entries spectators have seen.
    shown: usize,
    /// When seats are told of each other again.
    beat: u64,
}

impl Table {
    /// The table of a new match.
    pub fn new(settings: Settings, judge: Box<dyn Judge>, now: u64) -> Self {
        let play = Play::new(judge, settings.time, settings.rated, settings.begun);
        let watch = Watch::new(now.max(settings.begun), settings.time);
        Self {
            party: Party::new(watch.pace, [true, true].into_iter(), settings.spectator_delay, true),
            play,
            entries: Vec::new(),
            pending: VecDeque::new(),
            turn: Turn::default(),
            waiting: settings.time.is_live().then_some(watch.pace),
            vacations: Default::default(),
            away: Default::default(),
            shown: 0,
            beat: watch.pace,
            watch,
            settings,
        }
    }

    /// The table of a match that goes on after the server was gone, from the entries that were kept, in order; `judge` is at the
    /// beginning of the match. Live clocks stand until both players are back, at most for a minute.
    ///
    /// # Errors
    /// The first entry that does not follow.
    pub fn restore(
        settings: Settings,
        judge: Box<dyn Judge>,
        entries: Vec<Entry>,
        now: u64,
    ) -> Result<Self, RestoreProblem> {
        let latest = entries.iter().map(|entry| entry.at).max().unwrap_or(0);
        let mut table = Self::new(settings, judge, now.max(latest));
        for (number, entry) in (0..).zip(&entries) {
            if entry.number != number {
                return Err(RestoreProblem::Missing { number, found: entry.number });
            }
            let happened = table.play.happen(entry.at, &entry.event);
            happened.map_err(|denial| RestoreProblem::Impossible(number, denial))?;
            if table.play.judge().key() != entry.key {
                return Err(RestoreProblem::Different(number));
            }
        }
        table.turn = Turn::restored(&table.play);
        table.entries = entries;
        // Nobody watches yet: who comes is sent what is old enough.
        table.shown = table.old_enough();
        Ok(table)
    }

    /// The match as far as it is kept.
    pub fn kept(&self) -> &Play {
        self.pending.front().map_or(&self.play, |pending| &pending.before)
    }

    /// The entries that are kept.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.entries.len() - self.pending.len()]
    }

    /// Whose turn it is after all entries that were given out, and by correspondence until when, in milliseconds since the beginning
    /// of 1970; nobody's once the match is over. Vacations and weekends move that moment.
    pub fn turn(&self) -> Option<(u8, Option<u64>)> {
        self.play.end().is_none().then(|| (self.play.seat() as u8, self.deadline()))
    }

    /// Whether nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.party.is_deserted()
    }

    /// A connection sent bytes. `tickets` says where the ticket of a greeting leads, and takes it out of use.
    pub fn on_bytes(
        &mut self,
        now: u64,
        who: Conn,
        bytes: &[u8],
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out> {
        self.watch.look(now);
        if !self.party.may_send_bytes(self.watch.pace, who, bytes.len()) {
            self.dismiss(who, Bye::Flood);
            return self.party.done();
        }
        match ToTable::decode(bytes) {
            Ok(frame) => self.on_frame(now, who, frame, tickets),
            Err(error) => self.on_error(now, who, error),
        }
    }

    /// A connection sent bytes that are no message.
    pub fn on_error(&mut self, now: u64, who: Conn, error: FrameError) -> Vec<Out> {
        self.watch.look(now);
        self.dismiss(who, error.bye());
        self.party.done()
    }

    /// A connection sent a message.
    pub fn on_frame(
        &mut self,
        now: u64,
        who: Conn,
        frame: ToTable,
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out> {
        self.watch.look(now);
        let known = self.party.knows(who);
        match (frame, self.party.seat_of(who)) {
            (ToTable::Hello(hello), _) if !known => self.admit(who, &hello, tickets),
            (ToTable::Hello(_), _) => self.dismiss(who, Bye::Protocol),
            _ if !known => self.dismiss(who, Bye::Protocol),
            _ if !self.party.may_send(self.watch.pace, who) => self.dismiss(who, Bye::Flood),
            (ToTable::Ask { from }, seat) => self.send_entries(who, seat, from),
            (ToTable::Leave, _) => self.dismiss(who, Bye::Left),
            (frame, Some(seat)) => self.on_seat(seat, who, frame),
            (frame, None) => self.on_spectator(who, frame),
        }
        self.party.done()
    }

    fn on_seat(&mut self, seat: usize, who: Conn, frame: ToTable) {
        match frame {
            ToTable::Act { ply, text } => self.on_act(seat, who, ply, text),
            ToTable::Wish(wish) => self.on_wish(seat, who, wish),
            ToTable::Clock { echo } => self.party.echo(self.watch.pace, seat, echo),
            ToTable::Chat(line) => self.on_chat(seat, who, line),
            ToTable::Away(away) => self.away[seat] = away,
            // Answered before.
            ToTable::Hello(_) | ToTable::Ask { .. } | ToTable::Leave => {}
        }
    }

    /// Does what is due. To be called at [`Table::due`] at the latest.
    pub fn tick(&mut self, now: u64) -> Vec<Out> {
        self.watch.look(now);
        self.keep_time();
        if self.watch.pace >= self.beat {
            self.beat = self.watch.pace + self.settings.time.beat();
            self.party.silent(self.watch.pace).into_iter().for_each(|conn| self.dismiss(conn, Bye::Silent));
            self.tell_presence();
        }
        self.show();
        self.party.done()
    }

    /// When the table has something to do at the latest, by the clock that it is told.
    pub fn due(&self) -> u64 {
        let clock = self.clock_due();
        // While a live clock runs, the table looks at the time so often that it notices when that jumps.
        let beat = Some(self.beat).filter(|_| clock.is_some() || !self.is_deserted());
        let paces = [beat, self.party.due(), clock];
        let pace = paces.into_iter().flatten().min().map(|pace| self.watch.clock_at(pace));
        let walls = [self.days_due(), self.spectators_due()];
        pace.into_iter().chain(walls.into_iter().flatten()).min().unwrap_or(u64::MAX)
    }

    /// A connection is closed.
    pub fn closed(&mut self, now: u64, who: Conn) -> Vec<Out> {
        self.watch.look(now);
        self.party.unlink(self.watch.pace, who);
        self.party.done()
    }

    /// The server is about to start again: everybody is to come back.
    pub fn restart(&mut self, now: u64) -> Vec<Out> {
        self.watch.look(now);
        self.party.everybody().into_iter().for_each(|conn| self.dismiss(conn, Bye::Restarting));
        self.party.done()
    }

    /// The match ends without a result, because the people who keep the server say so.
    pub fn stop(&mut self, now: u64) -> Vec<Out> {
        self.watch.look(now);
        // It is over already, or will be.
        _ = self.happen(None, Event::Over(Cause::Stopped));
        self.party.done()
    }

    /// The entries up to this one are kept for good: everybody may know.
    pub fn committed(&mut self, now: u64, number: u32) -> Vec<Out> {
        self.watch.look(now);
        while self.entries().len() <= number as usize {
            let Some(Pending { before, .. }) = self.pending.pop_front() else { break };
            let Some(entry) = self.entries().last().cloned() else { break };
            let is_act = matches!(entry.event, Event::Act { .. } | Event::TakenBack { .. });
            let is_rematch = entry.event == Event::Rematch;
            self.party.send(self.party.all_lanes(), FromTable::Happened(vec![entry]));
            if is_act {
                self.run_on();
            }
            if let (None, Some(end)) = (before.end(), self.kept().end().cloned()) {
                self.party.out.push(Out::Over(end));
            }
            if is_rematch {
                self.party.out.push(Out::Rematch);
            }
        }
        self.show();
        self.party.done()
    }

    /// This entry cannot be kept: everything is as it was before it, and those after it have not happened either.
    pub fn failed(&mut self, now: u64, number: u32) -> Vec<Out> {
        self.watch.look(now);
        let Some(place) = (number as usize).checked_sub(self.entries().len()) else { return self.party.done() };
        let dropped: Vec<Pending> = self.pending.drain(place.min(self.pending.len())..).collect();
        let asked: Vec<(usize, Subject)> = dropped.iter().filter_map(|pending| pending.asked).collect();
        if let Some(Pending { before, turn, .. }) = dropped.into_iter().next() {
            self.entries.truncate(number as usize);
            self.play = before;
            self.turn = turn;
            self.run_on();
            self.tell_clocks(self.party.all_lanes());
        }
        for (seat, what) in asked {
            self.refuse(self.party.conns(seat), what, Denial::NotKept);
        }
        self.party.done()
    }

    fn refuse(&mut self, to: Vec<Conn>, what: Subject, why: Denial) {
        self.party.send(to, FromTable::Refused { what, why });
    }

    fn dismiss(&mut self, who: Conn, bye: Bye) {
        self.party.dismiss(self.watch.pace, who, bye);
    }
}
