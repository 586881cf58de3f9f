//! What the list of games knows.

use super::sim::hosted::HostedSkirmish;
use crate::games::GameEntry;
use crate::games::OnlineGame;
use crate::serve::office::Pace;
use crate::shell::states::{Mode, Screen};
use std::sync::Arc;

impl Mode {
    /// The real-time game.
    pub const RTS: Self = Self("rts");
}

impl Screen {
    /// Choice of a map of the sandbox.
    pub const SANDBOX_SETUP: Self = Self::Page("sandbox");
    /// Map, sides and rules of a skirmish.
    pub const SKIRMISH_SETUP: Self = Self::Page("skirmish");
}

pub(crate) const ENTRY: GameEntry = GameEntry {
    mode: Mode::RTS,
    simulation: |app| {
        app.add_plugins(super::sim::SimPlugin);
    },
    commands: super::cli::COMMANDS,
    online: Some(OnlineGame {
        title: "Skirmish",
        pace: Pace::RealTime,
        presets: super::sim::presets::presets,
        check_level: Some(|text| {
            let read = super::level::Level::parse(text, "the level", &super::rules::Rules::built_in());
            read.map(|_| ()).map_err(|error| crate::base::brief(&error))
        }),
        hosted: || Arc::new(HostedSkirmish),
        describe: super::sim::online::describe,
        join: super::sim::online::join,
        write: super::sim::referee::write,
    }),
    #[cfg(feature = "client")]
    client: super::client::entry::CLIENT,
};
