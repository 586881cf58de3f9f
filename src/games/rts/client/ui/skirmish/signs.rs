//! Pictures of the sheet of commands that these screens use.

use crate::client::kit::Art;
use crate::client::kit::theme::sheet_picture;
use bevy::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Score = 33,
    Bot = 38,
    Human = 39,
    Victory = 40,
    Defeat = 41,
    Observer = 45,
}

/// A picture that lets the pointer through.
pub(super) fn picture(art: &Art, sign: Sign, size: f32) -> impl Bundle + use<> {
    sheet_picture(&art.commands, sign as usize, size)
}
