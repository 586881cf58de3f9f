//! Screens and the HUD.
//!
//! | module | what |
//! |---|---|
//! | [`theme`](crate::client::kit::theme) | colours, sizes, text |
//! | [`widgets`](crate::client::kit::widgets) | buttons, lists, fields, bars, tooltips |
//! | [`scale`](crate::client::kit::scale) | the size of everything, after that of the window |
//! | [`chance`](crate::client::kit::chance) | seeds out of the clock |
//! | [`frames`](crate::client::kit::frames) | pages and dialogs that the screens share |
//! | [`title`], [`options`], [`pause`] | the first screen, the options, the menu of a match |
//! | [`setup`](crate::games::rts::client::ui::setup), [`planners`](crate::games::rts::client::ui::planners) | map and planner of the sandbox |
//! | [`skirmish`](crate::games::rts::client::ui::skirmish) | set-up, result and score of a skirmish |
//! | [`hud`](crate::games::rts::client::ui::hud) | what lies over the map of a match |
//! | [`simulation`](crate::client::kit::simulation) | many rounds between programs, of any game |
//! | [`tron`](crate::games::tron::client::ui), [`tactics`](crate::games::tactics::client::ui) | set-up, HUD, result and simulation of Tron and of Tactics; Tactics' puzzles |
//! | [`replays`] | the list of recorded matches, and the strip of one that is watched |
//! | [`observing`](crate::games::rts::client::ui::observing) | whose eyes an observer uses |
//! | [`naming`](crate::client::kit::naming) | the dialog that asks for a name |
//! | [`notices`](crate::client::kit::notices) | short sentences that go away by themselves |
//!
//! A screen is spawned when its state is entered and despawned when it is left. Systems only read the simulation; what a
//! click does goes out as [`crate::games::rts::client::input::Press`], as a change of the toolbox, or as a change of state. Nothing is
//! spawned or written in a frame in which nothing has changed.

pub mod options;
pub mod pause;
pub mod replays;
pub mod title;

use bevy::prelude::*;

/// All of it.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        crate::client::kit::widgets::plugin,
        crate::client::kit::naming::plugin,
        crate::client::kit::notices::plugin,
        crate::games::rts::client::ui::observing::plugin,
        title::plugin,
        crate::games::rts::client::ui::setup::plugin,
        crate::games::rts::client::ui::hud::plugin,
        pause::plugin,
        options::plugin,
        crate::games::rts::client::ui::skirmish::plugin,
        crate::games::rts::client::ui::planners::plugin,
        replays::plugin,
        crate::games::tron::client::ui::plugin,
        crate::games::tactics::client::ui::plugin,
        crate::client::kit::scale::plugin,
    ));
}
