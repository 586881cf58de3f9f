//! One of the searches that are side by side: who searches, what was found, and how it is found out.

use crate::base::Budget;
use crate::client::lab::job::Job;
use crate::lab::cursor::Cursor;
use crate::lab::pictures::states::{Spread, spread};
use crate::lab::run::{Places, Run};
use crate::lab::search::{Prepared, Question, Setup};
use crate::nav::searchers::grid::GridMap;
use std::sync::Arc;
use std::time::Instant;

/// States after which a search is given up: some searches without a cycle check would go on for ever.
pub const MOST_NODES: u64 = 3_000_000;

/// A search.
pub struct Lane {
    pub setup: Setup,
    pub shown: Option<Shown>,
    /// Why nothing was found out: a sentence.
    pub problem: String,
    job: Job<Result<Run, String>>,
}

/// What was found, at a moment.
pub struct Shown {
    pub run: Arc<Run>,
    /// The map that was searched.
    pub map: Option<Arc<GridMap>>,
    pub cursor: Cursor,
    /// Where states lie that are no cells.
    pub layout: Spread,
}

impl Lane {
    pub fn new(setup: Setup) -> Self {
        Self { setup, shown: None, problem: String::new(), job: Job::default() }
    }

    /// Searches beside the frames, in place of what was going on.
    pub(super) fn start(&mut self) {
        let setup = self.setup.clone();
        self.job.start(move |budget| found(&setup, budget));
    }

    /// Takes what was found; whether there is something new.
    pub(super) fn poll(&mut self) -> bool {
        let Some(found) = self.job.poll() else { return false };
        match found {
            Ok(run) => {
                let map = match &self.setup.question {
                    Question::Map { map, .. } => Some(map.clone()),
                    _ => None,
                };
                self.show(run, map);
            }
            Err(problem) => {
                self.shown = None;
                self.problem = crate::client::stage::sentence(&problem);
            }
        }
        true
    }

    pub(super) fn show(&mut self, run: Run, map: Option<Arc<GridMap>>) {
        let layout = if matches!(run.places, Places::Listed(_)) { spread(&run) } else { Spread::default() };
        self.job.stop();
        self.problem.clear();
        self.shown = Some(Shown { cursor: Cursor::new(&run), run: Arc::new(run), map, layout });
    }

    pub(super) fn forget(&mut self) {
        self.job.stop();
        self.problem.clear();
        self.shown = None;
    }

    pub const fn is_busy(&self) -> bool {
        self.job.is_busy()
    }

    /// Events of what was found.
    pub fn events(&self) -> u32 {
        self.shown.as_ref().map_or(0, |shown| shown.run.records.len() as u32)
    }
}

/// Searches twice: without a listener, which is measured, and with one that keeps every event.
fn found(setup: &Setup, budget: &Budget) -> Result<Run, String> {
    let mut prepared = Prepared::default();
    setup.prepare(&mut prepared, budget)?;
    let budget = budget.clone().and_nodes(MOST_NODES);
    let begin = Instant::now();
    setup.count(&mut prepared, &budget)?;
    let time = begin.elapsed();
    let run = setup.run(&mut prepared, &budget)?;
    Ok(Run { time: Some(time), ..run })
}
