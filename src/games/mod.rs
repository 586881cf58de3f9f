//! The games, and the one list of them. One folder each; everything about a game is in its folder. Nothing else names a game:
//! what is shared asks the list.

pub mod links;
pub mod rts;
pub mod tactics;
pub mod tron;

use crate::shell::states::Mode;
use bevy::prelude::App;

/// What a game tells the rest of the program about itself.
pub struct GameEntry {
    pub(crate) mode: Mode,
    /// The game without a window.
    pub(crate) simulation: fn(&mut App),
    pub(crate) commands: crate::cli::GameCommands,
    #[cfg(feature = "client")]
    pub(crate) client: crate::client::game::GameClient,
}

/// The games in the order in which they are listed everywhere. A match is of the first one unless something else is said.
pub static GAMES: [GameEntry; 4] = [rts::entry::ENTRY, tron::entry::ENTRY, tactics::entry::ENTRY, links::entry::ENTRY];
