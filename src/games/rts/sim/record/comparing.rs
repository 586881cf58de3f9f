//! What the programs of a recording wish when they think again, compared with what they ordered then.

use crate::games::rts::sim::door::admit;
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::orders::{Issued, Order};
use crate::games::rts::sim::skirmish::listening::{Listening, Shadow};
use crate::nav::step::Tick;
use bevy::prelude::*;

/// A program of this version would have ordered otherwise, at this tick for the first time: the recording is of another.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WishedOtherwise {
    pub tick: Tick,
    pub side: u8,
}

/// Compares the wishes of this tick with the recorded orders.
pub(super) fn compare(world: &mut World) {
    let Some((sides, wishes, recorded)) = world.resource_mut::<Shadow>().take() else { return };
    let tick = world.resource::<MatchClock>().tick();
    // They were recorded as they came through the door.
    let wishes = admit(world, wishes, |_, _| {});
    let of = |orders: &'_ [Issued], side: u8| -> Vec<Issued> {
        // Last words are said after all is decided, and decide nothing.
        let is_said = |order: &Issued| matches!(order, Issued::Side(_, Order::Say { .. }));
        orders.iter().filter(|order| order.side() == Some(side) && !is_said(order)).cloned().collect()
    };
    let (mut orders, mut differing) = (0, Vec::new());
    for side in sides {
        let then = of(&recorded, side);
        orders += then.len();
        if then != of(&wishes, side) {
            differing.push(side);
        }
    }
    let first = world.resource_mut::<Shadow>().compared(tick, orders, &differing);
    if let Some((tick, side)) = first {
        world.write_message(WishedOtherwise { tick, side });
    }
}

/// In the next match wishes are orders again, and nobody listens.
pub(super) fn end(mut shadow: ResMut<Shadow>, mut listening: ResMut<Listening>) {
    (*shadow, *listening) = (Shadow::default(), Listening::default());
}
