//! How large the interface is: [`UiScale`] follows the size of the window.
//!
//! A `Node`'s `px(v)` is `v * factor` logical pixels of the window, so whoever places a node at the mouse divides by the
//! factor, and whoever keeps a part of the window free for panels multiplies by it.

use bevy::prelude::*;

/// The size of window for which the screens are laid out, in logical pixels.
pub const LAID_OUT_FOR: Vec2 = Vec2::new(1280.0, 720.0);
/// The smallest factor: below it small print cannot be read.
pub const LEAST: f32 = 0.65;
/// The largest factor.
pub const MOST: f32 = 3.0;
/// Steps to a whole while the interface shrinks, and while it grows: every size of a font is an atlas of its own.
const STEPS: (f32, f32) = (20.0, 8.0);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, scale_to_window);
}

/// The factor for a window of this size in logical pixels. In smaller windows than the screens are laid out for everything
/// shrinks, so that nothing runs out of its frame. On larger ones the interface grows, but by half as much as the window,
/// so that the map gains as well.
pub fn factor_for(window: Vec2) -> f32 {
    let room = (window / LAID_OUT_FOR).min_element();
    // A hair more, so that a division that should be even does not fall to the step below.
    let down = |factor: f32, steps: f32| (factor * steps + 1e-3).floor() / steps;
    if room < 1.0 { down(room, STEPS.0).max(LEAST) } else { down(f32::midpoint(1.0, room), STEPS.1).min(MOST) }
}

/// The size of a window in pixels of nodes.
pub fn node_space(window: &Window, scale: &UiScale) -> Vec2 {
    in_nodes(window.size(), scale)
}

/// A length or place of the window in pixels of nodes.
pub fn in_nodes(place: Vec2, scale: &UiScale) -> Vec2 {
    place / scale.0
}

fn scale_to_window(window: Single<&Window, Changed<Window>>, mut scale: ResMut<UiScale>) {
    let factor = factor_for(window.size());
    if scale.0 != factor {
        scale.0 = factor;
    }
}
