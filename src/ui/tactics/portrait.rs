//! The picture of a character on set-ups, previews and results.

use super::board::side_colour;
use crate::modes::tactics::Side;
use crate::modes::tactics::class::Class;
use crate::ui::theme::{self, Weight};
use crate::view::art::Art;
use bevy::prelude::*;

/// A character of a class and side, as high as `size`.
pub(super) fn bundle(art: &Art, class: &Class, side: Side, size: Val) -> impl Bundle + use<> {
    (
        Node {
            height: size,
            aspect_ratio: Some(1.0),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::MAX,
            ..default()
        },
        BackgroundColor(side_colour(side)),
        Pickable::IGNORE,
        children![theme::text(
            art,
            Weight::Black,
            theme::LABEL,
            theme::CREAM,
            &class.letter.to_ascii_uppercase().to_string(),
        )],
    )
}

/// What a class is called at the beginning of a line.
#[must_use]
pub(super) fn class_name(class: &Class) -> String {
    let mut letters = class.name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// The numbers of a class in one line.
#[must_use]
pub(super) fn facts(class: &Class) -> String {
    format!("{} health · {} attack · range {} · {}", class.hp, class.attack, class.range, steps(class.steps))
}

fn steps(steps: u8) -> String {
    if steps == 1 { "1 step".into() } else { format!("{steps} steps") }
}

/// All that is told about a class.
#[must_use]
pub(super) fn about(class: &Class) -> String {
    let ability = class.ability.map_or_else(|| "No ability.".into(), |ability| ability.description());
    format!("{}. {ability}", facts(class))
}
