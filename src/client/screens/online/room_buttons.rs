//! What the buttons of the room of a match that waits do.

use super::room::Room;
use crate::online::talk::{Act, Occupant};
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the room does.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub enum RoomButton {
    /// Takes a seat, or none to watch.
    Sit(Option<u8>),
    /// The host says who may have an empty seat.
    Seat(u8, Occupant),
    /// The host sends somebody away.
    Kick(String),
    Ready,
    Start,
    /// Puts an address into the clipboard.
    Copy(String),
    Leave,
}

/// An address was asked for.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub(super) struct Copied(pub(super) String);

/// Whether leaving was asked for once already.
#[derive(Resource, Debug, Default)]
pub(super) struct IsSure(pub(super) bool);

pub(super) fn does(button: RoomButton) -> impl Bundle {
    (button, observe(act))
}

fn act(
    activate: On<Activate>,
    buttons: Query<&RoomButton>,
    room: Option<ResMut<Room>>,
    mut is_sure: ResMut<IsSure>,
    mut copies: MessageWriter<Copied>,
    mut next: ResMut<NextState<Screen>>,
) {
    let (Ok(button), Some(mut room)) = (buttons.get(activate.entity), room) else { return };
    if *button == RoomButton::Leave {
        return leave(&room, &mut is_sure, &mut next);
    }
    is_sure.0 = false;
    let room = room.bypass_change_detection();
    match button {
        RoomButton::Sit(seat) => room.act(Act::Sit { seat: *seat }),
        RoomButton::Seat(seat, by) => room.act(Act::Seat { seat: *seat, by: *by }),
        RoomButton::Kick(name) => room.act(Act::Kick { name: name.clone() }),
        RoomButton::Ready => {
            let is_ready = room.state().is_some_and(|state| {
                state.you.seat.and_then(|seat| state.seats.get(usize::from(seat))).is_some_and(|seat| seat.ready)
            });
            room.act(Act::Ready { ready: !is_ready });
        }
        RoomButton::Start => room.act(Act::Start),
        RoomButton::Copy(address) => {
            copies.write(Copied(address.clone()));
        }
        RoomButton::Leave => {}
    }
}

/// Who would take the match away from others is asked once more.
pub(super) fn leave(room: &Room, is_sure: &mut IsSure, next: &mut NextState<Screen>) {
    if room.others_lose_it(None) && !is_sure.0 {
        is_sure.0 = true;
        return;
    }
    next.set(Screen::Title);
}
