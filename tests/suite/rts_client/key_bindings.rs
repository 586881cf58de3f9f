//! The keys that players choose for a skirmish.

use bevy::prelude::*;
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::skirmish::key_bindings::{KeyBindings, KeySettings};
use gridmarch::games::rts::client::input::skirmish::keys::KEYS;

fn nothing(_: char) -> Option<String> {
    None
}

#[test]
fn the_usual_keys_are_at_odds_with_nothing() {
    let mut keys = KeyBindings::default();
    for (place, binding) in KEYS.iter().enumerate() {
        assert_eq!(keys.give(binding.action, binding.key, nothing), Ok(None), "{binding:?}");
        for other in &KEYS[place + 1..] {
            assert!(binding.key != other.key || !binding.realm.meets(other.realm), "{binding:?} and {other:?}");
        }
    }
    assert_eq!(KeyBindings::of(&keys.settings()), keys);
    assert_eq!(keys.settings(), KeySettings::default());
}

#[test]
fn a_command_gets_a_free_key_and_changes_with_who_has_it() {
    let mut keys = KeyBindings::default();
    assert_eq!(keys.give(RtsAction::AttackMove, KeyCode::KeyT, nothing), Ok(None));
    assert_eq!(keys.label(RtsAction::AttackMove).as_deref(), Some("T"));
    let other = keys.give(RtsAction::Patrol, KeyCode::KeyT, nothing).expect("it can be").map(|other| other.action);
    assert_eq!(other, Some(RtsAction::AttackMove));
    assert_eq!((keys.key(RtsAction::Patrol), keys.key(RtsAction::AttackMove)), (KeyCode::KeyT, KeyCode::KeyP));
    // A command of buildings may share it: the two are never offered together.
    assert_eq!(keys.give(RtsAction::Rally, KeyCode::KeyT, nothing), Ok(None));
    assert_eq!(KeyBindings::of(&keys.settings()), keys, "they come back");
}

#[test]
fn keys_that_would_lock_a_player_out_are_refused_with_a_sentence() {
    let mut keys = KeyBindings::default();
    let mut refused = |action, key| keys.give(action, key, nothing).expect_err("it cannot be");
    assert_eq!(refused(RtsAction::Stop, KeyCode::Escape), "Esc cannot be changed.");
    assert_eq!(refused(RtsAction::Stop, KeyCode::Digit3), "3 cannot be changed.");
    assert!(refused(RtsAction::IdleWorker, KeyCode::KeyQ).starts_with("Q is a letter"));
    assert!(refused(RtsAction::Stop, KeyCode::F1).contains("“Idle worker”, which would get S: S is a letter"));
    let trained = |letter| (letter == 'p').then(|| "peasant".to_owned());
    assert_eq!(keys.give(RtsAction::Rally, KeyCode::KeyP, trained), Err("P is the key of “Peasant”.".into()));
    assert_eq!(keys, KeyBindings::default());
}

#[test]
fn settings_that_were_edited_by_hand_cannot_take_a_key_away() {
    for nonsense in ["{", "{\"Stop\": \"KeyA\"}", "{\"Stop\": \"Escape\"}", "{\"Stop\": \"Nonsense\"}", "[]"] {
        assert_eq!(KeyBindings::of(&KeySettings { changed: nonsense.into() }), KeyBindings::default(), "{nonsense}");
    }
}
