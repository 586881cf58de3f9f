//! What the list of games knows.

use super::position::Position;
use crate::games::GameEntry;
use crate::games::OnlineGame;
use crate::shell::states::Mode;

impl Mode {
    /// The connection game of pegs and links.
    pub const LINKS: Self = Self("links");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::LINKS,
    simulation: super::plugin::plugin,
    commands: super::cli::COMMANDS,
    online: Some(OnlineGame::at_table::<Position>("Links")),
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
