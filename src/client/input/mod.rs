//! Input that knows no game: bindings, time.

pub mod buffer;

pub mod bindings;
pub(crate) mod escape;
pub(crate) mod pointer;
pub mod replay;
pub(crate) mod series;
pub(crate) mod steering;
pub mod time;

use bevy::prelude::*;

/// Phases of input, in this order, in `Update`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ControlSystems {
    /// Actions become [`bindings::Press`] messages.
    Press,
    /// The camera moves, the pointer finds its cell.
    Look,
    /// Selection, commands, tools.
    Act,
}

pub fn plugin(app: &mut App) {
    app.configure_sets(Update, (ControlSystems::Press, ControlSystems::Look, ControlSystems::Act).chain())
        .add_plugins((super::stage::plugin, bindings::plugin, buffer::plugin, time::plugin));
}
