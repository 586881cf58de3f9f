//! The rules that the march planner adds to priority inheritance.

mod corridors;
mod escape;
mod exchange;
mod free_path;
mod guidance;
mod halves;
mod leaders;
mod streets;
mod traffic;

use gridmarch::base::{Cell, Dir};
use gridmarch::nav::coop::march::Agent;
use gridmarch::nav::step::UnitId;

/// A footman that has stood on a cell since the beginning and wants nothing.
fn resting(unit: UnitId, at: Cell) -> Agent {
    Agent {
        unit,
        side: 0,
        view: 0,
        size: 1,
        ticks_per_cell: 6,
        at,
        facing: Dir::East,
        step: None,
        goal: None,
        target: at,
        rank: (0, unit.0),
        holds: false,
        group: None,
        post: at,
        home: at,
        passed_at: 0,
        still_since: 0,
        late: 0,
        is_patient: false,
    }
}
