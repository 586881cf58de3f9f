//! The client's half of a table: keeps what its player does until it is answered, shows it at once, takes it back when it is
//! refused, and notices when it has come to another position than the server.
//!
//! It knows two states of the match: what is kept ([`Guest::kept`]), and that with the own acts which are on their way
//! ([`Guest::shown`]). It has one connection; when that is lost it asks for another one, goes on from the entry that it has,
//! and sends again what has no answer.

use super::entry::{Denial, Entry, Event, Offer};
use super::frame::{FromTable, Subject, ToTable, Welcome, Wish};
use super::judge::Judge;
use super::play::Play;
use super::time::TimeRule;
use crate::arena::TimeControl;
use crate::net::PROTOCOL;
use crate::net::frame::{Bye, Have, Hello, MAGIC, Ticket};
use crate::net::lines::{self, Lines};
use crate::net::party::Line;
use std::collections::VecDeque;

/// Clocks of the table that may fail to come before a connection is given up.
const MISSED: u64 = 4;

/// What somebody at the window is to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The match is there from its beginning, or from another state: everything is to be drawn anew.
    Begun(Welcome),
    /// It has happened for good; [`Guest::shown`] may have had it before.
    Happened(Entry),
    /// Own acts from this one on are not shown any more.
    Undone { ply: u32, why: Denial },
    /// The client comes to other positions than the server: it has another version of the game.
    Differs,
    /// Show what the message says.
    Frame(FromTable),
}

/// The client's half of a table.
#[derive(Debug, Clone)]
pub struct Guest {
    sim: u32,
    rules: u64,
    /// The match at its beginning.
    beginning: Box<dyn Judge>,
    kept: Play,
    entries: Vec<Entry>,
    /// With the acts that have no answer; none if there are none.
    ahead: Option<Play>,
    /// Numbers and words of the own acts that have no answer.
    acts: VecDeque<(u32, String)>,
    /// What was wanted and has no answer.
    wish: Option<Wish>,
    seat: Option<u8>,
    lines: Lines,
    /// The number of entries at which this connection has caught up; none before it was welcomed.
    until: Option<u32>,
    /// Whether what has no answer was sent by this connection.
    resent: bool,
    /// The entry after which the match came out differently, so that it was asked for from the beginning.
    doubted: Option<u32>,
    /// What the clocks showed, whether they run, and when that was said.
    clocks: (Vec<u32>, bool, u64),
    bye: Option<Bye>,
    out: Vec<ToTable>,
}

impl Guest {
    /// A client that knows the match at its beginning, from its description.
    pub fn new(judge: Box<dyn Judge>, sim: u32, rules: u64) -> Self {
        let time = TimeRule::Live(TimeControl::None);
        Self {
            sim,
            rules,
            kept: Play::new(judge.clone(), time, false, 0),
            beginning: judge,
            entries: Vec::new(),
            ahead: None,
            acts: VecDeque::new(),
            wish: None,
            seat: None,
            lines: Lines::new(time.beat() * MISSED),
            until: None,
            resent: false,
            doubted: None,
            clocks: (Vec::new(), false, 0),
            bye: None,
            out: Vec::new(),
        }
    }

    /// The match as everybody knows it.
    pub const fn kept(&self) -> &Play {
        &self.kept
    }

    /// The match with the own acts that are on their way.
    pub fn shown(&self) -> &Play {
        self.ahead.as_ref().unwrap_or(&self.kept)
    }

    /// What has happened.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The own seat; none for a spectator, and before the first welcome.
    pub const fn seat(&self) -> Option<u8> {
        self.seat
    }

    /// Own acts and wishes that have no answer.
    pub fn unanswered(&self) -> usize {
        self.acts.len() + usize::from(self.wish.is_some())
    }

    /// Whether there is a connection that has caught up.
    pub fn is_up_to_date(&self) -> bool {
        self.until.is_some_and(|until| self.kept.number() >= until)
    }

    /// What each seat has left, in milliseconds, as far as the client can tell; empty if there is no limit.
    pub fn clocks(&self, now: u64) -> Vec<u32> {
        let (mut left, running, at) = self.clocks.clone();
        if let Some(left) = left.get_mut(self.kept.seat()).filter(|_| running && self.kept.end().is_none()) {
            *left = left.saturating_sub(u32::try_from(now.saturating_sub(at)).unwrap_or(u32::MAX));
        }
        left
    }

    /// What to do about the connection now. After a farewell that will come again there is nothing to do.
    pub fn wish(&mut self, now: u64) -> Option<lines::Wish> {
        let wanted = match self.bye {
            Some(Bye::Left | Bye::Version | Bye::Replaced | Bye::Removed | Bye::Gone) => 0,
            _ => 1,
        };
        let wish = self.lines.wish(now, |_| wanted);
        if matches!(wish, Some(lines::Wish::Close(_))) {
            self.disconnect();
        }
        wish
    }

    /// The first message of a connection.
    pub fn hello(&self, ticket: Ticket) -> ToTable {
        let have = Have { tick: self.kept.number(), chain: self.kept.chain().to_le_bytes() };
        let have = Some(have).filter(|have| have.tick > 0);
        let (sim, rules) = (self.sim, self.rules);
        ToTable::Hello(Hello { magic: MAGIC, protocol: PROTOCOL, sim, rules, lane: 0, ticket, have })
    }

    /// The connection was closed, or could not be opened.
    pub fn closed(&mut self, now: u64) {
        self.lines.closed(now, 0);
        self.disconnect();
    }

    fn disconnect(&mut self) {
        (self.until, self.resent) = (None, false);
        self.out.clear();
    }

    /// What is to be sent.
    pub fn sent(&mut self) -> Vec<ToTable> {
        std::mem::take(&mut self.out)
    }

    /// The player acts: a step, `end`, `undo` or `undo-turn`. It is shown at once, and sent as soon as there is a connection.
    ///
    /// # Errors
    /// Why it is not possible, as the client sees it; nothing is sent then.
    pub fn act(&mut self, text: &str) -> Result<(), Denial> {
        let seat = self.seat.ok_or(Denial::NoSeat)?;
        let mut ahead = self.shown().clone();
        let ply = ahead.ply();
        ahead.happen(0, &act(ply, seat, text))?;
        self.ahead = Some(ahead);
        self.acts.push_back((ply, text.into()));
        self.say(ToTable::Act { ply, text: text.into() });
        Ok(())
    }

    /// The player wants something. It is kept until it is answered, or something else is wanted.
    pub fn want(&mut self, wish: Wish) {
        if let (Wish::Offer(offer), Some(seat)) = (wish, self.seat)
            && self.kept.offer() == Some((offer, seat))
        {
            return;
        }
        self.wish = Some(wish);
        self.say(ToTable::Wish(wish));
    }

    /// A line of chat. It is not kept: without a connection nobody hears it.
    pub fn chat(&mut self, line: Line) {
        self.say(ToTable::Chat(line));
    }

    /// Whether the window is hidden.
    pub fn away(&mut self, away: bool) {
        self.say(ToTable::Away(away));
    }

    fn say(&mut self, frame: ToTable) {
        if self.resent {
            self.out.push(frame);
        }
    }

    /// A message came.
    pub fn on_frame(&mut self, now: u64, frame: FromTable) -> Vec<News> {
        self.lines.heard(now, 0);
        let mut news = Vec::new();
        match frame {
            FromTable::Clock { stamp } => self.out.push(ToTable::Clock { echo: stamp }),
            FromTable::Welcome(welcome) => self.welcome(welcome, &mut news),
            FromTable::Happened(entries) => self.happened(now, entries, &mut news),
            FromTable::Refused { what, why } => self.refused(what, why, &mut news),
            frame => {
                match &frame {
                    FromTable::Clocks { left, running } => self.clocks = (left.clone(), *running, now),
                    FromTable::Bye(bye) => self.bye = Some(*bye),
                    _ => {}
                }
                news.push(News::Frame(frame));
            }
        }
        self.resend();
        news
    }

    fn welcome(&mut self, welcome: Welcome, news: &mut Vec<News>) {
        (self.seat, self.until, self.resent, self.bye) = (welcome.seat, Some(welcome.until), false, None);
        self.lines.silence = welcome.time.beat() * MISSED;
        if welcome.from != self.kept.number() || welcome.from == 0 {
            self.kept = Play::new(self.beginning.clone(), welcome.time, welcome.rated, welcome.begun);
            self.entries.clear();
            news.push(News::Begun(welcome));
        }
        self.look_ahead(news);
    }

    /// Has everything sent again, because it comes out differently here. If it does so again, the versions differ.
    fn doubt(&mut self, number: u32, news: &mut Vec<News>) {
        if self.doubted.is_some() {
            news.push(News::Differs);
            return;
        }
        self.doubted = Some(number);
        self.until = self.until.max(Some(number + 1));
        self.kept = self.kept.again(self.beginning.clone());
        self.entries.clear();
        self.out.push(ToTable::Ask { from: 0 });
    }

    fn happened(&mut self, now: u64, entries: Vec<Entry>, news: &mut Vec<News>) {
        for entry in entries {
            let next = self.kept.number();
            if entry.number < next {
                continue;
            }
            if entry.number > next {
                // Something is missing: what has come is part of the answer to a question before this one.
                if self.doubted.is_none() {
                    self.out.push(ToTable::Ask { from: next });
                }
                break;
            }
            let happened = self.kept.happen(entry.at, &entry.event);
            if happened.is_err() || self.kept.judge().key() != entry.key {
                self.doubt(entry.number, news);
                break;
            }
            self.settle(&entry, news);
            if matches!(entry.event, Event::Act { .. } | Event::TakenBack { .. }) {
                self.clocks = (entry.clocks.clone(), true, now);
            }
            self.entries.push(entry.clone());
            news.push(News::Happened(entry));
        }
        self.doubted = self.doubted.filter(|doubted| self.kept.number() <= *doubted);
        self.look_ahead(news);
    }

    /// What an entry says about what has no answer.
    fn settle(&mut self, entry: &Entry, news: &mut Vec<News>) {
        let own = |seat: u8| Some(seat) == self.seat;
        let answered = match (&entry.event, self.wish) {
            (Event::Offered { seat, offer }, Some(Wish::Offer(wanted))) => own(*seat) && *offer == wanted,
            (Event::Declined { offer, .. }, Some(Wish::Decline(wanted) | Wish::Agree(wanted))) => *offer == wanted,
            (Event::TakenBack { .. }, Some(Wish::Agree(wanted) | Wish::Offer(wanted))) => wanted == Offer::TakeBack,
            (Event::Over(_), Some(wish)) => wish != Wish::Offer(Offer::Rematch),
            (Event::Rematch, _) => true,
            _ => false,
        };
        if answered {
            self.wish = None;
        }
        match &entry.event {
            Event::Act { ply, seat, text, .. } if self.acts.front() == Some(&(*ply, text.clone())) && own(*seat) => {
                self.acts.pop_front();
            }
            Event::Act { ply, .. } | Event::TakenBack { ply, .. } => self.undo(*ply, &Denial::Taken, news),
            Event::Over(_) => self.undo(0, &Denial::Over, news),
            _ => {}
        }
    }

    fn refused(&mut self, what: Subject, why: Denial, news: &mut Vec<News>) {
        match what {
            Subject::Act(ply) => {
                self.undo(ply, &why, news);
                self.look_ahead(news);
            }
            Subject::Wish(wish) => {
                self.wish = self.wish.filter(|wanted| *wanted != wish);
                news.push(News::Frame(FromTable::Refused { what, why }));
            }
            Subject::Chat => news.push(News::Frame(FromTable::Refused { what, why })),
        }
    }

    /// Own acts from this one on come to nothing.
    fn undo(&mut self, from: u32, why: &Denial, news: &mut Vec<News>) {
        let kept = self.acts.iter().take_while(|(ply, _)| *ply < from).count();
        if let Some((ply, _)) = self.acts.get(kept) {
            news.push(News::Undone { ply: *ply, why: why.clone() });
        }
        self.acts.truncate(kept);
    }

    /// Puts the acts that have no answer on top of what is kept, once that is all there.
    fn look_ahead(&mut self, news: &mut Vec<News>) {
        self.ahead = None;
        if !self.is_up_to_date() || self.acts.is_empty() {
            return;
        }
        let mut ahead = self.kept.clone();
        let seat = self.seat.unwrap_or_default();
        let refused = self.acts.iter().find_map(|(ply, text)| {
            let denial = ahead.happen(0, &act(*ply, seat, text)).err()?;
            Some((*ply, denial))
        });
        match refused {
            None => self.ahead = Some(ahead),
            Some((ply, why)) => {
                self.undo(ply, &why, news);
                self.look_ahead(news);
            }
        }
    }

    /// Sends what has no answer, once this connection has caught up.
    fn resend(&mut self) {
        if self.resent || !self.is_up_to_date() {
            return;
        }
        self.resent = true;
        self.out.extend(self.acts.iter().map(|(ply, text)| ToTable::Act { ply: *ply, text: text.clone() }));
        self.out.extend(self.wish.map(ToTable::Wish));
    }
}

/// An act as the client sees it: the server measures the time.
fn act(ply: u32, seat: u8, text: &str) -> Event {
    Event::Act { ply, seat, text: text.into(), used: 0, credit: 0 }
}
