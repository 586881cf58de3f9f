//! The list of keys beside the menu.

use bevy::prelude::KeyCode;
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use gridmarch::games::rts::client::ui::controls;

#[test]
fn the_list_of_a_skirmish_names_the_keys_that_the_player_has_chosen() {
    let mut keys = KeyBindings::default();
    let row = |keys: &KeyBindings, place: usize| controls::of(true, keys)[place].0.clone();
    assert_eq!(row(&keys, 4), "A   M   P   G   F");
    assert!(controls::of(true, &keys).iter().all(|(keys, _)| !keys.contains('{')), "every action has a key");
    keys.give(RtsAction::Guard, KeyCode::KeyT, |_| None).expect("it can be");
    assert_eq!(row(&keys, 4), "A   M   P   T   F");
}
