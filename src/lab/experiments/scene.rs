//! What an experiment opens.

use crate::base::{Cell, Grid};
use crate::lab::planning::{Planner, Settings};
use crate::lab::search::Setup;
use crate::nav::abstraction::kind::Kind;
use crate::nav::coop::mapf::{Instance, Moves};

/// Something to look at.
#[derive(Debug, Clone, PartialEq)]
pub enum Scene {
    Search(Setup),
    /// A map with its levels, and a way that is refined.
    Abstraction {
        passable: Grid<bool>,
        moves: Moves,
        kind: Kind,
        ends: (Cell, Cell),
    },
    /// Agents that somebody plans for.
    Crowd {
        instance: Instance,
        planner: Planner,
        settings: Settings,
    },
}
