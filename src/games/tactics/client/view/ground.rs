//! The board: squares in two shades, what lies on them, hill, flags and goals, names of rows and columns.

use super::{Pictures, Scene, middle, picture, side_colour, tile, writing, z};
use crate::client::kit::art::Art;
use crate::client::stage::{CELL, to_world};
use crate::games::tactics::field::Ground;
use crate::games::tactics::plugin::Fight;
use crate::games::tactics::rules::Mode as Rule;
use crate::games::tactics::{Position, Side, Square};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// Room around the board for the names of rows and columns, in cells.
pub(super) const EDGE: f32 = 0.42;

/// The rim of the board.
const RIM: Color = Color::srgb(0.24, 0.17, 0.11);
const NAMES: Color = Color::srgb(0.72, 0.66, 0.55);

/// The colour of who holds the hill, over one of its squares.
#[derive(Component, Debug)]
struct HillSquare;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), lay.after(super::SceneBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(Update, tint_hill.run_if(in_state(Mode::TACTICS)));
}

fn lay(
    fight: Single<&Fight>,
    scene: Single<Entity, With<Scene>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    spawn_board(&mut commands, *scene, (&art, &pictures), fight.position());
}

/// Spawns the board of a position below an entity, cell (0,0) at the origin of the world.
fn spawn_board(commands: &mut Commands, parent: Entity, (art, pictures): (&Art, &Pictures), position: &Position) {
    let scene = position.scene();
    let ground = scene.field.ground();
    let size = Vec2::new(f32::from(ground.width()), f32::from(ground.height()));
    let centre = to_world(size.x / 2.0, size.y / 2.0);
    commands.spawn((
        ChildOf(parent),
        Sprite::from_color(RIM, (size + 0.16) * CELL),
        Transform::from_translation(centre.extend(z::FLOOR - 0.1)),
    ));
    let mut put = |index: usize, cells: f32, color: Color, at: Vec2, height: f32| {
        commands
            .spawn((
                ChildOf(parent),
                picture(pictures, index, cells, color),
                Transform::from_translation(at.extend(height)),
            ))
            .id()
    };
    let mut hills = Vec::new();
    for (cell, kind) in ground.iter() {
        let Some(square) = Square::of(cell) else { continue };
        let at = middle(square);
        let shade = if (cell.x + cell.y) % 2 == 0 { tile::LIGHT } else { tile::DARK };
        match kind {
            Ground::Water => drop(put(tile::WATER, 1.0, Color::WHITE, at, z::FLOOR)),
            Ground::Floor | Ground::Obstacle | Ground::Cover => drop(put(shade, 1.0, Color::WHITE, at, z::FLOOR)),
        }
        match kind {
            Ground::Obstacle => drop(put(tile::OBSTACLE, 0.98, Color::WHITE, at, z::THING)),
            Ground::Cover => drop(put(tile::COVER, 0.96, Color::WHITE, at + Vec2::Y * 0.03 * CELL, z::THING)),
            Ground::Floor | Ground::Water => {}
        }
        if scene.rules.mode == Rule::Hill && scene.marks.hill.contains(square) {
            put(tile::HILL, 1.0, Color::WHITE, at, z::MARK);
            hills.push(put(tile::TINT, 0.92, Color::NONE, at, z::MARK + 0.1));
        }
        if scene.rules.mode == Rule::Escort {
            for side in Side::BOTH.into_iter().filter(|side| scene.marks.goals[side.index()].contains(square)) {
                put(tile::GOAL, 1.0, side_colour(side).lighter(0.12), at, z::MARK);
            }
        }
        if let (Rule::Flag, Some(flags)) = (scene.rules.mode, scene.marks.flags) {
            for side in Side::BOTH.into_iter().filter(|side| flags[side.index()] == square) {
                put(tile::GOAL, 1.0, side_colour(side).lighter(0.12), at, z::MARK);
            }
        }
    }
    for hill in hills {
        commands.entity(hill).insert(HillSquare);
    }
    let mut write = |name: &str, at: Vec2| {
        commands.spawn((ChildOf(parent), writing(art, name, 0.2, NAMES, at.extend(z::FLOOR))));
    };
    for x in 0..ground.width() {
        let name = char::from(b'a' + x as u8).to_string();
        write(&name, to_world(f32::from(x) + 0.5, size.y + EDGE * 0.55));
    }
    for y in 0..ground.height() {
        write(&(y + 1).to_string(), to_world(-EDGE * 0.55, f32::from(y) + 0.5));
    }
}

/// The colour that a side gives to the hill.
pub(super) fn held_by(side: Side) -> Color {
    side_colour(side).with_alpha(0.7)
}

/// The hill shows the colour of the side that has more characters on it.
fn tint_hill(fight: Single<&Fight, Changed<Fight>>, mut hills: Query<&mut Sprite, With<HillSquare>>) {
    let [a, b] = fight.position().on_hill();
    let colour = match a.cmp(&b) {
        std::cmp::Ordering::Greater => held_by(Side::A),
        std::cmp::Ordering::Less => held_by(Side::B),
        std::cmp::Ordering::Equal => Color::NONE,
    };
    for mut sprite in &mut hills {
        if sprite.color != colour {
            sprite.color = colour;
        }
    }
}
