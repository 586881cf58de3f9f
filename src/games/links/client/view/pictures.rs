//! Pictures made by calculation: a peg seen from above and a hole, both to be tinted.

use crate::client::kit::sheets::image_of;
use bevy::image::ImageSampler;
use bevy::prelude::*;

#[derive(Resource, Debug, Clone, Default)]
pub(super) struct Pictures {
    /// A knob with a dark rim, lit from above.
    pub(super) peg: Handle<Image>,
    /// A hole whose lower rim catches the light.
    pub(super) hole: Handle<Image>,
}

/// Side of the pictures in pixels.
const SIDE: u32 = 64;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>().add_systems(Startup, make);
}

fn make(images: Option<ResMut<Assets<Image>>>, mut pictures: ResMut<Pictures>) {
    let Some(mut images) = images else { return };
    *pictures = Pictures { peg: images.add(picture(peg)), hole: images.add(picture(hole)) };
}

/// Brightness and opacity at a place, both 0 to 1.
fn peg(x: f32, y: f32) -> (f32, f32) {
    let distance = x.hypot(y);
    let alpha = ((1.0 - distance) * 12.0).clamp(0.0, 1.0);
    let light = (1.0 - (x + 0.25).hypot(y + 0.32) / 0.62).clamp(0.0, 1.0);
    // From the rim inwards: an edge in the shade, a bright ring, the knob.
    let body = match distance {
        far if far > 0.84 => 0.34,
        far if far > 0.74 => 0.34 + (0.84 - far) * 6.0,
        _ => 0.87,
    };
    ((body + 0.13 * light).min(1.0), alpha)
}

fn hole(x: f32, y: f32) -> (f32, f32) {
    let distance = x.hypot(y);
    let alpha = ((1.0 - distance) * 8.0).clamp(0.0, 1.0);
    let rim = ((distance - 0.5) * 4.0).clamp(0.0, 1.0);
    let lit = 0.3 + 0.7 * (0.5 + 0.5 * y);
    (0.55 + (lit - 0.55) * rim, alpha)
}

/// A grey picture from what is at every place, from -1 to 1 to the right and down.
fn picture(at: fn(f32, f32) -> (f32, f32)) -> Image {
    let half = (SIDE as f32 - 1.0) / 2.0;
    let place = |pixel: u32| (pixel as f32 - half) / (half + 0.5);
    let data = (0..SIDE * SIDE)
        .flat_map(|index| {
            let (light, alpha) = at(place(index % SIDE), place(index / SIDE));
            let grey = (light * 255.0) as u8;
            [grey, grey, grey, (alpha * 255.0) as u8]
        })
        .collect();
    let mut image = image_of(SIDE, SIDE, data);
    image.sampler = ImageSampler::linear();
    image
}
