//! What the list of games knows.

use crate::games::GameEntry;
use crate::games::OnlineGame;
use crate::serve::office::Pace;
use crate::shell::states::Mode;
use std::sync::Arc;

impl Mode {
    /// Light cycles.
    pub const TRON: Self = Self("tron");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::TRON,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: Some(OnlineGame {
        title: "Tron",
        pace: Pace::RealTime,
        presets: super::hosted::presets,
        check_level: None,
        hosted: || Arc::new(super::hosted::HostedTron),
        describe: super::plugin::describe,
        join: super::plugin::join,
        write: super::kept::write,
    }),
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
