//! Input that knows no game: bindings, camera, pointer.

pub(crate) mod buffer;

pub mod bindings;
pub mod camera;
pub(crate) mod free;
pub mod pointer;
pub mod time;

use bevy::prelude::*;

/// Phases of input, in this order, in `Update`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ControlSystems {
    /// Actions become [`bindings::Press`] messages.
    Press,
    /// The camera moves, the pointer finds its cell.
    Look,
    /// Selection, commands, tools.
    Act,
}
