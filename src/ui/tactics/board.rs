//! A small picture of a position, made of nodes: the board with its marks and who stands where.

use super::portrait;
use crate::modes::tactics::field::Ground;
use crate::modes::tactics::{Mode, Position, Side, Square};
use crate::ui::theme;
use crate::ui::widgets::fit::Fit;
use crate::view::art::Art;
use bevy::prelude::*;

/// The two greens of the floor, as on a chessboard.
const FLOOR: [Color; 2] = [Color::srgb(0.36, 0.43, 0.33), Color::srgb(0.32, 0.385, 0.3)];
const OBSTACLE: Color = Color::srgb(0.42, 0.42, 0.45);
const COVER: Color = Color::srgb(0.16, 0.33, 0.17);
const WATER: Color = Color::srgb(0.17, 0.36, 0.52);

/// Spawns the picture into a frame with a size, as large as it fits.
pub(super) fn spawn(frame: &mut ChildSpawnerCommands, art: &Art, position: &Position) {
    let scene = position.scene();
    let (width, height) = (f32::from(scene.field.width()), f32::from(scene.field.height()));
    let place = |square: Square| Node {
        position_type: PositionType::Absolute,
        left: percent(100.0 * f32::from(square.x()) / width),
        top: percent(100.0 * f32::from(square.y()) / height),
        width: percent(100.0 / width),
        height: percent(100.0 / height),
        ..default()
    };
    frame.spawn((Node::default(), Fit { aspect: width / height }, Pickable::IGNORE)).with_children(|board| {
        for (cell, ground) in scene.field.ground().iter() {
            let Some(square) = Square::of(cell) else { continue };
            let floor = FLOOR[usize::from((square.x() + square.y()) % 2)];
            board.spawn((place(square), BackgroundColor(floor), Pickable::IGNORE)).with_children(|square| {
                spawn_ground(square, *ground);
            });
        }
        for (square, mark) in marks(position) {
            let (fill, edge) = match mark {
                Mark::Hill => (theme::GOLD.with_alpha(0.3), theme::GOLD),
                Mark::Goal(side) => (side_colour(side).with_alpha(0.18), side_colour(side).with_alpha(0.8)),
                Mark::Flag(side) => (side_colour(side).with_alpha(0.35), side_colour(side)),
            };
            let node = Node { border: UiRect::all(px(2)), ..place(square) };
            board.spawn((node, BackgroundColor(fill), BorderColor::all(edge), Pickable::IGNORE));
        }
        for one in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
            let frame =
                Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..place(one.at) };
            board.spawn((frame, Pickable::IGNORE)).with_children(|square| {
                let class = scene.class(one.slot);
                square.spawn(portrait::bundle(art, class, one.side, percent(92.0)));
                if one.hp < class.hp {
                    spawn_health(square, f32::from(one.hp) / f32::from(class.hp));
                }
            });
        }
    });
}

/// What stands on the floor of a square.
fn spawn_ground(square: &mut ChildSpawnerCommands, ground: Ground) {
    let (inset, radius, color) = match ground {
        Ground::Floor => return,
        Ground::Obstacle => (6.0, 18.0, OBSTACLE),
        Ground::Cover => (14.0, 40.0, COVER),
        Ground::Water => (0.0, 0.0, WATER),
    };
    square.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: percent(inset),
            top: percent(inset),
            width: percent(100.0 - 2.0 * inset),
            height: percent(100.0 - 2.0 * inset),
            border_radius: BorderRadius::all(percent(radius)),
            ..default()
        },
        BackgroundColor(color),
        Pickable::IGNORE,
    ));
}

/// The bar of a wounded character.
fn spawn_health(square: &mut ChildSpawnerCommands, share: f32) {
    let bar = |width: f32, color: Color| {
        (
            Node {
                position_type: PositionType::Absolute,
                left: percent(12),
                bottom: percent(3),
                width: percent(76.0 * width),
                height: percent(11),
                ..default()
            },
            BackgroundColor(color),
            Pickable::IGNORE,
        )
    };
    square.spawn(bar(1.0, theme::NIGHT));
    square.spawn(bar(share, Color::srgb(0.35, 0.8, 0.35)));
}

/// What is marked on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Hill,
    /// Where a side brings its leader.
    Goal(Side),
    /// The place of a side's flag.
    Flag(Side),
}

/// The marks that matter in the mode that is played.
fn marks(position: &Position) -> Vec<(Square, Mark)> {
    let marks = &position.scene().marks;
    match position.scene().rules.mode {
        Mode::Classic => Vec::new(),
        Mode::Hill => marks.hill.iter().map(|square| (square, Mark::Hill)).collect(),
        Mode::Flag => marks
            .flags
            .iter()
            .flat_map(|flags| Side::BOTH.map(|side| (flags[side.index()], Mark::Flag(side))))
            .collect(),
        Mode::Escort => Side::BOTH
            .into_iter()
            .flat_map(|side| marks.goals[side.index()].iter().map(move |square| (square, Mark::Goal(side))))
            .collect(),
    }
}

/// The colour of a side.
#[must_use]
pub(super) fn side_colour(side: Side) -> Color {
    theme::side(side.index() as u8).1
}

/// The name of a side on the screen.
#[must_use]
pub(super) fn side_name(side: Side) -> &'static str {
    theme::side(side.index() as u8).0
}
