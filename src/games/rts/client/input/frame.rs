//! What of the map the window shows: found once a frame when the camera has moved, asked by all that picks or draws.

use crate::client::stage::{CELL, MapCamera, factor, scale};
use crate::games::rts::client::stage::{BOTTOM_ROW, TOP_BAR};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// Below this size of a cell in pixels the view is far away.
const FAR_CELL: f32 = 14.0;

#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Frame {
    /// The part of the world in the window.
    pub rect: Rect,
    /// World units a pixel.
    pub scale: f32,
}

impl Frame {
    /// Whether the view is so far away that units are signs instead of figures, and the ground is one picture.
    pub(crate) fn is_far(&self) -> bool {
        CELL / self.scale < FAR_CELL
    }

    /// Whether something of at most so many cells around a place can be seen.
    pub(crate) fn shows(&self, place: Vec2, cells: f32) -> bool {
        self.rect.inflate(cells * CELL).contains(place)
    }
}

pub(super) fn find(
    camera: Single<(&Transform, &Projection), With<MapCamera>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut frame: ResMut<Frame>,
) {
    let (transform, scale) = (camera.0, scale(camera.1));
    let rect = Rect::from_center_size(transform.translation.truncate(), window.size() * scale);
    frame.set_if_neq(Frame { rect, scale });
}

/// Heights at the edges of the window that the HUD covers, the bar at the top and the panels at the bottom, in logical
/// pixels of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Covered {
    pub top: f32,
    pub bottom: f32,
}

impl Covered {
    /// With the interface at this size.
    pub fn by_hud(ui: Option<&UiScale>) -> Self {
        let factor = factor(ui);
        Self { top: TOP_BAR * factor, bottom: BOTTOM_ROW * factor }
    }

    /// Pixels by which the middle of the free part lies above the middle of the window.
    pub(crate) fn lift(self) -> f32 {
        (self.bottom - self.top) / 2.0
    }

    /// Width and height of the free part of a window of this size.
    pub(crate) fn free(self, window: Vec2) -> Vec2 {
        (window - Vec2::new(0.0, self.top + self.bottom)).max(Vec2::ONE)
    }

    /// The part of the world that is seen in the free part.
    pub fn seen(self, frame: &Frame) -> Rect {
        let middle = frame.rect.center() + Vec2::new(0.0, self.lift() * frame.scale);
        Rect::from_center_size(middle, self.free(frame.rect.size() / frame.scale) * frame.scale)
    }
}
