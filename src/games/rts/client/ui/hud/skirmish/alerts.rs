//! The list of alerts on the left; a click looks where it was.

use super::SkirmishHudSystems;
use crate::client::kit::widgets::{Look, button};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::camera::LookAt;
use crate::games::rts::client::input::skirmish::alerts::{AlertKind, Alerts, STAY};
use crate::games::rts::client::stage::{INNER, MARGIN};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

#[derive(Component)]
struct List;

#[derive(Component)]
struct Row(u32);

/// Characters that surely fit into one line.
const ONE_LINE: usize = 32;
/// Width of the plate of a text of several lines, in pixels of nodes.
const WIDTH: f32 = 320.0;

/// Seconds in which an alert fades.
const FADE: f32 = 1.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (list, fade).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands) {
    root.spawn((
        List,
        Node {
            position_type: PositionType::Absolute,
            left: px(MARGIN),
            bottom: px(MARGIN * 2.0 + INNER + 26.0),
            align_items: AlignItems::Start,
            max_width: px(330),
            ..layout::column(4.0)
        },
    ));
}

/// Whether a text may take more than one line. Its plate has a width of its own then: a plate that takes its size from the text
/// is as high as a text of one line, or of one word a line.
fn is_long(text: &str) -> bool {
    text.chars().count() > ONE_LINE
}

fn list(
    alerts: Res<Alerts>,
    art: Res<Art>,
    list: Single<(Entity, Ref<List>)>,
    mut shown: Local<Vec<(u32, u32)>>,
    mut commands: Commands,
) {
    let (entity, list) = list.into_inner();
    let wanted: Vec<(u32, u32)> = alerts.iter().map(|alert| (alert.number, alert.count)).collect();
    if *shown == wanted && !list.is_added() {
        return;
    }
    *shown = wanted;
    commands.entity(entity).despawn_children().with_children(|list| {
        for alert in alerts.iter() {
            // How often somebody is hit in a battle tells nothing.
            let text = match alert.count {
                count if count > 1 && alert.kind != AlertKind::Attack => format!("{} (×{count})", alert.text),
                _ => alert.text.clone(),
            };
            let (width, filled, rest) = if is_long(&text) {
                (px(WIDTH), percent(100), layout::rest())
            } else {
                (auto(), auto(), Node::default())
            };
            let node = Node { padding: UiRect::axes(px(10), px(5)), column_gap: px(8), width: filled, ..default() };
            list.spawn((
                Node { border_radius: BorderRadius::all(px(5)), width, ..default() },
                BackgroundColor(theme::NIGHT.with_alpha(0.86)),
            ))
            .with_children(|plate| {
                plate.spawn((button(&art, Look::Row, node), Row(alert.number), observe(jump))).with_children(|row| {
                    row.spawn(theme::sheet_picture(&art.commands, alert.kind.icon(), 22.0));
                    let color = if alert.kind.is_bad() { theme::ALARM } else { theme::CREAM };
                    row.spawn((theme::paragraph(&art, Weight::Bold, theme::BODY, color, &text), rest));
                });
            });
        }
    });
}

fn fade(alerts: Res<Alerts>, rows: Query<(&Row, &ChildOf)>, mut fills: Query<&mut BackgroundColor>) {
    for (row, plate) in &rows {
        let Some(alert) = alerts.iter().find(|alert| alert.number == row.0) else { continue };
        let left = (STAY - (alerts.now() - alert.told)) / FADE;
        if let Ok(mut fill) = fills.get_mut(plate.parent()) {
            fill.set_if_neq(BackgroundColor(theme::NIGHT.with_alpha(0.86 * left.clamp(0.0, 1.0))));
        }
    }
}

fn jump(activate: On<Activate>, rows: Query<&Row>, alerts: Res<Alerts>, mut look: MessageWriter<LookAt>) {
    let Ok(row) = rows.get(activate.entity) else { return };
    let place = alerts.iter().find(|alert| alert.number == row.0).and_then(|alert| alert.at);
    if let Some(at) = place {
        look.write(LookAt(at.middle()));
    }
}
