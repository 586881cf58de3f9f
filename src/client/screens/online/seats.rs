//! The seats of a match that waits, and who watches: who sits where, and what can be done about it.

use super::room::Room;
use super::room_buttons::{RoomButton, does};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Tip, choice_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::talk::{MatchState, Occupant, SeatState};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::Checked;

/// The list of seats.
#[derive(Component)]
pub(super) struct Seats;

/// The line of who watches.
#[derive(Component)]
pub(super) struct Watchers;

/// Height of a seat, in pixels of nodes.
const HEIGHT: f32 = 46.0;

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn(frames::heading(art, "Seats"));
    let list = scrolled(panel, 5.0, |_| {});
    panel.commands().entity(list).insert(Seats);
    panel.spawn(Node { margin: UiRect::top(px(4)), min_height: px(38), ..frames::row() }).insert(Watchers);
}

/// Builds the list again when something is new; what has the focus keeps it.
pub(super) fn show(
    room: Res<Room>,
    list: Single<(Entity, Ref<Seats>)>,
    watchers: Single<Entity, With<Watchers>>,
    buttons: Query<&RoomButton>,
    art: Res<Art>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    let (entity, is_new) = (list.0, list.1.is_added());
    let Some(state) = room.state().filter(|_| room.is_changed() || is_new) else { return };
    let focused = focus.get().and_then(|focused| buttons.get(focused).ok()).cloned();
    let mut row = Row { art: &art, state, focused, found: None };
    commands.entity(entity).despawn_children().with_children(|rows| {
        for (number, seat) in (0..).zip(&state.seats) {
            let colour = theme::side(number).1;
            frames::card(rows, colour, HEIGHT, |card| row.seat(card, number, seat));
        }
    });
    commands.entity(*watchers).despawn_children().with_children(|line| row.watchers(line));
    if let Some(found) = row.found {
        focus.set(found, FocusCause::Navigated);
    }
}

/// What is being built.
struct Row<'a> {
    art: &'a Art,
    state: &'a MatchState,
    /// The button that has the focus, and the one that takes its place.
    focused: Option<RoomButton>,
    found: Option<Entity>,
}

impl Row<'_> {
    fn button(&mut self, line: &mut ChildSpawnerCommands, label: &str, button: RoomButton, checked: bool, tip: &str) {
        let has_focus = self.focused.as_ref() == Some(&button);
        let mut key = line.spawn((choice_button(self.art, label), does(button), Tip::new(tip)));
        if checked {
            key.insert(Checked);
        }
        if has_focus {
            self.found = Some(key.id());
        }
    }

    fn seat(&mut self, card: &mut ChildSpawnerCommands, number: u8, seat: &SeatState) {
        let (art, you) = (self.art, &self.state.you);
        let is_own = you.seat == Some(number);
        card.spawn(layout::line(10.0)).with_children(|line| {
            let text = |weight, size, color, content: &str| theme::text(art, weight, size, color, content);
            let cell =
                |width: f32| Node { width: px(width), flex_shrink: 0.0, overflow: Overflow::clip_x(), ..default() };
            let place = (number + 1).to_string();
            line.spawn(cell(16.0)).with_child(text(Weight::Black, theme::LABEL, theme::GOLD, &place));
            let team = format!("Team {}", seat.team + 1);
            line.spawn(cell(62.0)).with_child(text(Weight::Regular, theme::BODY, theme::MUTED, &team));
            let (name, color) = match seat.by {
                Occupant::Person => (seat.name.as_str(), theme::CREAM),
                Occupant::Program => ("Program", theme::MUTED),
                Occupant::Open => ("Open", theme::MUTED),
                Occupant::Closed => ("Closed", theme::MUTED),
            };
            let weight = if seat.by == Occupant::Person { Weight::Black } else { Weight::Regular };
            line.spawn(Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                overflow: Overflow::clip_x(),
                ..default()
            })
            .with_child(text(weight, theme::LABEL, color, name));
            if let Some((word, color)) = self.condition(seat, is_own) {
                line.spawn(text(Weight::Bold, theme::BODY, color, word));
            }
            self.choices(line, number, seat, is_own);
        });
    }

    fn condition(&self, seat: &SeatState, is_own: bool) -> Option<(&'static str, Color)> {
        let is_person = seat.by == Occupant::Person;
        match () {
            () if is_person && seat.name == self.state.host => Some(("host", theme::GOLD)),
            () if is_person && seat.ready => Some(("ready", theme::GOLD)),
            () if is_person => Some((if is_own { "not ready" } else { "not ready yet" }, theme::MUTED)),
            () => None,
        }
    }

    fn choices(&mut self, line: &mut ChildSpawnerCommands, number: u8, seat: &SeatState, is_own: bool) {
        let is_host = self.state.you.host;
        if seat.by == Occupant::Person {
            if is_own {
                self.button(line, "Stand up", RoomButton::Sit(None), false, "You watch, and the seat is free");
            } else if is_host {
                let kick = RoomButton::Kick(seat.name.clone());
                self.button(line, "Send away", kick, false, "Takes them out of the match");
            }
            return;
        }
        if seat.by == Occupant::Open {
            self.button(line, "Sit here", RoomButton::Sit(Some(number)), false, "You play on this side");
        }
        if is_host {
            line.spawn(Node { column_gap: px(3), ..default() }).with_children(|line| {
                for (by, label, tip) in [
                    (
                        Occupant::Open,
                        "Open",
                        "Anybody may sit here; a program does if nobody has when the match begins",
                    ),
                    (Occupant::Program, "Program", "A program plays here"),
                    (Occupant::Closed, "×", "Nobody plays here"),
                ] {
                    self.button(line, label, RoomButton::Seat(number, by), seat.by == by, tip);
                }
            });
        }
    }

    fn watchers(&mut self, line: &mut ChildSpawnerCommands) {
        let (art, state) = (self.art, self.state);
        line.spawn(theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, "Watching:"));
        if state.watchers.is_empty() {
            line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "nobody"));
        }
        for name in &state.watchers {
            let color = if *name == state.you.name { theme::GOLD } else { theme::CREAM };
            line.spawn(Node {
                align_items: AlignItems::Center,
                column_gap: px(4),
                margin: UiRect::right(px(8)),
                ..default()
            })
            .with_children(|one| {
                one.spawn(theme::text(art, Weight::Bold, theme::BODY, color, name));
                if state.you.host && *name != state.you.name {
                    let kick = RoomButton::Kick(name.clone());
                    self.button(one, "×", kick, false, "Takes them out of the match");
                }
            });
        }
    }
}
