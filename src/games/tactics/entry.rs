//! What the list of games knows.

use crate::games::GameEntry;
use crate::shell::states::Mode;

impl Mode {
    /// The turn-based battle of two squads.
    pub const TACTICS: Self = Self("tactics");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::TACTICS,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: None,
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
