//! What a player of a skirmish does that is no command to units: to give up, and to watch on.

use super::Player;
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::sim::skirmish::{NEUTRAL, Sides};
use crate::games::rts::sim::{Order, OrderQueue};
use bevy::prelude::*;

#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionRequest {
    /// The side of the player gives up.
    Surrender,
    /// The player commands nobody any more and sees the whole map.
    Observe,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SessionRequest>().add_systems(Update, obey.in_set(RtsSystems::Act));
}

fn obey(
    mut requests: MessageReader<SessionRequest>,
    sides: Option<Single<&Sides>>,
    mut player: ResMut<Player>,
    mut orders: ResMut<OrderQueue>,
) {
    let Some(sides) = sides else { return };
    for request in requests.read() {
        match request {
            SessionRequest::Surrender if sides.get(player.side).is_some() => {
                orders.issue(player.side, Order::Surrender)
            }
            SessionRequest::Surrender => {}
            SessionRequest::Observe => player.side = NEUTRAL,
        }
    }
}
