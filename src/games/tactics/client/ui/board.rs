//! A small picture of a position, made of nodes: the board with its marks and who stands where.

use super::portrait;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::games::tactics::client::view::{Pictures, board_marks, tile, tiles};
use crate::games::tactics::{Mode, Position, Side, Square};
use bevy::prelude::*;

/// Behind the tiles, whose edges need not fall on whole pixels.
const SAND: Color = Color::srgb(0.725, 0.635, 0.482);

/// Spawns the picture into a frame with a size, as large as it fits; `with_points` writes how many points everybody has.
pub(super) fn spawn(
    frame: &mut ChildSpawnerCommands,
    (art, pictures): (&Art, &Pictures),
    position: &Position,
    with_points: bool,
) {
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
    let whole = (Node::default(), Fit { aspect: width / height }, BackgroundColor(SAND), Pickable::IGNORE);
    frame.spawn(whole).with_children(|board| {
        for (cell, ground) in scene.field.ground().iter() {
            let Some(square) = Square::of(cell) else { continue };
            let (floor, thing) = tiles(square, *ground);
            for index in [Some(floor), thing].into_iter().flatten() {
                board.spawn((place(square), picture(pictures, index, Color::WHITE)));
            }
        }
        for (square, index, colour) in board_marks(position) {
            board.spawn((place(square), picture(pictures, index, colour)));
            if scene.rules.mode == Mode::Flag {
                board.spawn((place(square), picture(pictures, tile::FLAG, colour)));
            }
        }
        for one in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
            board.spawn((place(one.at), Pickable::IGNORE)).with_children(|square| {
                let class = scene.class(one.slot);
                square.spawn(portrait::bundle(pictures, class, one.side));
                if scene.members[one.slot].as_ref().is_some_and(|member| member.is_leader) {
                    square.spawn((corner(), picture(pictures, tile::CROWN, Color::WHITE)));
                }
                if one.hp < class.hp {
                    spawn_health(square, f32::from(one.hp) / f32::from(class.hp));
                }
                if with_points {
                    spawn_points(square, art, one.hp);
                }
            });
        }
    });
}

/// The upper right part of a square.
fn corner() -> Node {
    Node {
        position_type: PositionType::Absolute,
        right: percent(0),
        top: percent(0),
        width: percent(40),
        height: percent(40),
        ..default()
    }
}

/// A picture of the board's atlas over the whole of a node.
fn picture(pictures: &Pictures, index: usize, color: Color) -> impl Bundle + use<> {
    (ImageNode { color, ..pictures.board.node(index) }, Pickable::IGNORE)
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

/// The points of a character in the lower left corner.
fn spawn_points(square: &mut ChildSpawnerCommands, art: &Art, points: u8) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(0),
        bottom: percent(0),
        padding: UiRect::axes(px(4), px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    square.spawn((node, BackgroundColor(theme::NIGHT.with_alpha(0.85)), Pickable::IGNORE)).with_child(theme::text(
        art,
        Weight::Black,
        theme::LABEL,
        theme::CREAM,
        &points.to_string(),
    ));
}
