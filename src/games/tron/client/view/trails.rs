//! Trails and heads. A trail is drawn as its straight runs: a core with a white-hot middle, in a glow that lights the
//! floor; the last run grows with time, and the head draws a flame behind it.

use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::stage::CELL;
use crate::games::tron::plugin::{Phase, Round};
use crate::games::tron::position::Content;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// A layer of a trail: thickness in cells, height in the picture, opacity while its rider lives and afterwards.
struct Layer {
    thickness: f32,
    z: f32,
    alpha: (f32, f32),
}

/// From below: light on the floor, glow, core, white-hot middle.
const LAYERS: [Layer; 4] = [
    Layer { thickness: 2.3, z: z::GLOW - 0.1, alpha: (0.3, 0.0) },
    Layer { thickness: 1.05, z: z::GLOW, alpha: (0.6, 0.1) },
    Layer { thickness: 0.34, z: z::CORE, alpha: (1.0, 1.0) },
    Layer { thickness: 0.09, z: z::CORE + 0.1, alpha: (0.85, 0.0) },
];
/// Layers below the core are soft.
const CORE: usize = 2;

/// Size of a head in cells, and of its halo.
const HEAD: f32 = 0.6;
const HALO: f32 = 2.8;
/// The flame behind a head in cells: as long as its run is straight, but no longer than this; and how thick.
const TAIL: (f32, f32) = (6.0, 0.62);

/// One straight run on the screen.
#[derive(Debug, Clone, Copy)]
struct Piece {
    run: (Cell, Cell),
    dead: bool,
    layers: [Entity; LAYERS.len()],
}

/// The head of a rider on the screen.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// The disc and its halo.
    parts: [Entity; 2],
    tail: Entity,
}

/// What is drawn of each seat, on the scene.
#[derive(Component, Debug, Default)]
pub(super) struct Trails {
    pieces: [Vec<Piece>; 4],
    heads: [Option<Head>; 4],
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw.run_if(any_match_filter::<Changed<Round>>), grow)
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::TRON)),
    );
}

/// The straight runs of a trail, first and last cell of each; neighbouring runs share their corner.
pub fn runs(trail: &[Cell]) -> Vec<(Cell, Cell)> {
    let mut runs: Vec<(Cell, Cell)> = Vec::new();
    let Some(first) = trail.first() else { return runs };
    let mut run = (*first, *first);
    let mut heading = None;
    for cell in &trail[1..] {
        let dir = run.1.dir_to(*cell);
        if dir.is_some() && (heading.is_none() || dir == heading) {
            run.1 = *cell;
            heading = dir;
        } else {
            runs.push(run);
            // Not beside each other: the trail went around the edge of the board.
            run = if dir.is_some() { (run.1, *cell) } else { (*cell, *cell) };
            heading = dir;
        }
    }
    runs.push(run);
    runs
}

/// Brings the pieces in step with the trails; those that have not changed stay.
fn draw(
    round: Single<&Round>,
    mut scene: Single<(Entity, &mut Trails), With<Scene>>,
    light: Res<Light>,
    mut sprites: Query<(&mut Sprite, &mut Transform)>,
    mut commands: Commands,
) {
    let (scene, trails) = &mut *scene;
    let scene = *scene;
    for (seat, colour) in SEAT_COLOURS.into_iter().enumerate() {
        let rider = round.rider(seat);
        let dead = rider.is_some_and(|rider| round.position.riders()[rider].out.is_some());
        let trail = rider.map_or(&[][..], |rider| round.position.trail(rider));
        let there = trail.last().is_some_and(|head| {
            round.position.contents().get(*head).copied() == rider.map(|rider| Content::Trail(rider as u8))
        });
        let runs = if there { runs(trail) } else { Vec::new() };
        let pieces = &mut trails.pieces[seat];
        let same = pieces.iter().zip(&runs).take_while(|(piece, run)| piece.run == **run && piece.dead == dead).count();
        for piece in pieces.drain(same..) {
            piece.layers.into_iter().for_each(|layer| commands.entity(layer).despawn());
        }
        // The run before was still growing when the trail turned.
        if let Some(piece) = pieces.last() {
            lay(&mut sprites, piece.layers, middle(piece.run.0), middle(piece.run.1));
        }
        for run in &runs[same..] {
            let layers = std::array::from_fn(|layer| {
                let (size, place) = stretch(middle(run.0), middle(run.1), &LAYERS[layer]);
                let sprite = Sprite { custom_size: Some(size), ..sprite(layer, colour, dead, &light) };
                commands.spawn((ChildOf(scene), sprite, Transform::from_translation(place))).id()
            });
            pieces.push(Piece { run: *run, dead, layers });
        }
        match (there && !dead, trails.heads[seat]) {
            (true, None) => {
                let mut part = |size: f32, colour: Color, image: &Handle<Image>, z: f32| {
                    let sprite = Sprite {
                        color: colour,
                        custom_size: Some(Vec2::splat(size * CELL)),
                        ..Sprite::from_image(image.clone())
                    };
                    commands.spawn((ChildOf(scene), sprite, Transform::from_xyz(0.0, 0.0, z))).id()
                };
                let white = colour.mix(&Color::WHITE, 0.75);
                let halo = part(HALO, colour.with_alpha(0.9), &light.glow, z::HEAD - 0.1);
                trails.heads[seat] = Some(Head {
                    parts: [part(HEAD, white, &light.disc, z::HEAD), halo],
                    tail: part(0.0, white, &light.tail, z::CORE + 0.3),
                });
            }
            (false, Some(head)) => {
                head.parts.into_iter().chain([head.tail]).for_each(|part| commands.entity(part).despawn());
                trails.heads[seat] = None;
            }
            _ => {}
        }
    }
}

/// A layer of a run, without its size.
fn sprite(layer: usize, colour: Color, dead: bool, light: &Light) -> Sprite {
    let (living, left) = LAYERS[layer].alpha;
    let alpha = if dead { left } else { living };
    match layer {
        0..CORE => {
            let slicer = TextureSlicer { border: BorderRect::all(15.0), max_corner_scale: 4.0, ..default() };
            Sprite {
                color: colour.with_alpha(alpha),
                image_mode: SpriteImageMode::Sliced(slicer),
                ..Sprite::from_image(light.glow.clone())
            }
        }
        CORE => Sprite::from_color(if dead { colour.darker(0.38) } else { colour }, Vec2::ONE),
        _ => Sprite::from_color(colour.mix(&Color::WHITE, 0.8).with_alpha(alpha), Vec2::ONE),
    }
}

/// Stretches the layers of a run from one point to another.
fn lay(sprites: &mut Query<(&mut Sprite, &mut Transform)>, layers: [Entity; LAYERS.len()], from: Vec2, to: Vec2) {
    for (entity, layer) in layers.into_iter().zip(LAYERS) {
        if let Ok((mut sprite, mut transform)) = sprites.get_mut(entity) {
            let (size, place) = stretch(from, to, &layer);
            sprite.custom_size = Some(size);
            transform.translation = place;
        }
    }
}

/// Size and place of a layer from one point to another.
fn stretch(from: Vec2, to: Vec2, layer: &Layer) -> (Vec2, Vec3) {
    ((to - from).abs() + layer.thickness * CELL, ((from + to) / 2.0).extend(layer.z))
}

/// The share of the step that has passed on the screen.
pub(super) fn share(phase: &Phase, clock: &Time<Fixed>) -> f32 {
    match phase {
        Phase::Riding { left, of } if *left > 0 => {
            ((of.saturating_sub(*left)) as f32 + clock.overstep_fraction()).clamp(0.0, *of as f32) / *of as f32
        }
        _ => 1.0,
    }
}

/// Moves the heads and the ends of the last runs between two steps.
fn grow(
    table: Single<(&Round, &Phase)>,
    trails: Single<&Trails, With<Scene>>,
    clock: Res<Time<Fixed>>,
    mut sprites: Query<(&mut Sprite, &mut Transform)>,
) {
    let (round, phase) = *table;
    let share = share(phase, &clock);
    for seat in 0..4 {
        let Some(rider) = round.rider(seat) else { continue };
        let state = round.position.riders()[rider];
        let trail = round.position.trail(rider);
        let to = middle(state.head);
        let before = trail.len().checked_sub(2).map(|index| trail[index]);
        let beside = before.filter(|cell| cell.dir_to(state.head).is_some() && state.out.is_none());
        let at = beside.map_or(to, |cell| middle(cell).lerp(to, share));
        let Some(last) = trails.pieces[seat].last() else { continue };
        let from = middle(last.run.0);
        lay(&mut sprites, last.layers, from, at);
        let Some(head) = trails.heads[seat] else { continue };
        for part in head.parts {
            if let Ok((_, mut transform)) = sprites.get_mut(part) {
                transform.translation = at.extend(transform.translation.z);
            }
        }
        if let Ok((mut sprite, mut transform)) = sprites.get_mut(head.tail) {
            let back = (at - from).clamp_length_max(TAIL.0 * CELL);
            sprite.custom_size = Some(Vec2::new(back.length(), TAIL.1 * CELL));
            transform.translation = (at - back / 2.0).extend(transform.translation.z);
            transform.rotation = Quat::from_rotation_z(if back == Vec2::ZERO { 0.0 } else { back.to_angle() });
        }
    }
}
