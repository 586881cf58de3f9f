//! Hits, healing and falls: numbers that rise, a flash, sparks, the trace of a shot.

use super::stage::{Impact, StageSystems};
use super::{Scene, writing, z};
use crate::client::input::time::GameSpeed;
use crate::client::kit::art::Art;
use crate::client::kit::light::Light;
use crate::client::stage::CELL;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Something that flies and fades.
#[derive(Component, Debug)]
struct Effect {
    age: f32,
    life: f32,
    velocity: Vec2,
    /// Size in cells at the beginning and at the end; for writing a scale.
    grows: Option<(f32, f32)>,
    alpha: f32,
}

/// Sparks of a fall, and of a hit.
const SPARKS: [usize; 2] = [16, 7];

const BLOOD: Color = Color::srgb(1.0, 0.36, 0.28);
const CURE: Color = Color::srgb(0.55, 1.0, 0.6);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (burst, fly).chain().after(StageSystems).run_if(in_state(Mode::TACTICS)));
}

fn burst(
    mut impacts: MessageReader<Impact>,
    scene: Single<Entity, With<Scene>>,
    light: Res<Light>,
    art: Res<Art>,
    mut commands: Commands,
) {
    for impact in impacts.read() {
        let colour = if impact.points < 0 { BLOOD } else { CURE };
        let number = format!("{:+}", impact.points);
        let at = (impact.at + Vec2::Y * 0.25 * CELL).extend(z::LABEL + 0.5);
        commands.spawn((
            ChildOf(*scene),
            writing(&art, &number, 0.42, colour.lighter(0.1), at),
            Effect { age: 0.0, life: 1.0, velocity: Vec2::Y * CELL * 0.8, grows: None, alpha: 1.0 },
        ));
        let mut add =
            |image: &Handle<Image>, colour: Color, velocity: Vec2, life: f32, grows: (f32, f32), alpha: f32| {
                let size = Some(Vec2::splat(grows.0 * CELL));
                commands.spawn((
                    ChildOf(*scene),
                    Sprite { color: colour, custom_size: size, ..Sprite::from_image(image.clone()) },
                    Transform::from_translation(impact.at.extend(z::EFFECT)),
                    Effect { age: 0.0, life, velocity, grows: Some(grows), alpha },
                ));
            };
        add(&light.glow, colour.mix(&Color::WHITE, 0.5), Vec2::ZERO, 0.28, (0.9, 1.7), 0.9);
        add(&light.ring, colour, Vec2::ZERO, 0.45, (0.4, if impact.fell { 2.2 } else { 1.3 }), 0.8);
        let sparks = SPARKS[usize::from(!impact.fell)];
        for spark in 0..sparks {
            // Golden angle: even in all directions.
            let angle = spark as f32 * 2.399_963;
            let speed = CELL * (1.2 + 2.2 * ((spark * 5 % sparks) as f32 / sparks as f32));
            add(&light.disc, colour.mix(&Color::WHITE, 0.2), Vec2::from_angle(angle) * speed, 0.5, (0.12, 0.02), 1.0);
        }
        // A shot leaves a trace; a blow between neighbours needs none.
        if let Some(from) = impact.from.filter(|from| from.distance(impact.at) > 1.3 * CELL) {
            let along = impact.at - from;
            commands.spawn((
                ChildOf(*scene),
                Sprite::from_color(Color::srgb(1.0, 0.95, 0.8), Vec2::new(along.length(), 0.05 * CELL)),
                Transform::from_translation(((from + impact.at) / 2.0).extend(z::EFFECT))
                    .with_rotation(Quat::from_rotation_z(along.to_angle())),
                Effect { age: 0.0, life: 0.3, velocity: Vec2::ZERO, grows: None, alpha: 0.9 },
            ));
        }
    }
}

fn fly(
    mut effects: Query<(Entity, &mut Effect, Option<&mut Sprite>, Option<&mut TextColor>, &mut Transform)>,
    time: Res<Time<Real>>,
    speed: Res<GameSpeed>,
    mut commands: Commands,
) {
    let passed = time.delta_secs().min(0.1) * speed.factor();
    for (entity, mut effect, sprite, text, mut transform) in &mut effects {
        effect.age += passed;
        let share = effect.age / effect.life;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        effect.velocity *= 1.0 - 2.0 * passed;
        transform.translation += (effect.velocity * passed).extend(0.0);
        // Numbers can be read before they go.
        let fade = if text.is_some() { ((1.0 - share) * 2.5).min(1.0) } else { 1.0 - share };
        if let Some(mut sprite) = sprite {
            if let Some((from, to)) = effect.grows {
                sprite.custom_size = Some(Vec2::splat((from + (to - from) * share) * CELL));
            }
            sprite.color.set_alpha(effect.alpha * fade);
        }
        if let Some(mut text) = text {
            text.0.set_alpha(effect.alpha * fade);
        }
    }
}
