//! The screens of Tactics, and what lies around the board of a battle.
//!
//! | file | subject |
//! |---|---|
//! | `panels` | the squads on either side, and why a program acts as it does |
//! | `top` | whose turn it is, the round, the score |
//! | `status` | one line about what is under the cursor or about to be done |
//! | `buttons` | what can be done, with its keys |
//! | [`setup`] with [`choices`], `parts`, `preview` | who plays what, where, by which rules |
//! | [`simulation`] | many battles between programs |
//! | [`result`] | the end of a battle |
//! | [`puzzles`] | the words and pictures of puzzles |
//! | `board`, `portrait`, [`words`] | pictures of positions and characters, and sentences, for all of these |

mod board;
pub mod buttons;
pub mod choices;
mod panels;
mod parts;
mod portrait;
mod preview;
pub mod puzzles;
pub mod result;
pub mod setup;
pub mod simulation;
mod status;
mod top;
pub mod words;

use crate::client::table;
use crate::games::tactics::Position;
use crate::games::tactics::client::view::Pictures;
use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .add_plugins((panels::plugin, top::plugin, status::plugin, buttons::plugin))
        .add_plugins((
            setup::plugin,
            parts::plugin,
            preview::plugin,
            simulation::plugin,
            result::plugin,
            puzzles::plugin,
        ))
        .add_plugins(table::ui::<Position>);
}
