//! Pictures of the sheet of commands that these screens use.

use crate::ui::theme::atlas_picture;
use bevy::prelude::*;

/// Positions in the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// A cup.
    Score = 33,
    /// A head with aerials.
    Bot = 38,
    /// A head.
    Human = 39,
    /// A wreath.
    Victory = 40,
    /// A broken shield.
    Defeat = 41,
    /// Glasses.
    Observer = 45,
}

/// The sheet.
#[derive(Resource, Debug, Clone)]
pub(super) struct Signs {
    image: Handle<Image>,
    layout: Handle<TextureAtlasLayout>,
}

/// Side of a picture in the sheet, its columns and rows.
const SHEET: (u32, u32, u32) = (48, 8, 6);

pub(super) fn plugin(app: &mut App) {
    let world = app.world_mut();
    let image = world.resource::<AssetServer>().load("images/commands.png");
    let (side, columns, rows) = SHEET;
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(side), columns, rows, None, None);
    let layout = world.resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    app.insert_resource(Signs { image, layout });
}

impl Signs {
    /// A picture that lets the pointer through.
    pub(super) fn picture(&self, sign: Sign, size: f32) -> impl Bundle + use<> {
        atlas_picture(self.image.clone(), self.layout.clone(), sign as usize, size)
    }
}
