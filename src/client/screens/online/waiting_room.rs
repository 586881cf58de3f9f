//! The room of a match that waits: how others come, who sits where, what they say, and what begins it.

use super::ROOM;
use super::room::{Room, title_of};
use super::room_buttons::{IsSure, RoomButton, does, leave};
use super::{invitation, lines, seats};
use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::widgets::{Ink, Look, Tip, button, set_enabled, set_shown, set_text};
use crate::client::kit::{Art, Weight, frames, theme};
use crate::online::talk::{Occupant, Phase};
use crate::shell::states::Screen;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

/// What is written on the page and changes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    Title,
    /// What stands in the way, in the line of the buttons.
    Line,
    Ready,
    Leave,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<IsSure>().add_systems(OnEnter(ROOM), spawn).add_systems(
        Update,
        (escape, seats::show, invitation::show, lines::show, show)
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(ROOM).and_then(resource_exists::<Room>)),
    );
}

fn spawn(mut commands: Commands, art: Res<Art>, mut is_sure: ResMut<IsSure>) {
    is_sure.0 = false;
    frames::spawn_page(
        &mut commands,
        &art,
        ROOM,
        "Waiting room",
        |head| {
            head.spawn((theme::text(&art, Weight::Black, theme::HEAD, theme::GOLD, ""), theme::shadow(), Words::Title));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.45))).with_children(|panel| seats::spawn(panel, &art));
            body.spawn(Node { row_gap: px(14), ..frames::column(1.0) }).with_children(|column| {
                let node = Node { flex_shrink: 0.0, ..frames::stack(6.0) };
                column.spawn(theme::panel(&art, node)).with_children(|panel| invitation::spawn(panel, &art));
                let node = Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), ..frames::stack(8.0) };
                column.spawn(theme::panel(&art, node)).with_children(|panel| lines::spawn(panel, &art));
            });
        },
        |line| {
            let node = Node { width: px(250), height: px(50), ..default() };
            line.spawn((button(&art, Look::Key, node), does(RoomButton::Leave), TabIndex(0))).with_child((
                theme::text(&art, Weight::Bold, theme::LABEL, theme::CREAM, "Leave"),
                Ink(theme::CREAM),
                Words::Leave,
            ));
            line.spawn((
                theme::paragraph(&art, Weight::Bold, theme::BODY, theme::ALARM, ""),
                Node { max_width: px(560), margin: UiRect::horizontal(px(14)), ..default() },
                Words::Line,
            ));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                let node = || Node { width: px(190), height: px(50), ..default() };
                right
                    .spawn((button(&art, Look::Main, node()), does(RoomButton::Ready), TabIndex(0), AutoFocus))
                    .with_child((
                        theme::text(&art, Weight::Black, theme::LABEL, theme::CREAM, "Ready"),
                        Ink(theme::CREAM),
                        Words::Ready,
                    ));
                let tip = Tip::new("Begins at once; programs play where nobody sits");
                right.spawn((button(&art, Look::Main, node()), does(RoomButton::Start), TabIndex(0), tip)).with_child(
                    (theme::text(&art, Weight::Black, theme::LABEL, theme::CREAM, "Start"), Ink(theme::CREAM)),
                );
            });
        },
    );
}

fn escape(
    mut presses: MessageReader<Press>,
    screen: Res<State<Screen>>,
    room: Res<Room>,
    mut is_sure: ResMut<IsSure>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A press that left the page before is not meant for this one.
    if presses.read().filter(|press| press.0 == Action::Menu).count() > 0 && !screen.is_changed() {
        leave(&room, &mut is_sure, &mut next);
    }
}

type Keys<'w, 's> = Query<'w, 's, (Entity, &'static RoomButton, &'static mut Node, Has<InteractionDisabled>)>;

/// Title, buttons and the line between them.
fn show(
    room: Res<Room>,
    is_sure: Res<IsSure>,
    mut buttons: Keys,
    mut words: Query<(&Words, &mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let state = room.state();
    let own = state.and_then(|state| state.seats.get(usize::from(state.you.seat?)));
    let (is_host, is_waiting) = (
        state.is_some_and(|state| state.you.host),
        state.is_some_and(|state| state.phase == Phase::Waiting) && room.ended().is_none() && !room.is_beginning(),
    );
    for (entity, button, mut node, is_disabled) in &mut buttons {
        match button {
            RoomButton::Ready => {
                set_shown(&mut node, own.is_some() && !is_host);
                set_enabled(&mut commands, entity, is_disabled, is_waiting);
            }
            RoomButton::Start => {
                set_shown(&mut node, is_host);
                set_enabled(&mut commands, entity, is_disabled, is_waiting);
            }
            _ => {}
        }
    }
    for (word, mut text, mut color) in &mut words {
        match word {
            Words::Title => {
                let title = state.map(|state| format!("{}: {}", title_of(&state.game), state.title));
                set_text(&mut text, title.unwrap_or_default());
            }
            Words::Ready => {
                set_text(&mut text, if own.is_some_and(|seat| seat.ready) { "Not ready" } else { "Ready" });
            }
            Words::Leave => {
                let label = match (is_sure.0, room.is_hosted_here()) {
                    (true, _) => "Really? All lose the match",
                    (false, true) => "Close the match",
                    (false, false) => "Leave",
                };
                set_text(&mut text, label);
            }
            Words::Line => {
                let (sentence, is_bad) = line(&room);
                set_text(&mut text, sentence);
                color.set_if_neq(TextColor(if is_bad { theme::ALARM } else { theme::MUTED }));
            }
        }
    }
}

/// What is said beside the buttons, and whether it is a problem.
fn line(room: &Room) -> (String, bool) {
    let Some(state) = room.state() else {
        let lost = room.ended().or_else(|| room.lost());
        return lost.map_or(("Coming into the room …".into(), false), |lost| (lost.into(), true));
    };
    if let Some(ended) = room.ended() {
        return (ended.into(), true);
    }
    if let Some(lost) = room.lost() {
        let host = if state.you.host { "The server".into() } else { state.host.clone() };
        return (format!("{host} does not answer, trying again: {lost}."), true);
    }
    if room.is_beginning() || state.phase == Phase::Running {
        return ("The match begins …".into(), false);
    }
    if let Some(trouble) = &state.trouble {
        return (super::hosting::said(trouble), true);
    }
    let people = state.seats.iter().filter(|seat| seat.by == Occupant::Person);
    let late: Vec<&str> =
        people.filter(|seat| !seat.ready && seat.name != state.host).map(|seat| &*seat.name).collect();
    match () {
        () if !state.you.host => (format!("{} begins the match.", state.host), false),
        () if late.is_empty() => (String::new(), false),
        () => (format!("Not ready yet: {}.", late.join(", ")), false),
    }
}
