//! Thinking in the background: a search as a task, with a due tick and a way to end it.
//!
//! Free of any game. A search gets a [`Budget`] and gives an answer of any type; whoever wants it puts a [`Thinking`] into
//! a component of its own, asks [`Thinking::take`] every tick and acts when the answer is due. Dropping it cancels: the
//! stop flag of the budget is set, and a task that has not begun never does.
//!
//! No frame waits for a search: `take` only looks. Searches that are not to depend on the machine (tests, tournaments)
//! run [inline](ThinkPolicy::Inline) under a node budget and repeat to the bit. Answers become orders, and replays play
//! orders, not thoughts.

use crate::base::Budget;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Nodes of an inline search if nothing else is said: a fraction of a millisecond for most searches.
const INLINE_NODES: u64 = 2_000;

/// Where and how long the programs' players think.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThinkPolicy {
    /// At once, for so many nodes: the same on every machine.
    Inline {
        /// The most nodes of a search.
        nodes: u64,
    },
    /// On the pool for long computations, for as long as the game gives.
    Background,
}

impl Default for ThinkPolicy {
    fn default() -> Self {
        Self::Inline { nodes: INLINE_NODES }
    }
}

/// A search that is under way or has an answer that nobody has taken.
pub struct Thinking<A> {
    due: u32,
    answer: Answer<A>,
    stop: Arc<AtomicBool>,
}

enum Answer<A> {
    Coming(Task<A>),
    /// In a lock only to be shareable between threads; nobody else ever holds it.
    There(Mutex<Option<A>>),
}

impl<A: Send + 'static> Thinking<A> {
    /// Begins a search whose answer is wanted at tick `due` (of the owner's clock). In the background it gets `time` from
    /// the moment at which a thread takes it up.
    pub fn start(
        policy: ThinkPolicy,
        due: u32,
        time: Duration,
        search: impl FnOnce(&Budget) -> A + Send + 'static,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let answer = match policy {
            ThinkPolicy::Inline { nodes } => Answer::There(Mutex::new(Some(search(&Budget::nodes(nodes))))),
            ThinkPolicy::Background => {
                let flag = stop.clone();
                Answer::Coming(AsyncComputeTaskPool::get().spawn(async move {
                    let end = Instant::now() + time;
                    search(&Budget::until(move || Instant::now() >= end).and_stop(flag))
                }))
            }
        };
        Self { due, answer, stop }
    }

    /// The answer, once, if it is there. From the due tick on, a search that still runs is asked to end.
    pub fn take(&mut self, now: u32) -> Option<A> {
        if now >= self.due {
            self.stop();
        }
        match &mut self.answer {
            Answer::There(answer) => answer.get_mut().ok().and_then(Option::take),
            Answer::Coming(task) => {
                let answer = check_ready(task)?;
                // A finished task must not be asked again.
                self.answer = Answer::There(Mutex::new(None));
                Some(answer)
            }
        }
    }
}

impl<A> Thinking<A> {
    /// Asks a search to end with what it has.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<A> Drop for Thinking<A> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How much of `time` each of `count` searches gets that begin together: the pool may have fewer threads.
pub fn share(time: Duration, count: usize) -> Duration {
    let threads = AsyncComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num().max(1));
    time / count.div_ceil(threads).max(1) as u32
}
