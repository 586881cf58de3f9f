//! How large the interface is: [`UiScale`] follows the size of the window.
//!
//! A `Node`'s `px(v)` is `v * factor` logical pixels of the window, so whoever places a node at the mouse divides by the
//! factor, and whoever keeps a part of the window free for panels multiplies by it.

use bevy::prelude::*;

/// The size of window for which the screens are laid out, in logical pixels.
const LAID_OUT_FOR: Vec2 = Vec2::new(1280.0, 720.0);
/// The smallest factor: below it small print cannot be read.
const LEAST: f32 = 0.65;
/// The largest factor.
const MOST: f32 = 3.0;
/// Steps to a whole while the interface shrinks, and while it grows: every size of a font is an atlas of its own.
const STEPS: (f32, f32) = (20.0, 8.0);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, scale_to_window);
}

/// The factor for a window of this size in logical pixels. In smaller windows than the screens are laid out for everything
/// shrinks, so that nothing runs out of its frame. On larger ones the interface grows, but by half as much as the window,
/// so that the map gains as well.
pub(crate) fn factor_for(window: Vec2) -> f32 {
    let room = (window / LAID_OUT_FOR).min_element();
    // A hair more, so that a division that should be even does not fall to the step below.
    let down = |factor: f32, steps: f32| (factor * steps + 1e-3).floor() / steps;
    if room < 1.0 { down(room, STEPS.0).max(LEAST) } else { down(f32::midpoint(1.0, room), STEPS.1).min(MOST) }
}

/// The size of a window in pixels of nodes.
pub(crate) fn node_space(window: &Window, scale: &UiScale) -> Vec2 {
    in_nodes(window.size(), scale)
}

/// A length or place of the window in pixels of nodes.
pub(crate) fn in_nodes(place: Vec2, scale: &UiScale) -> Vec2 {
    place / scale.0
}

fn scale_to_window(window: Single<&Window, Changed<Window>>, mut scale: ResMut<UiScale>) {
    let factor = factor_for(window.size());
    if scale.0 != factor {
        scale.0 = factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::stage::factor;

    fn factor_of(width: f32, height: f32) -> f32 {
        factor_for(Vec2::new(width, height))
    }

    #[test]
    fn the_interface_shrinks_with_small_windows_and_grows_by_half_with_large_ones() {
        assert_eq!([factor_of(1280.0, 720.0), factor_of(1440.0, 720.0), factor_of(1400.0, 800.0)], [1.0; 3]);
        assert_eq!([factor_of(1024.0, 600.0), factor_of(1280.0, 576.0), factor_of(900.0, 560.0)], [0.8, 0.8, 0.7]);
        assert_eq!([factor_of(1920.0, 1080.0), factor_of(2560.0, 1440.0)], [1.25, 1.5]);
        assert_eq!([factor_of(400.0, 300.0), factor_of(99_999.0, 99_999.0)], [LEAST, MOST]);
    }

    #[test]
    fn every_window_from_the_smallest_on_has_room_for_the_screens() {
        for width in (900..2600).step_by(37) {
            for height in (560..1500).step_by(23) {
                let window = Vec2::new(width as f32, height as f32);
                let space = in_nodes(window, &UiScale(factor_for(window)));
                assert!(space.cmpge(LAID_OUT_FOR - 0.2).all(), "{window} is {space} pixels of nodes");
            }
        }
    }

    #[test]
    fn a_place_at_the_mouse_keeps_its_share_of_the_window() {
        let window = Window { resolution: bevy::window::WindowResolution::new(1024, 600), ..default() };
        let scale = UiScale(factor_for(window.size()));
        assert_eq!(node_space(&window, &scale), Vec2::new(1280.0, 750.0));
        assert_eq!(in_nodes(Vec2::new(512.0, 300.0), &scale), Vec2::new(640.0, 375.0));
        assert_eq!((factor(None), factor(Some(&scale))), (1.0, 0.8));
    }
}
