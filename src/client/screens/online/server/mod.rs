//! A server with accounts: its pages in the window.
//!
//! | file | subject |
//! |---|---|
//! | [`visit`] | where one is and who, what is being asked, the servers that are remembered |
//! | [`buttons`], `press` | what the buttons are called, and what they do; what is typed |
//! | `frame`, `rows`, `words` | what the pages share |
//! | `sign_in`, `lobby`, [`new_game`], `games`, `players` with `course`, `notices` | the pages |
//! | `reasons` | the dialog in which a challenge is declined |
//! | `tell` | what happens on the server, told wherever one is |

pub mod buttons;
mod course;
mod frame;
mod games;
mod lobby;
pub mod new_game;
mod notices;
mod players;
mod press;
mod reasons;
mod rows;
mod sign_in;
mod tell;
pub mod visit;
pub mod words;

pub(super) use words::left;

use crate::shell::states::Screen;
use bevy::prelude::*;

/// The page on which one signs in.
pub const SIGN_IN: Screen = Screen::Page("sign in");

/// Who is there, one's games, and those that are open.
pub const LOBBY: Screen = Screen::Page("server");

/// The page on which a game is opened.
pub const NEW: Screen = Screen::Page("new game");

/// Games to watch: those that run, and the archive.
pub const GAMES: Screen = Screen::Page("games");

/// Players and friends.
pub const PLAYERS: Screen = Screen::Page("players");

/// What has happened, and one's vacation.
pub const NOTICES: Screen = Screen::Page("notices");

/// The pages on which one is signed in.
const PAGES: [Screen; 5] = [LOBBY, NEW, GAMES, PLAYERS, NOTICES];

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        (visit::plugin, buttons::plugin, press::plugin, frame::plugin, tell::plugin),
        (sign_in::plugin, lobby::plugin, new_game::plugin, reasons::plugin),
        (games::plugin, players::plugin, notices::plugin),
    ));
}
