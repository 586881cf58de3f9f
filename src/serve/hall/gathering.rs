//! Who is at a match: seats, spectators, who is ready, what they say; who may do what before it begins.
//!
//! Names are unique within a match. The host is whoever opened it; when the host leaves a match that waits, the next player is
//! host. What is refused is refused with a sentence for the person.

use super::game::{Plan, PlannedSeat, Taken};
use super::words;
use crate::online::talk::{Act, ChatLine, Occupant, SeatState, You};
use std::collections::{BTreeMap, VecDeque};

/// Spectators and players without a seat.
const MAX_PEOPLE: usize = 200;

/// Lines of chat that are kept.
const MAX_CHAT: usize = 50;

/// Lines that one person may say in so many milliseconds.
const TALK: (usize, u64) = (5, 5000);

/// A person: an account, or somebody who has joined direct play.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Person {
    pub id: u64,
    pub name: String,
}

#[derive(Debug, Clone)]
struct Guest {
    name: String,
    ready: bool,
    said: VecDeque<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sitting {
    Open,
    Closed,
    Program,
    Person(u64),
}

#[derive(Debug, Clone)]
struct Seat {
    planned: PlannedSeat,
    by: Sitting,
}

/// What is to be done after something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    Nothing,
    /// Begin.
    Start,
    /// Nobody is there any more.
    Empty,
}

type Refused = &'static str;

/// Who is at a match. Times are in milliseconds.
#[derive(Debug, Clone)]
pub(super) struct Gathering {
    seats: Vec<Seat>,
    people: BTreeMap<u64, Guest>,
    host: u64,
    chat: VecDeque<ChatLine>,
    /// Since when there is an open seat, with only one person there.
    alone: u64,
}

impl Gathering {
    pub(super) fn new(now: u64, plan: &Plan, host: &Person) -> Self {
        let by = |planned: &PlannedSeat| match planned {
            PlannedSeat { is_programs: true, .. } => Sitting::Program,
            PlannedSeat { closed: true, .. } => Sitting::Closed,
            _ => Sitting::Open,
        };
        let seats = plan.seats.iter().map(|planned| Seat { planned: *planned, by: by(planned) }).collect();
        let mut gathering = Self { seats, people: BTreeMap::new(), host: host.id, chat: VecDeque::new(), alone: now };
        gathering.people.insert(host.id, Guest { name: host.name.clone(), ready: false, said: VecDeque::new() });
        if let Some(seat) = gathering.seats.iter_mut().find(|seat| seat.by == Sitting::Open) {
            seat.by = Sitting::Person(host.id);
        }
        gathering
    }

    /// The match is another one: who sat where stays as far as it can.
    pub(super) fn replan(&mut self, plan: &Plan) {
        let before = std::mem::take(&mut self.seats);
        let by = |at: usize| before.get(at).map_or(Sitting::Open, |seat| seat.by);
        let seats = plan.seats.iter().enumerate().map(|(at, planned)| match by(at) {
            Sitting::Program if !planned.program => Seat { planned: *planned, by: Sitting::Open },
            Sitting::Closed if !planned.closed => Seat { planned: *planned, by: Sitting::Open },
            by => Seat { planned: *planned, by },
        });
        self.seats = seats.collect();
        // Nobody has agreed to this one yet.
        self.people.values_mut().for_each(|guest| guest.ready = false);
    }

    pub(super) fn has(&self, person: u64) -> bool {
        self.people.contains_key(&person)
    }

    pub(super) const fn host(&self) -> u64 {
        self.host
    }

    pub(super) fn name_of(&self, person: u64) -> String {
        self.people.get(&person).map_or_else(String::new, |guest| guest.name.clone())
    }

    pub(super) fn seat_of(&self, person: u64) -> Option<u8> {
        self.seats.iter().position(|seat| seat.by == Sitting::Person(person)).map(|at| at as u8)
    }

    pub(super) fn people(&self) -> impl Iterator<Item = Person> + '_ {
        self.people.iter().map(|(id, guest)| Person { id: *id, name: guest.name.clone() })
    }

    /// The persons in the seats.
    pub(super) fn sitting(&self) -> Vec<Option<u64>> {
        let sitting = |seat: &Seat| if let Sitting::Person(id) = seat.by { Some(id) } else { None };
        self.seats.iter().map(sitting).collect()
    }

    /// Somebody comes, and takes the first open seat if they may and want; the name under which they are known here.
    pub(super) fn join(&mut self, now: u64, person: &Person, watch: bool, may_sit: bool) -> Result<String, Refused> {
        if let Some(guest) = self.people.get(&person.id) {
            return Ok(guest.name.clone());
        }
        if self.people.len() >= MAX_PEOPLE {
            return Err("the match is full");
        }
        let waited = self.waits();
        let taken = |name: &str| self.people.values().any(|guest| guest.name == name);
        let numbered = (2..).map(|number| format!("{} {number}", person.name));
        let mut names = std::iter::once(person.name.clone()).chain(numbered);
        // There are more numbers than people.
        let name = names.find(|name| !taken(name)).unwrap_or_default();
        self.people.insert(person.id, Guest { name: name.clone(), ready: false, said: VecDeque::new() });
        if !watch
            && may_sit
            && let Some(seat) = self.seats.iter_mut().find(|seat| seat.by == Sitting::Open)
        {
            seat.by = Sitting::Person(person.id);
        }
        self.look(now, waited);
        Ok(name)
    }

    /// Somebody does something before the match begins.
    pub(super) fn act(&mut self, now: u64, person: u64, act: Act) -> Result<Then, Refused> {
        let waited = self.waits();
        match act {
            Act::Sit { seat } => self.sit(person, seat)?,
            Act::Ready { ready } => {
                self.seat_of(person).ok_or("take a seat first")?;
                if let Some(guest) = self.people.get_mut(&person) {
                    guest.ready = ready;
                }
            }
            Act::Chat { text } => {
                self.chat(now, person, &text)?;
                return Ok(Then::Nothing);
            }
            Act::Leave => self.leave(person),
            Act::Start => {
                self.host_only(person)?;
                self.may_start()?;
                return Ok(Then::Start);
            }
            Act::Seat { seat, by } => {
                self.host_only(person)?;
                self.set_seat(seat, by)?;
            }
            Act::Kick { name } => {
                self.host_only(person)?;
                let found = self.people.iter().find(|(_, guest)| guest.name == name).map(|(id, _)| *id);
                let target = found.filter(|id| *id != person).ok_or("nobody of this name is here")?;
                self.leave(target);
            }
        }
        self.look(now, waited);
        Ok(match () {
            () if self.people.is_empty() => Then::Empty,
            () if self.is_complete() => Then::Start,
            () => Then::Nothing,
        })
    }

    /// Says something, also while the match goes on.
    pub(super) fn chat(&mut self, now: u64, person: u64, text: &str) -> Result<(), Refused> {
        let text = words::chat(text)?;
        let guest = self.people.get_mut(&person).ok_or("you are not in this match")?;
        guest.said.retain(|at| at + TALK.1 > now);
        if guest.said.len() == TALK.0 {
            return Err("you have said too much, wait a few seconds");
        }
        guest.said.push_back(now);
        self.chat.push_back(ChatLine { from: guest.name.clone(), text });
        if self.chat.len() > MAX_CHAT {
            self.chat.pop_front();
        }
        Ok(())
    }

    fn host_only(&self, person: u64) -> Result<(), Refused> {
        (person == self.host).then_some(()).ok_or("only the host can do this")
    }

    fn sit(&mut self, person: u64, seat: Option<u8>) -> Result<(), Refused> {
        let wanted = seat.map(usize::from);
        if let Some(wanted) = wanted {
            let seat = self.seats.get(wanted).ok_or("there is no such seat")?;
            if seat.by != Sitting::Open && seat.by != Sitting::Person(person) {
                return Err("the seat is taken");
            }
        }
        self.stand_up(person);
        if let Some(wanted) = wanted {
            self.seats[wanted].by = Sitting::Person(person);
        }
        Ok(())
    }

    fn stand_up(&mut self, person: u64) {
        self.seats
            .iter_mut()
            .filter(|seat| seat.by == Sitting::Person(person))
            .for_each(|seat| seat.by = Sitting::Open);
        if let Some(guest) = self.people.get_mut(&person) {
            guest.ready = false;
        }
    }

    fn leave(&mut self, person: u64) {
        self.stand_up(person);
        self.people.remove(&person);
        if person == self.host {
            let next = self.sitting().into_iter().flatten().next();
            self.host = next.or_else(|| self.people.keys().next().copied()).unwrap_or(person);
        }
    }

    fn set_seat(&mut self, seat: u8, by: Occupant) -> Result<(), Refused> {
        let seat = self.seats.get_mut(usize::from(seat)).ok_or("there is no such seat")?;
        if matches!(seat.by, Sitting::Person(_)) {
            return Err("somebody sits there");
        }
        seat.by = match by {
            Occupant::Open => Sitting::Open,
            Occupant::Program if seat.planned.program => Sitting::Program,
            Occupant::Program => return Err("a program cannot play this seat"),
            Occupant::Closed if seat.planned.closed => Sitting::Closed,
            Occupant::Closed => return Err("the match cannot be played without this seat"),
            Occupant::Person => return Err("a person takes a seat by sitting down"),
        };
        Ok(())
    }

    /// Whether the match could begin if nobody had to agree.
    fn may_start(&self) -> Result<(), Refused> {
        let fits = |seat: &Seat| seat.by != Sitting::Open || seat.planned.program || seat.planned.closed;
        if !self.seats.iter().all(fits) {
            return Err("a seat is still empty");
        }
        let anybody = self.seats.iter().any(|seat| matches!(seat.by, Sitting::Person(_)));
        anybody.then_some(()).ok_or("nobody sits at the table")
    }

    /// Whether no seat is open and everybody who plays is ready.
    fn is_complete(&self) -> bool {
        let ready = |seat: &Seat| match seat.by {
            Sitting::Open => false,
            Sitting::Person(id) => self.people.get(&id).is_some_and(|guest| guest.ready),
            Sitting::Closed | Sitting::Program => true,
        };
        self.may_start().is_ok() && self.seats.iter().all(ready)
    }

    /// The match begins: open seats go to programs where there can be one, and stay empty otherwise.
    pub(super) fn settle(&mut self) -> Vec<Taken> {
        for seat in self.seats.iter_mut().filter(|seat| seat.by == Sitting::Open) {
            seat.by = if seat.planned.program { Sitting::Program } else { Sitting::Closed };
        }
        let people = &self.people;
        let taken = |seat: &Seat| {
            let team = seat.planned.team;
            match seat.by {
                Sitting::Person(id) => {
                    let name = people.get(&id).map_or_else(String::new, |guest| guest.name.clone());
                    Taken { by: Occupant::Person, name, team }
                }
                Sitting::Program => Taken { by: Occupant::Program, name: "program".into(), team },
                Sitting::Open | Sitting::Closed => Taken { by: Occupant::Closed, name: String::new(), team },
            }
        };
        self.seats.iter().map(taken).collect()
    }

    /// The clock of waiting begins when there was somebody to play with, or no open seat, and is not any more.
    fn look(&mut self, now: u64, waited: bool) {
        if !waited {
            self.alone = now;
        }
    }

    fn waits(&self) -> bool {
        let players = self.seats.iter().filter(|seat| matches!(seat.by, Sitting::Person(_))).count();
        players < 2 && self.seats.iter().any(|seat| seat.by == Sitting::Open)
    }

    /// Milliseconds for which the only player has waited for another; 0: there is one.
    pub(super) fn waited(&self, now: u64) -> u64 {
        if self.waits() { now.saturating_sub(self.alone).max(1) } else { 0 }
    }

    pub(super) fn you(&self, person: u64) -> You {
        You { name: self.name_of(person), seat: self.seat_of(person), host: person == self.host }
    }

    pub(super) fn seats(&self) -> Vec<SeatState> {
        let state = |seat: &Seat| {
            let team = seat.planned.team;
            let empty = |by| SeatState { team, by, name: String::new(), ready: false };
            match seat.by {
                Sitting::Open => empty(Occupant::Open),
                Sitting::Closed => empty(Occupant::Closed),
                Sitting::Program => empty(Occupant::Program),
                Sitting::Person(id) => {
                    let ready = self.people.get(&id).is_some_and(|guest| guest.ready);
                    SeatState { team, by: Occupant::Person, name: self.name_of(id), ready }
                }
            }
        };
        self.seats.iter().map(state).collect()
    }

    /// Who is there without a seat.
    pub(super) fn watchers(&self) -> Vec<String> {
        let watching = self.people.iter().filter(|(id, _)| self.seat_of(**id).is_none());
        watching.map(|(_, guest)| guest.name.clone()).collect()
    }

    pub(super) fn lines(&self) -> Vec<ChatLine> {
        self.chat.iter().cloned().collect()
    }

    /// The gathering of a match that goes on after a restart.
    pub(super) fn restored(now: u64, seats: &[(Taken, Option<u64>)], people: Vec<Person>, host: u64) -> Self {
        let seats = seats.iter().map(|(taken, person)| {
            let by = match (taken.by, person) {
                (Occupant::Person, Some(id)) => Sitting::Person(*id),
                (Occupant::Program, _) => Sitting::Program,
                _ => Sitting::Closed,
            };
            Seat { planned: PlannedSeat { team: taken.team, program: true, is_programs: false, closed: true }, by }
        });
        let guest = |person: Person| (person.id, Guest { name: person.name, ready: true, said: VecDeque::new() });
        Self {
            seats: seats.collect(),
            people: people.into_iter().map(guest).collect(),
            host,
            chat: VecDeque::new(),
            alone: now,
        }
    }
}
