//! What a player who plays over the network need not type again: kept in the user's settings.

use crate::base::wording::capitalised;
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// Letters of a name, as servers take them.
pub(super) const MAX_NAME: usize = 20;

/// The name of the player, the address that was typed last, and whether who joins a match that is hosted here needs its code.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "online")]
pub struct OnlineSettings {
    name: String,
    address: String,
    locked: bool,
}

impl Default for OnlineSettings {
    fn default() -> Self {
        Self { name: own_name(), address: String::new(), locked: true }
    }
}

impl OnlineSettings {
    /// The name by which the others know the player. What the file of settings holds beyond a name is cut off.
    pub fn name(&self) -> String {
        let name: String = self.name.chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect();
        let name = name.trim();
        if name.is_empty() { own_name() } else { name.into() }
    }

    pub fn set_name(&mut self, name: &str) {
        self.name = name.trim().into();
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn set_address(&mut self, address: &str) {
        self.address = address.trim().into();
    }

    /// Whether who joins a match that is hosted here needs its code.
    pub const fn locked(&self) -> bool {
        self.locked
    }

    pub const fn set_locked(&mut self, locked: bool) {
        self.locked = locked;
    }
}

/// Writes the settings, soon.
pub(super) fn save(commands: &mut Commands) {
    commands.queue(SaveSettingsDeferred(Duration::from_millis(500)));
}

/// The name that the system has for who sits here.
fn own_name() -> String {
    let names = ["USER", "USERNAME", "LOGNAME"].into_iter().filter_map(|name| std::env::var(name).ok());
    let sound = |name: &String| !name.is_empty() && name != "root" && !name.chars().any(char::is_control);
    let name = names.map(|name| name.chars().take(MAX_NAME).collect()).find(sound);
    name.map_or_else(|| "Player".into(), |name: String| capitalised(&name))
}
