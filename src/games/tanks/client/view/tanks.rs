//! The tanks: two layers that move between the ticks, tracks that run, stars, the dome of a shield, arrivals.

use super::pictures::{TRACKS, thing, tile};
use super::{Passed, Pictures, Scene, place, turned, z};
use crate::client::input::ControlSystems;
use crate::client::stage::CELL;
use crate::games::tanks::client::stage::{CARRIER, slot_colour};
use crate::games::tanks::field::SUB;
use crate::games::tanks::plugin::{Ahead, Battle};
use crate::games::tanks::world::{Tank, TankId};
use crate::shell::states::Mode;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The picture of a tank.
#[derive(Component, Debug)]
pub(super) struct Body {
    id: TankId,
    /// Where it was before the last tick, and where it is, in the world of the camera.
    from: Vec2,
    to: Vec2,
    tick: u32,
    /// Whether it is guessed ahead of the match.
    is_ahead: bool,
    /// How far its tracks have run, in parts of a cell.
    run: i32,
}

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    Hull,
    Tint,
    Dome,
    Arrival,
    Star(u8),
    Flag,
}

/// Parts of a cell after which the tracks are at their next place.
const LINK: i32 = SUB / 16;

/// Ticks between two pictures of a dome, of an arrival, of the blink of a carrier and of one that is held.
const BLINK: u32 = 8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow, paint, glide).chain().after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn spot(tank: &Tank) -> Vec2 {
    let (x, y) = tank.centre();
    place(x, y)
}

/// Every tank has a body, and no body is left without its tank.
fn follow(
    table: Single<(&Battle, Option<&Ahead>)>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    mut bodies: Query<(Entity, &mut Body)>,
    mut commands: Commands,
) {
    let (battle, ahead) = *table;
    let world = battle.world();
    let mut missing: BTreeMap<TankId, &Tank> = world.tanks().map(|tank| (tank.id, tank)).collect();
    for (entity, mut body) in &mut bodies {
        let Some(tank) = missing.remove(&body.id) else {
            commands.entity(entity).despawn();
            continue;
        };
        let guess = ahead.and_then(Ahead::tank).filter(|(guess, _)| guess.id == tank.id);
        let (tank, now) = guess.unwrap_or((tank, world.tick()));
        body.is_ahead = guess.is_some();
        if body.tick != now {
            let to = spot(tank);
            // After a jump in a replay nothing glides.
            let glides = now.wrapping_sub(body.tick) <= 8;
            body.from = if glides { body.to } else { to };
            (body.to, body.tick) = (to, now);
            body.run += tank.moved;
        }
    }
    for tank in missing.into_values() {
        let side = f32::from(tank.size) * CELL;
        let (mode, at) = (world.setup().mode, spot(tank));
        let sheet = pictures.tanks(tank.size);
        let body = Body { id: tank.id, from: at, to: at, tick: world.tick(), is_ahead: false, run: 0 };
        commands
            .spawn((ChildOf(*scene), body, Transform::from_translation(at.extend(z::TANK)), Visibility::default()))
            .with_children(|body| {
                body.spawn((Layer::Hull, sheet.sprite(Pictures::tank(tank.kind, false, 0), side)));
                let tint = Sprite {
                    color: slot_colour(mode, tank.slot(), tank.side),
                    ..sheet.sprite(Pictures::tank(tank.kind, true, 0), side)
                };
                body.spawn((Layer::Tint, tint, Transform::from_xyz(0.0, 0.0, 0.1)));
                let dome = pictures.things.sprite(thing::DOME, side * 1.15);
                body.spawn((Layer::Dome, dome, Transform::from_xyz(0.0, 0.0, 0.3), Visibility::Hidden));
                let arrival = pictures.things.sprite(thing::ARRIVAL, side);
                body.spawn((Layer::Arrival, arrival, Transform::from_xyz(0.0, 0.0, 0.4), Visibility::Hidden));
                for star in 0..3u8 {
                    let at = Vec3::new((f32::from(star) - 1.0) * side * 0.2, -side * 0.34, 0.2);
                    let sprite = pictures.tiles.sprite(tile::STAR, side * 0.22);
                    body.spawn((Layer::Star(star), sprite, Transform::from_translation(at), Visibility::Hidden));
                }
                let flag = pictures.things.sprite(thing::CLOTH, side * 0.8);
                body.spawn((Layer::Flag, flag, Transform::from_xyz(0.0, side * 0.2, 0.5), Visibility::Hidden));
            });
    }
}

/// The layers show how the tank is.
fn paint(
    table: Single<(&Battle, Option<&Ahead>)>,
    bodies: Query<(&Body, &Children)>,
    mut layers: Query<(&Layer, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let (battle, ahead) = *table;
    let world = battle.world();
    let mode = world.setup().mode;
    let phase = (world.tick() / BLINK) as usize;
    for (body, children) in &bodies {
        let Some(tank) = world.tank(body.id) else { continue };
        let guess = ahead.and_then(Ahead::tank).filter(|(guess, _)| guess.id == body.id);
        let facing = guess.map_or(tank.facing, |(guess, _)| guess.facing);
        let track = (body.run / LINK) as usize % TRACKS;
        let is_lit = phase.is_multiple_of(2);
        for child in children {
            let Ok((layer, mut sprite, mut transform, mut visibility)) = layers.get_mut(*child) else { continue };
            let (shown, index, colour) = match layer {
                Layer::Hull => (tank.is_here(), Some(Pictures::tank(tank.kind, false, track)), None),
                Layer::Tint => {
                    let own = slot_colour(mode, tank.slot(), tank.side);
                    let colour = match (tank.carries && is_lit, world.is_stopped(tank) || tank.held > 0) {
                        (true, _) => CARRIER,
                        // Who stands still is pale.
                        (_, true) => own.mix(&Color::WHITE, if is_lit { 0.7 } else { 0.3 }),
                        _ => own,
                    };
                    // Armour that has been hit is darker.
                    let most = world.rules().health(tank.kind, tank.size).max(1);
                    let left = f32::from(tank.health.min(most)) / f32::from(most);
                    let colour = colour.mix(&Color::BLACK, 0.35 * (1.0 - left));
                    (tank.is_here(), Some(Pictures::tank(tank.kind, true, track)), Some(colour))
                }
                Layer::Dome => (tank.is_here() && tank.shield > 0, Some(thing::DOME + phase % 2), None),
                Layer::Arrival => (!tank.is_here(), Some(thing::ARRIVAL + [0, 1, 2, 1][phase % 4]), None),
                Layer::Star(star) => (tank.is_here() && tank.stars > *star, None, None),
                Layer::Flag => {
                    let colour = tank.flag.map(|side| slot_colour(mode, u8::MAX, side));
                    (tank.is_here() && tank.flag.is_some(), None, colour)
                }
            };
            visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
            if let Some(index) = index
                && sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
                && let Some(atlas) = &mut sprite.texture_atlas
            {
                atlas.index = index;
            }
            if let Some(colour) = colour.filter(|colour| *colour != sprite.color) {
                sprite.color = colour;
            }
            if matches!(layer, Layer::Hull | Layer::Tint) {
                let rotation = turned(facing);
                if transform.rotation != rotation {
                    transform.rotation = rotation;
                }
            }
        }
    }
}

/// Between two ticks a tank is between two places.
fn glide(mut bodies: Query<(&Body, &mut Transform)>, passed: Passed) {
    for (body, mut transform) in &mut bodies {
        let share = if body.is_ahead { passed.of_tick() } else { passed.share() };
        let at = body.from.lerp(body.to, share).extend(z::TANK);
        if transform.translation != at {
            transform.translation = at;
        }
    }
}
