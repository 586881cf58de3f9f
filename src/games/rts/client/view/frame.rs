//! What of the map the window shows now: found once a frame, asked by everything that is drawn.

use super::terrain::overview::is_far;
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, MapCamera, scale};
use crate::games::rts::client::input::selection::visible_rect;
use crate::shell::states::Mode;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// What of the map the window shows.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    /// The part of the world in the window.
    pub(crate) rect: Rect,
    /// World units a pixel.
    pub scale: f32,
    /// Whether the view is so far away that units are signs instead of figures.
    pub far: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self { rect: Rect::default(), scale: 1.0, far: false }
    }
}

impl Frame {
    /// Whether something of at most so many cells around a place can be seen.
    pub(super) fn shows(&self, place: Vec2, cells: f32) -> bool {
        self.rect.inflate(cells * CELL).contains(place)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Frame>()
        .add_systems(Update, find.after(ControlSystems::Look).before(ControlSystems::Act).run_if(in_state(Mode::RTS)));
}

fn find(
    camera: Single<(&Transform, &Projection), With<MapCamera>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut frame: ResMut<Frame>,
) {
    let found =
        Frame { rect: visible_rect(camera.0, camera.1, &window), scale: scale(camera.1), far: is_far(camera.1) };
    frame.set_if_neq(found);
}
