//! Units on the screen: smooth between ticks, looking along their way or at their work or their enemy. They are seen from
//! the front and a little from above, as the buildings are.

mod adorn;
mod heading;
pub mod pose;

use super::bars::Barred;
use super::buildings::is_worked_at;
use super::effects::{Burst, What};
use super::eyes::Eyes;
use super::marks::sign;
use crate::base::Cell;
use crate::base::grid::MAX_SIDE;
use crate::client::input::ControlSystems;
use crate::client::kit::art::{Art, badge, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::skirmish::queries::{SkirmishView, UnitQueryItem};
use crate::games::rts::client::stage::{RtsSystems, ShownTime, middle_of_body};
use crate::games::rts::rules::{KindId, Resource as Good, UnitKind};
use crate::games::rts::sim::skirmish::Task;
use crate::games::rts::sim::units::{Facing, Id, Kind, Owner, Stepping, Unit};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::step::UnitId;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Running, Screen};
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use std::f32::consts::PI;

pub use heading::{Heading, Look};
pub use pose::FALLEN;

/// Radians, counter-clockwise from north, of a way on the screen.
pub(crate) fn angle_of(way: Vec2) -> f32 {
    way.y.atan2(way.x) - PI / 2.0
}

/// World units on a side of the square that holds the figure of a kind of so many cells. Who stands or walks is drawn within
/// the middle 48 × 52 of its 64 pixels, which are less than a cell: neighbours do not overlap.
pub(crate) fn figure_side(size: u8) -> f32 {
    1.12 * CELL * f32::from(size)
}

/// The sprite of a kind of so many cells, of a side, in one of its poses.
pub fn figure(art: &Art, (kind, size): (KindId, u8), side: u8, heading: Heading, pose: usize) -> Sprite {
    let index = art.player_colours.frame(side, heading.row(), pose);
    Sprite { flip_x: heading.is_mirrored(), ..art.unit(kind).sprite(index, figure_side(size)) }
}

/// The layer of what lies about of a kind: one each, because sprites of one picture that lie side by side in depth are one
/// draw.
pub fn layer(base: f32, kind: KindId) -> f32 {
    base + f32::from(kind.0) * 0.005
}

/// The layer of a figure: who stands further down the screen is drawn over who stands behind. The depth has a step for each
/// half of a cell and not for each place, and within a step one layer a kind, so that a crowd is few draws.
pub fn depth(place: Vec2, size: u8, kind: KindId) -> f32 {
    let feet = f32::from(size) / 2.0 - place.y / CELL;
    FIGURE_Z + (feet * 2.0).round() * STEP_Z + f32::from(kind.0) * KIND_Z
}

/// The picture of a unit, an entity of the view: its shadow, and the figure as a child.
#[derive(Component, Debug)]
struct Body {
    unit: Entity,
    id: UnitId,
    kind: KindId,
    side: u8,
    size: u8,
    figure: Entity,
    look: Look,
    is_sign: bool,
    extras: adorn::Extras,
}

/// The upright part of a body.
#[derive(Component, Debug)]
struct Figure;

/// Layers of the picture, from the ground upwards.
const SHADOW_Z: f32 = 6.0;
pub(super) const FIGURE_Z: f32 = 10.0;
/// Depth of half a cell of the map, and of a kind within it. The largest map is 4,096 cells high: all are below the effects.
const STEP_Z: f32 = 1e-3;
const KIND_Z: f32 = 2e-5;
const _: () = assert!(FIGURE_Z + 2.0 * MAX_SIDE as f32 * STEP_Z < 19.0);
/// Ticks that a unit flashes when it is hurt.
const FLASH: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            advance_time.before(ControlSystems::Look).run_if(in_state(Mode::RTS)),
            (vanish, appear, place, adorn::rings, adorn::loads).chain().in_set(RtsSystems::Show),
        ),
    );
}

fn advance_time(
    clock: Res<MatchClock>,
    fixed: Res<Time<Fixed>>,
    running: Option<Res<State<Running>>>,
    online: Option<Res<Online>>,
    mut shown: ResMut<ShownTime>,
) {
    if running.is_some() || clock.tick() == 0 {
        // Over the network time is the server's.
        let share = online.map_or_else(|| fixed.overstep_fraction(), |online| online.share);
        let now = clock.tick() as f32 - 1.0 + share;
        // The fixed clock runs on while the match is paused, so its fraction may have fallen behind: never backwards,
        // unless the match itself has gone back.
        let is_back = shown.0 > now + 2.0;
        shown.0 = if clock.tick() == 0 || is_back { now } else { shown.0.max(now) };
    }
}

/// Cells from the middle of a body of one cell down to where its feet touch the ground.
const FEET: f32 = 0.36;
/// Width and height of its shadow in cells.
const SHADOW: Vec2 = Vec2::new(1.0, 0.5);

fn shadow(art: &Art, size: u8) -> Sprite {
    let size = SHADOW * CELL * f32::from(size);
    Sprite { custom_size: Some(size), ..sign(art, mark::SHADOW, CELL, Color::srgba(1.0, 1.0, 1.0, 0.8)) }
}

fn appear(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    units: Query<(Entity, &Id, &Kind, &Owner, &Facing, &Stepping), Added<Unit>>,
) {
    for (unit, id, kind, owner, facing, stepping) in &units {
        let size = rules.0.kind(kind.0).size;
        // Who has not taken a step yet looks at the player.
        let heading = stepping.last().map_or_else(Heading::default, |_| Heading::of(facing.0));
        let sprite = figure(&art, (kind.0, size), owner.0, heading, pose::STANDS);
        let figure = commands.spawn((Figure, sprite, Transform::default())).id();
        let body = Body {
            unit,
            id: id.0,
            kind: kind.0,
            side: owner.0,
            size,
            figure,
            look: Look::new(heading),
            is_sign: false,
            extras: adorn::Extras::default(),
        };
        let body = (
            body,
            Barred::unit(unit, id.0, size),
            shadow(&art, size),
            // At the feet, and the light comes from the upper left.
            Anchor(Vec2::new(-0.05, FEET / SHADOW.y)),
            Transform::from_xyz(0.0, 0.0, SHADOW_Z),
            DespawnOnExit(Screen::Match),
        );
        commands.spawn(body).add_child(figure);
    }
}

fn vanish(mut commands: Commands, mut gone: RemovedComponents<Unit>, bodies: Query<(Entity, &Body)>) {
    let gone: EntityHashSet = gone.read().collect();
    if gone.is_empty() {
        return;
    }
    for (entity, _) in bodies.iter().filter(|(_, body)| gone.contains(&body.unit)) {
        commands.entity(entity).despawn();
    }
}

/// The sign that stands for a kind from far away, and its side in pixels.
fn sign_of(kind: &UnitKind) -> (usize, f32) {
    match kind {
        _ if kind.size > 1 => (badge::LARGE, 15.0),
        _ if kind.works => (badge::WORKER, 12.0),
        _ if kind.heals.is_some() => (badge::HEALER, 12.0),
        _ if kind.weapon.as_ref().is_some_and(|weapon| weapon.missile.is_some()) => (badge::MARKSMAN, 12.0),
        _ => (badge::SOLDIER, 12.0),
    }
}

/// What a unit that does not walk is at: the frame, where it looks, and whether wood flies.
fn activity(skirmish: &SkirmishView, shown: ShownTime, unit: &UnitQueryItem<'_, '_>) -> (usize, Option<Vec2>, bool) {
    let here = skirmish.unit_area(unit).middle();
    let towards = |place: Vec2| (place != here).then(|| place - here);
    if let Some(Task::Gather { resource: Good::Wood, at: tree, since: Some(_) }) = unit.tasks.current() {
        return (pose::working(shown.0, unit.id.0.0), towards(middle_of_body(*tree, 1)), true);
    }
    if let Some(Task::Repair(site)) = unit.tasks.current()
        && unit.waypoints.current().is_none()
        && let Some(building) = skirmish.building(*site)
        && is_worked_at(building.state, skirmish.clock.tick())
    {
        // Who builds looks at the wall before it, not at the middle of the building.
        let (first, at, last) = (building.at.0, unit.at.0, i16::from(skirmish.building_kind(&building).size) - 1);
        let near = Cell::new(at.x.clamp(first.x, first.x + last), at.y.clamp(first.y, first.y + last));
        return (pose::working(shown.0, unit.id.0.0), towards(middle_of_body(near, 1)), false);
    }
    let kind = skirmish.unit_kind(unit);
    let own = kind.weapon.as_ref().map(|weapon| weapon.cooldown).or(kind.heals.map(|heals| heals.cooldown));
    let Some(cooldown) = own else { return (pose::STANDS, None, false) };
    let target = unit.fighting.target().and_then(|target| skirmish.area(target));
    let since = shown.since(unit.fighting.struck_at()).unwrap_or(f32::INFINITY);
    let frame = pose::fighting(since, f32::from(cooldown), target.is_some());
    (frame.unwrap_or(pose::STANDS), target.and_then(|area| towards(area.middle())), false)
}

fn place(
    shown: Res<ShownTime>,
    frame: Res<Frame>,
    eyes: Eyes,
    art: Res<Art>,
    skirmish: SkirmishView,
    mut bodies: Query<(&mut Body, &mut Barred, &mut Transform, &mut Sprite, &mut Visibility), Without<Figure>>,
    mut figures: Query<(&mut Transform, &mut Sprite), With<Figure>>,
    mut bursts: MessageWriter<Burst>,
) {
    let far = frame.is_far();
    for (mut body, mut bar, mut transform, mut ground, mut visibility) in &mut bodies {
        let Ok(unit) = skirmish.units.get(body.unit) else { continue };
        let is_hidden = unit.inside.mine().is_some() || !eyes.shows_body(unit.at.0, body.size);
        if bar.is_veiled != is_hidden {
            bar.is_veiled = is_hidden;
        }
        visibility.set_if_neq(if is_hidden { Visibility::Hidden } else { Visibility::Inherited });
        let place = skirmish.place_of_unit(&unit);
        if transform.translation.truncate() != place {
            transform.translation = place.extend(SHADOW_Z);
        }
        if is_hidden || !frame.shows(place, 3.0) {
            continue;
        }
        let Ok((mut pose, mut sprite)) = figures.get_mut(body.figure) else { continue };
        let z = depth(place, body.size, body.kind) - SHADOW_Z;
        if pose.translation.z != z {
            pose.translation.z = z;
        }
        if far != body.is_sign {
            body.is_sign = far;
            if far {
                let (index, _) = sign_of(skirmish.unit_kind(&unit));
                *sprite = art.badges.sprite(index, CELL);
                sprite.color = art.player_colours.colour(body.side).lighter(0.06);
                sprite.flip_x = false;
                ground.custom_size = Some(Vec2::ZERO);
            } else {
                *sprite = figure(&art, (body.kind, body.size), body.side, body.look.heading, pose::STANDS);
                *ground = shadow(&art, body.size);
            }
        }
        let is_hit = shown.since(unit.fighting.hurt_at()).is_some_and(|since| since < FLASH);
        if far {
            // Small on purpose, but never too small to be seen.
            let (_, pixels) = sign_of(skirmish.unit_kind(&unit));
            let side = Some(Vec2::splat((pixels * frame.scale).min(CELL * 1.6 * f32::from(body.size))));
            if sprite.custom_size != side {
                sprite.custom_size = side;
            }
            continue;
        }
        let (index, way, chops) = match pose::walking(unit.stepping.last(), shown.0) {
            Some(index) => (index, None, false),
            None => activity(&skirmish, *shown, &unit),
        };
        let mut look = body.look;
        match (way, unit.stepping.last().filter(|step| shown.0 < step.end() as f32)) {
            (Some(way), _) => look.face(way),
            (None, Some(step)) => look.walk(heading::way(step.dir)),
            (None, None) if unit.waypoints.current().is_none() && unit.tasks.current().is_none() => look.rest(place),
            (None, None) => {}
        }
        if body.look != look {
            body.look = look;
        }
        let is_mirrored = look.heading.is_mirrored();
        if sprite.flip_x != is_mirrored {
            sprite.flip_x = is_mirrored;
        }
        let tint = if is_hit { Color::linear_rgb(3.2, 1.5, 1.3) } else { Color::WHITE };
        if sprite.color != tint {
            sprite.color = tint;
        }
        let strikes = index == pose::STRIKES;
        let index = art.player_colours.frame(body.side, look.heading.row(), index);
        if sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
            && let Some(atlas) = sprite.texture_atlas.as_mut()
        {
            atlas.index = index;
            if chops && strikes {
                let way = way.unwrap_or_default().normalize_or_zero();
                bursts.write(Burst { what: What::Chips, at: place + way * CELL * 0.6 });
            }
        }
    }
}
