//! The battle that is set up: a picture of its first position, with its name and aim beside it.

use super::board;
use super::choices::about;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::setup::{FollowSetup, ShownSetup};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::games::tactics::Mode;
use crate::games::tactics::client::view::Pictures;
use crate::games::tactics::plugin::TacticsSetup;
use bevy::prelude::*;

/// The frame of the picture.
#[derive(Component)]
struct Picture;

/// What is told beside it.
#[derive(Component, Debug, Clone, Copy)]
enum Caption {
    Name,
    Level,
    Aim,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FollowSetup::of::<TacticsSetup>()));
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
        let column = Node { width: px(186), flex_shrink: 0.0, padding: UiRect::vertical(px(4)), ..stack(6.0) };
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

/// Shows the first position of the battle; nothing if it cannot begin.
fn follow(
    setup: ShownSetup<TacticsSetup>,
    mut captions: Query<(&Caption, &mut Text)>,
    frames: Query<Entity, With<Picture>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    let (battle, level) = (&setup.game, &setup.game.level);
    for (caption, mut text) in &mut captions {
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
    for entity in &frames {
        let mut frame = commands.entity(entity);
        frame.despawn_children();
        if let Ok(position) = battle.begin() {
            frame.with_children(|frame| board::spawn(frame, (&art, &pictures), &position, false));
        }
    }
}
