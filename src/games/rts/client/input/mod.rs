//! Input becomes orders: bindings, camera, pointer, selection, commands, tools.
//!
//! Mouse and keys become [`bindings::RtsAction`]s, these become [`Press`](crate::client::input::bindings::Press)
//! messages. Buttons of the HUD write the same messages, so that whatever a key can do a click can do. Nothing here writes
//! the simulation except through [`crate::games::rts::sim::OrderQueue`].

pub mod bindings;
pub mod camera;
pub mod command;
pub mod first_speed;
pub mod follow;
pub mod frame;
pub mod groups;
pub mod history;
pub mod hover;
pub mod pointer;
pub mod save;
pub mod saved_view;
pub mod selection;
pub mod session;
pub mod skirmish;
pub mod thoughts;
pub mod tools;

use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Control, NEUTRAL, Sides};
use crate::games::rts::sim::units::Owner;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Player {
    /// The side whose units obey. In the sandbox the player may take any side; who only watches a skirmish has
    /// [`NEUTRAL`], which commands nobody.
    pub side: u8,
}

impl Player {
    /// Whether what is told to a side, or to the host, is for this player: what others wanted is no business of this window.
    /// In the sandbox all sides are the player's.
    pub(crate) fn hears(self, side: Option<u8>, sides: Option<&Sides>) -> bool {
        sides.is_none() || side.is_none_or(|side| side == self.side)
    }

    /// Whether nobody in front of this window plays.
    pub(crate) fn observes(self, sides: &Sides, playback: &Playback) -> bool {
        playback.ticks().is_some() || sides.get(self.side).is_none()
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Player>()
        .init_resource::<super::stage::ShownTime>()
        .add_systems(
            OnEnter(Screen::Match),
            (take_first_side, camera::look_at_own_units).chain().after(MatchSystems::Begin).run_if(in_state(Mode::RTS)),
        )
        .add_plugins((
            super::stage::plugin,
            bindings::plugin,
            camera::plugin,
            selection::plugin,
            hover::plugin,
            groups::plugin,
            command::plugin,
            tools::plugin,
            history::plugin,
            save::plugin,
            first_speed::plugin,
            super::files::plugin,
            skirmish::plugin,
        ))
        .add_plugins((follow::plugin, session::plugin, saved_view::plugin, thoughts::plugin));
}

/// A match begins in command of the first side that has units; a skirmish in command of the first side that a person
/// plays, or of none. Over the network a side is a seat.
fn take_first_side(
    mut player: ResMut<Player>,
    owners: Query<&Owner>,
    sides: Query<&Sides>,
    online: Option<Res<Online>>,
) {
    player.side = match (online, sides.single()) {
        (Some(online), _) => online.seat.unwrap_or(NEUTRAL),
        (None, Ok(sides)) => {
            sides.iter().position(|side| side.control == Control::Human).map_or(NEUTRAL, |side| side as u8)
        }
        (None, Err(_)) => owners.iter().map(|owner| owner.0).min().unwrap_or(0),
    };
}
