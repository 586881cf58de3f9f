//! What happens along the way: sparks where shells end, blasts and smoke where tanks were, prints of tracks, points that
//! rise from what was destroyed.

use super::pictures::{thing, tile};
use super::{Pictures, Scene, place, turned, z};
use crate::base::Dir;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::chance::Chance;
use crate::client::kit::light::Light;
use crate::client::stage::{CELL, to_world};
use crate::games::tanks::plugin::{Battle, Happened};
use crate::games::tanks::world::{Event, Met, TankId};
use crate::shell::states::{Mode, Running};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Something that flies, grows and fades.
#[derive(Component, Debug, Default)]
struct Effect {
    age: f32,
    life: f32,
    velocity: Vec2,
    /// Size in cells at the beginning and at the end.
    size: (f32, f32),
    alpha: f32,
    /// The pictures that it goes through, if it is a film: the first, and how many.
    film: Option<(usize, usize)>,
}

/// Marks a film whose pictures are those of the things.
#[derive(Component, Debug)]
struct Rises;

/// Effects at most: sparks are left out where there are more.
const MOST: usize = 400;
/// Prints of tracks at most, the oldest of which go first.
const PRINTS: usize = 600;
/// Seconds that a print lasts.
const PRINT_LIFE: f32 = 6.0;

const SPARK: Color = Color::srgb(1.0, 0.85, 0.5);
const BRICK: Color = Color::srgb(0.72, 0.36, 0.24);
const SMOKE: Color = Color::srgb(0.45, 0.42, 0.4);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show, print_tracks, fly.run_if(in_state(Running)))
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::TANKS)),
    );
}

struct Stage<'a, 'w, 's> {
    commands: Commands<'w, 's>,
    scene: Entity,
    pictures: &'a Pictures,
    light: &'a Light,
    chance: &'a mut Chance,
}

impl Stage<'_, '_, '_> {
    fn film(&mut self, (first, count): (usize, usize), at: Vec2, cells: f32, life: f32) {
        let effect = Effect { life, size: (cells, cells), alpha: 1.0, film: Some((first, count)), ..default() };
        let sprite = self.pictures.things.sprite(first, cells * CELL);
        self.commands.spawn((ChildOf(self.scene), effect, sprite, Transform::from_translation(at.extend(z::EFFECT))));
    }

    fn dot(&mut self, colour: Color, at: Vec2, height: f32, effect: Effect) {
        let sprite = Sprite {
            color: colour.with_alpha(effect.alpha),
            custom_size: Some(Vec2::splat(effect.size.0 * CELL)),
            ..Sprite::from_image(self.light.disc.clone())
        };
        self.commands.spawn((ChildOf(self.scene), effect, sprite, Transform::from_translation(at.extend(height))));
    }

    /// Sparks or splinters from a place, mostly in a direction.
    fn burst(&mut self, colour: Color, at: Vec2, towards: Vec2, count: usize, speed: f32) {
        for _ in 0..count {
            let way = Vec2::new(self.chance.draw(), self.chance.draw()) + towards;
            let [fast, long, size] = [(); 3].map(|()| (self.chance.draw() + 1.0) / 2.0);
            let effect = Effect {
                life: 0.2 + 0.3 * long,
                velocity: way * speed * (0.4 + fast) * CELL,
                size: (0.1 + 0.16 * size, 0.03),
                alpha: 1.0,
                ..default()
            };
            self.dot(colour.mix(&Color::WHITE, 0.3 * size), at, z::EFFECT, effect);
        }
    }

    fn smoke(&mut self, at: Vec2, cells: f32, count: usize) {
        for _ in 0..count {
            let drift = Vec2::new(self.chance.draw(), self.chance.draw() + 0.6);
            let long = (self.chance.draw() + 1.0) / 2.0;
            let effect = Effect {
                life: 0.7 + 0.8 * long,
                velocity: drift * 0.8 * CELL,
                size: (0.3 * cells, 0.9 * cells),
                alpha: 0.4,
                ..default()
            };
            self.dot(SMOKE, at + drift * 0.3 * cells * CELL, z::EFFECT - 0.1, effect);
        }
    }

    fn scorch(&mut self, at: Vec2, cells: f32) {
        let effect = Effect { life: 14.0, size: (cells, cells), alpha: 0.8, ..default() };
        let sprite = self.pictures.tiles.sprite(tile::SCORCH, cells * CELL);
        self.commands.spawn((ChildOf(self.scene), effect, sprite, Transform::from_translation(at.extend(z::PRINT))));
    }

    fn word(&mut self, art: &Art, content: String, at: Vec2, colour: Color) {
        let effect = Effect { life: 1.1, velocity: Vec2::Y * CELL * 0.9, alpha: 1.0, ..default() };
        self.commands.spawn((
            ChildOf(self.scene),
            effect,
            Rises,
            Text2d::new(content),
            TextFont { font: (&art.black).into(), font_size: FontSize::Px(26.0), ..default() },
            TextColor(colour),
            Transform::from_translation(at.extend(z::LABEL)),
        ));
    }
}

fn towards(dir: Dir) -> Vec2 {
    let (dx, dy) = dir.offset();
    Vec2::new(f32::from(dx), -f32::from(dy))
}

fn show(
    mut happened: MessageReader<Happened>,
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    (pictures, light, art): (Res<Pictures>, Res<Light>, Res<Art>),
    effects: Query<(), With<Effect>>,
    mut chance: Local<Chance>,
    commands: Commands,
) {
    let crowded = effects.iter().len() > MOST;
    let mut stage = Stage { commands, scene: *scene, pictures: &pictures, light: &light, chance: &mut chance };
    let middle = |cell: crate::base::Cell| to_world(f32::from(cell.x) + 1.0, f32::from(cell.y) + 1.0);
    for Happened(event) in happened.read() {
        match *event {
            Event::Fired { x, y, dir, .. } if !crowded => {
                let at = place(x, y);
                stage.film((thing::HIT, 2), at + towards(dir) * CELL * 0.2, 0.9, 0.09);
                stage.smoke(at, 0.5, 1);
            }
            Event::Ended { x, y, dir, met } if !crowded => {
                let (at, back) = (place(x, y), -towards(dir));
                stage.film((thing::HIT, 3), at, 1.3, 0.16);
                match met {
                    Met::Brick => stage.burst(BRICK, at, back * 0.8, 9, 4.0),
                    Met::Steel | Met::BrokenSteel | Met::Edge => stage.burst(SPARK, at, back * 1.2, 7, 5.0),
                    Met::Shell => stage.burst(SPARK, at, Vec2::ZERO, 8, 4.0),
                    Met::Tank(_) | Met::Base => stage.burst(SPARK, at, back, 6, 4.0),
                }
            }
            Event::Destroyed { size, x, y, points, .. } => {
                // The place is that of its top left corner.
                let half = i32::from(size) * crate::games::tanks::field::SUB / 2;
                let (at, cells) = (place(x + half, y + half), f32::from(size));
                stage.film((thing::BLAST, 5), at, cells * 1.5, 0.55);
                stage.burst(SPARK, at, Vec2::ZERO, 18, 6.0);
                stage.smoke(at, cells, 7);
                stage.scorch(at, cells * 0.9);
                if points > 0 {
                    stage.word(&art, points.to_string(), at, Color::srgb(1.0, 0.95, 0.75));
                }
            }
            Event::BaseFell { base, .. } => {
                let Some(base) = battle.world().field().bases().get(base) else { continue };
                let at = middle(base.at);
                stage.film((thing::BLAST, 5), at, 5.0, 0.9);
                stage.burst(SPARK, at, Vec2::ZERO, 40, 8.0);
                stage.smoke(at, 3.0, 16);
            }
            Event::BonusTaken { bonus, at, .. } => {
                stage.burst(Color::WHITE, middle(at), Vec2::ZERO, 14, 4.0);
                let name = bonus.name();
                stage.word(&art, name.to_owned(), middle(at), Color::srgb(1.0, 0.85, 0.4));
            }
            _ => {}
        }
    }
}

/// Where tanks drive, their tracks leave prints that fade.
fn print_tracks(
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    mut last: Local<BTreeMap<TankId, Vec2>>,
    effects: Query<(), With<Effect>>,
    mut commands: Commands,
) {
    last.retain(|id, _| battle.world().tank(*id).is_some());
    for tank in battle.world().tanks().filter(|tank| tank.is_here() && tank.moved > 0) {
        let (x, y) = tank.centre();
        let (at, side) = (place(x, y), f32::from(tank.size) * CELL);
        let step = side / 2.0;
        if last.get(&tank.id).is_some_and(|before| before.distance(at) < step) || effects.iter().len() > PRINTS {
            continue;
        }
        last.insert(tank.id, at);
        let sprite = Sprite {
            color: Color::srgba(0.07, 0.06, 0.05, 0.55),
            custom_size: Some(Vec2::new(side, side * 0.55)),
            ..pictures.tiles.sprite(tile::PRINTS, side)
        };
        let effect = Effect { life: PRINT_LIFE, size: (0.0, 0.0), alpha: 0.55, ..default() };
        commands.spawn((
            ChildOf(*scene),
            effect,
            sprite,
            Transform::from_translation(at.extend(z::PRINT)).with_rotation(turned(tank.facing)),
        ));
    }
}

fn fly(
    mut effects: Query<(Entity, &mut Effect, Option<&mut Sprite>, Option<&mut TextColor>, &mut Transform)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (entity, mut effect, sprite, ink, mut transform) in &mut effects {
        effect.age += time.delta_secs();
        let share = effect.age / effect.life;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        let slower = 1.0 - 2.2 * time.delta_secs().min(0.1);
        effect.velocity *= slower;
        if effect.velocity != Vec2::ZERO {
            transform.translation += (effect.velocity * time.delta_secs()).extend(0.0);
        }
        // The end is seen to fade, not the whole.
        let alpha = effect.alpha * ((1.0 - share) * 1.6).min(1.0);
        if let Some(mut ink) = ink {
            ink.0.set_alpha(alpha);
        }
        let Some(mut sprite) = sprite else { continue };
        if let Some((first, count)) = effect.film {
            if let Some(atlas) = &mut sprite.texture_atlas {
                atlas.index = first + ((share * count as f32) as usize).min(count - 1);
            }
            continue;
        }
        sprite.color.set_alpha(alpha);
        if effect.size.0 != effect.size.1 {
            let eased = 1.0 - (1.0 - share).powi(2);
            let size = effect.size.0 + (effect.size.1 - effect.size.0) * eased;
            sprite.custom_size = Some(Vec2::splat(size * CELL));
        }
    }
}
