//! What the person at the board is about to do.

use crate::client::input::bindings::hovers_hud;
use crate::client::stage::{MapCamera, scale};
use crate::games::links::client::stage::hole_at;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::Board;
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

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
pub(super) fn follow_mouse(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Transform, &Projection), With<MapCamera>>,
    board: Single<&Board>,
    hover: Option<Res<HoverMap>>,
    nodes: Query<(), With<Node>>,
    mut intent: ResMut<Intent>,
    mut last: Local<Option<(Option<Vec2>, bool)>>,
) {
    let over_hud = hover.is_some_and(|hover| hovers_hud(&hover, &nodes));
    let now = (window.cursor_position(), over_hud);
    if last.replace(now) == Some(now) {
        return;
    }
    let (transform, projection) = *camera;
    let world = window.cursor_position().filter(|_| !over_hud).map(|cursor| {
        let from_middle = cursor - window.size() / 2.0;
        transform.translation.truncate() + Vec2::new(from_middle.x, -from_middle.y) * scale(projection)
    });
    let hole = world.and_then(|world| hole_at(world, board.position().rules()));
    if intent.cursor != hole {
        intent.cursor = hole;
    }
}
