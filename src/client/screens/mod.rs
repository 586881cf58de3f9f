//! Screens that the games share.
//!
//! A screen is spawned when its state is entered and despawned when it is left. Nothing is spawned or written in a frame in
//! which nothing has changed.

pub(crate) mod dropping;
pub mod online;
pub mod options;
pub mod pause;
pub mod replays;
pub mod title;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        (crate::client::kit::widgets::plugin, crate::client::kit::naming::plugin, crate::client::kit::tree::plugin),
        (crate::client::kit::notices::plugin, crate::client::kit::light::plugin),
        (title::plugin, pause::plugin, options::plugin, replays::plugin, dropping::plugin, online::plugin),
        crate::client::kit::scale::plugin,
    ));
}
