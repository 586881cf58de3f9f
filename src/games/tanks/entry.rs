//! What the list of games knows.

use crate::games::GameEntry;
use crate::games::OnlineGame;
use crate::serve::office::Pace;
use crate::shell::states::Mode;
use std::sync::Arc;

impl Mode {
    /// Tanks in an arena.
    pub const TANKS: Self = Self("tanks");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::TANKS,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: Some(OnlineGame {
        title: "Tanks",
        pace: Pace::RealTime,
        presets: super::hosted::presets,
        check_level: None,
        hosted: || Arc::new(super::hosted::HostedTanks),
        describe: super::plugin::describe,
        join: super::plugin::join,
        write: super::referee::write,
    }),
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
