//! Screens and the HUD.
//!
//! | module | what |
//! |---|---|
//! | [`theme`] | colours, sizes, text |
//! | [`widgets`] | buttons, lists, fields, bars, tooltips |
//! | [`scale`] | the size of everything, after that of the window |
//! | [`chance`] | seeds out of the clock |
//! | [`frames`] | pages and dialogs that the screens share |
//! | [`title`], [`options`], [`pause`] | the first screen, the options, the menu of a match |
//! | [`setup`], [`planners`] | map and planner of the sandbox |
//! | [`skirmish`] | set-up, result and score of a skirmish |
//! | [`hud`] | what lies over the map of a match |
//! | [`simulation`] | many rounds between programs, of any game |
//! | [`tron`], [`tactics`] | set-up, HUD, result and simulation of Tron and of Tactics; Tactics' puzzles |
//! | [`replays`] | the list of recorded matches, and the strip of one that is watched |
//! | [`observing`] | whose eyes an observer uses |
//! | [`naming`] | the dialog that asks for a name |
//! | [`notices`] | short sentences that go away by themselves |
//!
//! A screen is spawned when its state is entered and despawned when it is left. Systems only read the simulation; what a
//! click does goes out as [`crate::control::Press`], as a change of the toolbox, or as a change of state. Nothing is
//! spawned or written in a frame in which nothing has changed.

pub mod chance;
pub mod frames;
pub mod hud;
pub mod naming;
pub mod notices;
pub mod observing;
pub mod options;
pub mod pause;
pub mod planners;
pub mod replays;
pub mod scale;
pub mod setup;
pub mod simulation;
pub mod skirmish;
pub mod tactics;
pub mod theme;
pub mod title;
pub mod tron;
pub mod widgets;

use bevy::prelude::*;

/// All of it.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        widgets::plugin,
        naming::plugin,
        notices::plugin,
        observing::plugin,
        title::plugin,
        setup::plugin,
        hud::plugin,
        pause::plugin,
        options::plugin,
        skirmish::plugin,
        planners::plugin,
        replays::plugin,
        tron::plugin,
        tactics::plugin,
        scale::plugin,
    ));
}
