//! A match over the network: its ticks run when the server's batches come, and what this window orders goes to the server.
//!
//! Between two ticks only this window orders something: what waits goes into the outbox. What the game has given by itself in the
//! last tick stays, it is the same on every machine. If the batch of the coming tick is there
//! ([`Lockstep::provide`]), its orders are put in their place and the tick runs, otherwise nothing does. Whether the window is
//! paused does not matter: time is the server's.

use super::orders::{HostOrder, Issued, Order, OrderQueue};
use super::sides::Control;
use crate::games::rts::wire::WireOrder;
use crate::net::Hand;
use bevy::prelude::*;

/// Is there in a match over the network.
#[derive(Resource, Debug, Default)]
pub struct Lockstep {
    /// What the game has ordered by itself for the coming tick.
    own: Vec<Issued>,
    /// The orders of the coming tick.
    batch: Option<Vec<Issued>>,
    /// Whether a tick runs in this pass.
    runs: bool,
    outbox: Vec<(u8, Order)>,
}

impl Lockstep {
    /// The orders of the coming tick, with the seats that give them: the next pass runs it.
    pub fn provide(&mut self, orders: impl IntoIterator<Item = (u8, WireOrder)>) {
        let issued = |(seat, order)| match order {
            WireOrder::Side(order) => Issued::Side(seat, order),
            WireOrder::Hand(Hand::Human) => Issued::Host(HostOrder::Hand { side: seat, to: Control::Human }),
            WireOrder::Hand(Hand::Program) => Issued::Host(HostOrder::Hand { side: seat, to: Control::Bot }),
        };
        self.batch = Some(orders.into_iter().map(issued).collect());
    }

    /// What this window has ordered since it was last asked, with the sides.
    pub fn take_outbox(&mut self, queue: &mut OrderQueue) -> Vec<(u8, Order)> {
        self.collect(queue);
        std::mem::take(&mut self.outbox)
    }

    fn collect(&mut self, queue: &mut OrderQueue) {
        for issued in queue.take() {
            // What belongs to the host of a match is nobody's here.
            if let Issued::Side(side, order) = issued {
                self.outbox.push((side, order));
            }
        }
    }

    /// The match goes on from a state in which something may wait that the game has given.
    pub(super) fn restart(&mut self, queue: &mut OrderQueue) {
        *self = Self { own: queue.take(), ..Self::default() };
    }

    /// Whether a tick runs in this pass.
    pub(super) const fn runs(&self) -> bool {
        self.runs
    }
}

/// Sorts what waits into that of the game, that of this window, and that of the batch.
pub(super) fn feed(mut lockstep: ResMut<Lockstep>, mut queue: ResMut<OrderQueue>) {
    lockstep.collect(&mut queue);
    let batch = lockstep.batch.take();
    lockstep.runs = batch.is_some();
    if let Some(batch) = batch {
        let mut orders = std::mem::take(&mut lockstep.own);
        orders.extend(batch);
        queue.put(orders);
    }
}

/// What waits after a tick was given by the game itself.
pub(super) fn keep_own(mut lockstep: ResMut<Lockstep>, mut queue: ResMut<OrderQueue>) {
    lockstep.own = queue.take();
}

/// The match begins.
pub(super) fn begin(mut lockstep: ResMut<Lockstep>, mut queue: ResMut<OrderQueue>) {
    lockstep.restart(&mut queue);
}
