//! What is said in a match over the network, among spectators or among all who play where the game wants it and at tables:
//! the last lines, and a field below them. Enter begins a line and sends it, Esc leaves it; meanwhile the keys are letters. Who
//! plays at a table begins by a button, since Enter acts on the board there.

use super::lines::MAX_LETTERS;
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Tip, choice_button, set_shown};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::no_menu;
use crate::net::frame::{Circle, Speaker};
use crate::shell::online::{Line, Online, Saying};
use crate::shell::states::Screen;
use bevy::input::InputSystems;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;
use std::time::{Duration, Instant};

/// Where a line is typed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatcherField;

/// Begins a line at a table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteButton;

#[derive(Component)]
struct Lines;

/// What is there for who types: for players only while they do, because the board lies under it.
#[derive(Component)]
struct Typing;

/// Whether the line in the field is to be said, as soon as all that was typed is in it.
#[derive(Resource, Debug, Default)]
struct Given(bool);

/// Lines that are shown.
const MOST: usize = 6;
/// For how long players see what was said last.
const SHOWN: Duration = Duration::from_secs(12);
/// Width in pixels of nodes, and how far it is from the lower edge.
const WIDTH: f32 = 330.0;
const ABOVE: f32 = 222.0;
/// The same where the game has no panels there.
const LOW: f32 = 52.0;
/// At a table it lies on the foot of the first seat's panel: its width, and how far it is from the edges.
const AT_TABLE: (f32, f32) = (204.0, 16.0);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>()
        .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(
            Update,
            (keys.run_if(no_menu), say, spawn, show, hide)
                .chain()
                .run_if(in_state(Screen::Match).and_then(resource_exists::<Online>)),
        );
}

/// Letters are no commands; the key that leaves the field means nothing else until it is let go.
fn shut_keys(
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<WatcherField>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut input: ResMut<EnabledInput<KeyCode>>,
    mut is_shut: Local<bool>,
) {
    if focus.and_then(|focus| focus.get()).is_some_and(|focused| fields.contains(focused)) {
        input.is_enabled = false;
        *is_shut = true;
    } else if *is_shut && keys.get_pressed().next().is_none() {
        input.is_enabled = true;
        *is_shut = false;
    }
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    input: Res<EnabledInput<KeyCode>>,
    online: Res<Online>,
    fields: Query<Entity, With<WatcherField>>,
    mut focus: ResMut<InputFocus>,
    mut given: ResMut<Given>,
) {
    let Ok(field) = fields.single() else { return };
    let is_enter = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    if focus.get() == Some(field) {
        if keys.just_pressed(KeyCode::Escape) {
            focus.clear();
        }
        given.0 |= is_enter;
    } else if is_enter && input.is_enabled && !(online.at_table && online.seat.is_some()) {
        focus.set(field, FocusCause::Navigated);
    }
}

/// The button by which who plays at a table begins a line.
pub(super) fn write_button(line: &mut ChildSpawnerCommands, art: &Art) {
    let write = |_: On<Activate>, fields: Query<Entity, With<WatcherField>>, mut focus: ResMut<InputFocus>| {
        fields.iter().for_each(|field| focus.set(field, FocusCause::Navigated));
    };
    let tip = Tip::new("Writes a line to all: Enter sends it, Esc leaves it");
    let mut button = line.spawn((choice_button(art, "Write"), WriteButton, tip, observe(write)));
    // It is for the mouse: the keys of a match are not for walking.
    button.remove::<TabIndex>();
    button.entry::<Node>().and_modify(|mut node| {
        (node.height, node.padding) = (px(22), UiRect::axes(px(7), px(0)));
    });
}

fn say(
    mut given: ResMut<Given>,
    mut online: ResMut<Online>,
    mut fields: Query<&mut EditableText, With<WatcherField>>,
    mut focus: ResMut<InputFocus>,
) {
    let (true, Ok(mut text)) = (given.0, fields.single_mut()) else { return };
    if !text.pending_edits.is_empty() {
        return;
    }
    given.0 = false;
    let line = text.value().to_string();
    if !line.trim().is_empty() {
        let to = if online.seat.is_some() { Circle::All } else { Circle::Spectators };
        online.say(Saying::Chat { to, text: line.trim().into() });
        text.editor_mut().set_text("");
    }
    focus.clear();
}

/// It is there for who watches, and for players of games without another.
fn spawn(online: Res<Online>, open: Query<(), With<WatcherField>>, art: Res<Art>, mut commands: Commands) {
    if (online.seat.is_some() && !online.shares_chat && !online.at_table) || !open.is_empty() {
        return;
    }
    let (left, bottom, width, depth) = match () {
        () if online.at_table => (AT_TABLE.1, AT_TABLE.1, AT_TABLE.0, 5),
        () if online.shares_chat => (8.0, LOW, WIDTH, -1),
        () => (8.0, ABOVE, WIDTH, -1),
    };
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(left),
        bottom: px(bottom),
        width: px(width),
        ..layout::column(4.0)
    };
    commands
        .spawn((Name::new("Spectators"), DespawnOnExit(Screen::Match), GlobalZIndex(depth), place, Pickable::IGNORE))
        .with_children(|column| {
            column.spawn((layout::column(3.0), Lines));
            let typing = layout::column(4.0);
            column.spawn((typing, Typing)).with_children(|column| {
                let plate = Node {
                    padding: UiRect::axes(px(8), px(2)),
                    border_radius: BorderRadius::all(px(5)),
                    align_self: AlignSelf::Start,
                    ..default()
                };
                let told = match online.seat {
                    Some(_) if online.at_table => "To all: Enter sends",
                    Some(_) => "To all: Enter writes and sends",
                    None if online.at_table => "To spectators: Enter",
                    None => "To the spectators: Enter writes and sends",
                };
                column
                    .spawn((plate, BackgroundColor(theme::NIGHT.with_alpha(0.8)), Pickable::IGNORE))
                    .with_child(theme::text(&art, Weight::Regular, theme::SMALL, theme::MUTED, told));
                let typed = field(&art, "", MAX_LETTERS, |letter| !letter.is_control(), Node::default());
                // Without a place among those that Tab walks through: it belongs to the match.
                column.spawn((typed, WatcherField, TabIndex(-1)));
            });
        });
}

fn said(online: &Online, line: &Line) -> (String, String) {
    let name = match &line.from {
        Speaker::Seat(seat) => online.name(*seat),
        Speaker::Spectator(name) => name.clone(),
    };
    (format!("{name}: "), line.text.clone())
}

fn show(
    online: Res<Online>,
    list: Option<Single<(Entity, Ref<Lines>)>>,
    art: Res<Art>,
    mut shown: Local<Vec<(String, String)>>,
    mut commands: Commands,
) {
    let Some(list) = list else { return };
    let (entity, list) = list.into_inner();
    let last = online.chat.len().saturating_sub(MOST);
    let lines: Vec<_> = online.chat.iter().skip(last).map(|line| said(&online, line)).collect();
    if *shown == lines && !list.is_added() {
        return;
    }
    commands.entity(entity).despawn_children().with_children(|list| {
        for (name, text) in &lines {
            let node = Node {
                max_width: percent(100),
                padding: UiRect::axes(px(10), px(4)),
                border_radius: BorderRadius::all(px(5)),
                ..default()
            };
            list.spawn((node, BackgroundColor(theme::NIGHT.with_alpha(0.8)), Pickable::IGNORE)).with_children(
                |plate| {
                    let font = theme::font(&art, Weight::Regular, theme::BODY);
                    plate.spawn(theme::paragraph(&art, Weight::Black, theme::BODY, theme::GOLD, name)).with_child((
                        TextSpan::new(text.clone()),
                        font,
                        TextColor(theme::CREAM),
                    ));
                },
            );
        }
    });
    *shown = lines;
}

/// Players see what was said for a while, and where they type while they do.
fn hide(
    online: Res<Online>,
    focus: Res<InputFocus>,
    fields: Query<Entity, With<WatcherField>>,
    mut typing: Query<&mut Node, (With<Typing>, Without<Lines>)>,
    mut lines: Query<(Ref<Children>, &mut Node), With<Lines>>,
    mut said: Local<Option<Instant>>,
) {
    let plays = online.seat.is_some();
    let types = fields.iter().any(|field| focus.get() == Some(field));
    for mut node in &mut typing {
        set_shown(&mut node, !plays || types);
    }
    for (list, mut node) in &mut lines {
        if list.is_changed() {
            *said = Some(Instant::now());
        }
        let is_new = said.is_some_and(|said| said.elapsed() < SHOWN);
        set_shown(&mut node, !plays || types || is_new);
    }
}
