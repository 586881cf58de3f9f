//! What the list of games knows.

use crate::games::GameEntry;
use crate::shell::states::Mode;

impl Mode {
    /// Light cycles.
    pub const TRON: Self = Self("tron");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::TRON,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: None,
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
