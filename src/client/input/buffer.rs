//! Keys and buttons that are pressed and let go between two frames: where frames are slow a quick tap would be over before
//! anybody looks. Such a tap counts as held for one frame.

use bevy::input::InputSystems;
use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use std::hash::Hash;

/// Taps are held here, before anybody reads keys.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BufferSystems;

/// What is held although it has been let go.
#[derive(Resource, Debug)]
struct Buffered<T>(Vec<T>);

pub fn plugin(app: &mut App) {
    app.configure_sets(PreUpdate, BufferSystems.after(InputSystems).before(InputManagerSystem::Unify));
    add::<KeyCode>(app);
    add::<MouseButton>(app);
}

fn add<T: Copy + Eq + Hash + Send + Sync + 'static>(app: &mut App) {
    app.insert_resource(Buffered::<T>(Vec::new()))
        .add_systems(PreUpdate, let_go::<T>.before(InputSystems))
        .add_systems(PreUpdate, hold::<T>.in_set(BufferSystems));
}

fn let_go<T: Copy + Eq + Hash + Send + Sync + 'static>(
    mut latched: ResMut<Buffered<T>>,
    mut buttons: ResMut<ButtonInput<T>>,
) {
    for button in latched.0.drain(..) {
        buttons.release(button);
    }
}

fn hold<T: Copy + Eq + Hash + Send + Sync + 'static>(
    mut latched: ResMut<Buffered<T>>,
    mut buttons: ResMut<ButtonInput<T>>,
) {
    let tapped: Vec<T> = buttons.get_just_pressed().copied().filter(|button| !buttons.pressed(*button)).collect();
    for button in tapped {
        buttons.press(button);
        buttons.clear_just_released(button);
        latched.0.push(button);
    }
}
