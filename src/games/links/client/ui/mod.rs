//! The screens of Links, and what lies around the board of a match.
//!
//! | file | subject |
//! |---|---|
//! | `panels` | the sides with their numbers, what a program thinks, the list of moves |
//! | `top` | whose turn it is, the last move, the rules |
//! | `status` | one line about what is under the cursor or about to be done |
//! | `buttons` | what can be done, with its keys |
//! | `replay_bar` | the bar of a replay |
//! | [`setup`] with [`choices`], `parts`, `preview` | who plays, on which board, by which rules |
//! | [`simulation`] | many matches between programs |
//! | [`result`] | the end of a match |
//! | [`words`] | every sentence |

pub mod buttons;
pub mod choices;
mod panels;
mod parts;
mod preview;
mod replay_bar;
pub mod result;
pub mod setup;
pub mod simulation;
mod status;
mod top;
pub mod words;

use crate::arena::NotNow;
use crate::client::kit::notices::Notice;
use crate::games::links::client::stage::PANEL;
use crate::games::links::plugin::{LinksSetup, Refused, Saved};
use crate::shell::states::Mode;
use bevy::prelude::*;
use words::sentence;

pub fn plugin(app: &mut App) {
    app.add_plugins((panels::plugin, top::plugin, status::plugin, buttons::plugin, replay_bar::plugin))
        .add_plugins((setup::plugin, parts::plugin, preview::plugin, simulation::plugin, result::plugin))
        .add_plugins(crate::client::kit::tree::browse::<crate::games::links::position::Position>)
        .add_systems(Update, tell.run_if(in_state(Mode::LINKS)));
}

/// The strip between the panels, above or below the board; `top` or `bottom` says which.
fn beside_board(height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(PANEL + 8.0),
        right: px(PANEL + 8.0),
        height: px(height),
        align_items: AlignItems::Center,
        ..default()
    }
}

/// Refused orders and saved matches are told.
fn tell(
    mut refused: MessageReader<Refused>,
    setup: Res<LinksSetup>,
    mut saved: MessageReader<Saved>,
    mut notices: MessageWriter<Notice>,
) {
    // What others wanted is no business of this window. Who presses twice knows that the other side is to move now.
    let is_told = |refused: &&Refused| setup.is_human(refused.seat) && refused.refusal != NotNow::NotYourTurn.into();
    let refused = refused.read().filter(is_told).last();
    notices.write_batch(refused.map(|refused| Notice(sentence(&refused.refusal.to_string()))));
    notices.write_batch(saved.read().map(|Saved(result)| match result {
        Ok(path) => Notice(format!("Saved as {}.", path.file_name().unwrap_or_default().display())),
        Err(problem) => Notice(problem.clone()),
    }));
}
