//! Saving the map and its units as a level file.

use super::ControlSystems;
use super::bindings::{Action, Press};
use crate::app::level_folder;
use crate::level::{Level, UnitSpawn};
use crate::sim::board::{At, Board, TerrainGrid};
use crate::sim::units::{Id, Kind, Owner, Unit};
use crate::sim::{GameRules, MatchSetup, Screen};
use crate::ui::notices::Notice;
use bevy::prelude::*;
use std::path::{Path, PathBuf};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, save.in_set(ControlSystems::Act).run_if(in_state(Screen::Match)));
}

/// A file that does not exist yet, named after the level: "the-gap-2.ron".
fn free_name(folder: &Path, level: &str) -> PathBuf {
    let mut stem: String = level
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
        .collect();
    while stem.contains("--") {
        stem = stem.replace("--", "-");
    }
    let stem = stem.trim_matches('-');
    let stem = if stem.is_empty() { "map" } else { stem };
    (2u32..)
        .map(|number| folder.join(format!("{stem}-{number}.ron")))
        .find(|path| !path.exists())
        .expect("there are fewer than 2³² files")
}

fn save(
    mut presses: MessageReader<Press>,
    board: Single<&TerrainGrid, With<Board>>,
    units: Query<(&Id, &Kind, &Owner, &At), With<Unit>>,
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    mut notices: MessageWriter<Notice>,
) {
    if !presses.read().any(|press| press.0 == Action::Save) {
        return;
    }
    let Some(setup) = setup else { return };
    let mut spawns: Vec<_> = units.iter().collect();
    spawns.sort_unstable_by_key(|(id, ..)| **id);
    let folder = level_folder();
    let path = free_name(&folder, &setup.level.name);
    let number = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let level = Level {
        name: number,
        description: setup.level.description.clone(),
        terrain: board.cells().clone(),
        units: spawns
            .into_iter()
            .map(|(_, kind, owner, at)| UnitSpawn { kind: kind.0, side: owner.0, at: at.0 })
            .collect(),
    };
    notices.write(Notice(match level.save(&path, &rules.0) {
        Ok(()) => format!("Saved as {}.", path.display()),
        Err(error) => format!("Not saved: {error}"),
    }));
}
