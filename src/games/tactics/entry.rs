//! What the list of games knows.

use super::position::Position;
use crate::games::GameEntry;
use crate::games::OnlineGame;
use crate::shell::states::Mode;

impl Mode {
    /// The turn-based battle of two squads.
    pub const TACTICS: Self = Self("tactics");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::TACTICS,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: Some(OnlineGame::at_table::<Position>("Tactics")),
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
