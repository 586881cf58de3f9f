//! The keys that the player wants instead of the usual ones: kept in the user's settings.

use super::keys::{Binding, FIXED, KEYS, LETTERS, Realm};
use crate::base::wording::capitalised;
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
    pub changed: String,
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

/// The other commands that have a key, where both could be meant.
fn rivals(keys: &[KeyCode; KEYS.len()], place: usize, key: KeyCode) -> impl Iterator<Item = usize> {
    (0..KEYS.len())
        .filter(move |other| *other != place && keys[*other] == key && KEYS[place].realm.meets(KEYS[*other].realm))
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
        let Ok(changed) = serde_json::from_str::<BTreeMap<String, KeyCode>>(&settings.changed) else {
            return Self::default();
        };
        let mut wanted = KEYS.map(|binding| changed.get(&binding.action.to_string()).copied().unwrap_or(binding.key));
        // What cannot be is given up key by key: a new command may have taken the one that was chosen for another.
        loop {
            let is_good = |place: usize| {
                refusal(&KEYS[place], wanted[place], &|_| None).is_none()
                    && rivals(&wanted, place, wanted[place]).next().is_none()
            };
            let is_given_up = |place: &usize| wanted[*place] != KEYS[*place].key && !is_good(*place);
            let Some(place) = (0..KEYS.len()).find(is_given_up) else { return Self(wanted) };
            wanted[place] = KEYS[place].key;
        }
    }

    pub fn settings(&self) -> KeySettings {
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
    pub fn label(&self, action: impl Into<RtsAction>) -> Option<String> {
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
        let others: Vec<usize> = rivals(&self.0, place, key).collect();
        let Some(&other) = others.first() else {
            self.0[place] = key;
            return Ok(None);
        };
        let title = KEYS[other].title;
        if others.len() > 1 || rivals(&self.0, other, before).any(|third| third != place) {
            return Err(format!("{} is the key of “{title}”, which cannot change with this one.", label(key)));
        }
        if let Some(reason) = refusal(&KEYS[other], before, &letter_of) {
            return Err(format!("{} is the key of “{title}”, which would get {}: {reason}", label(key), label(before)));
        }
        self.0[other] = before;
        self.0[place] = key;
        Ok(Some(&KEYS[other]))
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
