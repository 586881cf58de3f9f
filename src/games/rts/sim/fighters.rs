//! What everybody has who can be hurt, and what everybody has who can hurt.

use crate::base::Cell;
pub use crate::games::rts::orders::Stance;
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Health of a unit or a building.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Health {
    pub(crate) now: u16,
    pub(crate) most: u16,
}

impl Health {
    pub const fn now(&self) -> u16 {
        self.now
    }

    /// Health when whole.
    pub const fn most(&self) -> u16 {
        self.most
    }

    pub const fn is_whole(&self) -> bool {
        self.now >= self.most
    }

    pub(super) fn percent(&self) -> u8 {
        (u32::from(self.now) * 100 / u32::from(self.most).max(1)).min(100) as u8
    }
}

/// The fight of a unit or a building: its target, its weapon and its record.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fighting {
    pub(crate) target: Option<UnitId>,
    /// Whether the target was named by an order, and is not dropped for another.
    pub(crate) is_ordered: bool,
    /// The tick from which on it can strike again.
    pub(crate) ready_at: Tick,
    /// The tick of its last blow or healing.
    pub(crate) struck_at: Tick,
    /// Where it went from to fight, and goes back to.
    pub(crate) home: Option<Cell>,
    pub(crate) stance: Stance,
    /// The last tick at which it was hurt, and by whom.
    pub(crate) hurt_at: Tick,
    pub(crate) hurt_by: Option<UnitId>,
    pub(crate) kills_worth: u32,
    pub(crate) kills: u16,
    /// Its rank among veterans, 0 at first.
    pub(crate) rank: u8,
    /// The last tick at which its side saw the target that an order names.
    pub(crate) seen_at: Tick,
    /// The tick until which it flees; 0: it does not flee.
    pub(crate) flees_until: Tick,
}

impl Fighting {
    pub const fn target(&self) -> Option<UnitId> {
        self.target
    }

    /// The tick of its last blow, or of its last healing; 0 before the first.
    pub const fn struck_at(&self) -> Tick {
        self.struck_at
    }

    /// The last tick at which it was hurt; 0: never.
    pub(crate) const fn hurt_at(&self) -> Tick {
        self.hurt_at
    }

    pub const fn stance(&self) -> Stance {
        self.stance
    }

    /// Its rank among veterans, 0 at first.
    pub const fn rank(&self) -> u8 {
        self.rank
    }

    pub const fn kills(&self) -> u16 {
        self.kills
    }

    /// Whether it was hurt within the last `ticks`.
    pub(crate) const fn is_hurt_within(&self, ticks: Tick, now: Tick) -> bool {
        self.hurt_at > 0 && self.hurt_at + ticks > now
    }

    /// Whether it runs for its life.
    pub(crate) const fn is_fleeing(&self) -> bool {
        self.flees_until > 0
    }

    /// Forgets whom it fought and where it came from: an order calls it away.
    pub(crate) fn forget(&mut self) {
        self.target = None;
        self.is_ordered = false;
        self.home = None;
        self.flees_until = 0;
    }

    /// Forgets whom it fought: it has something else to do now.
    pub(crate) fn begin_task(&mut self, at: Cell) {
        self.forget();
        self.home = Some(at);
    }
}
