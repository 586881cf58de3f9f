//! Screens and the HUD.
//!
//! | module | what |
//! |---|---|
//! | [`theme`] | colours, sizes, text |
//! | [`widgets`] | buttons, lists, fields, bars, tooltips |
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
//! | [`notices`] | short sentences that go away by themselves |
//!
//! A screen is spawned when its state is entered and despawned when it is left. Systems only read the simulation; what a
//! click does goes out as [`crate::control::Press`], as a change of the toolbox, or as a change of state. Nothing is
//! spawned or written in a frame in which nothing has changed.

pub mod chance;
pub mod frames;
pub mod hud;
pub mod notices;
pub mod observing;
pub mod options;
pub mod pause;
pub mod planners;
pub mod replays;
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
    ))
    .add_systems(PreUpdate, scale_to_window);
}

/// On large windows the interface grows, but by half as much as the window, so that the map gains as well. In steps of
/// an eighth: every size of a font is an atlas of its own.
fn scale_to_window(window: Single<&Window, Changed<Window>>, mut scale: ResMut<UiScale>) {
    let window = Vec2::new(window.width() / 1280.0, window.height() / 720.0);
    let factor = 1.0 + (window.min_element() - 1.0) / 2.0;
    let factor = (factor * 8.0).floor().clamp(8.0, 24.0) / 8.0;
    if scale.0 != factor {
        scale.0 = factor;
    }
}
