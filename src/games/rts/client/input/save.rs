//! Saving the map and its units as a level file of the player's own, under a name that is asked for.

use crate::base::file_name;
use crate::client::input::bindings::Press;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{MatchResource, RtsSystems};
use crate::games::rts::level::{Level, UnitSpawn};
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use std::path::PathBuf;

/// Where the player's own levels are; nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub struct OwnLevels(pub Option<PathBuf>);

/// The file that this match was saved to: saving again replaces it without a question.
#[derive(Resource, Debug, Default)]
struct SavedAs(Option<PathBuf>);

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<SavedAs>()
        .init_resource::<OwnLevels>()
        .init_resource::<Naming>()
        .add_message::<Named>()
        .add_systems(Update, (ask, save).chain().in_set(RtsSystems::Act));
}

fn ask(
    mut presses: MessageReader<Press<RtsAction>>,
    setup: Option<Res<MatchSetup>>,
    folder: Res<OwnLevels>,
    saved: Res<SavedAs>,
    mut naming: ResMut<Naming>,
    mut notices: MessageWriter<Notice>,
) {
    if !presses.read().any(|press| press.0 == RtsAction::Save) {
        return;
    }
    let Some(setup) = setup else { return };
    let Some(folder) = folder.0.clone() else {
        notices.write(Notice("There is no folder for your maps.".into()));
        return;
    };
    let stem = saved.0.as_ref().and_then(|path| path.file_stem());
    let proposed = stem.map_or_else(|| file_name::proposed(&setup.level.name), |stem| stem.to_string_lossy().into());
    let (extension, own) = ("ron".into(), saved.0.clone());
    naming.ask(Asked { purpose: Purpose::Level, proposed, folder, extension, also: &[], own });
}

fn save(
    mut named: MessageReader<Named>,
    board: Single<&TerrainGrid, With<Board>>,
    skirmish: SkirmishView,
    setup: Option<Res<MatchSetup>>,
    mut saved: ResMut<SavedAs>,
    mut notices: MessageWriter<Notice>,
) {
    let named = named.read().filter(|named| named.purpose == Purpose::Level).last();
    let (Some(Named { name, path, .. }), Some(setup)) = (named, setup) else { return };
    let mut units: Vec<_> = skirmish.units.iter().collect();
    units.sort_unstable_by_key(|unit| *unit.id);
    let mut level = Level {
        name: name.clone(),
        description: setup.level.description.clone(),
        // Who saves a skirmish saves its ground, without what was built.
        terrain: board.cells().map(|terrain| if *terrain == Terrain::Building { Terrain::Grass } else { *terrain }),
        lanes: setup.level.lanes.clone(),
        units: units
            .into_iter()
            .map(|unit| UnitSpawn { kind: unit.kind.0, side: unit.owner.0, at: unit.at.0 })
            .collect(),
        mines: setup.level.mines.clone(),
        starts: setup.level.starts.clone(),
        victory: setup.level.victory,
    };
    level.drop_misplaced(skirmish.rules());
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    notices.write(Notice(match made.and_then(|()| level.save(path, skirmish.rules())) {
        Ok(()) => {
            saved.0 = Some(path.clone());
            format!("Saved as “{name}”; it is listed with the other maps.")
        }
        Err(error) => format!("“{name}” is not saved: {error}."),
    }));
}
