//! Control of a skirmish: what a click means, what the card of commands offers, where buildings are placed.
//!
//! | module | what |
//! |---|---|
//! | [`command_kind`] | the table of commands: key, picture, words, sound, colour |
//! | [`keys`], [`key_bindings`] | the usual keys, and which the player has chosen instead |
//! | [`queries`] | what the player's side knows of units, buildings and itself |
//! | [`kinds`] | the kinds in a selection |
//! | [`context`] | what a command means at a target, what a right click means, and the orders for it |
//! | [`targeting`] | commands that wait for a target; the right click |
//! | [`site`] | the place of a building that is about to be ordered |
//! | [`card`], [`act`] | the card of commands and what its slots do |
//! | [`steps`] | the steps that the selected still have to do, drawn and taken back one by one |
//! | [`army`], [`look`] | idle workers, the whole army; bookmarks of the view |
//! | [`alerts`] | what the player should know |
//! | [`chat`], [`signs`] | lines to others; signs and gifts to allies |
//!
//! All of it sleeps while the board has no [`Skirmish`].

pub mod act;
pub mod alerts;
pub mod army;
pub mod card;
pub mod chat;
pub mod command_kind;
pub mod context;
pub mod key_bindings;
pub mod keys;
pub mod kinds;
pub mod look;
pub mod queries;
pub mod signs;
pub mod site;
pub mod steps;
pub mod targeting;

use super::selection::select_by_mouse;
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::skirmish::Skirmish;
use bevy::prelude::*;

pub(crate) fn in_skirmish(boards: Query<(), (With<Board>, With<Skirmish>)>) -> bool {
    !boards.is_empty()
}

/// Whether the press of the left button in this frame belongs to a command and selects nobody.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ClickTaken(pub bool);

/// Order of what happens in a skirmish in [`RtsSystems::Act`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SkirmishSystems {
    Click,
    /// After the selection has changed: its kinds, the card.
    Know,
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
                .in_set(RtsSystems::Act)
                .run_if(in_skirmish),
        )
        .add_plugins((
            keys::plugin,
            key_bindings::plugin,
            kinds::plugin,
            targeting::plugin,
            site::plugin,
            card::plugin,
            act::plugin,
            army::plugin,
            look::plugin,
            alerts::plugin,
            steps::plugin,
        ))
        .add_plugins((chat::plugin, signs::plugin));
}
