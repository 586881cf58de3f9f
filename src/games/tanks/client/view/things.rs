//! What else is on the board: shells, bases, flags, bonuses.

use super::pictures::{thing, tile};
use super::{Passed, Pictures, Scene, place, turned, z};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, to_world};
use crate::games::tanks::client::stage::side_colour;
use crate::games::tanks::plugin::Battle;
use crate::games::tanks::rules::Bonus;
use crate::games::tanks::world::Shell;
use crate::shell::states::Mode;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// A shell in flight.
#[derive(Component, Debug)]
struct Flying {
    id: u32,
    from: Vec2,
    to: Vec2,
    tick: u32,
}

/// A part of a base or of a flag, by its number.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Base(usize),
    Light(usize),
    Pole(usize),
    Cloth(usize),
}

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct Lies {
    bonus: Bonus,
    at: Cell,
}

/// Ticks of the end of a bonus in which it blinks.
const GOES: u16 = 180;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fly, glide, build, colour, lie, blink).chain().after(ControlSystems::Act).run_if(in_state(Mode::TANKS)),
    );
}

fn fly(
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    mut shells: Query<(Entity, &mut Flying)>,
    mut commands: Commands,
) {
    let world = battle.world();
    let now = world.tick();
    let mut missing: BTreeMap<u32, &Shell> = world.shells().iter().map(|shell| (shell.id, shell)).collect();
    for (entity, mut flying) in &mut shells {
        match missing.remove(&flying.id) {
            None => commands.entity(entity).despawn(),
            Some(shell) if flying.tick != now => {
                let to = place(shell.x, shell.y);
                flying.from = if now.wrapping_sub(flying.tick) <= 8 { flying.to } else { to };
                (flying.to, flying.tick) = (to, now);
            }
            Some(_) => {}
        }
    }
    for shell in missing.into_values() {
        let at = place(shell.x, shell.y);
        let picture = if shell.is_strong { tile::STRONG_SHELL } else { tile::SHELL };
        let side = CELL * (0.55 + 0.25 * f32::from(shell.size));
        commands.spawn((
            ChildOf(*scene),
            Flying { id: shell.id, from: at, to: at, tick: now },
            pictures.tiles.sprite(picture, side),
            Transform::from_translation(at.extend(z::SHELL)).with_rotation(turned(shell.dir)),
        ));
    }
}

fn glide(mut shells: Query<(&Flying, &mut Transform)>, passed: Passed) {
    let share = passed.share();
    for (flying, mut transform) in &mut shells {
        transform.translation = flying.from.lerp(flying.to, share).extend(z::SHELL);
    }
}

/// The middle of two by two cells.
fn middle(at: Cell) -> Vec2 {
    to_world(f32::from(at.x) + 1.0, f32::from(at.y) + 1.0)
}

/// Bases and flags are there from the first frame on.
fn build(
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    parts: Query<(), With<Part>>,
    mut commands: Commands,
) {
    if !parts.is_empty() {
        return;
    }
    let (world, side) = (battle.world(), CELL * 2.0);
    let mut add = |part: Part, picture: usize, colour: Color, at: Vec2, z: f32| {
        let sprite = Sprite { color: colour, ..pictures.things.sprite(picture, side) };
        commands.spawn((ChildOf(*scene), part, sprite, Transform::from_translation(at.extend(z))));
    };
    for (number, base) in world.field().bases().iter().enumerate() {
        add(Part::Base(number), thing::BASE, Color::WHITE, middle(base.at), z::THING);
        let colour = side_colour(world.setup().mode, base.side);
        add(Part::Light(number), thing::LIGHT, colour, middle(base.at), z::THING + 0.1);
    }
    if world.setup().mode != crate::games::tanks::setup::Mode::CaptureFlag {
        return;
    }
    for (number, flag) in world.flags().iter().enumerate() {
        let colour = side_colour(world.setup().mode, flag.side);
        add(Part::Pole(number), thing::POLE, Color::WHITE, middle(flag.home), z::THING + 0.2);
        add(Part::Cloth(number), thing::CLOTH, colour, middle(flag.home), z::THING + 0.3);
    }
}

/// Bases that have fallen are ruins; flags are where they are, and the lights of bases breathe.
fn colour(
    battle: Single<&Battle>,
    time: Res<Time>,
    pictures: Res<Pictures>,
    mut parts: Query<(&Part, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let world = battle.world();
    let mode = world.setup().mode;
    for (part, mut sprite, mut transform, mut visibility) in &mut parts {
        match *part {
            Part::Base(number) => {
                let Some(base) = world.field().bases().get(number) else { continue };
                let picture = if base.stands { thing::BASE } else { thing::RUIN };
                if sprite.texture_atlas.as_ref().is_none_or(|atlas| atlas.index != picture) {
                    sprite.texture_atlas = Some(pictures.things.atlas(picture));
                }
            }
            Part::Light(number) => {
                let Some(base) = world.field().bases().get(number) else { continue };
                visibility.set_if_neq(if base.stands { Visibility::Inherited } else { Visibility::Hidden });
                let glow = 0.25 + 0.2 * (time.elapsed_secs() * 2.5).sin();
                sprite.color = side_colour(mode, base.side).mix(&Color::WHITE, glow);
            }
            Part::Pole(number) | Part::Cloth(number) => {
                let Some(flag) = world.flags().get(number) else { continue };
                let height = transform.translation.z;
                transform.translation = middle(flag.at).extend(height);
                // Who carries it shows it.
                let shown = if flag.carrier.is_some() { Visibility::Hidden } else { Visibility::Inherited };
                visibility.set_if_neq(shown);
            }
        }
    }
}

fn lie(
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    lying: Query<(Entity, &Lies)>,
    mut commands: Commands,
) {
    let bonuses = battle.world().bonuses();
    let is_same = |lies: &Lies, bonus: Bonus, at: Cell| lies.bonus == bonus && lies.at == at;
    for (entity, lies) in &lying {
        if !bonuses.iter().any(|other| is_same(lies, other.bonus, other.at)) {
            commands.entity(entity).despawn();
        }
    }
    for bonus in bonuses {
        if lying.iter().any(|(_, lies)| is_same(lies, bonus.bonus, bonus.at)) {
            continue;
        }
        commands.spawn((
            ChildOf(*scene),
            Lies { bonus: bonus.bonus, at: bonus.at },
            pictures.things.sprite(Pictures::bonus(bonus.bonus), CELL * 2.0),
            Transform::from_translation(middle(bonus.at).extend(z::BONUS)),
        ));
    }
}

/// A bonus breathes, and blinks before it goes.
fn blink(battle: Single<&Battle>, mut lying: Query<(&Lies, &mut Transform, &mut Visibility)>, time: Res<Time>) {
    for (lies, mut transform, mut visibility) in &mut lying {
        let left = battle.world().bonuses().iter().find(|other| other.bonus == lies.bonus && other.at == lies.at);
        let is_off = left.is_some_and(|lying| lying.left < GOES && (lying.left / 10) % 2 == 0);
        visibility.set_if_neq(if is_off { Visibility::Hidden } else { Visibility::Inherited });
        transform.scale = Vec3::splat(1.0 + 0.06 * (time.elapsed_secs() * 5.0).sin());
    }
}
