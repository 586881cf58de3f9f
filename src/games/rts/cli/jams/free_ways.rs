//! Who stands though its way is free.

use super::measures::UnitLog;
use super::seen::{Run, Seen};
use crate::base::{Cell, Grid};
use crate::nav::occupancy::{body, swept};
use crate::nav::step::{Step, Tick, UnitId};
use std::collections::BTreeMap;

/// Who is where at one tick.
struct Picture {
    covered: Grid<Option<UnitId>>,
    /// The steps of small units that are under way: large ones hold all that they cross.
    steps: Vec<Step>,
}

impl Picture {
    fn of(run: &Run, now: Tick) -> Self {
        let mut covered: Grid<Option<UnitId>> = run.terrain.map(|_| None);
        let mut steps = Vec::new();
        for seen in &run.seen {
            let step = seen.step.filter(|step| step.end() > now);
            let size = run.rules.kind(seen.kind).size;
            steps.extend(step.filter(|_| size == 1));
            // A large body holds all that it sweeps until it is there.
            let sweeps = step.iter().filter(|_| size > 1).flat_map(|step| swept(step, size));
            let ends = step.iter().map(Step::to).chain([seen.at]).flat_map(|at| body(at, size));
            for cell in sweeps.chain(ends) {
                if let Some(cell) = covered.get_mut(cell) {
                    *cell = Some(seen.id);
                }
            }
        }
        Self { covered, steps }
    }

    /// Whether somebody else holds or enters a cell.
    fn is_taken(&self, unit: UnitId, cell: Cell) -> bool {
        self.covered.get(cell).is_some_and(|by| by.is_some_and(|by| by != unit))
    }

    /// Whether the law refuses a step: others hold or enter what it needs, or a small one on its own step is not out of the
    /// way with its whole body.
    fn refuses(&self, unit: UnitId, own: &Step, size: u8) -> bool {
        if size > 1 {
            return swept(own, size)
                .any(|cell| self.is_taken(unit, cell) || self.steps.iter().any(|step| step.from == cell));
        }
        self.is_taken(unit, own.to()) || self.steps.iter().any(|step| own.crosses(step))
    }
}

/// Looks for free ways of those who have stood for long.
#[derive(Default)]
pub(super) struct FreeWays {
    /// What was to see at the last tick, and who was due for a look then, with the goal, if anybody was.
    before: Option<(Picture, Vec<(UnitId, Cell)>)>,
}

impl FreeWays {
    /// Notes who had a way at the last tick, of steps that the law allows over cells that nobody held or entered, and stands
    /// now although nobody else has gone where its first step would have led: a way that opens for two is taken by one.
    pub(super) fn look(&mut self, run: &Run, now: Tick, watches: &mut BTreeMap<UnitId, UnitLog>) {
        let is_due = |seen: &&Seen| watches.get(&seen.id).is_some_and(|watch| watch.is_due_for_a_look(now));
        let due = run.seen.iter().filter(is_due).filter_map(|seen| Some((seen.id, *seen.goals.first()?)));
        let due: Vec<(UnitId, Cell)> = due.collect();
        let before = self.before.take();
        if due.is_empty() && before.is_none() {
            return;
        }
        let present = Picture::of(run, now);
        for (before, (unit, goal)) in before.iter().flat_map(|(before, due)| due.iter().map(move |due| (before, *due)))
        {
            let watch = watches.get_mut(&unit).filter(|watch| watch.is_due_for_a_look(now - 1));
            // Who has exchanged its goal has had no time to look for the new one.
            let seen = run.seen(unit).filter(|seen| seen.goals.first() == Some(&goal));
            let (Some(watch), Some(seen)) = (watch, seen) else { continue };
            let size = run.rules.kind(seen.kind).size;
            let is_taken = |cell: Cell| before.is_taken(unit, cell);
            let is_refused = |step: &Step| before.refuses(unit, step, size) || present.refuses(unit, step, size);
            if seen.traveller(&run.terrain, run.rules).has_free_way(seen.at, goal, is_taken, is_refused) {
                watch.has_no_reason_to_stand();
            }
        }
        self.before = (!due.is_empty()).then_some((present, due));
    }
}
