//! Soft pictures made by calculation: a glow, a disc, a ring and a tail, white, to be tinted.

use super::sheets::image_of;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// Shapes that shine, white and to be tinted.
#[derive(Resource, Debug, Clone, Default)]
pub struct Light {
    /// Falls off to the edge like light in mist.
    pub(crate) glow: Handle<Image>,
    pub(crate) disc: Handle<Image>,
    pub ring: Handle<Image>,
    /// A flame that is brightest at its right end and thins out to the left.
    pub(crate) tail: Handle<Image>,
}

/// Side of the pictures in pixels: one cell.
pub(crate) const SIDE: u32 = 32;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Light>().init_resource::<super::chance::Chance>().add_systems(Startup, make);
}

fn make(images: Option<ResMut<Assets<Image>>>, mut light: ResMut<Light>) {
    let Some(mut images) = images else { return };
    let mut add = |side: u32, alpha: &dyn Fn(f32) -> f32| images.add(round(side, alpha));
    *light = Light {
        glow: add(SIDE, &|distance| (1.0 - distance).max(0.0).powi(2)),
        disc: add(SIDE * 2, &|distance| ((1.0 - distance) * 10.0).clamp(0.0, 1.0)),
        ring: add(SIDE * 4, &|distance| 1.0 - ((distance - 0.86).abs() * 9.0).min(1.0)),
        tail: images.add(picture(SIDE * 2, &|x, y| {
            let along = (x + 1.0) / 2.0;
            along * along * (1.0 - y.abs() / along.max(0.01)).max(0.0)
        })),
    };
}

/// A white picture whose opacity depends on the distance from the middle (1 at the edge).
fn round(side: u32, alpha: &dyn Fn(f32) -> f32) -> Image {
    picture(side, &|x, y| alpha(x.hypot(y)))
}

/// A white picture whose opacity depends on the place: from -1 to 1 to the right and down.
fn picture(side: u32, alpha: &dyn Fn(f32, f32) -> f32) -> Image {
    let half = (side as f32 - 1.0) / 2.0;
    let at = |pixel: u32| (pixel as f32 - half) / (half + 0.5);
    let data = (0..side * side)
        .flat_map(|index| [255, 255, 255, (alpha(at(index % side), at(index / side)) * 255.0) as u8])
        .collect();
    let mut image = image_of(side, side, data);
    image.sampler = ImageSampler::linear();
    image
}
