//! What the chosen map looks like, or why there is none.

use super::Chosen;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::ui::map_widgets::{picture, well};
use crate::games::rts::client::view::minimap::picture_of;
use crate::games::rts::level::Level;
use bevy::prelude::*;

#[derive(Component)]
pub(super) struct Preview;

pub(super) fn show(
    chosen: Res<Chosen>,
    panel: Single<Entity, With<Preview>>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    commands.entity(*panel).despawn_children().with_children(|panel| match &chosen.0 {
        Ok(level) => spawn_level(panel, &art, &mut images, level),
        Err(reason) => spawn_reason(panel, &art, reason),
    });
}

fn spawn_reason(panel: &mut ChildSpawnerCommands, art: &Art, reason: &str) {
    panel.spawn((
        Node { padding: UiRect::all(px(30)), flex_direction: FlexDirection::Column, row_gap: px(12), ..well() },
        BackgroundColor(theme::WELL),
        children![
            theme::text(art, Weight::Black, theme::HEAD, theme::ALARM, "This map cannot be played"),
            (
                theme::paragraph(art, Weight::Regular, theme::LABEL, theme::CREAM, reason),
                TextLayout::new(Justify::Center, LineBreak::WordOrCharacter),
            ),
        ],
    ));
}

fn spawn_level(panel: &mut ChildSpawnerCommands, art: &Art, images: &mut Assets<Image>, level: &Level) {
    let (width, height) = (level.terrain.width(), level.terrain.height());
    panel.spawn((well(), BackgroundColor(theme::WELL), children![picture(images, picture_of(level))]));
    panel.spawn((
        Node {
            margin: UiRect::new(px(4), px(4), px(4), px(0)),
            column_gap: px(12),
            align_items: AlignItems::Baseline,
            ..default()
        },
        children![
            (theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &level.name), layout::rest(),),
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &format!("{width} × {height} cells")),
        ],
    ));
    if !level.description.is_empty() {
        panel.spawn((
            theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, &level.description),
            Node { margin: UiRect::axes(px(4), px(0)), ..default() },
        ));
    }
    panel
        .spawn(Node {
            margin: UiRect::new(px(4), px(4), px(2), px(2)),
            column_gap: px(16),
            row_gap: px(4),
            flex_wrap: FlexWrap::Wrap,
            ..default()
        })
        .with_children(|sides| spawn_sides(sides, art, level));
}

fn spawn_sides(sides: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    if level.units.is_empty() {
        let hint = "No units on this map: place some with the unit tool (E).";
        sides.spawn(theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, hint));
        return;
    }
    for number in 0..level.sides() {
        let count = level.units.iter().filter(|unit| unit.side == number).count();
        if count == 0 {
            continue;
        }
        let (name, color) = theme::side(number);
        let noun = if count == 1 { "unit" } else { "units" };
        sides.spawn((
            layout::line(6.0),
            children![
                (
                    Node { border_radius: BorderRadius::all(px(3)), ..layout::sized(13.0, 13.0) },
                    BackgroundColor(color),
                ),
                theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, &format!("{name}: {count} {noun}")),
            ],
        ));
    }
}
