//! How far a plan has been followed, and where the program is in its book.

use crate::games::rts::bot::plans::Openings;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// How far a plan has been followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Progress {
    /// The step whose turn it is.
    pub next: u16,
    /// How many of what it makes there were when its turn came.
    pub had: Option<u16>,
    /// How many there have been at most since then.
    pub most: u16,
    /// When its turn came, or the last of them.
    pub since: Tick,
}

impl Progress {
    /// The next step's turn.
    pub(in crate::games::rts::bot) const fn go_on(&mut self, now: Tick) {
        *self = Self { next: self.next + 1, had: None, most: 0, since: now };
    }

    pub(in crate::games::rts::bot) const fn is_wrong(&self, now: Tick, steps: usize) -> bool {
        self.next as usize > steps || self.since > now
    }
}

/// Where the program is in its book.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) enum Bookmark {
    #[default]
    Unopened,
    At {
        opening: String,
        progress: Progress,
    },
    /// It is over, or the enemy has upset it.
    Shut,
}

impl Bookmark {
    pub(in crate::games::rts::bot) fn is_wrong(&self, now: Tick) -> bool {
        match self {
            Self::At { opening, progress } => {
                Openings::built_in().named(opening).is_none_or(|opening| progress.is_wrong(now, opening.steps.len()))
            }
            _ => false,
        }
    }
}
