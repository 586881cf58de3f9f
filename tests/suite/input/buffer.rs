//! Taps that are shorter than a frame.

use bevy::prelude::*;
use gridmarch::client::input::buffer;

#[test]
fn a_tap_within_a_frame_is_held_for_that_frame_and_then_let_go() {
    let mut app = App::new();
    app.init_resource::<ButtonInput<KeyCode>>().init_resource::<ButtonInput<MouseButton>>().add_plugins(buffer::plugin);
    let keys = |app: &App| app.world().resource::<ButtonInput<KeyCode>>().clone();
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::KeyA);
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().release(KeyCode::KeyA);
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::KeyB);
    app.update();
    assert!(keys(&app).pressed(KeyCode::KeyA) && keys(&app).just_pressed(KeyCode::KeyA));
    assert!(!keys(&app).just_released(KeyCode::KeyA));
    // What the input system does at the beginning of a frame.
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().clear();
    app.update();
    assert!(!keys(&app).pressed(KeyCode::KeyA), "nobody holds it");
    assert!(keys(&app).pressed(KeyCode::KeyB), "this one is held");
}
