//! Recordings and saved matches: what the list tells about them, how they are opened and closed.

use crate::client::game::{About, FileKind, Glance, screens_between_matches};
use crate::client::kit::theme;
use crate::client::screens::replays::files::{is_auto, one_line};
use crate::client::stage::clock;
use crate::files::{MAX_RECORDING, MAX_SAVE};
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{EXTENSION, RulesOfBefore, SaveHeader, SavedMatch};
use crate::games::rts::sim::record::snapshot::Snapshots;
use crate::shell::states::{Mode, Paused, enter_match};
use bevy::prelude::*;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

pub(super) const FILES: [FileKind; 2] = [
    FileKind {
        extension: "replay",
        game: word(true),
        largest: MAX_RECORDING,
        glance: replay_glance,
        check: None,
        watch: Some(watch),
        resume: None,
    },
    FileKind {
        extension: EXTENSION,
        game: word(true),
        largest: MAX_SAVE,
        glance: save_glance,
        check: None,
        watch: None,
        resume: Some(resume),
    },
];

/// What the list calls a match.
pub(super) const fn word(is_skirmish: bool) -> &'static str {
    if is_skirmish { "Skirmish" } else { "Sandbox" }
}

/// Enters a match in which a recording is played.
pub(super) fn watch(world: &mut World, path: &Path) -> Result<(), String> {
    let replay = Replay::load(path).map_err(|error| error.to_string())?;
    let setup = world.resource_scope(|world, mut playback: Mut<Playback>| {
        world.resource_scope(|world, mut rules: Mut<GameRules>| {
            playback.open(replay, &path.display().to_string(), &mut rules, &mut world.resource_mut::<Snapshots>())
        })
    })?;
    world.insert_resource(setup);
    enter_match(world, Mode::RTS);
    Ok(())
}

/// Enters a match where it was saved. Time stands, so that the player can look around first.
fn resume(world: &mut World, path: &Path) -> Result<(), String> {
    SavedMatch::load(path).map_err(|error| error.to_string())?.enter(world);
    world.resource_mut::<NextState<Paused>>().set(Paused(true));
    enter_match(world, Mode::RTS);
    Ok(())
}

fn close(mut playback: ResMut<Playback>, mut rules: ResMut<GameRules>) {
    if playback.ticks().is_some() {
        playback.close(&mut rules);
    }
}

pub(super) fn plugin(app: &mut App) {
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), close.before(RulesOfBefore));
    }
}

/// Who has won: the sides of these colours, or that it is not decided.
fn winners(colours: Option<&[u8]>) -> String {
    match colours {
        None => "Undecided".into(),
        Some([]) => "Nobody won".into(),
        Some(colours) => {
            let names: Vec<&str> = colours.iter().map(|colour| theme::side(*colour).0).collect();
            format!("{} won", names.join(" and "))
        }
    }
}

fn save_glance(path: &Path) -> Result<Option<Glance>, String> {
    let Some(header) = SaveHeader::load(path).map_err(|error| error.to_string())? else { return Ok(None) };
    let seconds = u64::from(header.ticks) / u64::from(header.tick_hz.max(1));
    let is_skirmish = header.players > 0;
    let sides = match (is_skirmish, header.sides.as_str()) {
        (false, _) => header.level,
        (true, "") => format!("{}: {} sides", header.level, header.players),
        (true, sides) => format!("{}: {sides}", header.level),
    };
    let about = About {
        sides: one_line(&sides),
        result: if is_skirmish { winners(header.winners.as_deref()) } else { String::new() },
        length: format!("{}{}", clock(seconds), if is_auto(path) { ", autosave" } else { "" }),
        is_open: true,
    };
    Ok(Some(Glance { game: word(is_skirmish), when: UNIX_EPOCH.checked_add(Duration::from_secs(header.time)), about }))
}

fn replay_glance(path: &Path) -> Result<Option<Glance>, String> {
    let Some(glance) = Replay::glance(path).map_err(|error| error.to_string())? else { return Ok(None) };
    let (header, ticks) = (glance.header, glance.ticks);
    let rules = Rules::parse(&header.rules, "rules").map_err(|error| error.to_string())?;
    let level = Level::parse(&header.level, "level", &rules).map_err(|error| error.to_string())?;
    let sides = header.skirmish.as_ref().map_or_else(|| colours(&level), |skirmish| skirmish.opponents(&rules));
    let sides = if sides.is_empty() { level.name } else { format!("{}: {sides}", level.name) };
    let result = header.skirmish.as_ref().map_or_else(String::new, |skirmish| {
        winners(glance.decided.map(|winner| skirmish.colours_of(winner)).as_deref())
    });
    let time = |ticks: u32| clock(u64::from(ticks) / u64::from(rules.tick_hz.max(1)));
    // A saved match that was gone on with.
    let first = header.start.as_ref().map_or(0, |(tick, _)| *tick);
    let played = time(ticks.saturating_sub(first));
    let length = if first > 0 { format!("{played}, from {}", time(first)) } else { played };
    let about = About { sides: one_line(&sides), result, length, is_open: false };
    Ok((ticks > first).then_some(Glance { game: word(header.skirmish.is_some()), when: None, about }))
}

/// The sides that have units on a map of the sandbox.
fn colours(level: &Level) -> String {
    let mut sides: Vec<u8> = level.units.iter().map(|unit| unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let sides: Vec<&str> = sides.into_iter().map(|side| theme::side(side).0).collect();
    sides.join(", ")
}
