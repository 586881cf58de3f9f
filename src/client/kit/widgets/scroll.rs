//! A list that the wheel scrolls, with a bar that shows where one is.

use crate::client::kit::frames::stack;
use crate::client::kit::theme;
use bevy::prelude::*;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

/// Spawns a scrolled column that grows into the space of its parent and fills it with `fill`. Returns the column.
pub(crate) fn scrolled(
    parent: &mut ChildSpawnerCommands,
    gap: f32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut column = Entity::PLACEHOLDER;
    parent
        .spawn((
            Node {
                flex_grow: 1.0,
                // Without it the frame is as high as the list and nothing scrolls.
                min_height: px(0),
                flex_basis: px(0),
                column_gap: px(4),
                padding: UiRect::all(px(4)),
                border_radius: BorderRadius::all(px(6)),
                ..default()
            },
            BackgroundColor(theme::WELL),
        ))
        .with_children(|frame| {
            column = frame
                .spawn((
                    Node { flex_grow: 1.0, min_width: px(0), overflow: Overflow::scroll_y(), ..stack(gap) },
                    ScrollArea,
                ))
                .with_children(fill)
                .id();
            frame
                .spawn((
                    Node { width: px(6), flex_shrink: 0.0, ..default() },
                    Scrollbar::new(column, ControlOrientation::Vertical, 24.0),
                ))
                .with_child((
                    ScrollbarThumb { border_radius: BorderRadius::all(px(3)), ..default() },
                    BackgroundColor(theme::EDGE),
                ));
        });
    column
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, hide_idle_bars);
}

/// A bar beside a list that is not longer than its frame would only be a stripe.
fn hide_idle_bars(
    bars: Query<(&Scrollbar, &Children)>,
    columns: Query<&ComputedNode>,
    mut thumbs: Query<&mut BackgroundColor, With<ScrollbarThumb>>,
) {
    for (bar, children) in &bars {
        let Ok(column) = columns.get(bar.target) else { continue };
        let scrolls = column.content_size().y > column.size().y + 1.0;
        for child in children {
            if let Ok(mut color) = thumbs.get_mut(*child) {
                color.set_if_neq(BackgroundColor(if scrolls { theme::EDGE } else { Color::NONE }));
            }
        }
    }
}
