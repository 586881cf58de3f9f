//! What a player of a skirmish does that is no command to units: to give up, and to watch on.

use super::Player;
use crate::client::input::ControlSystems;
use crate::games::rts::sim::skirmish::{NEUTRAL, Sides};
use crate::games::rts::sim::{Order, OrderQueue};
use crate::shell::states::Mode;
use bevy::prelude::*;

/// A wish of the player.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionWish {
    /// The side of the player gives up.
    Surrender,
    /// The player commands nobody any more and sees the whole map.
    Observe,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SessionWish>().add_systems(Update, obey.in_set(ControlSystems::Act).run_if(in_state(Mode::RTS)));
}

fn obey(
    mut wishes: MessageReader<SessionWish>,
    sides: Option<Single<&Sides>>,
    mut player: ResMut<Player>,
    mut orders: ResMut<OrderQueue>,
) {
    let Some(sides) = sides else { return };
    for wish in wishes.read() {
        match wish {
            SessionWish::Surrender if sides.get(player.side).is_some() => orders.issue(player.side, Order::Surrender),
            SessionWish::Surrender => {}
            SessionWish::Observe => player.side = NEUTRAL,
        }
    }
}
