//! Recorded matches are opened and closed here.

use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{RulesOfBefore, SavedMatch};
use crate::games::rts::sim::record::snapshot::Snapshots;
use crate::games::tactics::plugin::{Start, TacticsSetup};
use crate::games::tactics::simulation::Recording;
use crate::games::tron::plugin::{Keys, SeatKind, TronSetup, Watched};
use crate::games::tron::replay::TronReplay;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::path::Path;

/// Shows recorded matches.
#[derive(SystemParam)]
pub struct ReplayLoader<'w, 's> {
    tron: ResMut<'w, TronSetup>,
    tactics: ResMut<'w, TacticsSetup>,
    watched: ResMut<'w, Watched>,
    pub(crate) playback: ResMut<'w, Playback>,
    snapshots: ResMut<'w, Snapshots>,
    rules: ResMut<'w, GameRules>,
    pub(crate) screen: ResMut<'w, NextState<Screen>>,
    mode: ResMut<'w, NextState<Mode>>,
    pub(crate) paused: ResMut<'w, NextState<Paused>>,
    commands: Commands<'w, 's>,
}

impl ReplayLoader<'_, '_> {
    /// Enters a match in which a recording of `mode` is played.
    ///
    /// # Errors
    /// One sentence that names the file, if it cannot be read or is of another version.
    pub fn open(&mut self, path: &Path, mode: Mode) -> Result<(), String> {
        match mode {
            Mode::Rts => {
                let replay = Replay::load(path).map_err(|error| error.to_string())?;
                let setup =
                    self.playback.open(replay, &path.display().to_string(), &mut self.rules, &mut self.snapshots)?;
                self.commands.insert_resource(setup);
            }
            Mode::Tron => {
                let replay = TronReplay::load(path).map_err(|error| error.to_string())?;
                if replay.rounds.is_empty() {
                    return Err(format!("{}: no round was played to its end.", path.display()));
                }
                self.seat(&replay);
                self.watched.0 = Some(replay);
            }
            Mode::Tactics => {
                let recording = Recording::load(path)?;
                self.tactics.seat(&recording);
                self.tactics.start = Start::Watch(Box::new(recording));
            }
        }
        self.screen.set(Screen::Match);
        self.mode.set(mode);
        Ok(())
    }

    /// Enters a battle of Tactics where it was left.
    ///
    /// # Errors
    /// One sentence that names the file, if it cannot be read or is over.
    pub fn resume(&mut self, path: &Path) -> Result<(), String> {
        let recording = Recording::load(path)?;
        if !recording.is_open() {
            return Err(format!("{}: the battle is over.", path.display()));
        }
        let battle = recording.battle().restore(0).map_err(|problem| format!("{}: {problem}.", path.display()))?;
        self.tactics.battle = battle.setup().clone();
        self.tactics.seat(&recording);
        self.tactics.start = Start::Continue(Box::new(recording));
        self.screen.set(Screen::Match);
        self.mode.set(Mode::Tactics);
        Ok(())
    }

    /// Enters a match of the real-time game where it was saved. Time stands, so that the player can look around first.
    ///
    /// # Errors
    /// One sentence that names the file, if it cannot be read or is of another version.
    pub fn go_on(&mut self, path: &Path) -> Result<(), String> {
        let saved = SavedMatch::load(path).map_err(|error| error.to_string())?;
        self.commands.queue(move |world: &mut World| saved.enter(world));
        self.paused.set(Paused(true));
        self.screen.set(Screen::Match);
        self.mode.set(Mode::Rts);
        Ok(())
    }

    /// Reads the list once more.
    pub fn list_again(&mut self) {
        self.screen.set(Screen::Replays);
    }

    /// Leaves the list for the title.
    pub fn leave(&mut self) {
        self.screen.set(Screen::Title);
    }

    /// The players of the recording sit down, and stay for the set-up of the next match.
    fn seat(&mut self, replay: &TronReplay) {
        let mut keys = Keys::ALL.into_iter().cycle();
        for (seat, name) in replay.header.seats.iter().enumerate().take(self.tron.seats.len()) {
            let kind = SeatKind::from_name(name, Keys::Pad).unwrap_or(SeatKind::Off);
            self.tron.seats[seat] = match kind {
                SeatKind::Human(_) => SeatKind::Human(keys.next().unwrap_or(Keys::Pad)),
                kind => kind,
            };
        }
        self.tron.best_of = replay.header.best_of.max(1);
        self.tron.options = replay.header.options();
    }

    fn close(&mut self) {
        if self.watched.0.is_some() {
            self.watched.0 = None;
        }
        if self.tactics.start != Start::New {
            self.tactics.start = Start::New;
        }
        if self.playback.ticks().is_some() {
            self.playback.close(&mut self.rules);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Watched>().init_resource::<TronSetup>().init_resource::<TacticsSetup>();
    // Whatever begins a match of its own is one of these screens.
    for screen in [
        Screen::Title,
        Screen::SkirmishSetup,
        Screen::Setup,
        Screen::TronSetup,
        Screen::TacticsSetup,
        Screen::TacticsPuzzles,
        Screen::Replays,
    ] {
        app.add_systems(OnEnter(screen), (|mut loader: ReplayLoader| loader.close()).before(RulesOfBefore));
    }
}
