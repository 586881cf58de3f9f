//! Outcomes: what the simulation tells the world outside. The only door out.

use crate::base::Cell;
use crate::nav::step::UnitId;
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
    /// The terrain of cells has changed.
    TerrainChanged {
        /// Which, each once.
        cells: Vec<Cell>,
    },
    /// An order could not be carried out, or only in part.
    Refused {
        /// One sentence for the player.
        reason: String,
        /// Where, if it is about a place.
        at: Option<Cell>,
    },
}

impl Outcome {
    /// A waypoint that is not the last one was not reached and the unit goes on to the next: the reason would otherwise
    /// be lost, because [`super::units::Doing`] tells only how the last one ended.
    pub(super) fn passed_over(unit: UnitId, at: Cell, why: &str) -> Self {
        Self::Refused { reason: format!("The waypoint {at} of {unit} {why}; it goes on to the next."), at: Some(at) }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Outcome>();
}
