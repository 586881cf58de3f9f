//! Pictures of units, buildings and commands in panels.

use crate::control::war::card::Picture as Of;
use crate::control::war::kinds::Class;
use crate::sim::war::NEUTRAL;
use crate::ui::theme;
use crate::ui::widgets::button::Picture;
use crate::view::art::{Art, STAGES};
use bevy::prelude::*;

/// The picture of a kind.
pub(super) const fn of_class(class: Class) -> Of {
    match class {
        Class::Unit(kind) => Of::Unit(kind),
        Class::Building(kind) => Of::Building(kind),
    }
}

/// Spawns a picture of a size in the colour of a side. `stage` is that of a building: 2 when it stands.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, art: &Art, what: Of, (side, stage): (u8, usize), size: f32) {
    match what {
        Of::Command(index) => {
            parent.spawn((theme::sheet_picture(&art.commands, index, size), Picture));
        }
        Of::Unit(kind) => {
            parent.spawn((theme::unit_picture(art, kind, side, size), Picture));
        }
        Of::Building(kind) => {
            let sheet = art.building(kind);
            // That of neutral buildings has no part in the colour of a side.
            let colour = if side == NEUTRAL { Color::WHITE } else { art.livery.colour(side) };
            let frame = Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() };
            parent.spawn((frame, Pickable::IGNORE)).with_children(|frame| {
                frame.spawn(theme::sheet_picture(sheet, stage, size));
                frame
                    .spawn(theme::sheet_picture(sheet, stage + STAGES, size))
                    .insert(Node {
                        position_type: PositionType::Absolute,
                        width: px(size),
                        height: px(size),
                        ..default()
                    })
                    .entry::<ImageNode>()
                    .and_modify(move |mut picture| picture.color = colour);
            });
        }
    }
}

/// A sign of the sheet of commands before a number or a word.
pub(super) fn sign(parent: &mut ChildSpawnerCommands, art: &Art, index: usize, size: f32) {
    parent.spawn(theme::sheet_picture(&art.commands, index, size));
}
