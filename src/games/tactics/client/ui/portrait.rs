//! The picture of a character on set-ups, previews and results, and what is told about its class.

use crate::games::tactics::Side;
use crate::games::tactics::class::Class;
use crate::games::tactics::client::view::{Pictures, piece_index};
use bevy::prelude::*;

/// A character of a class and side that fills its frame.
pub(super) fn bundle(pictures: &Pictures, class: &Class, side: Side) -> impl Bundle + use<> {
    (
        Node { width: percent(100), height: percent(100), ..default() },
        pictures.pieces.node(piece_index(&class.name, side)),
        Pickable::IGNORE,
    )
}

/// The numbers of a class in one line.
pub(super) fn facts(class: &Class) -> String {
    let steps = if class.steps == 1 { "step" } else { "steps" };
    format!("{} health · {} attack · range {} · {} {steps}", class.hp, class.attack, class.range, class.steps)
}

/// All that is told about a class.
pub(super) fn about(class: &Class) -> String {
    let ability = class.ability.map_or_else(|| "No ability.".into(), |ability| ability.description());
    format!("{}. {ability}", facts(class))
}
