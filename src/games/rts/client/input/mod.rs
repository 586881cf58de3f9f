//! Input becomes orders: bindings, camera, pointer, selection, commands, tools.
//!
//! Mouse and keys become [`Action`]s, actions become [`Press`] messages; buttons of the HUD write the same messages,
//! so that whatever a key can do a click can do. Nothing here writes the simulation except through
//! [`crate::games::rts::sim::OrderQueue`].

pub(crate) mod saved_view;

pub mod command;
pub mod follow;
pub mod groups;
pub mod history;
pub mod hover;
pub mod replays;
pub mod save;
pub mod selection;
pub mod series;
pub mod session;
pub mod skirmish;
pub mod tools;

use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Control, NEUTRAL, Sides};
use crate::games::rts::sim::units::Owner;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

use crate::client::input::ControlSystems;

#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Player {
    /// The side whose units obey. In the sandbox the player may take any side; who only watches a skirmish has
    /// [`NEUTRAL`], which commands nobody.
    pub side: u8,
}

impl Player {
    /// Whether what is told to a side, or to the host, is for this player: what others wanted is no business of this window.
    /// In the sandbox all sides are the player's.
    pub fn hears(self, side: Option<u8>, sides: Option<&Sides>) -> bool {
        sides.is_none() || side.is_none_or(|side| side == self.side)
    }

    /// Whether nobody in front of this window plays.
    pub fn observes(self, sides: &Sides, playback: &Playback) -> bool {
        playback.ticks().is_some() || sides.get(self.side).is_none()
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Player>()
        .add_systems(
            OnEnter(Screen::Match),
            (take_first_side, crate::client::input::camera::look_at_own_units)
                .chain()
                .after(MatchSystems::Begin)
                .run_if(in_state(Mode::Rts)),
        )
        .configure_sets(Update, (ControlSystems::Press, ControlSystems::Look, ControlSystems::Act).chain())
        .add_plugins((
            crate::client::input::bindings::plugin,
            crate::client::input::camera::plugin,
            crate::client::input::pointer::plugin,
            selection::plugin,
            hover::plugin,
            groups::plugin,
            command::plugin,
            tools::plugin,
            history::plugin,
            replays::plugin,
            save::plugin,
            crate::client::input::time::plugin,
            crate::games::tron::client::input::plugin,
            crate::games::tactics::client::input::plugin,
            crate::games::rts::client::input::skirmish::plugin,
        ))
        .add_plugins((
            follow::plugin,
            crate::client::input::buffer::plugin,
            session::plugin,
            crate::games::rts::client::input::saved_view::plugin,
        ));
}

/// A match begins in command of the first side that has units; a skirmish in command of the first side that a person
/// plays, or of none.
fn take_first_side(mut player: ResMut<Player>, owners: Query<&Owner>, sides: Query<&Sides>) {
    player.side = match sides.single() {
        Ok(sides) => sides.iter().position(|side| side.control == Control::Human).map_or(NEUTRAL, |side| side as u8),
        Err(_) => owners.iter().map(|owner| owner.0).min().unwrap_or(0),
    };
}
