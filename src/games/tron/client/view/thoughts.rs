//! What the programs think, for spectators: territories as a tint, the chambers of one side, its expected line.

use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::kit::sheets::image_of;
use crate::client::stage::{CELL, to_world};
use crate::games::tron::client::input::{Spectator, next_living};
use crate::games::tron::engine::{DOOR, overlay};
use crate::games::tron::plugin::{AiPlayer, Phase, Round, Seat};
use crate::shell::states::Mode;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// Marks everything of the overlay.
#[derive(Component, Debug)]
struct Tint;

/// Opacity of a territory, of 255.
pub(crate) const LAND: u8 = 32;
/// Of a chamber of every other number.
pub(crate) const CHAMBER: u8 = 56;
/// Of the cells between chambers.
pub(crate) const BETWEEN: u8 = 120;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.after(ControlSystems::Act)
            .run_if(in_state(Mode::TRON))
            .run_if(resource_changed::<Spectator>.or_else(any_match_filter::<Changed<Round>>)),
    );
}

fn show(
    table: Option<Single<(&Round, &Phase)>>,
    thinkers: Query<(&Seat, &AiPlayer)>,
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
    let mut image = image_of(width.into(), height.into(), data);
    image.sampler = ImageSampler::nearest();
    let size = Vec2::new(f32::from(width), f32::from(height));
    commands.spawn((
        Tint,
        ChildOf(*scene),
        Sprite { custom_size: Some(size * CELL), ..Sprite::from_image(images.add(image)) },
        Transform::from_translation(to_world(size.x / 2.0, size.y / 2.0).extend(z::THOUGHTS)),
    ));
    let Some((way, answer)) = expected(round, *phase, seat, &thinkers) else { return };
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
    dots(way, SEAT_COLOURS[seat]);
    dots(answer, SEAT_COLOURS[next_living(round, seat + 1)]);
}

/// The way that the program of a seat means to ride, and the answer that it expects; that is empty with more than two
/// riders. `None` where nobody has thought about what is on the board.
pub fn expected<'a>(
    round: &Round,
    phase: Phase,
    seat: usize,
    thinkers: &'a Query<(&Seat, &AiPlayer)>,
) -> Option<(&'a [Cell], &'a [Cell])> {
    // A thought belongs to the position that it was thought in, and replays keep no thoughts.
    if !matches!(phase, Phase::Countdown { .. } | Phase::Riding { .. }) {
        return None;
    }
    let thought = thinkers.iter().find(|(other, _)| other.number == seat)?.1.thought()?;
    let answer = if round.position.living().count() == 2 { &thought.reply[..] } else { &[] };
    Some((&thought.line, answer))
}
