//! Tickets: secrets of one use by which a connection shows whose it is. They travel in the first message, never in a URL.

use crate::net::frame::{Hello, Ticket};
use crate::net::room::Place;
use crate::serve::secret::random;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Milliseconds for which a ticket is good.
const LIFE_MS: u64 = 30_000;

/// Tickets that one person may have open; the oldest goes.
const MAX_OPEN: usize = 8;

/// What a ticket stands for.
#[derive(Debug, Clone)]
struct Issue {
    /// Tickets are numbered as they are issued: many of them may be of one millisecond.
    number: u64,
    of: u64,
    person: u64,
    lane: u8,
    place: Place,
    until: u64,
}

#[derive(Default)]
struct Open {
    issued: u64,
    tickets: HashMap<Ticket, Issue>,
}

/// The tickets that are open.
#[derive(Default)]
pub(super) struct Tickets {
    open: Mutex<Open>,
}

impl Tickets {
    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        // Nothing is left half done by a panic.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A ticket for one lane of a person in a match.
    pub(super) fn issue(&self, now: u64, of: u64, person: u64, lane: u8, place: Place) -> std::io::Result<Ticket> {
        let ticket = random()?;
        let mut open = self.open();
        let Open { issued: number, tickets } = &mut *open;
        tickets.retain(|_, issue| now < issue.until);
        let of_person = || tickets.iter().filter(|(_, issue)| issue.person == person && issue.of == of);
        if of_person().count() >= MAX_OPEN {
            let oldest = of_person().min_by_key(|(_, issue)| issue.number).map(|(ticket, _)| *ticket);
            oldest.map(|oldest| tickets.remove(&oldest));
        }
        tickets.insert(ticket, Issue { number: *number, of, person, lane, place, until: now + LIFE_MS });
        *number += 1;
        Ok(ticket)
    }

    /// The match and the person of a ticket that is still good.
    pub(super) fn leads_to(&self, now: u64, ticket: &Ticket) -> Option<(u64, u64)> {
        self.open().tickets.get(ticket).filter(|issue| now < issue.until).map(|issue| (issue.of, issue.person))
    }

    /// Takes the ticket of a greeting out of use; where it leads.
    pub(super) fn redeem(&self, now: u64, of: u64, hello: &Hello) -> Option<Place> {
        let issue = self.open().tickets.remove(&hello.ticket)?;
        (issue.of == of && issue.lane == hello.lane && now < issue.until).then_some(issue.place)
    }
}
