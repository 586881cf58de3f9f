//! Plans as text: a line for each time step, `0:(5,16),(21,29),…`, x to the right, y down, agents in the order of the
//! scenario. That is what the viewer mapf-visualizer (K. Okumura) reads and its planners write.
//!
//! Lines of the form `name=value` before the first step, as those planners put them, are passed over.

use super::run::PlanRun;
use crate::base::{Cell, FileError, Place};
use crate::nav::coop::mapf::plan_line;
use thiserror::Error;

/// Most bytes of a plan that is read.
pub const MOST_BYTES: u64 = 256 << 20;

/// What is wrong with a text.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum PlanProblem {
    #[error("expected time step {expected}, as `{expected}:(5,16),(21,29)`, found {found:?}")]
    Step { expected: usize, found: String },
    /// An agent whose cell is not written as it should be.
    #[error("the cell of agent {0} is {1:?}, expected one as `(5,16)` on a map of at most 4096 x 4096 cells")]
    Cell(usize, String),
    #[error("time step {0} has {1} agents, the first has {2}")]
    Count(usize, usize, usize),
    #[error("a plan has one time step at least")]
    Empty,
}

/// One sentence with file and line.
pub type PlanError = FileError<PlanProblem>;

/// The plan of a run as text.
pub fn write(run: &PlanRun) -> String {
    let mut text = String::new();
    for (tick, positions) in (0..).zip(run.steps()) {
        text.push_str(&plan_line(tick, positions));
        text.push('\n');
    }
    text
}

/// Reads a plan: the cells of all agents, step by step. `file` is for messages only.
///
/// # Errors
/// One sentence with the line.
pub fn read(text: &str, file: &str) -> Result<Vec<Vec<Cell>>, PlanError> {
    let mut steps: Vec<Vec<Cell>> = Vec::new();
    let fail = |line: usize, column: usize, problem| FileError {
        file: file.into(),
        place: Some(Place { line, column }),
        problem,
    };
    for (line, number) in text.lines().zip(1..) {
        let written = line.trim();
        let is_head = steps.is_empty() && written.contains('=');
        if written.is_empty() || is_head {
            continue;
        }
        let expected = steps.len();
        let (_, cells) = written
            .split_once(':')
            .filter(|(step, _)| step.trim().parse() == Ok(expected))
            .ok_or_else(|| fail(number, 1, PlanProblem::Step { expected, found: shortened(written) }))?;
        let cells = cells_of(cells).map_err(|(agent, found)| {
            let column = line.find(':').map_or(1, |at| at + 2);
            fail(number, column, PlanProblem::Cell(agent, shortened(&found)))
        })?;
        let agents = steps.first().map_or(cells.len(), Vec::len);
        if cells.len() != agents {
            return Err(fail(number, 1, PlanProblem::Count(expected, cells.len(), agents)));
        }
        steps.push(cells);
    }
    if steps.is_empty() {
        return Err(FileError { file: file.into(), place: None, problem: PlanProblem::Empty });
    }
    Ok(steps)
}

/// The cells of a line; the number of the agent, from 0, whose cell is wrong and what stands there.
fn cells_of(text: &str) -> Result<Vec<Cell>, (usize, String)> {
    let mut cells = Vec::new();
    // A comma at the end is there in files of some planners.
    let mut rest = text.trim().trim_end_matches(',');
    while !rest.is_empty() {
        let wrong = || (cells.len(), rest.split_inclusive(')').next().unwrap_or_default().to_owned());
        let (inside, after) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(wrong)?;
        let (x, y) = inside.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().ok().filter(|value: &i16| (0..4096).contains(value));
        let (x, y) = number(x).zip(number(y)).ok_or_else(wrong)?;
        rest = match after.trim_start().strip_prefix(',') {
            Some(after) => after.trim_start(),
            None if after.trim().is_empty() => "",
            None => return Err(wrong()),
        };
        cells.push(Cell::new(x, y));
    }
    Ok(cells)
}

/// A text for a message, cut where it gets long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
