//! What the programs think, for spectators: territories as a tint, the chambers of one side, its expected line.

use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::Cell;
use crate::control::ControlSystems;
use crate::control::tron::{Spectator, next_living};
use crate::modes::tron::engine::{DOOR, overlay};
use crate::modes::tron::plugin::{Mind, Phase, Round, Seat};
use crate::sim::Mode;
use crate::view::{CELL, to_world};
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Marks everything of the overlay.
#[derive(Component, Debug)]
struct Tint;

/// Opacity of a territory, of a chamber of every second number, and of the cells between chambers, of 255.
const LAND: u8 = 32;
const CHAMBER: u8 = 56;
const BETWEEN: u8 = 120;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.after(ControlSystems::Act)
            .run_if(in_state(Mode::Tron))
            .run_if(resource_changed::<Spectator>.or_else(any_match_filter::<Changed<Round>>)),
    );
}

fn show(
    table: Option<Single<(&Round, &Phase)>>,
    minds: Query<(&Seat, &Mind)>,
    spectator: Res<Spectator>,
    scene: Option<Single<Entity, With<Scene>>>,
    old: Query<Entity, With<Tint>>,
    light: Res<Light>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let (Some(table), Some(scene), true) = (table, scene, spectator.shown) else { return };
    let (round, phase) = *table;
    let seat = next_living(round, spectator.seat);
    let Some(rider) = round.rider(seat) else { return };
    let view = overlay(&round.position, rider);
    let (width, height) = (round.arena.width(), round.arena.height());
    let data = view
        .territory
        .iter()
        .flat_map(|(cell, owner)| {
            let Some(owner) = owner.and_then(|owner| round.seats.get(usize::from(owner))) else { return [0; 4] };
            let [red, green, blue, _] = SEAT_COLOURS[*owner].to_srgba().to_u8_array();
            let alpha = match view.chambers[cell] {
                _ if *owner != seat => LAND,
                DOOR => BETWEEN,
                number if number % 2 == 0 => LAND,
                _ => CHAMBER,
            };
            [red, green, blue, alpha]
        })
        .collect();
    let size = Extent3d { width: width.into(), height: height.into(), depth_or_array_layers: 1 };
    let usage = RenderAssetUsages::default();
    let mut image = Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usage);
    image.sampler = ImageSampler::nearest();
    let size = Vec2::new(f32::from(width), f32::from(height));
    commands.spawn((
        Tint,
        ChildOf(*scene),
        Sprite { custom_size: Some(size * CELL), ..Sprite::from_image(images.add(image)) },
        Transform::from_translation(to_world(size.x / 2.0, size.y / 2.0).extend(z::THOUGHTS)),
    ));
    // A thought belongs to the position that it was thought in, and replays keep no thoughts.
    if !matches!(phase, Phase::Countdown { .. } | Phase::Riding { .. }) {
        return;
    }
    let Some(thought) = minds.iter().find(|(other, _)| other.number == seat).and_then(|(_, mind)| mind.thought())
    else {
        return;
    };
    let mut dots = |line: &[Cell], colour: Color| {
        let free = line.iter().filter(|cell| round.position.is_free(**cell));
        for (index, cell) in free.enumerate() {
            let alpha = 0.95 - 0.8 * (index as f32 / line.len() as f32);
            commands.spawn((
                Tint,
                ChildOf(*scene),
                Sprite {
                    color: colour.mix(&Color::WHITE, 0.35).with_alpha(alpha),
                    custom_size: Some(Vec2::splat(CELL * 0.3)),
                    ..Sprite::from_image(light.disc.clone())
                },
                Transform::from_translation(middle(*cell).extend(z::LINE)),
            ));
        }
    };
    dots(&thought.line, SEAT_COLOURS[seat]);
    let other = round.seats.iter().copied().find(|other| *other != seat && next_living(round, *other) == *other);
    if let (Some(other), 2) = (other, round.position.living().count()) {
        dots(&thought.reply, SEAT_COLOURS[other]);
    }
}
