//! A match over the network that is on, as everybody in the program sees it: who is there, how the line is, what is voted on.
//!
//! The game that is played keeps the connection and tells [`Online::hear`] what comes; the window shows it and says by
//! [`Online::say`] what the player wants.

use crate::net::frame::{Circle, Ending, Motion, Presence, Refusal, Speaker, ToClient, ToServer, Voting};
use crate::net::table::{Offer, Wish};
use crate::net::{Hand, Tick};
use crate::online::session::{Condition, Event};
use bevy::prelude::*;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Lines that are kept of what was said, and of what happened.
const MAX_LINES: usize = 50;

/// Something that a player says to the others, and no order of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saying {
    Chat {
        to: Circle,
        text: String,
    },
    Vote {
        motion: Motion,
        yes: bool,
    },
    /// At a table: an offer, its answer, giving up.
    Wish(Wish),
    /// The player goes for good: a program plays from here on.
    Leave,
}

impl Saying {
    /// The message to a room, if it is one.
    pub fn frame<O>(self) -> Option<ToServer<O>> {
        match self {
            Self::Chat { to, text } => Some(ToServer::Chat { to, text }),
            Self::Vote { motion, yes } => Some(ToServer::Vote { motion, yes }),
            Self::Wish(_) => None,
            Self::Leave => Some(ToServer::Leave),
        }
    }
}

/// A vote that is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vote {
    pub motion: Motion,
    pub by: u8,
    pub yes: u8,
    pub needed: u8,
}

/// A pause of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// Whose seat has asked for it; `None`: somebody is gone, and is waited for.
    pub by: Option<u8>,
    /// When time goes on.
    pub until: Instant,
    /// Whether that is decided: the seconds are counted down.
    pub resumes: bool,
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub from: Speaker,
    pub to: Circle,
    pub text: String,
}

/// Exists while a match over the network is on.
#[derive(Resource, Debug, Default)]
pub struct Online {
    /// The seat of who plays here; `None`: a spectator.
    pub seat: Option<u8>,
    /// The names of the seats, as far as they are known.
    pub names: Vec<String>,
    /// How the seats are, once a second.
    pub presence: Vec<Presence>,
    pub condition: Condition,
    /// The part of the coming tick that has passed.
    pub share: f32,
    /// Percent of normal speed.
    pub speed: u16,
    pub pause: Option<Pause>,
    pub vote: Option<Vote>,
    /// Whether it is a match at a table.
    pub at_table: bool,
    /// At a table: the offer that is open, and whose it is.
    pub offer: Option<(Offer, u8)>,
    /// At a table: whether both have not moved yet, so that the match can be called off.
    pub is_fresh: bool,
    /// At a table: both want another match, and it is about to begin.
    pub goes_on: bool,
    /// Why no connection stands, if none does.
    pub lost: Option<String>,
    /// The last lines of chat, oldest first.
    pub chat: VecDeque<Line>,
    /// The server's report about a difference of this machine from another.
    pub report: Option<String>,
    /// How the match was decided.
    pub over: Option<Ending>,
    /// Why the match is over for this player, in a sentence, if it was not played to its end here.
    pub ended: Option<String>,
    /// Whether players have days for a turn: nobody needs to stay.
    pub is_by_days: bool,
    /// By correspondence: whose turn it is, and the milliseconds that are left for it.
    pub due: Option<(u8, u32)>,
    /// Whether the window is hidden.
    pub away: bool,
    /// Whether players vote on pauses and speed; else time is the server's alone.
    pub votes: bool,
    /// Whether the game has no panels along the lower edge: players talk there as spectators do, and see there how everybody is.
    pub shares_chat: bool,
    news: VecDeque<String>,
    says: Vec<Saying>,
}

impl Online {
    /// A match that begins for a seat, or for a spectator.
    pub fn new(seat: Option<u8>, names: Vec<String>) -> Self {
        Self { seat, names, speed: 100, ..Self::default() }
    }

    /// The same at a table.
    #[must_use]
    pub fn at_table(mut self) -> Self {
        (self.at_table, self.is_fresh) = (true, true);
        self
    }

    /// The name of a seat.
    pub fn name(&self, seat: u8) -> String {
        self.names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("Seat {}", seat + 1))
    }

    /// Says something to the server.
    pub fn say(&mut self, saying: Saying) {
        self.says.push(saying);
    }

    /// Wants something of a table, where one plays at one.
    pub fn wish(&mut self, wish: Wish) {
        if self.at_table && self.seat.is_some() {
            self.say(Saying::Wish(wish));
        }
    }

    /// What is to be said.
    pub fn take_sayings(&mut self) -> Vec<Saying> {
        std::mem::take(&mut self.says)
    }

    /// What has happened that a line tells, since it was last asked.
    pub fn take_news(&mut self) -> impl Iterator<Item = String> {
        self.news.drain(..)
    }

    /// Tells something in a line.
    pub(crate) fn tell(&mut self, line: String) {
        if self.news.len() == MAX_LINES {
            self.news.pop_front();
        }
        self.news.push_back(line);
    }

    /// Something has happened to the match; gives the state that it is to go on from, if that is what has.
    pub fn hear<O>(&mut self, event: Event<O>) -> Option<crate::online::session::State> {
        match event {
            Event::Restore(state) => return Some(state),
            Event::Frame(frame) => self.read(&frame),
            Event::Lost(why) => self.lost = Some(why),
            Event::Back => self.lost = None,
            Event::Report(report) => self.report = Some(report),
            Event::Ended(why) => self.ended = Some(why),
        }
        None
    }

    fn read<O>(&mut self, frame: &ToClient<O>) {
        let now = Instant::now();
        match frame {
            ToClient::Welcome(welcome) => {
                self.seat = welcome.seat;
                self.names.clone_from(&welcome.seats);
                self.speed = welcome.speed;
            }
            ToClient::Presence(presence) => self.meet(presence),
            ToClient::Paused { by, left_ms } => {
                let until = now + Duration::from_millis((*left_ms).into());
                self.pause = Some(Pause { by: *by, until, resumes: false });
            }
            ToClient::Resumed { in_ms } => {
                let until = now + Duration::from_millis((*in_ms).into());
                let by = self.pause.and_then(|pause| pause.by);
                self.pause = Some(Pause { by, until, resumes: true });
            }
            ToClient::Speed { percent, .. } if *percent != self.speed => {
                self.speed = *percent;
                self.tell(format!("The match goes at {percent} % speed."));
            }
            ToClient::Voting { motion, by, yes, needed, state } => {
                let vote = Vote { motion: *motion, by: *by, yes: *yes, needed: *needed };
                self.vote = (*state == Voting::Open).then_some(vote);
                if *state == Voting::Failed {
                    self.tell(format!("The vote {} has failed.", self.motion(*motion)));
                }
            }
            ToClient::Chat { from, to, text } => {
                self.hear_line(Line { from: from.clone(), to: *to, text: text.clone() });
            }
            ToClient::Desync(desync) => {
                let names: Vec<String> = desync.seats.iter().map(|seat| self.name(*seat)).collect();
                let names = if names.is_empty() { "somebody".into() } else { names.join(", ") };
                self.tell(format!("The game of {names} differs since tick {}; it is brought back.", desync.tick));
            }
            ToClient::Refused { why, .. } => {
                if let Some(sentence) = refused(*why) {
                    self.tell(sentence.into());
                }
            }
            ToClient::Over(ending) => self.over = Some(*ending),
            _ => {}
        }
    }

    /// Somebody has said a line.
    pub(crate) fn hear_line(&mut self, line: Line) {
        if self.chat.len() == MAX_LINES {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }

    /// Who has come or gone is told.
    pub(crate) fn meet(&mut self, presence: &[Presence]) {
        let pairs = self.presence.iter().zip(presence).zip(0..);
        let lines: Vec<String> = pairs
            .filter_map(|((before, now), seat)| {
                let name = self.name(seat);
                match (before.hand, now.hand) {
                    (Hand::Human, Hand::Program) => Some(format!("A program plays for {name} now.")),
                    (Hand::Program, Hand::Human) => Some(format!("{name} plays again.")),
                    _ if before.lanes > 0 && now.lanes == 0 => Some(format!("{name} has lost the connection.")),
                    _ if before.lanes == 0 && now.lanes > 0 => Some(format!("{name} is connected.")),
                    _ => None,
                }
            })
            .collect();
        lines.into_iter().for_each(|line| self.tell(line));
        self.presence = presence.into();
    }

    /// What is voted on, as the end of "a vote …".
    pub fn motion(&self, motion: Motion) -> String {
        match motion {
            Motion::Pause => "to pause".into(),
            Motion::Resume => "to go on".into(),
            Motion::Remove(seat) => format!("to let a program play for {}", self.name(seat)),
            Motion::Draw => "for a draw".into(),
            Motion::Speed(percent) => format!("for {percent} % speed"),
        }
    }

    /// Whether time stands: the match waits, or counts down.
    pub fn stands(&self, now: Instant) -> bool {
        self.pause.is_some_and(|pause| now < pause.until)
    }

    /// Ticks that somebody's machine is behind the server.
    pub fn behind(&self, seat: u8) -> Tick {
        self.presence.get(usize::from(seat)).map_or(0, |presence| presence.behind.into())
    }
}

/// What is told of an order or a wish that was not taken; what a player could not have known of is not.
const fn refused(why: Refusal) -> Option<&'static str> {
    match why {
        Refusal::TooMany => Some("Too many orders in a second: some were not taken."),
        Refusal::Away => Some("A program plays your side until you have caught up."),
        Refusal::Vote => Some("There can be no such vote now."),
        Refusal::Silenced => Some("You have said much; the others read you again in a while."),
        Refusal::NoSeat => Some("You are watching, and have no side to command."),
        _ => None,
    }
}
