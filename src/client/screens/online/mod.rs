//! Matches over the network in the window. Nothing here waits for a server: it is asked on threads.
//!
//! | file | subject |
//! |---|---|
//! | [`lobby`] with `found`, `servers`, [`code`] | the page on which a match is found, joined, or set up for others |
//! | `asking` with `errand` | the way into a match |
//! | [`room`] with [`hosting`] | the match that one is in, and its server if it is hosted here |
//! | [`waiting_room`] with `seats`, `invitation`, [`lines`] | the page of a match that waits |
//! | [`server`] | the pages of a server with accounts |
//! | [`presence`], [`offers`], [`events`], [`report`], [`watching`] | what lies over a match while it runs: how everybody is, what is asked of one another, what happens, what spectators say |
//! | [`settings`] | name, address, whether a code is needed |

mod asking;
pub mod code;
mod errand;
pub mod events;
mod found;
pub mod hosting;
mod invitation;
pub mod lines;
pub mod lobby;
pub mod lobby_buttons;
pub mod offers;
pub mod presence;
pub mod report;
pub mod room;
pub mod room_buttons;
mod seats;
pub mod server;
mod servers;
pub mod settings;
pub mod waiting_room;
pub mod watching;

pub use asking::{host, join};

use crate::shell::states::Screen;
use bevy::prelude::*;

/// The page on which matches are found.
pub const PAGE: Screen = Screen::Page("online");

/// The page of a match that waits.
pub const ROOM: Screen = Screen::Page("waiting room");

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<hosting::HostAt>().add_plugins((
        (asking::plugin, room::plugin, lobby::plugin, code::plugin),
        (waiting_room::plugin, invitation::plugin, lines::plugin),
        (presence::plugin, events::plugin, report::plugin, watching::plugin),
        server::plugin,
    ));
}
