//! Rows of the lists of a server. A list is made anew when something in it has changed; what had the focus has it again.

use super::buttons::{ServerButton, does};
use crate::client::kit::widgets::{Ink, Look, Tip, button, choice_button};
use crate::client::kit::{Art, Weight, layout, theme};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;

/// A cell of a row: its width in pixels of nodes (none: what is left), how strong and in what colour it is written.
pub(super) type Cell = (Option<f32>, Weight, Color, String);

/// A row. `main` is what a press on it does and what is told of that, `more` are buttons beside it.
pub(super) fn row(
    list: &mut ChildSpawnerCommands,
    art: &Art,
    main: Option<(ServerButton, &str)>,
    cells: Vec<Cell>,
    more: Vec<(&str, ServerButton)>,
) {
    list.spawn(Node { flex_shrink: 0.0, padding: UiRect::right(px(4)), ..layout::line(5.0) }).with_children(|line| {
        let node = Node {
            padding: UiRect::axes(px(10), px(7)),
            column_gap: px(12),
            border_radius: BorderRadius::all(px(4)),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let mut row = match main {
            Some((act, tip)) => {
                let mut row = line.spawn((button(art, Look::Row, node), does(act), TabIndex(0)));
                if !tip.is_empty() {
                    row.insert(Tip::new(tip));
                }
                row
            }
            None => line.spawn(Node { border: UiRect::left(px(3)), ..node }),
        };
        row.with_children(|row| {
            for (width, weight, color, content) in cells {
                let node = match width {
                    Some(width) => Node { width: px(width), flex_shrink: 0.0, ..default() },
                    None => Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() },
                };
                let mut cell = row.spawn((Node { overflow: Overflow::clip_x(), ..node }, Pickable::IGNORE));
                // A sentence that has the rest of the row goes on in a second line.
                if width.is_some() {
                    cell.with_child((theme::text(art, weight, theme::LABEL, color, &content), Ink(color)));
                } else {
                    cell.with_child((theme::paragraph(art, weight, theme::LABEL, color, &content), Ink(color)));
                }
            }
        });
        for (label, act) in more {
            line.spawn((choice_button(art, label), does(act)));
        }
    });
}

/// A sentence in the place of rows.
pub(super) fn sentence(list: &mut ChildSpawnerCommands, art: &Art, words: &str) {
    let words = theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, words);
    list.spawn((words, Node { margin: UiRect::axes(px(10), px(6)), ..default() }));
}

/// Fills a list anew. The button that had the focus in it gives it to its successor.
pub(super) fn refill(
    commands: &mut Commands,
    list: Entity,
    (focus, buttons): (&InputFocus, &Query<&ServerButton>),
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let focused = focus.get().and_then(|focused| buttons.get(focused).ok()).cloned();
    commands.entity(list).despawn_children().with_children(fill);
    let Some(focused) = focused else { return };
    commands.queue(move |world: &mut World| {
        let mut buttons = world.query::<(Entity, &ServerButton)>();
        let found = buttons.iter(world).find(|(_, button)| **button == focused).map(|(entity, _)| entity);
        if let Some(found) = found {
            world.resource_mut::<InputFocus>().set(found, FocusCause::Navigated);
        }
    });
}
