//! Missiles in the air: smooth between ticks, in an arc where they are thrown, with a shadow on the ground.
//!
//! They are read from the simulation anew each frame, and the sprites are used again and again: nothing is kept, so that a
//! match that goes back in time shows what flew then.

use super::eyes::Eyes;
use super::frame::Frame;
use crate::base::Cell;
use crate::client::kit::art::{Art, effect, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::stage::{ShownTime, middle_of_body, reset, shown_at};
use crate::games::rts::client::view::units::angle_of;
use crate::games::rts::combat::Being;
use crate::games::rts::rules::{Rules, Weapon};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::{Building, BuildingIndex, Missiles};
use crate::games::rts::sim::units::{Kind, Stepping};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// Sprites for missiles and their shadows; those that are not needed are hidden.
#[derive(Resource, Debug, Default)]
struct Quiver {
    flying: Vec<Entity>,
    shadows: Vec<Entity>,
}

/// A sprite of the quiver.
#[derive(Component, Debug)]
struct Missile;

const MISSILE_Z: f32 = 19.0;
const SHADOW_Z: f32 = 14.0;
/// Missiles that are drawn at most.
const MOST: usize = 400;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Quiver>().add_systems(OnExit(Screen::Match), reset::<Quiver>).add_systems(
        Update,
        fly.after(crate::client::input::ControlSystems::Act)
            .run_if(in_state(Mode::RTS).and_then(any_with_component::<Missiles>)),
    );
}

pub(super) fn weapon_of(rules: &Rules, being: Being) -> Option<&Weapon> {
    match being {
        Being::Unit(kind) => rules.kind(kind).weapon.as_ref(),
        Being::Building(kind) => rules.building(kind).weapon.as_ref(),
    }
}

/// How a missile flies, by its name: height of its arc as a share of the way, its size in cells, turns a tick.
fn manner(name: &str) -> (f32, f32, f32) {
    match name {
        "boulder" => (0.34, 0.75, 0.06),
        "stone" => (0.12, 0.6, 0.0),
        "axe" => (0.1, 0.7, 0.12),
        "spear" => (0.14, 0.9, 0.0),
        "fireball" | "flame" => (0.03, 0.85, 0.0),
        _ => (0.1, 0.75, 0.0),
    }
}

/// Where a missile is shown after a share of its way: its place on the ground, its height above it and the way that it
/// points.
fn along(from: Vec2, to: Vec2, arc: f32, share: f32) -> (Vec2, f32, Vec2) {
    let way = to - from;
    let height = arc * way.length();
    let up = 4.0 * height * share * (1.0 - share);
    let climb = 4.0 * height * (1.0 - 2.0 * share);
    (from + way * share, up, way + Vec2::Y * climb)
}

/// Where things in the air come from and go to.
#[derive(bevy::ecs::system::SystemParam)]
struct Targets<'w, 's> {
    board: Single<'w, 's, (&'static Missiles, &'static Roster, &'static BuildingIndex), With<Board>>,
    units: Query<'w, 's, (&'static Kind, &'static At, &'static Stepping)>,
    buildings: Query<'w, 's, (&'static Building, &'static At)>,
}

fn fly(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    shown: Res<ShownTime>,
    frame: Res<Frame>,
    eyes: Eyes,
    targets: Targets,
    mut quiver: ResMut<Quiver>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility), With<Missile>>,
) {
    let (missiles, roster, building_index) = *targets.board;
    let middle = |cell: Cell| middle_of_body(cell, 1);
    let (mut flying, mut shadows) = (0, 0);
    for missile in missiles.iter() {
        let Some(shot) = weapon_of(&rules.0, missile.blow.being).and_then(|weapon| weapon.missile.as_ref()) else {
            continue;
        };
        let from = middle(missile.from);
        // It follows the body as it is drawn, not the cell that it counts for.
        let unit = missile.blow.target.and_then(|target| roster.entity(target));
        let building = missile.blow.target.and_then(|target| building_index.entity(target));
        let to = if let Some((kind, at, stepping)) = unit.and_then(|unit| targets.units.get(unit).ok()) {
            shown_at(at.0, stepping.last(), rules.0.kind(kind.0).size, shown.0)
        } else if let Some((one, at)) = building.and_then(|building| targets.buildings.get(building).ok()) {
            middle_of_body(at.0, rules.0.building(one.kind()).size)
        } else {
            middle(missile.blow.at)
        };
        let length = (missile.lands_at - missile.since).max(1) as f32;
        let share = (shown.0 - missile.since as f32) / length;
        if !(0.0..1.0).contains(&share)
            || !frame.shows(from.lerp(to, share), 4.0)
            || !eyes.shows_point(from.lerp(to, share))
            || flying == MOST
        {
            continue;
        }
        let (arc, size, turns) = manner(&shot.sprite);
        let (ground, up, heading) = along(from, to, arc, share);
        let spin = turns * (shown.0 - missile.since as f32) * std::f32::consts::TAU;
        // Who looks from above sees what is high as larger.
        let size = size * (1.0 + 0.5 * up / (CELL * 3.0));
        let angle = if turns > 0.0 { -spin } else { angle_of(heading) };
        put(
            &mut commands,
            &mut quiver.flying,
            flying,
            &mut sprites,
            || art.effects.sprite(0, CELL),
            |sprite, at| {
                sprite.custom_size = Some(Vec2::splat(size * CELL));
                if let Some(atlas) = sprite.texture_atlas.as_mut() {
                    atlas.index = effect::missile(&shot.sprite);
                }
                at.translation = (ground + Vec2::Y * up).extend(MISSILE_Z);
                at.rotation = Quat::from_rotation_z(angle);
            },
        );
        flying += 1;
        if arc > 0.05 && !frame.far {
            let new = || Sprite { color: Color::WHITE.with_alpha(0.45), ..art.marks.sprite(mark::SHADOW, CELL) };
            put(&mut commands, &mut quiver.shadows, shadows, &mut sprites, new, |sprite, at| {
                sprite.custom_size = Some(Vec2::splat(size * CELL * 0.5));
                at.translation = (ground + Vec2::new(0.1, -0.12) * CELL).extend(SHADOW_Z);
            });
            shadows += 1;
        }
    }
    for entity in quiver.flying.iter().skip(flying).chain(quiver.shadows.iter().skip(shadows)) {
        if let Ok((_, _, mut visibility)) = sprites.get_mut(*entity) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}

/// Shows the sprite of a number with what `set` gives it; makes it if there are not so many yet.
fn put(
    commands: &mut Commands,
    pool: &mut Vec<Entity>,
    number: usize,
    sprites: &mut Query<(&mut Sprite, &mut Transform, &mut Visibility), With<Missile>>,
    new: impl FnOnce() -> Sprite,
    set: impl FnOnce(&mut Sprite, &mut Transform),
) {
    if let Some(entity) = pool.get(number) {
        if let Ok((mut sprite, mut at, mut visibility)) = sprites.get_mut(*entity) {
            visibility.set_if_neq(Visibility::Inherited);
            set(&mut sprite, &mut at);
        }
        return;
    }
    let (mut sprite, mut at) = (new(), Transform::default());
    set(&mut sprite, &mut at);
    pool.push(commands.spawn((Missile, sprite, at, Visibility::Inherited, DespawnOnExit(Screen::Match))).id());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_thrown_rises_and_comes_down_on_its_target() {
        let (from, to) = (Vec2::ZERO, Vec2::new(100.0, 0.0));
        let up = |share| along(from, to, 0.3, share).1;
        assert_eq!((up(0.0), up(1.0)), (0.0, 0.0));
        assert!((up(0.5) - 30.0).abs() < 1e-3 && up(0.25) < up(0.5));
        let (_, _, rising) = along(from, to, 0.3, 0.1);
        let (_, _, falling) = along(from, to, 0.3, 0.9);
        assert!(rising.y > 0.0 && falling.y < 0.0, "it points along its way");
        assert_eq!(along(from, to, 0.3, 1.0).0, to);
    }
}
