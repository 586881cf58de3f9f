//! The screens of Links, and what lies around the board of a match.
//!
//! | file | subject |
//! |---|---|
//! | `panels` | the sides with their numbers and clocks, what a program thinks |
//! | `analysis`, `curve` | what the analysis says: in the left panel, as a curve, as a bar |
//! | [`moves`] | the list of moves, in which one can go back and on |
//! | `top` | whose turn it is, the last move, the rules |
//! | `status` | one line about what is under the cursor or about to be done |
//! | `buttons` | what can be done, with its keys |
//! | [`setup`] with [`choices`], `parts`, `preview` | who plays, on which board, by which rules |
//! | [`puzzles`] | the words and pictures of puzzles |
//! | [`simulation`] | many matches between programs |
//! | [`result`] | the end of a match |
//! | [`options`] | the page of the options |
//! | [`words`] | every sentence |

mod analysis;
pub mod buttons;
pub mod choices;
pub mod curve;
pub mod moves;
pub mod options;
mod panels;
mod parts;
mod preview;
pub mod puzzles;
pub mod result;
pub mod setup;
pub mod simulation;
mod status;
mod top;
pub mod words;

use crate::client::table;
use crate::games::links::position::Position;
use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((panels::plugin, top::plugin, status::plugin, buttons::plugin, moves::plugin, options::plugin))
        .add_plugins((setup::plugin, parts::plugin, preview::plugin, simulation::plugin, result::plugin))
        .add_plugins((analysis::plugin, puzzles::plugin, table::ui::<Position>));
}
