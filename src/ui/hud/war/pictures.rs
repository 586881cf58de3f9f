//! Pictures of units, buildings and commands in panels. A kind without a drawing is shown by the small sheet or by letters.

use crate::control::war::card::Picture as Of;
use crate::control::war::kinds::Class;
use crate::modes::rts::rules::Rules;
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::Ink;
use crate::ui::widgets::button::Picture;
use crate::view::art::Art;
use crate::view::portraits::{Portraits, STAGES, UNIT_COLUMNS};
use bevy::prelude::*;

/// What pictures are made from.
#[derive(Clone, Copy)]
pub(super) struct Drawings<'a> {
    pub(super) art: &'a Art,
    pub(super) portraits: &'a Portraits,
    pub(super) rules: &'a Rules,
}

/// The picture of a kind.
pub(super) const fn of_class(class: Class) -> Of {
    match class {
        Class::Unit(kind) => Of::Unit(kind),
        Class::Building(kind) => Of::Building(kind),
    }
}

/// Spawns a picture of a size in the colour of a side. `stage` is that of a building: 2 when it stands.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands,
    drawings: Drawings,
    what: Of,
    (side, stage): (u8, usize),
    size: f32,
) {
    let Drawings { art, portraits, rules } = drawings;
    match what {
        Of::Command(index) => match portraits.commands() {
            Some((image, layout)) => {
                parent.spawn((theme::atlas_picture(image, layout, index, size), Picture));
            }
            None => letters(parent, art, "·", size),
        },
        Of::Unit(kind) => {
            let row = usize::from(side) % 8;
            match portraits.unit(kind) {
                Some((image, layout)) => {
                    let index = row * UNIT_COLUMNS as usize;
                    parent.spawn((theme::atlas_picture(image, layout, index, size), Picture));
                }
                None => {
                    parent.spawn((theme::unit_picture(art, kind, row as u8, size), Picture));
                }
            }
        }
        Of::Building(kind) => match portraits.building(kind) {
            Some((image, layout)) => {
                let frame = Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() };
                parent.spawn((frame, Pickable::IGNORE)).with_children(|frame| {
                    frame.spawn(theme::atlas_picture(image.clone(), layout.clone(), stage, size));
                    frame
                        .spawn(theme::atlas_picture(image, layout, stage + STAGES as usize, size))
                        .insert(Node {
                            position_type: PositionType::Absolute,
                            width: px(size),
                            height: px(size),
                            ..default()
                        })
                        .entry::<ImageNode>()
                        .and_modify(move |mut picture| picture.color = team(side));
                });
            }
            None => {
                let title: String = rules.building(kind).title.chars().take(3).collect();
                letters(parent, art, &title, size);
            }
        },
    }
}

/// The colour of a side; that of neutral buildings has no part in it.
fn team(side: u8) -> Color {
    if usize::from(side) < 8 { theme::side(side).1 } else { Color::WHITE }
}

fn letters(parent: &mut ChildSpawnerCommands, art: &Art, content: &str, size: f32) {
    parent.spawn((
        Node {
            width: px(size),
            height: px(size),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        Pickable::IGNORE,
        children![(theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, content), Ink(theme::CREAM))],
    ));
}

/// A sign of the sheet of commands before a number or a word; nothing if there is no sheet.
pub(super) fn sign(parent: &mut ChildSpawnerCommands, portraits: &Portraits, index: usize, size: f32) {
    if let Some((image, layout)) = portraits.commands() {
        parent.spawn(theme::atlas_picture(image, layout, index, size));
    }
}
