//! The sheets of units and buildings: one picture for each kind of the rules, by its name. Rules may name kinds that nobody
//! has drawn.

use crate::client::kit::art::{Art, SIDE_COLOURS, STAGES, UNIT_FRAMES, UNIT_ROWS};
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::sheets::{PIXELS, Sheet, Sheets};
use crate::client::kit::theme::sheet_picture;
use crate::games::rts::rules::{BuildingId, KindId, Rules};
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::sync::Arc;

/// Pixels on a side of the icon of a building.
const ICON: u32 = 80;

/// The rules whose sheets are there.
#[derive(Resource, Default)]
struct Loaded(Option<Arc<Rules>>);

/// Loads them, and the colours of the sides.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Loaded>()
        .add_systems(PreUpdate, load)
        .add_systems(OnEnter(Screen::Match), (load, choose_colours).before(MatchSystems::Begin));
}

/// Loads the sheets of the rules in force when those are others than before: a replay brings its own.
fn load(
    rules: Res<GameRules>,
    assets: Res<AssetServer>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
    mut art: ResMut<Art>,
    mut loaded: ResMut<Loaded>,
) {
    if loaded.0.as_ref().is_some_and(|known| Arc::ptr_eq(known, &rules.0)) {
        return;
    }
    let mut sizes = Vec::new();
    let mut sheet = |folder: &str, name: &str, (columns, rows): (usize, usize), frame: u32| {
        let (columns, rows) = (columns as u32, rows as u32);
        sizes.push((UVec2::new(columns, rows), frame));
        Sheet {
            image: assets.load(format!("images/{folder}/{name}.png")),
            layout: layouts.add(TextureAtlasLayout::from_grid(UVec2::splat(frame), columns, rows, None, None)),
        }
    };
    let units = rules.0.units.iter().map(|kind| {
        // Kinds of more than one cell are drawn at twice the size.
        let grid = (UNIT_FRAMES, SIDE_COLOURS.len() * UNIT_ROWS);
        sheet("units", &kind.name, grid, if kind.size > 1 { 2 * PIXELS } else { PIXELS })
    });
    let units = units.collect();
    let buildings =
        rules.0.buildings.iter().map(|kind| sheet("buildings", &kind.name, (STAGES, 2), PIXELS * u32::from(kind.size)));
    let buildings = buildings.collect();
    let icons = rules.0.buildings.iter().map(|kind| sheet("building_icons", &kind.name, (1, 2), ICON));
    let icons = icons.collect();
    art.sheets = Sheets { units, buildings, icons, sizes };
    loaded.0 = Some(rules.0.clone());
}

fn choose_colours(setup: Option<Res<MatchSetup>>, mut art: ResMut<Art>) {
    let mut player_colours = PlayerColours::default();
    if let Some(skirmish) = setup.as_ref().and_then(|setup| setup.skirmish.as_ref()) {
        for (place, player) in player_colours.0.iter_mut().zip(&skirmish.players) {
            *place = player.colour;
        }
    }
    if art.player_colours != player_colours {
        art.player_colours = player_colours;
    }
}

impl Art {
    /// The sheet of a kind of unit: [`UNIT_FRAMES`] in a row, [`UNIT_ROWS`] a side.
    pub fn unit(&self, kind: KindId) -> &Sheet {
        self.sheets.units.get(usize::from(kind.0)).unwrap_or(&self.badges)
    }

    /// The sheet of a kind of building: [`STAGES`] in a row, and below them their parts in the colour of the side.
    pub fn building(&self, kind: BuildingId) -> &Sheet {
        self.sheets.buildings.get(usize::from(kind.0)).unwrap_or(&self.badges)
    }

    /// A small picture of a kind of building as it stands, and below it the parts in the colour of the side.
    pub fn building_icon(&self, kind: BuildingId) -> &Sheet {
        self.sheets.icons.get(usize::from(kind.0)).unwrap_or(&self.badges)
    }
}

/// A unit of a kind and side, standing.
pub(crate) fn unit_picture(art: &Art, kind: KindId, side: u8, size: f32) -> impl Bundle + use<> {
    sheet_picture(art.unit(kind), art.player_colours.portrait(side), size)
}
