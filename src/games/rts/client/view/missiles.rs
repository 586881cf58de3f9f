//! Missiles in the air: smooth between ticks, in an arc where they are thrown, with a shadow on the ground.
//!
//! They are read from the simulation anew each frame: nothing is kept, so that a match that goes back in time shows what
//! flew then.

use super::eyes::Eyes;
use super::marks::sign;
use super::pool::Pool;
use crate::client::kit::art::{Art, effect, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{RtsSystems, ShownTime, middle_of_body};
use crate::games::rts::client::view::units::angle_of;
use crate::games::rts::combat::Being;
use crate::games::rts::rules::{Rules, Weapon};
use crate::games::rts::sim::skirmish::Missiles;
use bevy::prelude::*;

/// A missile or its shadow.
#[derive(Component, Debug, Default)]
struct Missile;

const MISSILE_Z: f32 = 19.0;
const SHADOW_Z: f32 = 14.0;
/// Missiles that are drawn at most.
const MOST: usize = 400;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fly.in_set(RtsSystems::Show));
}

pub(super) fn weapon_of(rules: &Rules, being: Being) -> Option<&Weapon> {
    match being {
        Being::Unit(kind) => rules.kind(kind).weapon.as_ref(),
        Being::Building(kind) => rules.building(kind).weapon.as_ref(),
    }
}

/// How a missile flies, by its name: height of its arc as a share of the way, its size in cells, turns a tick.
fn manner(name: &str) -> (f32, f32, f32) {
    match name {
        "boulder" => (0.34, 0.75, 0.06),
        "stone" => (0.12, 0.6, 0.0),
        "axe" => (0.1, 0.7, 0.12),
        "spear" => (0.14, 0.9, 0.0),
        "fireball" | "flame" => (0.03, 0.85, 0.0),
        _ => (0.1, 0.75, 0.0),
    }
}

/// Where a missile is shown after a share of its way: its place on the ground, its height above it and the way that it
/// points.
pub fn along(from: Vec2, to: Vec2, arc: f32, share: f32) -> (Vec2, f32, Vec2) {
    let way = to - from;
    let height = arc * way.length();
    let up = 4.0 * height * share * (1.0 - share);
    let climb = 4.0 * height * (1.0 - 2.0 * share);
    (from + way * share, up, way + Vec2::Y * climb)
}

fn fly(
    art: Res<Art>,
    shown: Res<ShownTime>,
    frame: Res<Frame>,
    eyes: Eyes,
    skirmish: SkirmishView,
    missiles: Single<&Missiles>,
    mut pool: Pool<Missile>,
) {
    let mut sprites = Vec::new();
    let mut flying = 0;
    for missile in missiles.iter() {
        let weapon = weapon_of(skirmish.rules(), missile.blow.being);
        let Some(shot) = weapon.and_then(|weapon| weapon.missile.as_ref()) else { continue };
        let from = middle_of_body(missile.from, 1);
        // It follows the body as it is drawn, not the cell that it counts for.
        let target = missile.blow.target.and_then(|target| skirmish.place_of(target));
        let to = target.unwrap_or_else(|| middle_of_body(missile.blow.at, 1));
        let length = (missile.lands_at - missile.since).max(1) as f32;
        let share = (shown.0 - missile.since as f32) / length;
        if !(0.0..1.0).contains(&share)
            || !frame.shows(from.lerp(to, share), 4.0)
            || !eyes.shows_point(from.lerp(to, share))
            || flying == MOST
        {
            continue;
        }
        flying += 1;
        let (arc, size, turns) = manner(&shot.sprite);
        let (ground, up, heading) = along(from, to, arc, share);
        let spin = turns * (shown.0 - missile.since as f32) * std::f32::consts::TAU;
        // Who looks from above sees what is high as larger.
        let size = size * (1.0 + 0.5 * up / (CELL * 3.0));
        let angle = if turns > 0.0 { -spin } else { angle_of(heading) };
        let place = Transform::from_translation((ground + Vec2::Y * up).extend(MISSILE_Z));
        let sprite = art.effects.sprite(effect::missile(&shot.sprite), size * CELL);
        sprites.push((sprite, place.with_rotation(Quat::from_rotation_z(angle))));
        if arc > 0.05 && !frame.is_far() {
            let shadow = sign(&art, mark::SHADOW, size * CELL * 0.5, Color::WHITE.with_alpha(0.45));
            let place = (ground + Vec2::new(0.1, -0.12) * CELL).extend(SHADOW_Z);
            sprites.push((shadow, Transform::from_translation(place)));
        }
    }
    pool.show(sprites);
}
