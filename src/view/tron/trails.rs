//! Trails and heads. A trail is drawn as its straight runs: a bright core in a glow; the last run grows with time.

use super::{Light, SEAT_COLOURS, Scene, middle, z};
use crate::base::Cell;
use crate::control::ControlSystems;
use crate::modes::tron::plugin::{Phase, Round};
use crate::modes::tron::position::Content;
use crate::sim::Mode;
use crate::view::CELL;
use bevy::prelude::*;

/// Thickness of the core in cells.
const CORE: f32 = 0.34;
/// Size of a head in cells, and of its halo.
const HEAD: f32 = 0.6;
const HALO: f32 = 2.4;

/// One straight run on the screen.
#[derive(Debug, Clone, Copy)]
struct Piece {
    run: (Cell, Cell),
    dead: bool,
    core: Entity,
    glow: Entity,
}

/// What is drawn of each seat, on the scene.
#[derive(Component, Debug, Default)]
pub(super) struct Trails {
    pieces: [Vec<Piece>; 4],
    heads: [Option<(Entity, Entity)>; 4],
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw.run_if(any_match_filter::<Changed<Round>>), grow)
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::Tron)),
    );
}

/// The straight runs of a trail, first and last cell of each; neighbouring runs share their corner.
fn runs(trail: &[Cell]) -> Vec<(Cell, Cell)> {
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
            commands.entity(piece.core).despawn();
            commands.entity(piece.glow).despawn();
        }
        // The run before was still growing when the trail turned.
        if let Some(piece) = pieces.last() {
            let (from, to) = (middle(piece.run.0), middle(piece.run.1));
            commands.queue(Lay { core: piece.core, glow: piece.glow, from, to });
        }
        for run in &runs[same..] {
            let (core, glow) = if dead { (colour.darker(0.38), 0.1) } else { (colour, 0.5) };
            let core = commands.spawn((ChildOf(scene), Sprite::from_color(core, Vec2::ONE), Transform::default())).id();
            let slicer = TextureSlicer { border: BorderRect::all(15.0), ..default() };
            let glow = commands
                .spawn((
                    ChildOf(scene),
                    Sprite {
                        color: colour.with_alpha(glow),
                        image_mode: SpriteImageMode::Sliced(slicer),
                        ..Sprite::from_image(light.glow.clone())
                    },
                    Transform::default(),
                ))
                .id();
            pieces.push(Piece { run: *run, dead, core, glow });
            commands.queue(Lay { core, glow, from: middle(run.0), to: middle(run.1) });
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
                let halo = part(HALO, colour.with_alpha(0.85), &light.glow, z::HEAD - 0.1);
                trails.heads[seat] = Some((part(HEAD, white, &light.disc, z::HEAD), halo));
            }
            (false, Some((head, halo))) => {
                commands.entity(head).despawn();
                commands.entity(halo).despawn();
                trails.heads[seat] = None;
            }
            _ => {}
        }
    }
}

/// Puts a new piece into its place.
struct Lay {
    core: Entity,
    glow: Entity,
    from: Vec2,
    to: Vec2,
}

impl Command for Lay {
    type Out = ();

    fn apply(self, world: &mut World) {
        for (entity, thickness, z) in [(self.core, CORE * CELL, z::CORE), (self.glow, CELL, z::GLOW)] {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                let (size, place) = stretch(self.from, self.to, thickness, z);
                if let Some(mut sprite) = entity.get_mut::<Sprite>() {
                    sprite.custom_size = Some(size);
                }
                entity.insert(Transform::from_translation(place));
            }
        }
    }
}

/// Size and place of a rectangle from one point to another.
fn stretch(from: Vec2, to: Vec2, thickness: f32, z: f32) -> (Vec2, Vec3) {
    ((to - from).abs() + thickness, ((from + to) / 2.0).extend(z))
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
    table: Option<Single<(&Round, &Phase)>>,
    scene: Option<Single<&Trails, With<Scene>>>,
    clock: Res<Time<Fixed>>,
    mut sprites: Query<(&mut Sprite, &mut Transform)>,
) {
    let (Some(table), Some(trails)) = (table, scene) else { return };
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
        if let Some((head, halo)) = trails.heads[seat] {
            for part in [head, halo] {
                if let Ok((_, mut transform)) = sprites.get_mut(part) {
                    transform.translation = at.extend(transform.translation.z);
                }
            }
        }
        let Some(last) = trails.pieces[seat].last() else { continue };
        for (entity, thickness, z) in [(last.core, CORE * CELL, z::CORE), (last.glow, CELL, z::GLOW)] {
            if let Ok((mut sprite, mut transform)) = sprites.get_mut(entity) {
                let (size, place) = stretch(middle(last.run.0), at, thickness, z);
                sprite.custom_size = Some(size);
                transform.translation = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(places: &[(i16, i16)]) -> Vec<Cell> {
        places.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
    }

    #[test]
    fn a_trail_is_cut_into_straight_runs_that_share_their_corners() {
        let trail = cells(&[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2)]);
        let ends = |run: &(Cell, Cell)| ((run.0.x, run.0.y), (run.1.x, run.1.y));
        let seen: Vec<_> = runs(&trail).iter().map(ends).collect();
        assert_eq!(seen, [((0, 0), (2, 0)), ((2, 0), (2, 2)), ((2, 2), (3, 2))]);
        assert_eq!(runs(&trail[..1]).len(), 1);
        assert!(runs(&[]).is_empty());
    }

    #[test]
    fn a_trail_around_the_edge_is_not_drawn_across_the_board() {
        let trail = cells(&[(8, 3), (9, 3), (0, 3), (1, 3)]);
        let seen = runs(&trail);
        assert_eq!(seen, [(Cell::new(8, 3), Cell::new(9, 3)), (Cell::new(0, 3), Cell::new(1, 3))]);
    }
}
