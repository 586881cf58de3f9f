//! What bursts, rises and fades, and what lies about for a while: sprites that live by themselves.
//!
//! Whoever sees something happen writes a [`Burst`]; it is drawn if the window shows the place. All of it lives by the time
//! that is shown, so that it stands still while the match is paused, and nothing of it is part of the game.

use super::eyes::Eyes;
use crate::client::kit::art::{Art, effect};
use crate::client::kit::chance::Chance;
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::{RtsSystems, ShownTime};
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::f32::consts::TAU;

#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Burst {
    pub what: What,
    /// Where, in world units.
    pub at: Vec2,
}

/// What flashes up; sizes are in cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum What {
    Chips,
    Glint,
    Healing,
    Blood,
    Hit,
    Explosion(f32),
    Dust(f32),
    Smoke(f32),
    Steam,
}

/// Something that moves, grows and fades.
#[derive(Component, Debug)]
struct Puff {
    born: f32,
    life: f32,
    frames: (usize, usize),
    from: Vec2,
    /// World units a tick.
    velocity: Vec2,
    size: (f32, f32),
    alpha: f32,
}

/// Something that lies about: it stays so long, and then fades.
#[derive(Component, Debug)]
struct Remains {
    born: f32,
    stays: f32,
    fades: f32,
}

/// Puffs at most: more tell nothing.
const MOST_PUFFS: usize = 500;
/// Remains at most; the oldest go first.
const MOST_REMAINS: usize = 500;
const PUFF_Z: f32 = 20.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Burst>().add_systems(Update, (age, decay, flash).chain().in_set(RtsSystems::Show));
}

/// First frame, number of frames, ticks, size at first and at last, opacity.
const fn shape(what: What) -> (usize, usize, f32, (f32, f32), f32) {
    match what {
        What::Chips => (effect::CHIPS, 1, 11.0, (0.45, 0.75), 1.0),
        What::Glint => (effect::GLINT, 1, 16.0, (0.5, 1.0), 1.0),
        What::Healing => (effect::HEALING, 2, 18.0, (0.9, 1.15), 1.0),
        What::Blood => (effect::BLOOD, 1, 7.0, (0.35, 0.7), 0.9),
        What::Hit => (effect::HIT, 2, 5.0, (0.45, 0.8), 1.0),
        What::Explosion(size) => (effect::EXPLOSION, 4, 11.0, (size, size * 1.25), 1.0),
        What::Dust(size) => (effect::DUST, 1, 20.0, (size * 0.6, size * 1.4), 0.75),
        What::Smoke(size) => (effect::SMOKE, 4, 50.0, (size * 0.6, size * 1.6), 0.8),
        What::Steam => (effect::SMOKE, 4, 44.0, (0.3, 0.9), 0.5),
    }
}

/// Cells a tick that it moves, and the cells by which its place is random.
fn drift(what: What, chance: &mut Chance) -> (Vec2, f32) {
    let spread = Vec2::new(chance.draw(), chance.draw());
    match what {
        What::Chips => (spread * 0.03 + Vec2::new(0.0, 0.02), 0.1),
        What::Glint => (Vec2::new(0.0, 0.025), 0.3),
        What::Healing => (Vec2::new(0.0, 0.02), 0.1),
        What::Blood | What::Hit => (spread * 0.01, 0.12),
        What::Explosion(_) => (Vec2::ZERO, 0.0),
        What::Dust(_) => (spread * 0.035, 0.1),
        // The wind is from the south-west.
        What::Smoke(_) | What::Steam => (Vec2::new(0.012, 0.034) + spread * 0.006, 0.08),
    }
}

fn flash(
    mut commands: Commands,
    art: Res<Art>,
    frame: Res<Frame>,
    eyes: Eyes,
    shown: Res<ShownTime>,
    mut chance: ResMut<Chance>,
    mut bursts: MessageReader<Burst>,
    puffs: Query<(), With<Puff>>,
) {
    let mut room = MOST_PUFFS.saturating_sub(puffs.iter().len());
    for Burst { what, at } in bursts.read() {
        // From far away only what is large is worth it.
        let is_small = !matches!(what, What::Explosion(_) | What::Smoke(_) | What::Dust(_));
        if room == 0 || !frame.shows(*at, 2.0) || !eyes.shows_point(*at) || frame.is_far() && is_small {
            continue;
        }
        room -= 1;
        let (first, count, life, size, alpha) = shape(*what);
        let (velocity, jitter) = drift(*what, &mut chance);
        let from = *at + Vec2::new(chance.draw(), chance.draw()) * jitter * CELL;
        let turn = match what {
            What::Healing | What::Glint | What::Explosion(_) => 0.0,
            _ => chance.draw() * TAU / 2.0,
        };
        let mut sprite = art.effects.sprite(first, size.0 * CELL);
        sprite.color = match what {
            What::Steam => Color::linear_rgba(1.6, 1.6, 1.6, alpha),
            What::Smoke(_) => Color::srgba(0.45, 0.42, 0.4, alpha),
            _ => Color::WHITE.with_alpha(alpha),
        };
        commands.spawn((
            Puff {
                born: shown.0,
                life: life * (1.0 + 0.15 * chance.draw()),
                frames: (first, count),
                from,
                velocity: velocity * CELL,
                size,
                alpha,
            },
            sprite,
            Transform::from_translation(from.extend(PUFF_Z)).with_rotation(Quat::from_rotation_z(turn)),
            DespawnOnExit(Screen::Match),
        ));
    }
}

fn age(mut commands: Commands, shown: Res<ShownTime>, mut puffs: Query<(Entity, &Puff, &mut Sprite, &mut Transform)>) {
    for (entity, puff, mut sprite, mut transform) in &mut puffs {
        let age = shown.0 - puff.born;
        let share = age / puff.life;
        if !(0.0..1.0).contains(&share) {
            commands.entity(entity).despawn();
            continue;
        }
        // Fast at first, as what air brakes.
        let grown = 1.0 - (1.0 - share) * (1.0 - share);
        let size = puff.size.0 + (puff.size.1 - puff.size.0) * grown;
        sprite.custom_size = Some(Vec2::splat(size * CELL));
        sprite.color.set_alpha(puff.alpha * (1.0 - share * share));
        transform.translation = (puff.from + puff.velocity * age).extend(PUFF_Z);
        let (first, count) = puff.frames;
        if let Some(atlas) = sprite.texture_atlas.as_mut() {
            atlas.index = first + ((share * count as f32) as usize).min(count - 1);
        }
    }
}

/// What remains of something: it lies there for so many ticks and fades in so many more.
pub(crate) fn remains(
    shown: ShownTime,
    sprite: Sprite,
    place: Vec3,
    angle: f32,
    (stays, fades): (f32, f32),
) -> impl Bundle + use<> {
    (
        Remains { born: shown.0, stays, fades },
        sprite,
        Transform::from_translation(place).with_rotation(Quat::from_rotation_z(angle)),
        DespawnOnExit(Screen::Match),
    )
}

fn decay(mut commands: Commands, shown: Res<ShownTime>, mut lying: Query<(Entity, &Remains, &mut Sprite)>) {
    let surplus = lying.iter().len().saturating_sub(MOST_REMAINS);
    let oldest_kept = if surplus > 0 {
        let mut births: Vec<f32> = lying.iter().map(|(_, remains, _)| remains.born).collect();
        births.sort_by(f32::total_cmp);
        births[surplus]
    } else {
        f32::NEG_INFINITY
    };
    for (entity, remains, mut sprite) in &mut lying {
        let age = shown.0 - remains.born;
        if age >= remains.stays + remains.fades || age < -2.0 || remains.born < oldest_kept {
            commands.entity(entity).despawn();
        } else if age > remains.stays {
            sprite.color.set_alpha(1.0 - (age - remains.stays) / remains.fades);
        }
    }
}
