//! What happens when somebody dies: a flash, a ring, sparks; a head-on crash leaves a cell split between the two.

use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::Dir;
use crate::control::ControlSystems;
use crate::modes::tron::plugin::Round;
use crate::modes::tron::position::Death;
use crate::sim::{Mode, Running};
use crate::view::CELL;
use bevy::prelude::*;
use std::f32::consts::TAU;

/// Something that flies, grows and fades.
#[derive(Component, Debug)]
struct Effect {
    age: f32,
    life: f32,
    velocity: Vec2,
    /// Size in cells at the beginning and at the end.
    size: (f32, f32),
    alpha: f32,
}

/// A part of a cell that nobody got.
#[derive(Component, Debug)]
struct Split;

/// Sparks of an explosion.
const SPARKS: usize = 22;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (explode.run_if(any_match_filter::<Changed<Round>>), fly.run_if(in_state(Running)))
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::Tron)),
    );
}

/// The round and the step that were on the screen last.
type Seen = Option<(u32, u32)>;

fn explode(
    round: Single<&Round>,
    scene: Single<Entity, With<Scene>>,
    splits: Query<Entity, With<Split>>,
    light: Res<Light>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut seen: Local<Seen>,
    mut commands: Commands,
) {
    let now = (round.number, round.position.steps());
    let before = seen.replace(now);
    if before == Some(now) {
        return;
    }
    for split in &splits {
        commands.entity(split).despawn();
    }
    // A jump in a replay shows what lies there, without the fireworks.
    let goes_on = before == Some((now.0, now.1.wrapping_sub(1)));
    for (seat, colour) in SEAT_COLOURS.into_iter().enumerate() {
        let Some(rider) = round.rider(seat) else { continue };
        let state = round.position.riders()[rider];
        let Some((reason, step)) = state.out else { continue };
        let (dx, dy) = state.heading.offset();
        let towards = Vec2::new(f32::from(dx), -f32::from(dy)) * CELL;
        if reason == Death::HeadOn {
            let cell = round.position.neighbour(state.head, state.heading);
            let shape = half(state.heading);
            commands.spawn((
                Split,
                ChildOf(*scene),
                Mesh2d(meshes.add(shape)),
                MeshMaterial2d(materials.add(colour)),
                Transform::from_translation(middle(cell).extend(z::CORE + 0.2)),
            ));
        }
        if step != now.1 || !goes_on {
            continue;
        }
        let at = middle(state.head) + towards * 0.5;
        let mut add = |image: &Handle<Image>, colour: Color, effect: Effect| {
            commands.spawn((
                ChildOf(*scene),
                Sprite {
                    color: colour,
                    custom_size: Some(Vec2::splat(effect.size.0 * CELL)),
                    ..Sprite::from_image(image.clone())
                },
                Transform::from_translation(at.extend(z::EFFECT)),
                effect,
            ));
        };
        let still = |life, size, alpha| Effect { age: 0.0, life, velocity: Vec2::ZERO, size, alpha };
        add(&light.glow, Color::WHITE, still(0.35, (2.0, 6.5), 0.95));
        add(&light.ring, colour, still(0.75, (0.6, 6.0), 0.9));
        for spark in 0..SPARKS {
            // Golden angle: even in all directions, and no two rings alike.
            let angle = spark as f32 * 2.399_963 % TAU;
            let speed = CELL * (2.0 + 5.0 * ((spark * 7 % SPARKS) as f32 / SPARKS as f32));
            let velocity = Vec2::from_angle(angle) * speed;
            add(&light.disc, colour.mix(&Color::WHITE, 0.3), Effect { velocity, ..still(0.8, (0.26, 0.05), 1.0) });
        }
    }
}

/// The triangle of a cell on the side from which a head with this heading comes, its point in the middle.
fn half(heading: Dir) -> Triangle2d {
    let (dx, dy) = heading.offset();
    let from = Vec2::new(-f32::from(dx), f32::from(dy)) * CELL / 2.0;
    let along = from.perp();
    Triangle2d::new(Vec2::ZERO, from + along, from - along)
}

fn fly(
    mut effects: Query<(Entity, &mut Effect, &mut Sprite, &mut Transform)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (entity, mut effect, mut sprite, mut transform) in &mut effects {
        effect.age += time.delta_secs();
        let share = effect.age / effect.life;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        effect.velocity *= 1.0 - 2.2 * time.delta_secs().min(0.1);
        transform.translation += (effect.velocity * time.delta_secs()).extend(0.0);
        let eased = 1.0 - (1.0 - share).powi(2);
        let size = effect.size.0 + (effect.size.1 - effect.size.0) * eased;
        sprite.custom_size = Some(Vec2::splat(size * CELL));
        sprite.color.set_alpha(effect.alpha * (1.0 - share));
    }
}
