//! Iterative deepening begins anew each time, and it hardly matters.

use super::{Answer, Experiment, Scene};
use crate::base::Budget;
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Question, Setup};
use crate::lab::worlds::lock::Lock;
use crate::nav::searchers::{Counts, CycleCheck, Searcher};

fn setup(wheels: u32, searcher: Searcher) -> Result<Setup, Refusal> {
    let lock = Lock::new(10, wheels).ok_or_else(|| "no such lock".to_owned())?;
    let mut setup = Setup::new(Question::Lock(lock), searcher);
    // A tree has no circles, and deepening is to keep only its way.
    setup.options.check = CycleCheck::None;
    Ok(setup)
}

pub(super) const DEEPENING: Experiment = Experiment {
    name: "deepening",
    title: "Starting over costs little",
    text: "Breadth-first search keeps all that it has reached. Iterative deepening goes depth-first to depth 0, then from the \
           beginning to depth 1, 2 and so on: it keeps only its way and what waits beside it, and looks at the upper part of \
           the tree again and again. With ten successors each level is ten times as large as all above it.",
    question: "How many states more does it look at than breadth-first search, for a goal at depth five?",
    scenes: || {
        let searchers = [Searcher::BreadthFirst, Searcher::IterativeDeepening];
        searchers.into_iter().filter_map(|searcher| Some(Scene::Search(setup(3, searcher).ok()?))).collect()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["breadth-first", "stored", "deepening", "stored", "ratio"]);
    let mut last = (0.0, 0.0, 0.0, 0.0);
    for wheels in 1..=5 {
        let count = |searcher: Searcher| -> Result<Counts, Refusal> {
            Ok(setup(wheels, searcher)?.count(&mut Prepared::default(), budget)?.counts)
        };
        let (broad, deep) = (count(Searcher::BreadthFirst)?, count(Searcher::IterativeDeepening)?);
        let [a, b, c, d] =
            [broad.expanded, broad.peak_stored, deep.expanded, deep.peak_stored].map(|count: u64| count as f64);
        last = (a, b, c, d);
        answer.row(format!("depth {wheels}"), &[a, b, c, d, c / a]);
    }
    let (broad, kept, deep, keeps) = last;
    Ok(answer.says(format!(
        "{} instead of {}: {:.0} % more, and at most {} states in memory instead of {}.",
        Answer::number(deep),
        Answer::number(broad),
        (deep / broad - 1.0) * 100.0,
        Answer::number(keeps),
        Answer::number(kept)
    )))
}
