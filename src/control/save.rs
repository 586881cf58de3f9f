//! Saving the map and its units as a level file.

use super::ControlSystems;
use super::bindings::{Action, Press};
use crate::app::level_folder;
use crate::level::{Level, UnitSpawn};
use crate::nav::terrain::Terrain;
use crate::sim::board::{At, Board, TerrainGrid};
use crate::sim::units::{Id, Kind, Owner, Unit};
use crate::sim::{GameRules, MatchSetup, Mode, Screen};
use crate::ui::notices::Notice;
use bevy::prelude::*;
use std::path::{Path, PathBuf};

/// The file that this match was saved to: saving again replaces it.
#[derive(Resource, Debug, Default)]
struct SavedAs(Option<(PathBuf, u32)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedAs>()
        .add_systems(OnEnter(Screen::Match), |mut saved: ResMut<SavedAs>| *saved = SavedAs::default())
        .add_systems(Update, save.in_set(ControlSystems::Act).run_if(in_state(Mode::Rts)));
}

/// A file that does not exist yet, named after the level, with its number: "the-gap-2.ron".
fn free_name(folder: &Path, level: &str) -> (PathBuf, u32) {
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
        .map(|number| (folder.join(format!("{stem}-{number}.ron")), number))
        .find(|(path, _)| !path.exists())
        .expect("there are fewer than 2³² files")
}

fn save(
    mut presses: MessageReader<Press>,
    board: Single<&TerrainGrid, With<Board>>,
    units: Query<(&Id, &Kind, &Owner, &At), With<Unit>>,
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    mut saved: ResMut<SavedAs>,
    mut notices: MessageWriter<Notice>,
) {
    if !presses.read().any(|press| press.0 == Action::Save) {
        return;
    }
    let Some(setup) = setup else { return };
    let mut spawns: Vec<_> = units.iter().collect();
    spawns.sort_unstable_by_key(|(id, ..)| **id);
    let (path, number) = saved.0.clone().unwrap_or_else(|| free_name(&level_folder(), &setup.level.name));
    let mut level = Level {
        name: format!("{} {number}", setup.level.name),
        description: setup.level.description.clone(),
        // Who saves a skirmish saves its ground, without what was built.
        terrain: board.cells().map(|terrain| if *terrain == Terrain::Building { Terrain::Grass } else { *terrain }),
        lanes: setup.level.lanes.clone(),
        units: spawns
            .into_iter()
            .map(|(_, kind, owner, at)| UnitSpawn { kind: kind.0, side: owner.0, at: at.0 })
            .collect(),
        mines: setup.level.mines.clone(),
        starts: setup.level.starts.clone(),
        victory: setup.level.victory,
    };
    level.drop_misplaced(&rules.0);
    notices.write(Notice(match level.save(&path, &rules.0) {
        Ok(()) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            saved.0 = Some((path, number));
            format!("Saved as levels/rts/{file}.")
        }
        Err(error) => format!("Not saved: {}: {error}", path.display()),
    }));
}
