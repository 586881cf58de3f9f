//! What flies: arrows, bolts, boulders.
//!
//! A missile that is aimed at somebody follows and hits, as long as the target lives; otherwise it comes down where that one
//! was last. One that is aimed at the ground comes down where the target stood when it flew off, and hits whoever is there.

use crate::base::Cell;
use crate::games::rts::combat::bodies::Bodies;
use crate::games::rts::combat::reach::middle;
use crate::games::rts::sim::skirmish::damage::Blow;
use crate::nav::step::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flying {
    /// The blow that it carries; [`Blow::at`] is where it flies to.
    pub(crate) blow: Blow,
    /// The cell in the middle of who has sent it.
    pub from: Cell,
    /// The tick at which it flew off.
    pub since: Tick,
    /// The tick at which it arrives.
    pub(crate) lands_at: Tick,
}

/// All missiles in the order in which they flew off. On the board entity.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Missiles(pub(crate) Vec<Flying>);

impl Missiles {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Flying> {
        self.0.iter()
    }

    /// Lets them fly on by a tick: gives those that arrive.
    pub(super) fn fly(&mut self, field: &Bodies, now: Tick, arrived: &mut Vec<Blow>) {
        self.0.retain_mut(|flying| {
            if let Some(target) = flying.blow.target.and_then(|target| field.get(target)) {
                flying.blow.at = middle(target.at, target.size);
            }
            if flying.lands_at <= now {
                arrived.push(flying.blow);
            }
            flying.lands_at > now
        });
    }
}
