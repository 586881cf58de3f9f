//! Pictures that are cut into frames. Files get lost: what cannot be loaded is shown by a chequered square, and the log has a
//! line about it.

use super::art::Art;
use bevy::asset::{AssetLoadFailedEvent, RenderAssetUsages};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture that is cut into frames.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub image: Handle<Image>,
    pub layout: Handle<TextureAtlasLayout>,
}

impl Sheet {
    /// Loads a picture with frames of `side` × `side` pixels.
    pub(crate) fn load(world: &mut World, name: &str, side: u32, columns: u32, rows: u32) -> Self {
        let layout = TextureAtlasLayout::from_grid(UVec2::splat(side), columns, rows, None, None);
        Self {
            image: world.resource::<AssetServer>().load(format!("images/{name}.png")),
            layout: world.resource_mut::<Assets<TextureAtlasLayout>>().add(layout),
        }
    }

    /// One frame of it, for a sprite or a node.
    pub fn atlas(&self, index: usize) -> TextureAtlas {
        TextureAtlas { layout: self.layout.clone(), index }
    }

    /// A sprite of one frame with a side of so many world units.
    pub fn sprite(&self, index: usize, side: f32) -> Sprite {
        Sprite {
            custom_size: Some(Vec2::splat(side)),
            ..Sprite::from_atlas_image(self.image.clone(), self.atlas(index))
        }
    }

    /// A node that one frame fills.
    pub(crate) fn node(&self, index: usize) -> ImageNode {
        ImageNode {
            image_mode: NodeImageMode::Stretch,
            ..ImageNode::from_atlas_image(self.image.clone(), self.atlas(index))
        }
    }
}

/// A sheet for each kind of unit and building, in the order of the rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheets {
    pub(crate) units: Vec<Sheet>,
    pub(crate) buildings: Vec<Sheet>,
    pub(crate) icons: Vec<Sheet>,
    /// Columns, rows and pixels of a frame, of units, then of buildings, then of their icons.
    pub(crate) sizes: Vec<(UVec2, u32)>,
}

impl Sheets {
    /// Columns and rows of a sheet, and pixels on a side of its frames.
    fn size(&self, image: AssetId<Image>) -> Option<(UVec2, u32)> {
        let sheets = self.units.iter().chain(&self.buildings).chain(&self.icons);
        sheets.zip(&self.sizes).find(|(sheet, _)| sheet.image.id() == image).map(|(_, size)| *size)
    }
}

/// Pixels of a cell in drawings.
pub(crate) const PIXELS: u32 = 64;
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, stand_in);
}

/// Puts a chequered picture in the place of one that cannot be loaded. The asset server has written the line in the log.
fn stand_in(mut failed: MessageReader<AssetLoadFailedEvent<Image>>, art: Res<Art>, mut images: ResMut<Assets<Image>>) {
    for event in failed.read() {
        let (grid, frame) = art.sheets.size(event.id).unwrap_or((UVec2::ONE, PIXELS));
        if let Err(reason) = images.insert(event.id, chequered(grid, frame)) {
            warn!("{}: no picture can stand in for it: {reason}", event.path);
        }
    }
}

/// Frames that are each a chequered square with a margin around it.
pub fn chequered(grid: UVec2, frame: u32) -> Image {
    let (width, height) = (grid.x * frame, grid.y * frame);
    let pixel = |x: u32, y: u32| {
        let (x, y) = (x % frame * 16 / frame, y % frame * 16 / frame);
        match (x, y) {
            (2..14, 2..14) if (x / 2 + y / 2) % 2 == 0 => [0xff, 0x30, 0xd0, 0xff],
            (2..14, 2..14) => [0x28, 0x18, 0x28, 0xff],
            _ => [0, 0, 0, 0],
        }
    };
    let data = (0..width * height).flat_map(|at| pixel(at % width, at / width)).collect();
    image_of(width, height, data)
}

/// A picture of red, green, blue and opacity of each pixel.
pub(crate) fn image_of(width: u32, height: u32, data: Vec<u8>) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default())
}
