//! Chat: lines, what is shown of them, and who has said too much.

use crate::net::coding::MAX_LETTERS;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Lines of chat in [`TALK_MS`] milliseconds, and the milliseconds of silence after that (OpenRA's figures).
const TALK: usize = 5;
const TALK_MS: u64 = 5000;
const SILENCE_MS: u64 = 15_000;

/// How much somebody has said.
#[derive(Debug, Clone, Default)]
pub(in crate::net) struct Talk {
    said: VecDeque<u64>,
    silent_until: u64,
}

impl Talk {
    /// Whether another line may be said.
    pub(super) fn may_say(&mut self, now: u64) -> bool {
        if now < self.silent_until {
            return false;
        }
        self.said.retain(|at| at + TALK_MS > now);
        if self.said.len() == TALK {
            self.silent_until = now + SILENCE_MS;
            self.said.clear();
            return false;
        }
        self.said.push_back(now);
        true
    }
}

/// A line as it is shown: without control characters, which could move a cursor or turn text around; `None` for nothing.
pub(in crate::net) fn shown(text: &str) -> Option<String> {
    // U+202A to U+202E and U+2066 to U+2069 change the direction of what follows.
    let turns = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().filter(|letter| !letter.is_control() && !turns(*letter)).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Line {
    Phrase(Phrase),
    /// At most [`MAX_LETTERS`] letters.
    Text(String),
}

/// Lines that are said everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phrase {
    Hello,
    GoodLuck,
    HaveFun,
    WellPlayed,
    GoodGame,
    Thanks,
    Sorry,
    OneMoment,
    MustGo,
    Bye,
}

impl Phrase {
    pub const ALL: [Self; 10] = [
        Self::Hello,
        Self::GoodLuck,
        Self::HaveFun,
        Self::WellPlayed,
        Self::GoodGame,
        Self::Thanks,
        Self::Sorry,
        Self::OneMoment,
        Self::MustGo,
        Self::Bye,
    ];

    /// As it is shown.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hello => "Hello!",
            Self::GoodLuck => "Good luck!",
            Self::HaveFun => "Have fun!",
            Self::WellPlayed => "Well played!",
            Self::GoodGame => "Good game!",
            Self::Thanks => "Thank you!",
            Self::Sorry => "Sorry!",
            Self::OneMoment => "One moment, please.",
            Self::MustGo => "I have to go.",
            Self::Bye => "Bye!",
        }
    }
}

impl Line {
    /// Whether it keeps to the limit of its length.
    pub(in crate::net) fn is_sound(&self) -> bool {
        !matches!(self, Self::Text(text) if text.chars().count() > MAX_LETTERS)
    }

    /// As it is shown; none if there is nothing to be seen.
    pub(in crate::net) fn shown(self) -> Option<Self> {
        match self {
            Self::Text(text) => shown(&text).map(Self::Text),
            phrase => Some(phrase),
        }
    }
}
