//! How a search grows with the map: the same question on maps of several sizes, for a plot.

use super::maps::clutter;
use super::run::Refusal;
use super::search::{Prepared, Setup};
use super::table::{Line, field};
use crate::base::{Budget, Cell};
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::estimates::Heuristic;
use crate::nav::searchers::grid::GridMap;
use crate::nav::searchers::{Options, Searcher};
use std::sync::Arc;
use std::time::Duration;

/// Sides of the maps, unless asked otherwise.
pub const SIDES: [u16; 6] = [16, 32, 64, 128, 256, 512];

/// Hundredths of the maps that are blocked.
const BLOCKED: u32 = 20;

/// A point of the plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Side of the map in cells.
    pub side: u16,
    pub line: Line,
}

/// Who searches, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    pub searcher: Searcher,
    pub heuristic: Heuristic,
    pub options: Options,
    pub moves: Moves,
}

/// Searches a square map of a side from corner to corner. `timed` does something and takes its time.
///
/// # Errors
/// Why the question cannot be asked.
pub fn point(
    who: Who,
    side: u16,
    budget: &Budget,
    timed: &mut dyn FnMut(&mut dyn FnMut()) -> Duration,
) -> Result<Point, Refusal> {
    let map = Arc::new(GridMap::uniform(&clutter(side, BLOCKED, 1), who.moves));
    let last = side as i16 - 1;
    let mut setup = Setup::on_map(map, Cell::new(0, 0), Cell::new(last, last), who.searcher);
    (setup.heuristic, setup.options) = (who.heuristic, who.options);
    let mut prepared = Prepared::default();
    setup.prepare(&mut prepared, &Budget::unlimited())?;
    let mut report = None;
    let time = timed(&mut || report = Some(setup.count(&mut prepared, budget)));
    let report = report.ok_or_else(|| "nothing was searched".to_owned())??;
    Ok(Point { side, line: Line::of_report(setup.title(), &report, Some(time)) })
}

/// Points as CSV: the side first, then as [`super::table::csv`].
pub fn csv(points: &[Point]) -> String {
    let mut text = format!("side,{}\n", super::table::COLUMNS.join(","));
    for point in points {
        let fields = point.line.fields().each_ref().map(|text| field(text)).join(",");
        text += &format!("{},{fields}\n", point.side);
    }
    text
}
