//! Who is signed in on a server: notices are waited for on one thread, lists are asked for on another, and both go on by
//! themselves when the server does not answer for a while.
//!
//! Lists are asked for every few seconds while somebody looks at them, and when a notice says that something has changed.

use super::says::{Game, Lobby, Mine, Notice, Relation};
use crate::online::api::{Answer, Api, ApiError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The time between two questions for the lists while somebody looks.
const EVERY: Duration = Duration::from_secs(3);

/// The time for which a look at the lists counts.
const LOOK: Duration = Duration::from_secs(1);

/// The time between two attempts to reach a server that does not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// Seconds for which a question for notices is kept open.
const WAIT: u64 = 20;

/// Notices that are kept.
const NOTICES: usize = 100;

/// What is known of the server; empty before the first answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    pub lobby: Lobby,
    pub mine: Mine,
    /// Games to watch.
    pub running: Vec<Game>,
    pub relations: Vec<Relation>,
    /// The newest first.
    pub notices: Vec<Notice>,
    /// Whether the lists have been there once.
    pub is_there: bool,
    /// Why the server does not answer, while it does not.
    pub lost: Option<String>,
    /// Why one is not signed in any more.
    pub ended: Option<String>,
}

impl Known {
    /// Notices that have not been read.
    pub fn unread(&self) -> usize {
        self.notices.iter().filter(|notice| notice.read.is_none()).count()
    }
}

#[derive(Debug, Default)]
struct Inner {
    known: Known,
    /// Grows with every change.
    version: u64,
    /// Notices that nobody was told of yet, oldest first.
    fresh: Vec<Notice>,
    looked: Option<Instant>,
    /// Whether something has changed that the lists show.
    is_stale: bool,
}

impl Inner {
    fn change(&mut self, change: impl FnOnce(&mut Known)) {
        let before = self.known.clone();
        change(&mut self.known);
        self.version += u64::from(self.known != before);
    }
}

#[derive(Debug, Default)]
struct Shared {
    inner: Mutex<Inner>,
    woken: Condvar,
}

impl Shared {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        self.inner().is_stale = true;
        self.woken.notify_all();
    }

    /// Notes whether an answer came. Gives back whether to go on asking.
    fn heard<T>(&self, answer: Answer<T>, take: impl FnOnce(&mut Inner, T)) -> bool {
        let mut inner = self.inner();
        match answer {
            Ok(told) => {
                let was_lost = inner.known.lost.is_some();
                inner.change(|known| known.lost = None);
                // What happened meanwhile is not known.
                inner.is_stale |= was_lost;
                take(&mut inner, told);
                if was_lost {
                    self.woken.notify_all();
                }
                true
            }
            Err(error) => {
                let is_over = matches!(error, ApiError::Refused { status: 401 | 403, .. });
                let sentence = error.to_string();
                inner.change(|known| {
                    if is_over {
                        known.ended = Some(sentence);
                    } else {
                        known.lost = Some(sentence);
                    }
                });
                !is_over
            }
        }
    }
}

/// Somebody who is signed in. It ends when this is dropped, at the latest with the next answer.
#[derive(Debug)]
pub struct Member(Arc<Shared>);

impl Member {
    /// Follows what concerns the account by whose token `api` asks.
    pub fn new(api: Api) -> Self {
        let shared =
            Arc::new(Shared { inner: Mutex::new(Inner { is_stale: true, ..Inner::default() }), ..Shared::default() });
        let (theirs, weak) = (api.clone(), Arc::downgrade(&shared));
        std::thread::spawn(move || listen(&theirs, &weak));
        let weak = Arc::downgrade(&shared);
        std::thread::spawn(move || ask(&api, &weak));
        Self(shared)
    }

    /// What is known, and the number of its version.
    pub fn with<T>(&self, look: impl FnOnce(&Known, u64) -> T) -> T {
        let inner = self.0.inner();
        look(&inner.known, inner.version)
    }

    /// Somebody looks at the lists now.
    pub fn look(&self) {
        let mut inner = self.0.inner();
        let is_new = inner.looked.is_none_or(|looked| looked.elapsed() > LOOK);
        inner.looked = Some(Instant::now());
        if is_new {
            self.0.woken.notify_all();
        }
    }

    /// Something was done that changes the lists.
    pub fn refresh(&self) {
        self.0.wake();
    }

    /// Notices that have come since the last call, oldest first; not those that were there before one signed in.
    pub fn take_fresh(&self) -> Vec<Notice> {
        std::mem::take(&mut self.0.inner().fresh)
    }

    /// The notices up to a number have been read here.
    pub fn read(&self, up_to: i64) {
        self.0.inner().change(|known| {
            for notice in known.notices.iter_mut().filter(|notice| notice.id <= up_to) {
                notice.read.get_or_insert(notice.at);
            }
        });
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.0.woken.notify_all();
    }
}

/// Waits for notices as long as somebody is signed in.
fn listen(api: &Api, shared: &Weak<Shared>) {
    let mut after = None;
    while shared.strong_count() > 0 {
        let answer = api.notices(after.unwrap_or(0), if after.is_some() { WAIT } else { 0 });
        let Some(shared) = shared.upgrade() else { return };
        let is_answered = answer.is_ok();
        let goes_on = shared.heard(answer, |inner, told| {
            if after.is_some() {
                inner.fresh.extend(told.iter().rev().cloned());
            }
            inner.is_stale |= !told.is_empty();
            after = Some(told.first().map_or(0, |newest| newest.id).max(after.unwrap_or(0)));
            inner.change(|known| {
                // A notice takes the place of the one before of its kind about the same.
                let about =
                    |notice: &Notice| (notice.kind, notice.game, notice.about.filter(|_| notice.game.is_none()));
                known.notices.retain(|old| !told.iter().any(|new| about(new) == about(old)));
                known.notices.splice(0..0, told);
                known.notices.truncate(NOTICES);
            });
        });
        shared.woken.notify_all();
        drop(shared);
        if !goes_on {
            return;
        }
        if !is_answered {
            std::thread::sleep(AGAIN);
        }
    }
}

/// Asks for the lists as long as somebody is signed in.
fn ask(api: &Api, shared: &Weak<Shared>) {
    let mut asked: Option<Instant> = None;
    while let Some(shared) = shared.upgrade() {
        let is_due = {
            let mut inner = shared.inner();
            let is_looked_at = inner.looked.is_some_and(|looked| looked.elapsed() < LOOK);
            let is_due = inner.is_stale || (is_looked_at && asked.is_none_or(|asked| asked.elapsed() >= EVERY));
            inner.is_stale &= !is_due;
            if !is_due {
                // It is looked again soon: nobody who drops the member waits for this thread.
                drop(shared.woken.wait_timeout(inner, AGAIN / 4));
            }
            is_due
        };
        if !is_due {
            continue;
        }
        asked = Some(Instant::now());
        let lists = || -> Answer<_> { Ok((api.lobby()?, api.mine()?, api.running()?, api.relations()?)) };
        let answer = lists();
        let is_answered = answer.is_ok();
        let goes_on = shared.heard(answer, |inner, (lobby, mine, running, relations)| {
            inner.change(|known| {
                (known.lobby, known.mine, known.running, known.relations) = (lobby, mine, running, relations);
                known.is_there = true;
            });
        });
        if !goes_on {
            return;
        }
        if !is_answered {
            shared.inner().is_stale = true;
            drop(shared);
            std::thread::sleep(AGAIN);
        }
    }
}
