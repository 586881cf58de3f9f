//! What the list of games knows.

use crate::games::GameEntry;
use crate::shell::states::Mode;

impl Mode {
    /// The real-time game.
    pub const RTS: Self = Self("rts");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::RTS,
    simulation: |app| {
        app.add_plugins(super::sim::SimPlugin);
    },
    commands: super::cli::COMMANDS,
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
