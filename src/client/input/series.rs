//! What the buttons of a simulation ask for, as orders.

use crate::table::series::{Contest, SeriesOrder};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Plays series of rounds of a game.
#[derive(SystemParam)]
pub(crate) struct Bookmaker<'w, C: Contest> {
    orders: MessageWriter<'w, SeriesOrder<C>>,
}

impl<C: Contest> Bookmaker<'_, C> {
    pub(crate) fn start(&mut self, simulation: C, rounds: u32) {
        self.orders.write(SeriesOrder::Start { simulation: Box::new(simulation), rounds });
    }

    pub(crate) fn stop(&mut self) {
        self.orders.write(SeriesOrder::Stop);
    }
}
