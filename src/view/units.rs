//! Units on the screen: smooth between ticks, turned towards their step, with rings where they are selected.

use super::art::{Art, mark, unit_frame};
use super::fog::Viewer;
use super::{CELL, to_world};
use crate::base::Cell;
use crate::control::hover::UnderMouse;
use crate::control::selection::{DragBox, Selection};
use crate::nav::step::Step;
use crate::sim::board::{At, Board};
use crate::sim::units::{Facing, Id, Kind, Owner, Stepping, Unit};
use crate::sim::war::sight::Seen;
use crate::sim::{GameRules, MatchClock, Mode, Running, Screen};
use bevy::prelude::*;
use std::f32::consts::{FRAC_PI_4, PI, TAU};

/// The time that is shown, in ticks: one tick behind the simulation plus the part of the tick that has passed, so
/// that there is always a state before and after it. Stands still while the match is paused.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct ShownTime(pub f32);

/// The middle of a body of `size` × `size` cells whose top left cell is `anchor`, in world units.
#[must_use]
pub fn middle_of_body(anchor: Cell, size: u8) -> Vec2 {
    let half = f32::from(size) / 2.0;
    to_world(f32::from(anchor.x) + half, f32::from(anchor.y) + half)
}

/// Where the middle of a unit of `size` × `size` cells is shown, in world units.
#[must_use]
pub fn shown_at(at: Cell, last: Option<Step>, size: u8, time: f32) -> Vec2 {
    let (from, to, share) = match last {
        Some(step) => (step.from, step.to(), ((time - step.start as f32) / f32::from(step.ticks)).clamp(0.0, 1.0)),
        None => (at, at, 0.0),
    };
    middle_of_body(from, size).lerp(middle_of_body(to, size), share)
}

/// World units from a point to the nearest middle of a cell of a body, or to the lines between them.
#[must_use]
pub fn distance_to_body(point: Vec2, middle: Vec2, size: u8) -> f32 {
    let inner = f32::from(size - 1) / 2.0 * CELL;
    ((point - middle).abs() - inner).max(Vec2::ZERO).length()
}

/// The sprite of a unit, on an entity of the view.
#[derive(Component, Debug)]
struct Body {
    unit: Entity,
    ring: Option<Entity>,
}

/// The turning part of a body.
#[derive(Component, Debug)]
struct Figure;

/// Which ring a unit has.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Ring {
    Selected,
    Preview,
}

/// Side of a unit's sprite in world units: bodies are drawn within 52 of 64 pixels and are 0.9 cells wide.
const UNIT_SIZE: f32 = 1.12 * CELL;
/// Layers of the picture, from the ground upwards.
const SHADOW_Z: f32 = -4.0;
const RING_Z: f32 = -3.0;
const BODY_Z: f32 = 10.0;
/// Radians a second by which a unit turns on the screen.
const TURN_SPEED: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownTime>()
        .add_systems(Update, advance_time.before(crate::control::ControlSystems::Look).run_if(in_state(Mode::Rts)))
        .add_systems(
            Update,
            (appear, vanish, place_bodies, hide_in_fog, ring_bodies)
                .chain()
                .after(crate::control::ControlSystems::Act)
                .run_if(in_state(Mode::Rts)),
        );
}

fn advance_time(
    clock: Res<MatchClock>,
    fixed: Res<Time<Fixed>>,
    running: Option<Res<State<Running>>>,
    mut shown: ResMut<ShownTime>,
) {
    if running.is_some() || clock.tick() == 0 {
        let now = clock.tick() as f32 - 1.0 + fixed.overstep_fraction();
        // The fixed clock runs on while the match is paused, so its fraction may have fallen behind: never backwards.
        shown.0 = if clock.tick() == 0 { now } else { shown.0.max(now) };
    }
}

fn appear(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    units: Query<(Entity, &Kind, &Owner, &Facing), Added<Unit>>,
) {
    for (unit, kind, owner, facing) in &units {
        let frame = unit_frame(rules.0.kind(kind.0).sprite, owner.0, 0);
        let side = UNIT_SIZE * f32::from(rules.0.kind(kind.0).size);
        let atlas = |layout: &Handle<TextureAtlasLayout>, index| TextureAtlas { layout: layout.clone(), index };
        commands.spawn((
            Body { unit, ring: None },
            Transform::from_xyz(0.0, 0.0, BODY_Z),
            Visibility::default(),
            DespawnOnExit(Screen::Match),
            children![
                (
                    Sprite {
                        custom_size: Some(Vec2::splat(side * 0.95)),
                        color: Color::srgba(1.0, 1.0, 1.0, 0.8),
                        ..Sprite::from_atlas_image(art.marks.clone(), atlas(&art.mark_layout, mark::SHADOW))
                    },
                    // The light comes from the upper left.
                    Transform::from_xyz(CELL * 0.07, -CELL * 0.09, SHADOW_Z),
                ),
                (
                    Figure,
                    Sprite {
                        custom_size: Some(Vec2::splat(side)),
                        ..Sprite::from_atlas_image(art.units.clone(), atlas(&art.unit_layout, frame))
                    },
                    Transform::from_rotation(Quat::from_rotation_z(angle(*facing))),
                ),
            ],
        ));
    }
}

fn vanish(mut commands: Commands, bodies: Query<(Entity, &Body)>, mut gone: RemovedComponents<Unit>) {
    for unit in gone.read() {
        for (body, _) in bodies.iter().filter(|(_, body)| body.unit == unit) {
            commands.entity(body).try_despawn();
        }
    }
}

/// Radians, counter-clockwise from north.
fn angle(facing: Facing) -> f32 {
    -f32::from(facing.0.eighths()) * FRAC_PI_4
}

fn place_bodies(
    time: Res<Time<Real>>,
    shown: Res<ShownTime>,
    rules: Res<GameRules>,
    units: Query<(&Kind, &Owner, &At, &Stepping, &Facing), With<Unit>>,
    mut bodies: Query<(&Body, &mut Transform, &Children), Without<Figure>>,
    mut figures: Query<(&mut Transform, &mut Sprite), With<Figure>>,
) {
    let turn = TURN_SPEED * time.delta_secs().min(0.1);
    for (body, mut transform, parts) in &mut bodies {
        let Ok((kind, owner, at, stepping, facing)) = units.get(body.unit) else { continue };
        let place = shown_at(at.0, stepping.last(), rules.0.kind(kind.0).size, shown.0);
        if transform.translation.truncate() != place {
            transform.translation = place.extend(BODY_Z);
        }
        let Some((mut pose, mut sprite)) =
            parts.iter().find(|part| figures.contains(*part)).and_then(|part| figures.get_mut(part).ok())
        else {
            continue;
        };
        let (_, _, current) = pose.rotation.to_euler(EulerRot::XYZ);
        let missing = (angle(*facing) - current + PI).rem_euclid(TAU) - PI;
        if missing.abs() > 1e-3 {
            pose.rotation = Quat::from_rotation_z(current + missing.clamp(-turn, turn));
        }
        // Two steps of the legs a cell, from the way that is done, so that nobody skates.
        let walking = stepping.last().filter(|step| shown.0 < step.end() as f32 && shown.0 >= step.start as f32);
        let frame = walking.map_or(0, |step| {
            let share = (shown.0 - step.start as f32) / f32::from(step.ticks);
            [1, 0, 2, 0][(share * 4.0) as usize % 4]
        });
        let index = unit_frame(rules.0.kind(kind.0).sprite, owner.0, frame);
        if sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
            && let Some(atlas) = sprite.texture_atlas.as_mut()
        {
            atlas.index = index;
        }
    }
}

/// Who stands in the fog is not drawn.
fn hide_in_fog(
    viewer: Res<Viewer>,
    board: Single<Option<&Seen>, With<Board>>,
    rules: Res<GameRules>,
    units: Query<(&Kind, &Owner, &At), With<Unit>>,
    mut bodies: Query<(&Body, &mut Visibility)>,
) {
    for (body, mut visibility) in &mut bodies {
        let Ok((kind, owner, at)) = units.get(body.unit) else { continue };
        let is_seen = viewer.sees_body(*board, owner.0, at.0, rules.0.kind(kind.0).size);
        visibility.set_if_neq(if is_seen { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Rings are there only where they are needed: a handful of sprites more, none for the others.
fn ring_bodies(
    mut commands: Commands,
    art: Res<Art>,
    selection: Res<Selection>,
    drag: Res<DragBox>,
    under: Res<UnderMouse>,
    rules: Res<GameRules>,
    units: Query<(&Id, &Kind, &Owner), With<Unit>>,
    rings: Query<&Ring>,
    mut bodies: Query<(Entity, &mut Body)>,
) {
    for (entity, mut body) in &mut bodies {
        let Ok((id, kind, owner)) = units.get(body.unit) else { continue };
        let selected = if drag.rect.is_some() { drag.preview.contains(&id.0) } else { selection.contains(id.0) };
        let wanted = if selected && drag.rect.is_none() {
            Some(Ring::Selected)
        } else if selected || under.0 == Some(id.0) {
            Some(Ring::Preview)
        } else {
            None
        };
        let current = body.ring.and_then(|ring| rings.get(ring).ok()).copied();
        if current == wanted {
            continue;
        }
        if let Some(ring) = body.ring.take() {
            commands.entity(ring).try_despawn();
        }
        if let Some(ring) = wanted {
            let index = if ring == Ring::Selected { mark::RING } else { mark::HOVER };
            let colour = match ring {
                Ring::Selected => Color::srgb(0.95, 1.0, 0.85),
                Ring::Preview => super::art::SIDE_COLOURS[usize::from(owner.0) % 8].lighter(0.25),
            };
            let sprite = Sprite {
                custom_size: Some(Vec2::splat(CELL * 1.25 * f32::from(rules.0.kind(kind.0).size))),
                color: colour,
                ..Sprite::from_atlas_image(art.marks.clone(), TextureAtlas { layout: art.mark_layout.clone(), index })
            };
            let child = commands.spawn((ring, sprite, Transform::from_xyz(0.0, 0.0, RING_Z), ChildOf(entity))).id();
            body.ring = Some(child);
        }
    }
}
