//! The lab on the screen: searches, abstractions and planners to watch, step, compare and measure. What is shown comes from
//! [`crate::lab`], which knows no window.
//!
//! | file | subject |
//! |---|---|
//! | `state` | whether the lab is open, which page is, what a page is to open with |
//! | `stage` | what is shown in the middle: up to four boards, a table, a line of words |
//! | `playback` | the moment that is shown, and how it goes on |
//! | `frame` | the page: title, tabs, stage, side panel, bar |
//! | `board` | boards: where the picture lies, pan and zoom, the pointer |
//! | `raster` `paint` | a run as pixels; shapes and words as pixels |
//! | `panel` `select` `wish` | what side panels are made of |
//! | `job` | work that goes on beside the frames |
//! | `maps` `chosen` | the maps that every page can open; the controls to choose one |
//! | `saving` | what is written into files |
//! | `legend` | what colours mean |
//! | `search` | the page of searches; the other pages each have a file or folder of their name |
//!
//! The lab is a screen of its own ([`Screen::LAB`]), or lies over a match that stands still meanwhile. A page is a plugin: when
//! it opens it spawns its side panel into [`frame::Side`], and while it is open it says what the stage shows.

pub mod abstraction;
pub mod board;
pub mod chosen;
pub mod continuous;
pub mod experiments;
pub mod files;
pub mod frame;
pub mod job;
pub mod legend;
pub mod maps;
pub mod paint;
pub mod panel;
pub mod plan;
pub mod playback;
pub mod raster;
pub mod saving;
pub mod search;
pub mod select;
pub mod stage;
pub mod state;
mod table;
mod wish;

pub use state::{Lab, LabPage, OpenScene, open};

use crate::client::input::ControlSystems;
use bevy::prelude::*;

/// What happens in a frame while the lab is open, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LabSystems {
    /// Keys, buttons and the pointer become messages.
    Ask,
    /// The moment goes on.
    Time,
    /// Pages do what they were asked for and say what is to be seen.
    Act,
    /// Boards, tables and words follow.
    Show,
}

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (LabSystems::Ask, LabSystems::Time, LabSystems::Act, LabSystems::Show)
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Lab::Open)),
    )
    .add_plugins((
        state::plugin,
        frame::plugin,
        playback::plugin,
        board::plugin,
        table::plugin,
        select::plugin,
        search::plugin,
        files::plugin,
    ))
    .add_plugins((saving::plugin, plan::plugin, abstraction::plugin, continuous::plugin, experiments::plugin));
}
