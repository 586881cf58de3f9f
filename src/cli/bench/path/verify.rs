//! Whether a path is one: checked step by step on the map itself, apart from every search.

use crate::base::{Cell, Grid};
use thiserror::Error;

/// Why a list of cells is no path.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It begins or ends elsewhere, or is empty.
    #[error("it does not lead from {0} to {1}")]
    Ends(Cell, Cell),
    /// A cell that nobody can stand on.
    #[error("{0} is blocked or off the map")]
    Blocked(Cell),
    /// Two cells in a row that are not neighbours.
    #[error("{0} and {1} are not neighbours")]
    Jump(Cell, Cell),
    /// A diagonal step past a blocked cell.
    #[error("the step from {0} to {1} cuts a corner")]
    Corner(Cell, Cell),
}

/// Length of a path in cells: 1 for a straight, √2 for a diagonal step.
pub fn length(map: &Grid<bool>, path: &[Cell], start: Cell, goal: Cell) -> Result<f64, Fault> {
    let is_free = |x, y| map.get(Cell::new(x, y)).is_some_and(|free| *free);
    if path.first() != Some(&start) || path.last() != Some(&goal) {
        return Err(Fault::Ends(start, goal));
    }
    if let Some(cell) = path.iter().find(|cell| !is_free(cell.x, cell.y)) {
        return Err(Fault::Blocked(*cell));
    }
    let (mut straight, mut diagonal) = (0u32, 0u32);
    for pair in path.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        match (from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
            (1, 0) | (0, 1) => straight += 1,
            (1, 1) if is_free(from.x, to.y) && is_free(to.x, from.y) => diagonal += 1,
            (1, 1) => return Err(Fault::Corner(from, to)),
            _ => return Err(Fault::Jump(from, to)),
        }
    }
    Ok(f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2)
}
