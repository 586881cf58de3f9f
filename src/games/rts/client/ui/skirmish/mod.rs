//! The screens around a skirmish.
//!
//! | file | subject |
//! |---|---|
//! | [`setup`] with [`choices`], `parts`, `seats`, [`opponent`], [`maps`], `preview` | who plays whom, where, by which rules |
//! | [`remembered`] | the choices of the last skirmish |
//! | [`result`] with `teaching`, [`offer`] | victory and defeat, what decided it, what may come next |
//! | [`score`] with `curves`, [`plot`] | what each side has done, as a table and over time |
//! | [`keeping`] | saving from the menu of a match |
//! | `signs` | pictures of the sheet of commands |

pub mod choices;
mod curves;
pub mod keeping;
pub mod maps;
pub mod offer;
pub mod opponent;
pub mod parts;
pub mod plot;
pub mod preview;
pub mod remembered;
pub mod result;
pub mod score;
mod seats;
pub mod setup;
mod signs;
mod teaching;

pub use curves::CurveButton;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((setup::plugin, result::plugin, offer::plugin, curves::plugin, keeping::plugin));
}
