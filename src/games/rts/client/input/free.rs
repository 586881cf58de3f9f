//! The part of the window in which the map is seen: below the bar at the top, above the panels at the bottom of a match.

use crate::client::stage::{factor, scale};
use crate::games::rts::client::stage::{BOTTOM_ROW, TOP_BAR};
use bevy::prelude::*;

/// Heights at the edges of the window that the HUD covers, in logical pixels of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Covered {
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Covered {
    /// With the interface at this size.
    pub(crate) fn by_hud(ui: Option<&UiScale>) -> Self {
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
    pub(crate) fn seen(self, transform: &Transform, projection: &Projection, window: &Window) -> Rect {
        let scale = scale(projection);
        let middle = transform.translation.truncate() + Vec2::new(0.0, self.lift() * scale);
        Rect::from_center_size(middle, self.free(window.size()) * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_behind_the_bar_and_the_panels_is_not_seen() {
        let covered = Covered { top: 40.0, bottom: 200.0 };
        let window = Window { resolution: bevy::window::WindowResolution::new(1000, 600), ..default() };
        let lens = OrthographicProjection { scale: 2.0, ..OrthographicProjection::default_2d() };
        let seen = covered.seen(&Transform::from_xyz(100.0, 50.0, 0.0), &Projection::Orthographic(lens), &window);
        // The window shows 2000 × 1200 units of the world around (100, 50); 80 of them are behind the bar, 400 behind panels.
        assert_eq!(seen, Rect::new(-900.0, 50.0 - 600.0 + 400.0, 1100.0, 50.0 + 600.0 - 80.0));
    }

    #[test]
    fn a_small_interface_covers_less() {
        let covered = Covered::by_hud(Some(&UiScale(0.5)));
        assert_eq!(covered, Covered { top: TOP_BAR / 2.0, bottom: BOTTOM_ROW / 2.0 });
    }
}
