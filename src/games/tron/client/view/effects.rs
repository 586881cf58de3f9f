//! What happens along the way: sparks where a rider grazes something, streaks of light behind a boost; and when somebody
//! goes out a flash, a ring, sparks, a blow to the camera. A head-on crash leaves a cell split between the two.

use super::pulse::Pulse;
use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::{Cell, Dir};
use crate::client::input::ControlSystems;
use crate::client::kit::chance::Chance;
use crate::client::stage::CELL;
use crate::games::tron::plugin::{Pace, Phase, Round};
use crate::games::tron::position::{Death, Position};
use crate::shell::online::Online;
use crate::shell::states::{Mode, Running};
use bevy::prelude::*;
use std::f32::consts::TAU;

/// Something that flies, grows and fades.
#[derive(Component, Debug)]
pub struct Effect {
    age: f32,
    life: f32,
    velocity: Vec2,
    /// Size in cells at the beginning and at the end.
    size: (f32, f32),
    /// How many times longer than high.
    length: f32,
    alpha: f32,
}

/// A part of a cell that nobody got.
#[derive(Component, Debug)]
struct Split;

/// Sparks of a crash.
pub const SPARKS: usize = 22;
/// Sparks of a step along a wall.
pub const GRAZES: usize = 4;
/// Streaks of a boost.
pub const STREAKS: usize = 6;
/// Effects at most: sparks along walls are left out where there are more.
const MOST: usize = 260;

/// Steps that are shown before they have happened.
const GUESSED: u32 = 12;

/// What a wall throws off, whoever scrapes along.
const HOT: Color = Color::srgb(1.0, 0.9, 0.62);

/// Shows what has happened since the round was looked at last, and lets it fade.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show.run_if(any_match_filter::<Changed<Round>>), fly.run_if(in_state(Running)))
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::TRON)),
    );
}

/// What was on the screen last.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    round: u32,
    step: u32,
    /// Cells of each rider's trail, and whether it is out.
    lengths: Vec<usize>,
    out: Vec<bool>,
}

impl Seen {
    fn of(round: &Round) -> Self {
        let lengths = (0..round.seats.len()).map(|rider| round.position.trail(rider).len()).collect();
        let out = round.position.riders().iter().map(|rider| rider.out.is_some()).collect();
        Self { round: round.number, step: round.position.steps(), lengths, out }
    }

    /// Whether this was seen so shortly before that what has happened since is shown: a step, or over the network what was
    /// guessed meanwhile.
    fn leads_to(&self, now: &Self, guessed: bool) -> bool {
        let steps = if guessed { self.step.abs_diff(now.step) <= GUESSED } else { self.step + 1 == now.step };
        self.round == now.round && steps
    }
}

struct Stage<'a, 'w, 's> {
    commands: Commands<'w, 's>,
    scene: Entity,
    chance: &'a mut Chance,
}

impl Stage<'_, '_, '_> {
    fn add(&mut self, image: &Handle<Image>, color: Color, at: Vec2, angle: f32, effect: Effect) {
        self.commands.spawn((
            ChildOf(self.scene),
            Sprite { color, custom_size: Some(effect.extent(effect.size.0)), ..Sprite::from_image(image.clone()) },
            Transform::from_translation(at.extend(z::EFFECT)).with_rotation(Quat::from_rotation_z(angle)),
            effect,
        ));
    }
}

impl Effect {
    fn still(life: f32, size: (f32, f32), alpha: f32) -> Self {
        Self { age: 0.0, life, velocity: Vec2::ZERO, size, length: 1.0, alpha }
    }

    fn extent(&self, size: f32) -> Vec2 {
        Vec2::new(size * self.length, size) * CELL
    }
}

fn towards(dir: Dir) -> Vec2 {
    let (dx, dy) = dir.offset();
    Vec2::new(f32::from(dx), -f32::from(dy))
}

fn show(
    (table, online): (Single<(&Round, &Pace, &Phase)>, Option<Res<Online>>),
    scene: Single<Entity, With<Scene>>,
    splits: Query<Entity, With<Split>>,
    effects: Query<(), With<Effect>>,
    light: Res<Light>,
    mut pulse: ResMut<Pulse>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut seen: Local<Option<Seen>>,
    mut chance: Local<Chance>,
    mut commands: Commands,
) {
    let (round, pace, phase) = *table;
    let now = Seen::of(round);
    let before = seen.replace(now.clone());
    if before.as_ref() == Some(&now) {
        return;
    }
    for split in &splits {
        commands.entity(split).despawn();
    }
    // A jump in a replay shows what lies there, without the fireworks.
    let guessed = online.is_some() && !matches!(phase, Phase::Watching { .. });
    let before = before.filter(|before| before.leads_to(&now, guessed));
    let mut stage = Stage { commands, scene: *scene, chance: &mut chance };
    for (seat, colour) in SEAT_COLOURS.into_iter().enumerate() {
        let Some(rider) = round.rider(seat) else { continue };
        let state = round.position.riders()[rider];
        if let Some((Death::HeadOn, _)) = state.out {
            let cell = round.position.neighbour(state.head, state.heading);
            stage.commands.spawn((
                Split,
                ChildOf(*scene),
                Mesh2d(meshes.add(half(state.heading))),
                MeshMaterial2d(materials.add(colour)),
                Transform::from_translation(middle(cell).extend(z::CORE + 0.2)),
            ));
        }
        let Some(before) = &before else { continue };
        match state.out {
            Some(_) if !before.out[rider] => {
                explode(&mut stage, &light, state.head, state.heading, colour);
                pulse.hit(towards(state.heading));
            }
            Some(_) => {}
            // In fast-forward nobody sees single sparks.
            None if pace.forward || before.step + 1 != now.step || effects.iter().len() > MOST => {}
            None => {
                graze(&mut stage, &light, &round.position, rider, colour);
                if now.lengths[rider] > before.lengths[rider] + 1 {
                    streak(&mut stage, &light, state.head, state.heading, colour);
                }
            }
        }
    }
}

fn explode(stage: &mut Stage, light: &Light, head: Cell, heading: Dir, colour: Color) {
    let at = middle(head) + towards(heading) * CELL * 0.5;
    stage.add(&light.glow, Color::WHITE, at, 0.0, Effect::still(0.35, (2.0, 6.5), 0.95));
    stage.add(&light.ring, colour, at, 0.0, Effect::still(0.75, (0.6, 6.0), 0.9));
    for spark in 0..SPARKS {
        // Golden angle: even in all directions, and no two rings alike.
        let angle = spark as f32 * 2.399_963 % TAU;
        let speed = CELL * (2.0 + 5.0 * ((spark * 7 % SPARKS) as f32 / SPARKS as f32));
        let velocity = Vec2::from_angle(angle) * speed;
        let effect = Effect { velocity, ..Effect::still(0.8, (0.26, 0.05), 1.0) };
        stage.add(&light.disc, colour.mix(&Color::WHITE, 0.3), at, 0.0, effect);
    }
}

/// The sides on which something stands that the rider passes closely: walls, obstacles, trails.
pub fn grazed(position: &Position, rider: usize) -> impl Iterator<Item = Dir> {
    let state = position.riders()[rider];
    let is_side = move |dir: &Dir| *dir != state.heading && *dir != state.heading.reverse();
    let stands = move |dir: &Dir| !position.is_free(position.neighbour(state.head, *dir));
    crate::games::tron::arena::MOVES.into_iter().filter(is_side).filter(stands)
}

/// Sparks fly back from what is scraped along.
fn graze(stage: &mut Stage, light: &Light, position: &Position, rider: usize, colour: Color) {
    let state = position.riders()[rider];
    let back = -towards(state.heading);
    for side in grazed(position, rider) {
        let side = towards(side);
        for _ in 0..GRAZES {
            let [along, away, glow] = [(); 3].map(|()| (stage.chance.draw() + 1.0) / 2.0);
            let velocity = (back * (2.0 + 5.0 * along) - side * (0.3 + 2.2 * away)) * CELL;
            // The head is still on its way from the cell before.
            let at = middle(state.head) + (side * 0.46 + back * (0.6 + along)) * CELL;
            let effect =
                Effect { velocity, length: 5.0, ..Effect::still(0.25 + 0.25 * away, (0.07 + 0.05 * glow, 0.02), 1.0) };
            stage.add(&light.disc, HOT.mix(&colour, 0.4 * glow), at, velocity.to_angle(), effect);
        }
    }
}

/// Streaks of light stay behind a boost.
fn streak(stage: &mut Stage, light: &Light, head: Cell, heading: Dir, colour: Color) {
    let (ahead, across) = (towards(heading), towards(heading).perp());
    for number in 0..STREAKS {
        let shift = (number as f32 + 0.5) / STREAKS as f32 * 2.0 - 1.0 + 0.2 * stage.chance.draw();
        let back = 1.6 + 0.8 * stage.chance.draw();
        let effect = Effect {
            velocity: -ahead * CELL * 3.0,
            length: 16.0 + 6.0 * stage.chance.draw(),
            ..Effect::still(0.45, (0.2, 0.08), 0.95)
        };
        let at = middle(head) + (across * shift * 0.75 - ahead * back) * CELL;
        stage.add(&light.tail, colour.mix(&Color::WHITE, 0.45), at, ahead.to_angle(), effect);
    }
    stage.add(&light.ring, colour, middle(head) - ahead * CELL, 0.0, Effect::still(0.3, (0.5, 2.4), 0.6));
}

/// The triangle of a cell on the side from which a head with this heading comes, its point in the middle.
fn half(heading: Dir) -> Triangle2d {
    let from = -towards(heading) * CELL / 2.0;
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
        sprite.custom_size = Some(effect.extent(size));
        sprite.color.set_alpha(effect.alpha * (1.0 - share));
    }
}
