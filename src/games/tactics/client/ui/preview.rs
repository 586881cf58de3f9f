//! The battle that is set up: a picture of its first position, with its name and aim beside it.

use super::board;
use super::choices::about;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::games::tactics::Mode;
use crate::games::tactics::setup::Setup;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The frame of the picture.
#[derive(Component)]
pub(super) struct Picture;

/// What is told beside it.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Caption {
    Name,
    Level,
    Aim,
}

/// Spawns it into a column, where it takes what is left of the height.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, art: &Art) {
    let well = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        margin: UiRect::top(px(6)),
        padding: UiRect::all(px(8)),
        column_gap: px(12),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    parent.spawn((well, BackgroundColor(theme::WELL))).with_children(|well| {
        let middle = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        };
        well.spawn((Picture, middle));
        let column = Node {
            width: px(186),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            row_gap: px(6),
            padding: UiRect::vertical(px(4)),
            ..default()
        };
        well.spawn(column).with_children(|column| {
            let captions = [
                (Caption::Name, Weight::Black, theme::LABEL, theme::CREAM),
                (Caption::Level, Weight::Regular, theme::BODY, theme::MUTED),
                (Caption::Aim, Weight::Regular, theme::BODY, theme::CREAM),
            ];
            for (caption, weight, size, color) in captions {
                column.spawn((theme::paragraph(art, weight, size, color, ""), caption));
            }
        });
    });
}

/// What of it follows the set-up.
#[derive(SystemParam)]
pub(super) struct Pictured<'w, 's> {
    captions: Query<'w, 's, (&'static Caption, &'static mut Text)>,
    pictures: Query<'w, 's, Entity, With<Picture>>,
    art: Res<'w, Art>,
    commands: Commands<'w, 's>,
}

impl Pictured<'_, '_> {
    /// Shows the first position of a battle; nothing if it cannot begin.
    pub(super) fn follow(&mut self, battle: &Setup) {
        let level = &battle.level;
        for (caption, mut text) in &mut self.captions {
            let content = match caption {
                Caption::Name => format!("{} · {} × {}", level.name, level.ground.width(), level.ground.height()),
                Caption::Level => level.description.clone(),
                Caption::Aim if battle.rules.mode == Mode::Classic => {
                    format!("{} What is confirmed cannot be taken back.", about(&battle.rules))
                }
                Caption::Aim => about(&battle.rules),
            };
            set_text(&mut text, content);
        }
        for entity in &self.pictures {
            let mut frame = self.commands.entity(entity);
            frame.despawn_children();
            if let Ok(position) = battle.begin() {
                frame.with_children(|frame| board::spawn(frame, &self.art, &position, false));
            }
        }
    }
}
