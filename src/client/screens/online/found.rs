//! The list of the matches in the local network. They come and go by themselves.

use super::lobby_buttons::{Listening, LobbyButton, does};
use super::room::title_of;
use crate::client::kit::widgets::{Ink, Look, Tip, button, set_text};
use crate::client::kit::{Art, Weight, theme};
use crate::online::beacon::Found;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;

/// The column of the list.
#[derive(Component)]
pub(super) struct List;

/// The sentence in its place while there is nothing to list.
#[derive(Component)]
pub(super) struct Empty;

/// Seconds between two looks, and after which nobody seems to host a match.
const EVERY: f32 = 0.25;
const PATIENCE: f32 = 3.0;

/// Widths of the columns game, host and places, in pixels of nodes; the match has the rest.
const COLUMNS: [f32; 3] = [104.0, 150.0, 132.0];

/// What is listed, how long it has been looked, and since when the last time.
#[derive(Default)]
pub(super) struct Shown {
    list: Option<Vec<Found>>,
    seconds: f32,
    since: f32,
}

pub(super) fn list(
    listening: Res<Listening>,
    list: Single<(Entity, Ref<List>)>,
    buttons: Query<&LobbyButton>,
    mut sentence: Query<&mut Text, With<Empty>>,
    art: Res<Art>,
    time: Res<Time<Real>>,
    mut focus: ResMut<InputFocus>,
    mut shown: Local<Shown>,
    mut commands: Commands,
) {
    let (entity, is_new) = (list.0, list.1.is_added());
    if is_new {
        *shown = Shown::default();
    }
    shown.seconds += time.delta_secs();
    shown.since += time.delta_secs();
    for mut text in &mut sentence {
        set_text(&mut text, nobody(&listening, shown.seconds));
    }
    if shown.since < EVERY && !is_new {
        return;
    }
    shown.since = 0.0;
    let found = listening.listener.as_ref().map_or_else(Vec::new, crate::online::beacon::Listener::list);
    if shown.list.as_ref() == Some(&found) {
        return;
    }
    let focused = focus.get().and_then(|focused| buttons.get(focused).ok()).copied();
    commands.entity(entity).despawn_children().with_children(|rows| {
        if found.is_empty() {
            let words = theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::MUTED, "");
            rows.spawn((words, Node { margin: UiRect::all(px(10)), ..default() }, Empty));
        }
        for one in &found {
            let row = spawn_row(rows, &art, one);
            if focused == Some(LobbyButton::Found(one.announcement.id)) {
                focus.set(row, FocusCause::Navigated);
            }
        }
    });
    shown.list = Some(found);
}

fn nobody(listening: &Listening, seconds: f32) -> &str {
    match &listening.problem {
        Some(problem) => problem,
        None if seconds < PATIENCE => "Looking around …",
        None => "Nobody in your network hosts a match. When somebody does, it appears here by itself.",
    }
}

fn spawn_row(rows: &mut ChildSpawnerCommands, art: &Art, found: &Found) -> Entity {
    let one = &found.announcement;
    let node = Node {
        padding: UiRect::axes(px(12), px(9)),
        column_gap: px(12),
        border_radius: BorderRadius::all(px(4)),
        flex_shrink: 0.0,
        ..default()
    };
    let (is_other, is_full) = (one.version != env!("CARGO_PKG_VERSION"), one.taken >= one.seats);
    let places = match () {
        () if is_other => format!("version {}", one.version),
        () if is_full => "full: watch".into(),
        () => format!("{} of {} taken", one.taken, one.seats),
    };
    let tip = match () {
        () if is_other => "Its host has another version of the game: both need the same".to_string(),
        () if is_full => format!("At {}; all places are taken, but you can watch", found.address),
        () if one.locked => format!("At {}; you need its code, which the host sees", found.address),
        () => format!("At {}; a click takes a place", found.address),
    };
    let mut row =
        rows.spawn((button(art, Look::Row, node), does(LobbyButton::Found(one.id)), TabIndex(0), Tip::new(tip)));
    row.with_children(|row| {
        let mut put = |width: Option<f32>, weight: Weight, color: Color, content: &str| {
            let node = match width {
                Some(width) => Node { width: px(width), flex_shrink: 0.0, ..default() },
                None => Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() },
            };
            row.spawn((Node { overflow: Overflow::clip_x(), ..node }, Pickable::IGNORE))
                .with_child((theme::text(art, weight, theme::LABEL, color, content), Ink(color)));
        };
        put(Some(COLUMNS[0]), Weight::Bold, theme::GOLD, &title_of(&one.game));
        put(None, Weight::Black, theme::CREAM, &one.title);
        put(Some(COLUMNS[1]), Weight::Regular, theme::CREAM, &one.host);
        let color = if is_other { theme::ALARM } else { theme::MUTED };
        put(Some(COLUMNS[2]), Weight::Regular, color, &places);
        put(Some(44.0), Weight::Bold, theme::GOLD, if one.locked { "code" } else { "" });
    });
    row.id()
}
