//! The list of the servers with accounts that one has been on.

use super::lobby_buttons::{LobbyButton, does};
use super::server::visit::Recall;
use crate::client::kit::widgets::{Ink, Look, Tip, button, choice_button};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::online::account::memory::Remembered;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// The column of the list.
#[derive(Component)]
pub(super) struct List;

pub(super) fn list(recall: Res<Recall>, list: Single<(Entity, Ref<List>)>, art: Res<Art>, mut commands: Commands) {
    let (entity, is_new) = (list.0, list.1.is_added());
    if !recall.is_changed() && !is_new {
        return;
    }
    commands.entity(entity).despawn_children().with_children(|rows| {
        for (place, server) in recall.0.list().iter().enumerate() {
            spawn_row(rows, &art, place, server);
        }
        if recall.0.list().is_empty() {
            let words = "None yet. Type the address of one that has accounts, and it stands here from then on.";
            let words = theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::MUTED, words);
            rows.spawn((words, Node { margin: UiRect::all(px(10)), ..default() }));
        }
    });
}

fn spawn_row(rows: &mut ChildSpawnerCommands, art: &Art, place: usize, server: &Remembered) {
    rows.spawn(Node { flex_shrink: 0.0, padding: UiRect::right(px(4)), ..layout::line(5.0) }).with_children(|line| {
        let node = Node {
            padding: UiRect::axes(px(12), px(9)),
            column_gap: px(12),
            border_radius: BorderRadius::all(px(4)),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let tip = Tip::new(match &server.token {
            Some(_) => format!("At {}; you are signed in", server.address),
            None => format!("At {}", server.address),
        });
        line.spawn((button(art, Look::Row, node), does(LobbyButton::Server(place)), TabIndex(0), tip)).with_children(
            |row| {
                let mut put = |width: Option<f32>, weight: Weight, color: Color, content: &str| {
                    let node = match width {
                        Some(width) => Node { width: px(width), flex_shrink: 0.0, ..default() },
                        None => Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() },
                    };
                    row.spawn((Node { overflow: Overflow::clip_x(), ..node }, Pickable::IGNORE))
                        .with_child((theme::text(art, weight, theme::LABEL, color, content), Ink(color)));
                };
                put(None, Weight::Black, theme::CREAM, &server.name);
                put(Some(150.0), Weight::Regular, theme::CREAM, &server.account);
                put(Some(190.0), Weight::Regular, theme::MUTED, &server.address);
            },
        );
        let tip = Tip::new("Takes it out of this list; on the server nothing changes");
        line.spawn((choice_button(art, "Forget"), does(LobbyButton::Forget(place)), tip));
    });
}
