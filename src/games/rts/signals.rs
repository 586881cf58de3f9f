//! What sides tell each other: signs about a place, which allies and their programs understand, and lines of chat.

use crate::base::Cell;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// What a sign says of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignalKind {
    /// The place is attacked, and whoever is there does not hold it alone.
    Help,
    /// Attack it together; the army of who says so arrives at a tick.
    Attack { arrive: Tick },
    /// The mine there is to be left to who says so.
    Claim,
    /// The base there is given up: nobody needs to come any more.
    GiveUp,
}

impl SignalKind {
    /// What it says, after the name of who says it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Help => "Help me here!",
            Self::Attack { .. } => "Attack here with me!",
            Self::Claim => "This mine is mine.",
            Self::GiveUp => "I give up this base.",
        }
    }
}

/// A sign that a side has sent to its allies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    pub side: u8,
    pub kind: SignalKind,
    pub at: Cell,
    /// When it was sent.
    pub tick: Tick,
}

/// Who is to read a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Audience {
    #[default]
    Allies,
    All,
}

/// Letters of a line of chat at most.
pub const LONGEST_LINE: usize = 120;

/// Whether a letter may be in a line: none that is not seen, and none that turns the others round.
pub fn is_plain(letter: char) -> bool {
    let hidden =
        matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !letter.is_control() && !hidden
}

/// Whether a text is a line of chat.
pub fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= LONGEST_LINE && text.chars().all(is_plain)
}
