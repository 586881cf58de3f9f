//! Control of a skirmish: what a click means, what the card of commands offers, where buildings are placed.
//!
//! | module | what |
//! |---|---|
//! | [`keys`], [`wishes`](crate::games::rts::client::input::skirmish::key_bindings) | the table of keys, and which the player wants instead |
//! | [`field`] | what the player's side knows of units, buildings and itself |
//! | [`houses`](crate::games::rts::client::input::skirmish::picking) | picking buildings |
//! | [`kinds`] | the kinds in a selection; TAB |
//! | [`meaning`] | what a click on a place means to the selection, and the orders for it |
//! | [`aim`] | commands that wait for a target; the smart right click |
//! | [`site`] | the place of a building that is about to be ordered |
//! | [`card`], [`act`] | the card of commands and what its slots do |
//! | [`steps`] | the steps that the selected still have to do, drawn and taken back one by one |
//! | [`army`], [`look`] | idle workers, the whole army; bookmarks of the view |
//! | [`alerts`], [`spot`] | what the player should know, and whether it is seen |
//!
//! All of it sleeps while the board has no [`Skirmish`].

pub mod key_bindings;
pub mod picking;

pub mod act;
pub mod aim;
pub mod alerts;
pub mod army;
pub mod card;
pub mod field;
pub mod keys;
pub mod kinds;
pub mod look;
pub mod meaning;
pub mod site;
pub mod spot;
pub mod steps;

use super::selection::select_by_mouse;
use crate::client::input::ControlSystems;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::skirmish::Skirmish;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Whether a skirmish is on.
pub fn in_skirmish(boards: Query<(), (With<Board>, With<Skirmish>)>) -> bool {
    !boards.is_empty()
}

/// Whether none is.
pub fn not_in_skirmish(boards: Query<(), (With<Board>, With<Skirmish>)>) -> bool {
    boards.is_empty()
}

/// Whether the press of the left button in this frame belongs to a command and selects nobody.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClickTaken(pub bool);

/// Order of what happens in a skirmish in [`ControlSystems::Act`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SkirmishSystems {
    /// Clicks that belong to commands.
    Click,
    /// After the selection has changed: its kinds, the card.
    Know,
    /// Presses of keys and of the card.
    Act,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ClickTaken>()
        .configure_sets(
            Update,
            (
                SkirmishSystems::Click.before(select_by_mouse),
                SkirmishSystems::Know.after(select_by_mouse),
                SkirmishSystems::Act.after(SkirmishSystems::Know),
            ),
        )
        .configure_sets(
            Update,
            (SkirmishSystems::Click, SkirmishSystems::Know, SkirmishSystems::Act)
                .in_set(ControlSystems::Act)
                .run_if(in_state(Mode::RTS).and_then(in_skirmish)),
        )
        .add_plugins((
            keys::plugin,
            crate::games::rts::client::input::skirmish::key_bindings::plugin,
            kinds::plugin,
            aim::plugin,
            site::plugin,
            card::plugin,
            act::plugin,
            army::plugin,
            look::plugin,
            alerts::plugin,
            steps::plugin,
        ));
}
