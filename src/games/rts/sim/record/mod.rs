//! Recordings, saved matches, snapshots and fingerprints.

pub mod checkpoint;
pub mod comparing;
pub mod exchange;
pub mod fingerprint;
pub mod playback;
pub(super) mod rejoining;
pub mod replay;
pub mod saves;
pub mod seeking;
pub mod snapshot;

use crate::files;
use crate::files::replay::LineProblem;
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::door::carry_out;
use crate::games::rts::sim::lockstep::{self, Lockstep};
use crate::games::rts::sim::matches::{GameRules, MatchSetup, MatchSystems, SimSystems};
use crate::games::rts::sim::sides::SkirmishSetup;
use crate::games::rts::sim::skirmish::bots::think;
use crate::games::rts::sim::skirmish::sight::see;
use crate::shell::recording::{NotRecorded, RecordTo};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecordTo>()
        .init_resource::<replay::Recording>()
        .init_resource::<fingerprint::Prints>()
        .init_resource::<playback::Playback>()
        .init_resource::<seeking::Seeking>()
        .init_resource::<snapshot::Snapshots>()
        .init_resource::<exchange::Exchange>()
        .init_resource::<saves::Saving>()
        .init_resource::<saves::AutoSave>()
        .init_resource::<saves::RulesBefore>()
        .init_resource::<saves::Keepsake>()
        .add_message::<NotRecorded>()
        .add_message::<seeking::SeekTo>()
        .add_message::<comparing::WishedOtherwise>()
        .add_message::<snapshot::Jumped>()
        .add_message::<saves::SaveRequest>()
        .add_message::<saves::Saved>()
        .add_observer(replay::record_order)
        .add_systems(
            OnEnter(Screen::Match),
            (
                |mut seeking: ResMut<seeking::Seeking>| *seeking = seeking::Seeking::default(),
                exchange::begin,
                lockstep::begin.after(MatchSystems::Begin).run_if(resource_exists::<Lockstep>),
                playback::rewind.before(MatchSystems::Begin).run_if(in_state(Mode::RTS)),
                // The first look is before the first tick, so that nobody begins in the dark. A match that goes on has
                // looked already.
                see.after(MatchSystems::Begin)
                    .run_if(|snapshots: Res<snapshot::Snapshots>| snapshots.start().is_none()),
                (
                    playback::begin.after(see).run_if(playback::is_on),
                    replay::begin_recording.run_if(not(playback::is_on)),
                )
                    .after(MatchSystems::Begin)
                    .run_if(in_state(Mode::RTS)),
            ),
        )
        .add_systems(
            FixedUpdate,
            (
                (
                    checkpoint::feed.run_if(playback::is_on),
                    lockstep::feed.run_if(resource_exists::<Lockstep>),
                    checkpoint::on_request,
                )
                    .chain()
                    .before(carry_out)
                    .in_set(SimSystems::Command),
                comparing::compare.after(think).before(carry_out).in_set(SimSystems::Command).run_if(playback::is_on),
                (
                    fingerprint::take_print,
                    replay::record_print,
                    replay::count_tick,
                    saves::save_itself.run_if(not(playback::is_on)),
                    checkpoint::every_so_often,
                    (exchange::keep, lockstep::keep_own).chain().run_if(resource_exists::<Lockstep>),
                )
                    .chain()
                    .in_set(SimSystems::Record),
            ),
        )
        .add_systems(PreUpdate, saves::take_requests.run_if(in_state(Mode::RTS)))
        .add_systems(
            Update,
            (
                replay::tell_fault,
                (playback::stand_at_the_end, seeking::seek).run_if(in_state(Mode::RTS)),
                (saves::begin_writing, saves::end_writing).chain(),
            ),
        )
        .add_systems(OnExit(Screen::Match), (replay::end_recording, saves::forget_requests, comparing::end));
    for screen in [Screen::Title, Screen::SANDBOX_SETUP, Screen::Replays, Screen::SKIRMISH_SETUP] {
        app.add_systems(OnEnter(screen), saves::rules_of_before.in_set(saves::RulesOfBefore));
    }
}

/// Why a recording or a saved match cannot be read or written.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error("{file}: {source}")]
    File { file: String, source: std::io::Error },
    #[error(transparent)]
    Line(#[from] LineProblem),
}

/// The text of a file of at most so many bytes.
fn read(path: &Path, most: u64) -> Result<String, RecordError> {
    let read = files::read(path, most);
    read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|source| RecordError::File { file: path.display().to_string(), source })
}

/// What a recording or a saved match says that it began with: rules, level and sides, each checked with those before.
///
/// # Errors
/// The first thing that is wrong: `rules`, `level` or `skirmish`, with the place or the field in it.
fn set_up(
    rules: &str,
    level: &str,
    seed: u64,
    skirmish: Option<SkirmishSetup>,
) -> Result<(MatchSetup, GameRules), String> {
    let rules = Rules::parse(rules, "rules").map_err(|error| error.to_string())?;
    let level = Level::parse(level, "level", &rules).map_err(|error| error.to_string())?;
    if let Some(skirmish) = &skirmish {
        skirmish.check(&level, &rules).map_err(|problem| format!("skirmish: {problem}"))?;
    }
    Ok((MatchSetup { level: Arc::new(level), seed, planner: None, skirmish }, GameRules(Arc::new(rules))))
}
