//! Screens that the games share, and the plugins of all screens.
//!
//! | module | what |
//! |---|---|
//! | [`title`], [`options`], [`pause`] | the first screen, the options, the menu of a match |
//! | [`replays`] | the list of recorded matches, and the strip of one that is watched |
//!
//! A screen is spawned when its state is entered and despawned when it is left. Systems only read the simulation; what a
//! click does goes out as [`crate::client::input::bindings::Press`], as a change of the toolbox, or as a change of state. Nothing is
//! spawned or written in a frame in which nothing has changed.

pub mod options;
pub mod pause;
pub mod replays;
pub mod title;

use bevy::prelude::*;

/// All of it.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        (crate::client::kit::widgets::plugin, crate::client::kit::naming::plugin),
        (crate::client::kit::notices::plugin, crate::client::kit::light::plugin),
        crate::games::rts::client::ui::observing::plugin,
        title::plugin,
        crate::games::rts::client::ui::setup::plugin,
        crate::games::rts::client::ui::hud::plugin,
        pause::plugin,
        options::plugin,
        crate::games::rts::client::ui::skirmish::plugin,
        crate::games::rts::client::ui::planners::plugin,
        replays::plugin,
        crate::games::tron::client::ui::plugin,
        crate::games::tactics::client::ui::plugin,
        crate::client::kit::scale::plugin,
    ));
}
