//! Where the mouse points in the world of a board.

use super::bindings::hovers_hud;
use crate::client::stage::{MapCamera, scale};
use bevy::ecs::system::SystemParam;
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// The mouse over a board. A cursor that keys move, too, follows it only when it moves.
#[derive(SystemParam)]
pub(crate) struct Pointer<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Transform, &'static Projection), With<MapCamera>>,
    hover: Option<Res<'w, HoverMap>>,
    nodes: Query<'w, 's, (), With<Node>>,
    last: Local<'s, Option<(Option<Vec2>, bool)>>,
}

impl Pointer<'_, '_> {
    /// Where it points since it has moved: nowhere over the HUD and outside of the window. `None` if it rests.
    pub(crate) fn moved(&mut self) -> Option<Option<Vec2>> {
        let over_hud = self.hover.as_ref().is_some_and(|hover| hovers_hud(hover, &self.nodes));
        let now = (self.window.cursor_position(), over_hud);
        if self.last.replace(now) == Some(now) {
            return None;
        }
        let (transform, projection) = *self.camera;
        Some(now.0.filter(|_| !over_hud).map(|cursor| {
            let from_middle = cursor - self.window.size() / 2.0;
            transform.translation.truncate() + Vec2::new(from_middle.x, -from_middle.y) * scale(projection)
        }))
    }
}
