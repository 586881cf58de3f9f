//! What is going on at the table.

use bevy::prelude::*;

/// What is going on at the table. Numbers are ticks.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The stage is announced; nothing moves yet.
    Intro {
        left: u32,
    },
    Playing,
    /// It is decided, and everybody sees how.
    Ending {
        left: u32,
    },
    /// The score is shown.
    Over,
    /// A recorded match is looked at. Where it is, the world knows.
    Watching {
        is_playing: bool,
    },
}

/// Ticks for which a stage is announced.
pub const INTRO: u32 = 150;
/// Ticks between the end of a match and its score.
pub const ENDING: u32 = 150;
