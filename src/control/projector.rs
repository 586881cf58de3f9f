//! What the buttons of Tactics' result ask for, as orders.

use crate::modes::tactics::plugin::TacticsOrder;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Shows and keeps a battle that is over.
#[derive(SystemParam)]
pub struct Projector<'w> {
    orders: MessageWriter<'w, TacticsOrder>,
}

impl Projector<'_> {
    /// Shows the battle again from its first action.
    pub fn watch(&mut self) {
        self.orders.write(TacticsOrder::Watch);
    }

    /// Writes the battle to the folder of saves.
    pub fn save(&mut self) {
        self.orders.write(TacticsOrder::Save);
    }
}
