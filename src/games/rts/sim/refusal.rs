//! Why an order is not carried out, or only in part, and the sentences for it.

use crate::base::Cell;
use crate::games::rts::sim::skirmish::{article, sentence};
use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use std::fmt;

/// Why an order is refused. [`fmt::Display`] gives the sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There are only so many sides.
    NoSide {
        /// What was asked for.
        side: u8,
        /// How many there are.
        sides: u8,
    },
    /// The rules have only so many of something.
    NoKind {
        /// What it is a kind of, in words.
        what: &'static str,
        /// What was asked for.
        kind: u8,
        /// How many there are.
        kinds: usize,
    },
    /// No match has so many units.
    NoUnit(UnitId),
    /// More units than any map has room for.
    TooManyUnits(usize, usize),
    /// More cells than any map has.
    TooManyCells(usize, usize),
    /// Nobody can have so many steps.
    NoStep(u16),
    /// The cell is beyond the rim.
    OffMap(Cell),
    /// Buildings, and what is about them, are in skirmishes only.
    NotInSandbox,
    /// The map of a skirmish stays as it is.
    NotInSkirmish,
    /// The ground of some cells stays as it is, because units stand there; the first of them and how many.
    StoodOn(Cell, usize),
    /// A unit, by its title, is larger than the room to the rim.
    NoRoom(String, Cell),
    /// A unit, by its title, cannot stand on such ground.
    NoGround(String, Terrain, Cell),
    /// Somebody stands there.
    Taken(Cell),
    /// There is no match.
    NoBoard,
    /// Some units have as many waypoints as there can be.
    TooManyWaypoints(usize),
    /// A waypoint that is not the last one was not reached, and why: the unit goes on to the next.
    PassedOver(UnitId, Cell, &'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSide { side, sides } => write!(out, "There is no side {side}: sides are 0 to {}.", sides - 1),
            Self::NoKind { what, kind, kinds } => write!(out, "There is no {what} {kind}: the rules have {kinds}."),
            Self::NoUnit(unit) => write!(out, "There is no {unit}: no match has so many."),
            Self::TooManyUnits(count, most) => write!(out, "An order names at most {most} units, this one {count}."),
            Self::TooManyCells(count, most) => write!(out, "An order paints at most {most} cells, this one {count}."),
            Self::NoStep(step) => write!(out, "Nobody has a step {step} to forget."),
            Self::OffMap(cell) => write!(out, "{cell} is not on the map."),
            Self::NotInSandbox => write!(out, "That can be ordered in a skirmish only."),
            Self::NotInSkirmish => write!(out, "The map cannot be edited in a skirmish."),
            Self::StoodOn(cell, 1) => {
                write!(out, "A unit on {cell} could not stand there any more, so that cell stays as it is.")
            }
            Self::StoodOn(_, count) => {
                write!(out, "Units stand on {count} of the cells and could not stay there, so those stay as they are.")
            }
            Self::NoRoom(title, at) => write!(out, "{} does not fit on the map at {at}.", sentence(&article(title))),
            Self::NoGround(title, ground, at) => {
                write!(out, "{} cannot stand on {} at {at}.", sentence(&article(title)), ground.name())
            }
            Self::Taken(at) => write!(out, "There is a unit at {at} already."),
            Self::NoBoard => write!(out, "There is no board."),
            Self::TooManyWaypoints(units) => {
                write!(out, "{units} of the units have {MAX_WAYPOINTS} waypoints already.")
            }
            Self::PassedOver(unit, at, why) => {
                write!(out, "The waypoint {at} of {unit} {why}; it goes on to the next.")
            }
        }
    }
}
