//! What the cycle check saves.

use super::{Answer, Experiment, Scene};
use crate::base::Budget;
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Question, Setup};
use crate::lab::worlds::sliding::Sliding;
use crate::nav::searchers::{CycleCheck, Searcher};

fn setup(check: CycleCheck) -> Result<Setup, Refusal> {
    let puzzle = Sliding::scrambled(3, 3, 14, 2)?;
    let mut setup = Setup::new(Question::Sliding(puzzle), Searcher::BreadthFirst);
    setup.options.check = check;
    Ok(setup)
}

pub(super) const CYCLES: Experiment = Experiment {
    name: "cycles",
    title: "What the cycle check saves",
    text: "A sliding puzzle, searched breadth-first. Without a check every way to a position counts as a position of its own: \
           the search slides a tile and slides it back. It can refuse the position that it has just come from, every one \
           that is on its way, or every one that it has seen at all; the last costs memory for all of them.",
    question: "How many positions does each check save?",
    scenes: || CycleCheck::ALL.into_iter().filter_map(|check| Some(Scene::Search(setup(check).ok()?))).collect(),
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["moves", "expanded", "stored", "refused"]);
    let mut expanded = Vec::new();
    for check in CycleCheck::ALL {
        let report = setup(check)?.count(&mut Prepared::default(), budget)?;
        let (counts, length) = (report.counts, report.length().map_or(f64::NAN, |length| length as f64));
        expanded.push(counts.expanded as f64);
        let [seen, stored, refused] = [counts.expanded, counts.peak_stored, counts.refused].map(|count| count as f64);
        answer.row(check.name(), &[length, seen, stored, refused]);
    }
    let times = |check: usize| expanded[0] / expanded[check];
    Ok(answer.says(format!(
        "Refusing the last position alone makes the search {:.0} times smaller, because every second slide was undone; the \
         whole way little more ({:.0} times); all positions that were seen {:.0} times.",
        times(1),
        times(2),
        times(3)
    )))
}
