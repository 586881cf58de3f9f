//! Outcomes: what the simulation tells the world outside. The only door out.

use crate::base::{Cell, Dir};
use crate::games::rts::combat::Being;
use crate::games::rts::rules::{BuildingId, KindId, Price, Resource, UpgradeId};
use crate::games::rts::signals::{Audience, Signal};
use crate::games::rts::sim::refusal::{Refusal, Warning};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    OrderTaken {
        units: Vec<UnitId>,
    },
    /// A unit came to the end of an order; [`super::units::Doing`] says how.
    OrderEnded {
        unit: UnitId,
    },
    UnitPlaced {
        unit: UnitId,
    },
    UnitRemoved {
        unit: UnitId,
        at: Cell,
    },
    /// A building, or the site of one, appeared.
    BuildingPlaced {
        building: UnitId,
    },
    BuildingFinished {
        building: UnitId,
    },
    BuildingGone {
        building: UnitId,
        side: u8,
        /// Its upper left cell.
        at: Cell,
        kind: BuildingId,
    },
    UnitTrained {
        unit: UnitId,
        building: UnitId,
    },
    Researched {
        side: u8,
        upgrade: UpgradeId,
        building: UnitId,
    },
    Delivered {
        side: u8,
        resource: Resource,
        amount: u32,
        at: Cell,
    },
    /// A forest cell has been cut down, or a mine is empty.
    Exhausted {
        at: Cell,
    },
    /// A side cannot do what it wants, and its player should know: too little gold, no supply, a blocked door.
    Warned {
        side: u8,
        reason: Warning,
        at: Option<Cell>,
    },
    /// Somebody has struck hand to hand.
    Struck {
        by: UnitId,
        being: Being,
        target: UnitId,
        /// The cell in the middle of who struck.
        from: Cell,
        /// The cell in the middle of the target.
        at: Cell,
        dir: Dir,
    },
    MissileFlew {
        by: UnitId,
        /// What it is: its weapon says what flies.
        being: Being,
        /// The cell in the middle of who shot.
        from: Cell,
        /// The cell that it was aimed at.
        to: Cell,
        dir: Dir,
        /// The tick at which it arrives.
        lands_at: Tick,
    },
    MissileHit {
        /// What has sent it: its weapon says what came down.
        by: Being,
        side: u8,
        at: Cell,
        /// Its target; `None` if it was aimed at a cell.
        target: Option<UnitId>,
    },
    Hurt {
        who: UnitId,
        being: Being,
        side: u8,
        /// The cell in its middle.
        at: Cell,
        by: Option<UnitId>,
        harm: u32,
    },
    Healed {
        by: UnitId,
        target: UnitId,
        /// The cell in its middle.
        at: Cell,
    },
    /// A unit has died; [`Self::UnitRemoved`] follows.
    Died {
        unit: UnitId,
        kind: KindId,
        side: u8,
        /// Its upper left cell.
        at: Cell,
        /// The direction in which it looked.
        facing: Dir,
        by: Option<UnitId>,
    },
    SideBeaten {
        side: u8,
    },
    SkirmishEnded {
        /// The winning team; `None` if nobody is left.
        winner: Option<u8>,
    },
    /// A side shows its allies a place.
    Signalled(Signal),
    Said {
        side: u8,
        to: Audience,
        text: String,
    },
    /// A side has given an ally something.
    Given {
        from: u8,
        to: u8,
        gift: Price,
    },
    TerrainChanged {
        cells: Vec<Cell>,
    },
    /// An order could not be carried out, or only in part.
    Refused {
        /// Who gave it; `None`: the host.
        side: Option<u8>,
        reason: Refusal,
        /// Where, if it is about a place.
        at: Option<Cell>,
    },
}

impl Outcome {
    /// A waypoint that is not the last one was not reached and the unit goes on to the next: the reason would otherwise
    /// be lost, because [`super::units::Doing`] tells only how the last one ended.
    pub(super) const fn passed_over(side: u8, unit: UnitId, at: Cell, is_taken: bool) -> Self {
        Self::Refused { side: Some(side), reason: Refusal::PassedOver { unit, at, is_taken }, at: Some(at) }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Outcome>();
}
