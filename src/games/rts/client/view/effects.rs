//! What bursts, rises and fades, and what lies about for a while: sprites that live by themselves.
//!
//! Whoever sees something happen writes a [`Burst`]; it is drawn if the window shows the place. All of it lives by the time
//! that is shown, so that it stands still while the match is paused, and nothing of it is part of the game.

use super::eyes::Eyes;
use super::pool::Pool;
use crate::client::kit::art::{Art, effect};
use crate::client::kit::chance::Chance;
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::{MatchResource, RtsSystems, ShownTime};
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
#[derive(Debug, Clone, Copy)]
struct Puff {
    what: What,
    born: f32,
    life: f32,
    from: Vec2,
    /// World units a tick.
    velocity: Vec2,
    turn: f32,
}

#[derive(Resource, Debug, Default)]
struct Puffs(Vec<Puff>);

#[derive(Component, Debug, Default)]
struct PuffSprite;

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
    app.add_message::<Burst>()
        .init_for_match::<Puffs>()
        .add_systems(Update, (decay, flash, draw).chain().in_set(RtsSystems::Show));
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

impl Puff {
    /// How much of its life has passed, 0 to 1.
    fn share(&self, shown: ShownTime) -> f32 {
        (shown.0 - self.born) / self.life
    }
}

fn flash(
    frame: Res<Frame>,
    eyes: Eyes,
    shown: Res<ShownTime>,
    mut chance: ResMut<Chance>,
    mut bursts: MessageReader<Burst>,
    mut puffs: ResMut<Puffs>,
) {
    puffs.0.retain(|puff| (0.0..1.0).contains(&puff.share(*shown)));
    for &Burst { what, at } in bursts.read() {
        // From far away only what is large is worth it.
        let is_small = !matches!(what, What::Explosion(_) | What::Smoke(_) | What::Dust(_));
        let is_shown = frame.shows(at, 2.0) && eyes.shows_point(at) && !(frame.is_far() && is_small);
        if !is_shown || puffs.0.len() >= MOST_PUFFS {
            continue;
        }
        let (velocity, jitter) = drift(what, &mut chance);
        let from = at + Vec2::new(chance.draw(), chance.draw()) * jitter * CELL;
        let turn = match what {
            What::Healing | What::Glint | What::Explosion(_) => 0.0,
            _ => chance.draw() * TAU / 2.0,
        };
        let life = shape(what).2 * (1.0 + 0.15 * chance.draw());
        puffs.0.push(Puff { what, born: shown.0, life, from, velocity: velocity * CELL, turn });
    }
}

fn draw(art: Res<Art>, shown: Res<ShownTime>, puffs: Res<Puffs>, mut sprites: Pool<PuffSprite>) {
    sprites.show(puffs.0.iter().map(|puff| {
        let share = puff.share(*shown);
        let (first, count, _, size, alpha) = shape(puff.what);
        // Fast at first, as what air brakes.
        let grown = 1.0 - (1.0 - share) * (1.0 - share);
        let index = first + ((share * count as f32) as usize).min(count - 1);
        let colour = match puff.what {
            What::Steam => Color::linear_rgb(1.6, 1.6, 1.6),
            What::Smoke(_) => Color::srgb(0.45, 0.42, 0.4),
            _ => Color::WHITE,
        };
        let sprite = Sprite {
            color: colour.with_alpha(alpha * (1.0 - share * share)),
            ..art.effects.sprite(index, (size.0 + (size.1 - size.0) * grown) * CELL)
        };
        let place = (puff.from + puff.velocity * (shown.0 - puff.born)).extend(PUFF_Z);
        (sprite, Transform::from_translation(place).with_rotation(Quat::from_rotation_z(puff.turn)))
    }));
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
