//! What the person at the board is about to do.

use crate::client::input::pointer::Pointer;
use crate::games::links::client::stage::hole_at;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::Board;
use bevy::prelude::*;

/// What is being chosen.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Intent {
    /// The hole under the mouse, or where the keys have moved to.
    pub cursor: Option<Hole>,
    /// Whether the lines from the corners are shown.
    pub guides: bool,
    /// Whether the next press resigns.
    pub resigns: bool,
}

/// The cursor follows the mouse when it moves; keys move it otherwise.
pub(super) fn follow_mouse(mut pointer: Pointer, board: Single<&Board>, mut intent: ResMut<Intent>) {
    let Some(at) = pointer.moved() else { return };
    let hole = at.and_then(|world| hole_at(world, board.position().rules()));
    if intent.cursor != hole {
        intent.cursor = hole;
    }
}
