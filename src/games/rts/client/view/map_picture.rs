//! Pictures with texels for the cells of a map, stretched over it.

use crate::base::Grid;
use crate::client::stage::{CELL, to_world};
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture of RGBA texels, row by row.
pub(super) fn picture((width, height): (u32, u32), texels: Vec<u8>, sampler: ImageSampler) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image { sampler, ..Image::new(size, TextureDimension::D2, texels, format, RenderAssetUsages::default()) }
}

/// The sprite of a picture over a map, `beyond` cells larger than the map is, at a depth.
pub(super) fn over_map(image: Handle<Image>, map: &Grid<Terrain>, beyond: f32, depth: f32) -> impl Bundle + use<> {
    let extent = Vec2::new(map.width().into(), map.height().into());
    (
        Sprite { image, custom_size: Some((extent + beyond) * CELL), ..default() },
        Transform::from_translation(to_world(extent.x / 2.0, extent.y / 2.0).extend(depth)),
        DespawnOnExit(Screen::Match),
    )
}
