//! The games, and the one list of them. One folder each; everything about a game is in its folder. Nothing else names a game:
//! what is shared asks the list.

pub mod links;
pub mod rts;
pub mod tactics;
pub mod tanks;
pub mod tron;

use crate::online::account::kept::Kept;
use crate::online::api::Api;
use crate::serve::hall::at_table::AtTable;
use crate::serve::hall::game::Hosted;
use crate::serve::office::{Offer, Pace, Preset};
use crate::shell::online::Online;
use crate::shell::states::Mode;
use crate::table::Playable;
use bevy::prelude::{App, World};
use std::path::Path;
use std::sync::Arc;

/// What a game tells the rest of the program about itself.
pub struct GameEntry {
    pub(crate) mode: Mode,
    /// The game without a window.
    pub(crate) simulation: fn(&mut App),
    pub(crate) commands: crate::cli::GameCommands,
    /// How it is played over the network, if it can be.
    pub(crate) online: Option<OnlineGame>,
    #[cfg(feature = "client")]
    pub(crate) client: crate::client::game::GameClient,
}

impl GameEntry {
    /// The game of a mode; the first one if there is none.
    pub(crate) fn of(mode: Mode) -> &'static Self {
        GAMES.iter().find(|game| game.mode == mode).unwrap_or(&GAMES[0])
    }
}

/// How a game is played over the network.
pub(crate) struct OnlineGame {
    /// What it is called in the lobby of a server.
    pub(crate) title: &'static str,
    pub(crate) pace: Pace,
    /// Set-ups from which one chooses where the game is not at hand.
    pub(crate) presets: fn() -> Vec<Preset>,
    /// Judges the text of a level that a player keeps on a server; the error is a sentence. None: the game has no such levels.
    pub(crate) check_level: Option<fn(&str) -> Result<(), String>>,
    /// The game as a server of matches knows it.
    pub(crate) hosted: fn() -> Arc<dyn Hosted>,
    /// The description of the match that is set up here, for the server.
    pub(crate) describe: fn(&World) -> Result<Vec<u8>, String>,
    /// Enters a match that runs on a server, by its name there and its description.
    pub(crate) join: fn(&mut World, Api, String, &[u8], Online) -> Result<(), String>,
    /// Writes the recording of a match that was played on a server. It may take as long as the match has ticks.
    pub(crate) write: fn(&Kept, &Path) -> Result<(), String>,
}

impl OnlineGame {
    /// Of a game at a table.
    pub(crate) const fn at_table<G: Playable>(title: &'static str) -> Self {
        Self {
            title,
            pace: Pace::Turns,
            presets: crate::table::online::presets::<G>,
            check_level: None,
            hosted: || Arc::new(AtTable::<G>::new()),
            describe: crate::table::online::describe::<G>,
            join: crate::table::online::join::<G>,
            write: crate::table::kept::write::<G>,
        }
    }
}

/// The games that are played over the network, as a server of matches knows them.
pub fn hosted() -> Vec<Arc<dyn Hosted>> {
    GAMES.iter().filter_map(|game| game.online.as_ref()).map(|online| (online.hosted)()).collect()
}

/// The games that a server with accounts offers.
pub fn offers() -> Vec<Offer> {
    let online = GAMES.iter().filter_map(|game| game.online.as_ref());
    let offer = |game: &OnlineGame| Offer {
        hosted: (game.hosted)(),
        title: game.title.into(),
        pace: game.pace,
        presets: (game.presets)(),
    };
    online.map(offer).collect()
}

/// Judges the text of a level: one of the games must be able to play it.
///
/// # Errors
/// A sentence.
pub fn check_level(text: &str) -> Result<(), String> {
    let mut checks = GAMES.iter().filter_map(|game| game.online.as_ref()?.check_level).map(|check| check(text));
    let first = checks.next().unwrap_or_else(|| Err("no game here has levels".into()));
    checks.fold(first, Result::or)
}

/// All games without a window.
pub fn simulations(app: &mut App) {
    GAMES.iter().for_each(|game| (game.simulation)(app));
}

/// The games in the order in which they are listed everywhere. A match is of the first one unless something else is said.
pub static GAMES: [GameEntry; 5] =
    [rts::entry::ENTRY, tron::entry::ENTRY, tactics::entry::ENTRY, links::entry::ENTRY, tanks::entry::ENTRY];
