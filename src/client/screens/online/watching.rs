//! What spectators say to each other in a match over the network: the last lines, and a field below them. Enter begins a line
//! and sends it, Esc leaves it; meanwhile the keys are letters.

use super::lines::MAX_LETTERS;
use crate::client::kit::widgets::field::field;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::no_menu;
use crate::net::frame::{Circle, Speaker};
use crate::shell::online::{Line, Online, Saying};
use crate::shell::states::Screen;
use bevy::input::InputSystems;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;

/// Where a spectator types a line.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatcherField;

#[derive(Component)]
struct Lines;

/// Whether the line in the field is to be said, as soon as all that was typed is in it.
#[derive(Resource, Debug, Default)]
struct Given(bool);

/// Lines that are shown.
const MOST: usize = 6;
/// Width in pixels of nodes, and how far it is from the lower edge.
const WIDTH: f32 = 330.0;
const ABOVE: f32 = 222.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>()
        .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(
            Update,
            (keys.run_if(no_menu), say, spawn, show)
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
    } else if is_enter && input.is_enabled {
        focus.set(field, FocusCause::Navigated);
    }
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
        online.say(Saying::Chat { to: Circle::Spectators, text: line.trim().into() });
        text.editor_mut().set_text("");
    }
    focus.clear();
}

/// It is there for who watches.
fn spawn(online: Res<Online>, open: Query<(), With<WatcherField>>, art: Res<Art>, mut commands: Commands) {
    if online.seat.is_some() || !open.is_empty() {
        return;
    }
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(8),
        bottom: px(ABOVE),
        width: px(WIDTH),
        ..layout::column(4.0)
    };
    commands
        .spawn((Name::new("Spectators"), DespawnOnExit(Screen::Match), GlobalZIndex(-1), place, Pickable::IGNORE))
        .with_children(|column| {
            column.spawn((layout::column(3.0), Lines));
            let plate = Node {
                padding: UiRect::axes(px(8), px(2)),
                border_radius: BorderRadius::all(px(5)),
                align_self: AlignSelf::Start,
                ..default()
            };
            let told = "To the spectators: Enter writes and sends";
            column
                .spawn((plate, BackgroundColor(theme::NIGHT.with_alpha(0.8)), Pickable::IGNORE))
                .with_child(theme::text(&art, Weight::Regular, theme::SMALL, theme::MUTED, told));
            let typed = field(&art, "", MAX_LETTERS, |letter| !letter.is_control(), Node::default());
            // Without a place among those that Tab walks through: it belongs to the match.
            column.spawn((typed, WatcherField, bevy::input_focus::tab_navigation::TabIndex(-1)));
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
                max_width: px(WIDTH),
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
