//! Pictures of units, buildings and commands for panels and buttons.
//!
//! Every kind of the rules may have a drawing of its own, by its name; kinds without one, and rules files of players may
//! have such, are shown as on the map, or by their first letters.

use crate::app::root_folder;
use crate::modes::rts::rules::{BuildingId, KindId, Rules};
use crate::sim::{GameRules, Screen};
use bevy::prelude::*;

/// An atlas.
type Sheet = (Handle<Image>, Handle<TextureAtlasLayout>);

/// The drawings that there are.
#[derive(Resource, Debug, Clone, Default)]
pub struct Portraits {
    units: Vec<Option<Sheet>>,
    buildings: Vec<Option<Sheet>>,
    commands: Option<Sheet>,
}

impl Portraits {
    /// The sheet of a unit: six frames in a row, a row for each side.
    #[must_use]
    pub fn unit(&self, kind: KindId) -> Option<Sheet> {
        self.units.get(usize::from(kind.0)).cloned().flatten()
    }

    /// The sheet of a building: three stages, and below them their parts in the colour of the side.
    #[must_use]
    pub fn building(&self, kind: BuildingId) -> Option<Sheet> {
        self.buildings.get(usize::from(kind.0)).cloned().flatten()
    }

    /// The sheet of commands.
    #[must_use]
    pub fn commands(&self) -> Option<Sheet> {
        self.commands.clone()
    }
}

/// Frames of a unit in a row of its sheet.
pub const UNIT_COLUMNS: u32 = 6;
/// Stages of a building.
pub const STAGES: u32 = 3;
/// Pixels of a cell in drawings.
const PIXELS: u32 = 64;
/// Pixels of a sign on the sheet of commands.
const SIGN: u32 = 48;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Portraits>().add_systems(OnEnter(Screen::Match), load.in_set(PortraitSystems));
}

/// The drawings are looked for; panels are spawned after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PortraitSystems;

fn load(
    rules: Res<GameRules>,
    assets: Res<AssetServer>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
    mut portraits: ResMut<Portraits>,
    mut loaded: Local<Option<Vec<String>>>,
) {
    let names = names(&rules.0);
    if loaded.as_ref() == Some(&names) {
        return;
    }
    *loaded = Some(names);
    let folder = root_folder().join("assets");
    let mut sheet = |file: String, size: u32, columns: u32, rows: u32| {
        // A kind without a drawing is no error, so the file is looked for before it is asked for.
        folder.join(&file).is_file().then(|| {
            let layout = TextureAtlasLayout::from_grid(UVec2::splat(size), columns, rows, None, None);
            (assets.load(file), layouts.add(layout))
        })
    };
    portraits.units = rules
        .0
        .units
        .iter()
        .map(|kind| {
            let size = if kind.size > 1 { 2 * PIXELS } else { PIXELS };
            sheet(format!("images/units/{}.png", kind.name), size, UNIT_COLUMNS, 8)
        })
        .collect();
    portraits.buildings = rules
        .0
        .buildings
        .iter()
        .map(|kind| sheet(format!("images/buildings/{}.png", kind.name), PIXELS * u32::from(kind.size), STAGES, 2))
        .collect();
    portraits.commands = sheet("images/commands.png".into(), SIGN, 8, 6);
}

fn names(rules: &Rules) -> Vec<String> {
    let units = rules.units.iter().map(|kind| kind.name.clone());
    units.chain(rules.buildings.iter().map(|kind| kind.name.clone())).collect()
}
