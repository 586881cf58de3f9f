//! People at one computer who steer with the four directions: each of them has an input map, with keys and a gamepad.

use crate::shell::keys::Keys;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// Marks the input map of the person of a seat.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Steers(pub usize);

/// How far a stick is out when somebody holds it: beyond what sticks drift by.
const STICK_IN_USE: f32 = 0.5;

/// Up, right, down, left of a part of the keyboard; none for a gamepad.
pub(crate) const fn turns(keys: Keys) -> Option<[KeyCode; 4]> {
    match keys {
        Keys::Arrows => Some([KeyCode::ArrowUp, KeyCode::ArrowRight, KeyCode::ArrowDown, KeyCode::ArrowLeft]),
        Keys::Wasd => Some([KeyCode::KeyW, KeyCode::KeyD, KeyCode::KeyS, KeyCode::KeyA]),
        Keys::Ijkl => Some([KeyCode::KeyI, KeyCode::KeyL, KeyCode::KeyK, KeyCode::KeyJ]),
        Keys::Pad => None,
    }
}

/// The map of a person: the cross and the stick of a gamepad, and the keys, if any; `[up, right, down, left]`.
pub(crate) fn map<A: Actionlike + Copy>([up, right, down, left]: [A; 4], keys: Keys) -> InputMap<A> {
    let mut map = InputMap::default()
        .with(up, GamepadButton::DPadUp)
        .with(right, GamepadButton::DPadRight)
        .with(down, GamepadButton::DPadDown)
        .with(left, GamepadButton::DPadLeft)
        .with(up, GamepadControlDirection::LEFT_UP)
        .with(right, GamepadControlDirection::LEFT_RIGHT)
        .with(down, GamepadControlDirection::LEFT_DOWN)
        .with(left, GamepadControlDirection::LEFT_LEFT);
    map.insert_multiple([up, right, down, left].into_iter().zip(turns(keys).into_iter().flatten()));
    map
}

/// One person has the gamepad that was used last; of several, the first one has the first gamepad and so on.
pub(crate) fn give_gamepads<A: Actionlike>(
    gamepads: Query<(Entity, &Gamepad)>,
    mut maps: Query<(&Steers, &mut InputMap<A>)>,
) {
    let mut maps: Vec<_> = maps.iter_mut().collect();
    maps.sort_by_key(|(steers, _)| steers.0);
    let mut all: Vec<(Entity, &Gamepad)> = gamepads.iter().collect();
    all.sort_by_key(|(entity, _)| *entity);
    if let [(_, map)] = &mut maps[..] {
        let in_use =
            |pad: &Gamepad| pad.get_just_pressed().next().is_some() || pad.left_stick().length() > STICK_IN_USE;
        let used = all.iter().find(|(_, pad)| in_use(pad)).map(|(entity, _)| *entity);
        if let Some(used) = used.filter(|used| map.gamepad() != Some(*used)) {
            map.set_gamepad(used);
        }
        return;
    }
    for (index, (_, map)) in maps.iter_mut().enumerate() {
        // A gamepad that is not there moves nobody.
        let own = all.get(index).map_or(Entity::PLACEHOLDER, |(entity, _)| *entity);
        if map.gamepad() != Some(own) {
            map.set_gamepad(own);
        }
    }
}
