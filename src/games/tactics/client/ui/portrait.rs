//! The picture of a character on set-ups, previews and results, and what is told about its class.

use crate::client::kit::art::Art;
use crate::games::tactics::Side;
use crate::games::tactics::class::Class;
use crate::games::tactics::client::view::piece_index;
use bevy::prelude::*;

/// A character of a class and side, as high and wide as `size`.
pub(super) fn bundle(art: &Art, class: &Class, side: Side, size: Val) -> impl Bundle + use<> {
    let atlas = TextureAtlas { layout: art.tactics_piece_layout.clone(), index: piece_index(&class.name, side) };
    (
        Node { width: size, height: size, ..default() },
        ImageNode {
            image_mode: NodeImageMode::Stretch,
            ..ImageNode::from_atlas_image(art.tactics_pieces.clone(), atlas)
        },
        Pickable::IGNORE,
    )
}

/// What a class is called at the beginning of a line.
pub(super) fn class_name(class: &Class) -> String {
    let mut letters = class.name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// The numbers of a class in one line.
pub(super) fn facts(class: &Class) -> String {
    format!("{} health · {} attack · range {} · {}", class.hp, class.attack, class.range, steps(class.steps))
}

fn steps(steps: u8) -> String {
    if steps == 1 { "1 step".into() } else { format!("{steps} steps") }
}

/// All that is told about a class.
pub(super) fn about(class: &Class) -> String {
    let ability = class.ability.map_or_else(|| "No ability.".into(), |ability| ability.description());
    format!("{}. {ability}", facts(class))
}
