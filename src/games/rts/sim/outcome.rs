//! Outcomes: what the simulation tells the world outside. The only door out.

use crate::base::{Cell, Dir};
use crate::games::rts::combat::Being;
use crate::games::rts::rules::{BuildingId, KindId, Resource, UpgradeId};
use crate::games::rts::sim::refusal::Refusal;
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

/// Something worth seeing or hearing has happened.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// An order was taken on by units.
    OrderTaken {
        /// Who obeys.
        units: Vec<UnitId>,
    },
    /// A unit came to the end of an order; [`super::units::Doing`] says how.
    OrderEnded {
        /// Who.
        unit: UnitId,
    },
    /// A unit appeared.
    UnitPlaced {
        /// Who.
        unit: UnitId,
    },
    /// A unit is gone.
    UnitRemoved {
        /// Who.
        unit: UnitId,
        /// Where it was.
        at: Cell,
    },
    /// A building, or the site of one, appeared.
    BuildingPlaced {
        /// Which.
        building: UnitId,
    },
    /// A building is finished.
    BuildingFinished {
        /// Which.
        building: UnitId,
    },
    /// A building is gone.
    BuildingGone {
        /// Which.
        building: UnitId,
        /// Its upper left cell.
        at: Cell,
        /// What it was.
        kind: BuildingId,
    },
    /// A unit has been trained.
    UnitTrained {
        /// Who.
        unit: UnitId,
        /// Where.
        building: UnitId,
    },
    /// An upgrade has been researched.
    Researched {
        /// For which side.
        side: u8,
        /// What.
        upgrade: UpgradeId,
        /// Where.
        building: UnitId,
    },
    /// A worker has brought something home.
    Delivered {
        /// For which side.
        side: u8,
        /// What.
        resource: Resource,
        /// How much.
        amount: u16,
        /// Where.
        at: Cell,
    },
    /// A forest cell has been cut down, or a mine is empty.
    Exhausted {
        /// Where.
        at: Cell,
    },
    /// A side cannot do what it wants, and its player should know: too little gold, no supply, a blocked door.
    Warned {
        /// Which side.
        side: u8,
        /// One sentence.
        reason: String,
        /// Where.
        at: Option<Cell>,
    },
    /// Somebody has struck hand to hand.
    Struck {
        /// Who.
        by: UnitId,
        /// What it is.
        being: Being,
        /// Whom.
        target: UnitId,
        /// The cell in the middle of who struck.
        from: Cell,
        /// The cell in the middle of the target.
        at: Cell,
        /// The direction of the blow.
        dir: Dir,
    },
    /// Somebody has shot.
    MissileFlew {
        /// Who.
        by: UnitId,
        /// What it is: its weapon says what flies.
        being: Being,
        /// The cell in the middle of who shot.
        from: Cell,
        /// The cell that it was aimed at.
        to: Cell,
        /// The direction of the shot.
        dir: Dir,
        /// The tick at which it arrives.
        lands_at: Tick,
    },
    /// A missile has arrived.
    MissileHit {
        /// What has sent it: its weapon says what came down.
        by: Being,
        /// Whose it was.
        side: u8,
        /// Where.
        at: Cell,
        /// Whom it was for; `None` if it was for whoever stood there.
        target: Option<UnitId>,
    },
    /// Somebody has lost health.
    Hurt {
        /// Who.
        who: UnitId,
        /// What it is.
        being: Being,
        /// Whose.
        side: u8,
        /// The cell in its middle.
        at: Cell,
        /// Who hurt it most.
        by: Option<UnitId>,
        /// Health lost.
        harm: u32,
    },
    /// Somebody has been given health.
    Healed {
        /// By whom.
        by: UnitId,
        /// Who.
        target: UnitId,
        /// The cell in its middle.
        at: Cell,
    },
    /// A unit has died; [`Self::UnitRemoved`] follows.
    Died {
        /// Who.
        unit: UnitId,
        /// What it was.
        kind: KindId,
        /// Whose.
        side: u8,
        /// Its upper left cell.
        at: Cell,
        /// The direction in which it looked.
        facing: Dir,
        /// Who killed it, if it was a blow.
        by: Option<UnitId>,
    },
    /// A side is beaten.
    SideBeaten {
        /// Which.
        side: u8,
    },
    /// The skirmish is over.
    WarEnded {
        /// The winning team; `None` if nobody is left.
        winner: Option<u8>,
    },
    /// The terrain of cells has changed.
    TerrainChanged {
        /// Which, each once.
        cells: Vec<Cell>,
    },
    /// An order could not be carried out, or only in part.
    Refused {
        /// Who gave it; `None`: the host.
        side: Option<u8>,
        /// Why.
        reason: Refusal,
        /// Where, if it is about a place.
        at: Option<Cell>,
    },
}

impl Outcome {
    /// A waypoint that is not the last one was not reached and the unit goes on to the next: the reason would otherwise
    /// be lost, because [`super::units::Doing`] tells only how the last one ended.
    pub(super) const fn passed_over(side: u8, unit: UnitId, at: Cell, why: &'static str) -> Self {
        Self::Refused { side: Some(side), reason: Refusal::PassedOver(unit, at, why), at: Some(at) }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Outcome>();
}
