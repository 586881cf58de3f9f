//! The keys that the player wants instead of the usual ones: kept in the user's settings.

use super::keys::{Binding, FIXED, KEYS, LETTERS, Realm};
use super::kinds::capitalised;
use crate::games::rts::client::input::bindings::RtsAction;
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::collections::BTreeMap;
use std::time::Duration;

/// What differs from the usual, as it is written into the settings: actions and keys by their names, as JSON.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, Default, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "keys")]
pub struct KeySettings {
    changed: String,
}

/// The key of every entry of [`KEYS`].
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyBindings([KeyCode; KEYS.len()]);

impl Default for KeyBindings {
    fn default() -> Self {
        Self(KEYS.map(|binding| binding.key))
    }
}

/// Keys that never belong to a command: digits are groups, arrows move the view, the others work with keys.
#[rustfmt::skip]
const TAKEN: [KeyCode; 25] = {
    use KeyCode::*;
    [
        Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9, ArrowUp, ArrowDown, ArrowLeft,
        ArrowRight, ShiftLeft, ShiftRight, ControlLeft, ControlRight, AltLeft, AltRight, SuperLeft, SuperRight, CapsLock,
        NumLock, Enter,
    ]
};

fn place(action: RtsAction) -> Option<usize> {
    KEYS.iter().position(|binding| binding.action == action)
}

/// Why a command cannot have a key, whoever else has it. `letter_of` tells what is trained or researched by a letter.
fn refusal(binding: &Binding, key: KeyCode, letter_of: &impl Fn(char) -> Option<String>) -> Option<String> {
    let label = label(key);
    if TAKEN.contains(&key) || FIXED.iter().any(|(_, fixed)| *fixed == key) {
        return Some(format!("{label} cannot be changed."));
    }
    let letter = LETTERS.iter().position(|letter| *letter == key)?;
    match binding.realm {
        Realm::Always if binding.action != RtsAction::CancelLast => Some(format!(
            "{label} is a letter: those are for commands, which are there only while somebody is selected."
        )),
        Realm::Buildings => letter_of((b'a' + letter as u8) as char)
            .map(|what| format!("{label} is the key of “{}”.", capitalised(&what))),
        _ => None,
    }
}

impl KeyBindings {
    /// The keys of settings. What cannot be, in a file that was edited, is left as usual.
    pub fn of(settings: &KeySettings) -> Self {
        let mut keys = Self::default();
        let Ok(changed) = serde_json::from_str::<BTreeMap<String, KeyCode>>(&settings.changed) else { return keys };
        let mut wanted = KEYS.map(|binding| changed.get(&binding.action.to_string()).copied().unwrap_or(binding.key));
        // What cannot be is given up key by key: a new command may have taken the one that was chosen for another.
        loop {
            let is_good = |place: usize| {
                refusal(&KEYS[place], wanted[place], &|_| None).is_none()
                    && (0..KEYS.len()).all(|other| {
                        other == place || wanted[other] != wanted[place] || !KEYS[place].realm.meets(KEYS[other].realm)
                    })
            };
            let is_given_up = |place: &usize| wanted[*place] != KEYS[*place].key && !is_good(*place);
            let Some(place) = (0..KEYS.len()).find(is_given_up) else { break };
            wanted[place] = KEYS[place].key;
        }
        keys.0 = wanted;
        keys
    }

    fn settings(&self) -> KeySettings {
        let changed: BTreeMap<String, KeyCode> = (KEYS.iter().zip(self.0))
            .filter(|(binding, key)| binding.key != *key)
            .map(|(binding, key)| (binding.action.to_string(), key))
            .collect();
        let changed =
            if changed.is_empty() { String::new() } else { serde_json::to_string(&changed).unwrap_or_default() };
        KeySettings { changed }
    }

    /// The key of an action of [`KEYS`]; [`KeyCode::F35`], which no keyboard has, for others.
    pub fn key(&self, action: impl Into<RtsAction>) -> KeyCode {
        place(action.into()).map_or(KeyCode::F35, |place| self.0[place])
    }

    /// The key of an action as players read it; `None` if it has none that can be told in a word.
    pub(crate) fn label(&self, action: impl Into<RtsAction>) -> Option<String> {
        let action = action.into();
        let fixed = || FIXED.iter().find(|(of, _)| *of == action).map(|(_, key)| *key);
        place(action).map(|place| self.0[place]).or_else(fixed).map(label)
    }

    /// Gives a command a key. Another that has it, where both could be meant, gets the key of before; that one is
    /// returned.
    ///
    /// # Errors
    /// A sentence, if the command, or the one that would have to change, cannot have that key.
    pub fn give(
        &mut self,
        action: RtsAction,
        key: KeyCode,
        letter_of: impl Fn(char) -> Option<String>,
    ) -> Result<Option<&'static Binding>, String> {
        let Some(place) = place(action) else { return Ok(None) };
        if let Some(reason) = refusal(&KEYS[place], key, &letter_of) {
            return Err(reason);
        }
        let before = self.0[place];
        let others: Vec<usize> = (0..KEYS.len())
            .filter(|other| *other != place && self.0[*other] == key && KEYS[place].realm.meets(KEYS[*other].realm))
            .collect();
        let Some(&other) = others.first() else {
            self.0[place] = key;
            return Ok(None);
        };
        let title = KEYS[other].title;
        let is_free = |third: usize| {
            third == place || third == other || self.0[third] != before || !KEYS[other].realm.meets(KEYS[third].realm)
        };
        if others.len() > 1 || !(0..KEYS.len()).all(is_free) {
            return Err(format!("{} is the key of “{title}”, which cannot change with this one.", label(key)));
        }
        if let Some(reason) = refusal(&KEYS[other], before, &letter_of) {
            return Err(format!("{} is the key of “{title}”, which would get {}: {reason}", label(key), label(before)));
        }
        self.0[other] = before;
        self.0[place] = key;
        Ok(Some(&KEYS[other]))
    }

    /// Everything as usual.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }
}

/// A key as players read it.
pub(crate) fn label(key: KeyCode) -> String {
    let name = format!("{key:?}");
    let plain = match key {
        KeyCode::Escape => "Esc",
        KeyCode::Delete => "Del",
        KeyCode::Insert => "Ins",
        KeyCode::Equal => "+",
        KeyCode::Minus => "−",
        KeyCode::Comma => ",",
        KeyCode::Period => ".",
        KeyCode::Semicolon => ";",
        KeyCode::Quote => "'",
        KeyCode::Slash => "/",
        KeyCode::Backslash => "\\",
        KeyCode::BracketLeft => "[",
        KeyCode::BracketRight => "]",
        KeyCode::Backquote => "`",
        KeyCode::PageUp => "Page up",
        KeyCode::PageDown => "Page down",
        KeyCode::NumpadAdd => "Num +",
        KeyCode::NumpadSubtract => "Num −",
        KeyCode::NumpadMultiply => "Num ×",
        KeyCode::NumpadDivide => "Num ÷",
        _ => name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit")).map_or(name.as_str(), |letter| letter),
    };
    match plain.strip_prefix("Numpad") {
        Some(rest) => format!("Num {rest}"),
        None => plain.to_owned(),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeySettings>().init_resource::<KeyBindings>().add_systems(
        Update,
        (read.run_if(resource_changed::<KeySettings>), write.run_if(resource_changed::<KeyBindings>)).chain(),
    );
}

/// The settings are there, or have been changed from outside.
fn read(settings: Res<KeySettings>, mut keys: ResMut<KeyBindings>) {
    if keys.settings() != *settings {
        keys.set_if_neq(KeyBindings::of(&settings));
    }
}

fn write(keys: Res<KeyBindings>, mut settings: ResMut<KeySettings>, mut commands: Commands) {
    let new = keys.settings();
    // Settings with nonsense stay as they are until the player changes something.
    if KeyBindings::of(&settings) != *keys {
        *settings = new;
        commands.queue(SaveSettingsDeferred(Duration::from_millis(200)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: char) -> Option<String> {
        None
    }

    #[test]
    fn the_usual_keys_are_at_odds_with_nothing() {
        let keys = KeyBindings::default();
        for (place, binding) in KEYS.iter().enumerate() {
            assert_eq!(refusal(binding, binding.key, &nothing), None, "{binding:?}");
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
        keys.reset();
        assert_eq!(keys, KeyBindings::default());
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
            assert_eq!(
                KeyBindings::of(&KeySettings { changed: nonsense.into() }),
                KeyBindings::default(),
                "{nonsense}"
            );
        }
    }
}
