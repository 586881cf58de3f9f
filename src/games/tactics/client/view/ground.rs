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

/// What a square looks like: its floor, and what stands on it.
pub(crate) fn tiles(square: Square, ground: Ground) -> (usize, Option<usize>) {
    let floor = if (square.x() + square.y()).is_multiple_of(2) { tile::LIGHT } else { tile::DARK };
    match ground {
        Ground::Floor => (floor, None),
        Ground::Obstacle => (floor, Some(tile::OBSTACLE)),
        Ground::Cover => (floor, Some(tile::COVER)),
        Ground::Water => (tile::WATER, None),
    }
}

/// The marks that matter in the mode that is played: square, picture, tint.
pub(crate) fn board_marks(position: &Position) -> Vec<(Square, usize, Color)> {
    let marks = &position.scene().marks;
    let goal = |at: Square, side: Side| (at, tile::GOAL, side_colour(side).lighter(0.12));
    match position.scene().rules.mode {
        Rule::Classic => Vec::new(),
        Rule::Hill => marks.hill.iter().map(|square| (square, tile::HILL, Color::WHITE)).collect(),
        Rule::Flag => {
            let flags = marks.flags.iter();
            flags.flat_map(|flags| Side::BOTH.map(|side| goal(flags[side.index()], side))).collect()
        }
        Rule::Escort => {
            let goals = |side: Side| marks.goals[side.index()].iter().map(move |at| goal(at, side));
            Side::BOTH.into_iter().flat_map(goals).collect()
        }
    }
}

/// Lays the board with cell (0,0) at the origin of the world.
fn lay(
    fight: Single<&Fight>,
    scene: Single<Entity, With<Scene>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    let (parent, position) = (*scene, fight.position());
    let ground = position.scene().field.ground();
    let size = Vec2::new(f32::from(ground.width()), f32::from(ground.height()));
    let centre = to_world(size.x / 2.0, size.y / 2.0);
    commands.spawn((
        ChildOf(parent),
        Sprite::from_color(RIM, (size + 0.16) * CELL),
        Transform::from_translation(centre.extend(z::FLOOR - 0.1)),
    ));
    let put = |index: usize, cells: f32, color: Color, at: Vec3| {
        (ChildOf(parent), picture(&pictures, index, cells, color), Transform::from_translation(at))
    };
    for (cell, kind) in ground.iter() {
        let Some(square) = Square::of(cell) else { continue };
        let at = middle(square);
        let (floor, thing) = tiles(square, *kind);
        commands.spawn(put(floor, 1.0, Color::WHITE, at.extend(z::FLOOR)));
        if let Some(thing) = thing {
            let (cells, raised) = if thing == tile::COVER { (0.96, 0.03) } else { (0.98, 0.0) };
            commands.spawn(put(thing, cells, Color::WHITE, (at + Vec2::Y * raised * CELL).extend(z::THING)));
        }
    }
    for (square, index, colour) in board_marks(position) {
        let at = middle(square);
        commands.spawn(put(index, 1.0, colour, at.extend(z::MARK)));
        if index == tile::HILL {
            commands.spawn((put(tile::TINT, 0.92, Color::NONE, at.extend(z::MARK + 0.1)), HillSquare));
        }
    }
    let mut write = |name: &str, at: Vec2| {
        commands.spawn((ChildOf(parent), writing(&art, name, 0.2, NAMES, at.extend(z::FLOOR))));
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
pub fn held_by(side: Side) -> Color {
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
