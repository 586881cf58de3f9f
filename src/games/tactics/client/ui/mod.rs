//! The screens of Tactics, and what lies around the board of a battle.
//!
//! | file | subject |
//! |---|---|
//! | `panels` | the squads on either side, and why a program acts as it does |
//! | `top` | whose turn it is, the round, the score |
//! | `status` | one line about what is under the cursor or about to be done |
//! | `buttons` | what can be done, with its keys |
//! | `replay_bar` | the bar of a replay |
//! | [`setup`] with [`choices`], `parts`, `preview` | who plays what, where, by which rules |
//! | [`simulation`] | many battles between programs |
//! | [`result`] | the end of a battle |
//! | [`puzzles`], [`attempt`](crate::games::tactics::client::ui::puzzle), [`solved`] | the list of puzzles, a puzzle at the board, which were solved |
//! | `board`, `portrait`, [`words`] | pictures of positions and characters, and sentences, for all of these |

pub mod puzzle;

mod board;
pub mod buttons;
pub mod choices;
mod panels;
mod parts;
mod portrait;
mod preview;
pub mod puzzles;
mod replay_bar;
pub mod result;
pub mod setup;
pub mod simulation;
pub mod solved;
mod status;
mod top;
pub mod words;

use crate::arena::NotNow;
use crate::client::kit::notices::Notice;
use crate::games::tactics::client::view::{PANEL, Pictures};
use crate::games::tactics::plugin::{Refused, Saved, TacticsSetup};
use crate::shell::states::Mode;
use bevy::prelude::*;
use words::sentence;

pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .add_plugins((panels::plugin, top::plugin, status::plugin, buttons::plugin, replay_bar::plugin))
        .add_plugins((
            setup::plugin,
            parts::plugin,
            preview::plugin,
            simulation::plugin,
            result::plugin,
            puzzles::plugin,
            puzzle::plugin,
        ))
        .add_plugins(crate::client::kit::tree::browse::<crate::games::tactics::Position>)
        .add_systems(Update, tell.run_if(in_state(Mode::TACTICS)));
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

/// Refused orders and saved battles are told.
fn tell(
    mut refused: MessageReader<Refused>,
    setup: Res<TacticsSetup>,
    mut saved: MessageReader<Saved>,
    mut notices: MessageWriter<Notice>,
) {
    // What others wanted is no business of this window.
    // Who presses twice knows that the other side is to move now.
    let is_told = |refused: &&Refused| setup.is_human(refused.seat) && refused.refusal != NotNow::NotYourTurn.into();
    let refused = refused.read().filter(is_told).last();
    let refused = refused.map(|refused| sentence(&refused.refusal.to_string()));
    notices.write_batch(refused.map(Notice));
    notices.write_batch(saved.read().map(|Saved(result)| match result {
        Ok(path) => Notice(format!("Saved as {}.", path.file_name().unwrap_or_default().display())),
        Err(problem) => Notice(problem.clone()),
    }));
}
