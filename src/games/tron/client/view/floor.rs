//! The floor: dark, with a line every five cells, and the obstacles as blocks shaded by height.

use super::{Scene, z};
use crate::base::Cell;
use crate::client::kit::sheets::image_of;
use crate::client::stage::{CELL, to_world};
use crate::games::tron::arena::Arena;
use crate::games::tron::plugin::{Round, TronSetup};
use crate::shell::states::Mode;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// Pixels a cell.
const PIXELS: u32 = 16;

/// Cells between two bright lines.
const EVERY: u32 = 5;

const FLOOR: [u8; 3] = [12, 17, 26];
const LINE: [u8; 3] = [19, 27, 39];
const BRIGHT_LINE: [u8; 3] = [33, 55, 74];
/// Top of an obstacle of height 1 and of the highest.
const LOW: [f32; 3] = [62.0, 70.0, 92.0];
const HIGH: [f32; 3] = [176.0, 188.0, 212.0];
/// The height from which blocks are as bright as they get.
const BRIGHTEST: f32 = 6.0;

const RIM: Color = Color::srgb(0.35, 0.62, 0.8);

/// Marks everything of the floor.
#[derive(Component, Debug)]
struct Ground;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay.run_if(in_state(Mode::TRON)));
}

/// Lays a new floor when the board is another one.
fn lay(
    round: Single<&Round, Changed<Round>>,
    scene: Single<Entity, With<Scene>>,
    old: Query<Entity, With<Ground>>,
    setup: Res<TronSetup>,
    mut images: ResMut<Assets<Image>>,
    mut laid: Local<Option<Arena>>,
    mut commands: Commands,
) {
    if laid.as_ref() == Some(&round.arena) && !old.is_empty() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let size = Vec2::new(f32::from(round.arena.width()), f32::from(round.arena.height()));
    let place = to_world(size.x / 2.0, size.y / 2.0);
    commands.spawn((
        Ground,
        ChildOf(*scene),
        Sprite { custom_size: Some(size * CELL), ..Sprite::from_image(images.add(picture(&round.arena))) },
        Transform::from_translation(place.extend(z::FLOOR)),
    ));
    // A rim that can be passed is faint.
    let rim = if setup.options.wrap { RIM.with_alpha(0.25) } else { RIM };
    let thin = 4.0;
    for (axis, side) in [(Vec2::X, 1.0), (Vec2::X, -1.0), (Vec2::Y, 1.0), (Vec2::Y, -1.0)] {
        let along = Vec2::new(axis.y, axis.x) * (size * CELL + 2.0 * thin);
        let at = place + axis * side * (size * CELL + thin) / 2.0;
        commands.spawn((
            Ground,
            ChildOf(*scene),
            Sprite::from_color(rim, along + axis * thin),
            Transform::from_translation(at.extend(z::FLOOR)),
        ));
    }
    *laid = Some(round.arena.clone());
}

/// The board as a picture; the set-up screen shows the same.
pub fn picture(arena: &Arena) -> Image {
    let (width, height) = (u32::from(arena.width()) * PIXELS, u32::from(arena.height()) * PIXELS);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let opaque = |[red, green, blue]: [u8; 3]| [red, green, blue, 255];
    let data = pixels.flat_map(|(x, y)| opaque(pixel(arena, x, y))).collect();
    let mut image = image_of(width, height, data);
    image.sampler = ImageSampler::linear();
    image
}

fn pixel(arena: &Arena, x: u32, y: u32) -> [u8; 3] {
    let cell = Cell::new((x / PIXELS) as i16, (y / PIXELS) as i16);
    let (inner_x, inner_y) = (x % PIXELS, y % PIXELS);
    let height = arena.heights()[cell];
    if height == 0 {
        let on = |inner: u32, outer: i16| (inner == 0).then_some((outer as u32).is_multiple_of(EVERY));
        return match (on(inner_x, cell.x), on(inner_y, cell.y)) {
            (Some(true), _) | (_, Some(true)) => BRIGHT_LINE,
            (Some(_), _) | (_, Some(_)) => LINE,
            _ => FLOOR,
        };
    }
    let share = ((f32::from(height) - 1.0) / (BRIGHTEST - 1.0)).min(1.0);
    let lower =
        |dx: i16, dy: i16| arena.heights().get(Cell::new(cell.x + dx, cell.y + dy)).is_none_or(|other| *other < height);
    const EDGE: u32 = 3;
    let light = if (inner_y < EDGE && lower(0, -1)) || (inner_x < EDGE && lower(-1, 0)) {
        1.35
    } else if (inner_y >= PIXELS - EDGE && lower(0, 1)) || (inner_x >= PIXELS - EDGE && lower(1, 0)) {
        0.55
    } else {
        1.0
    };
    std::array::from_fn(|channel| {
        let top = LOW[channel] + (HIGH[channel] - LOW[channel]) * share;
        (top * light).min(255.0) as u8
    })
}
