//! Two halves are less than a whole.

use super::{Answer, Experiment, Scene};
use crate::base::Budget;
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Question, Setup};
use crate::lab::worlds::lock::Lock;
use crate::nav::searchers::Searcher;

fn lock(wheels: u32) -> Result<Lock, Refusal> {
    Lock::new(10, wheels).ok_or_else(|| "no such lock".into())
}

fn setup(wheels: u32, searcher: Searcher) -> Result<Setup, Refusal> {
    Ok(Setup::new(Question::Lock(lock(wheels)?), searcher))
}

pub(super) const BIDIRECTIONAL: Experiment = Experiment {
    name: "bidirectional",
    title: "Two halves are less than a whole",
    text: "A lock with wheels of ten digits, set one by one: each state leads to ten others, so eight wheels make a tree of \
           111,111,111 states. From the open lock backwards it is a tree, too. Two searches that go towards each other only \
           have to go half as deep.",
    question: "How many states do two searches of depth four see together?",
    scenes: || {
        let searchers = [Searcher::BreadthFirst, Searcher::Bidirectional];
        searchers.into_iter().filter_map(|searcher| Some(Scene::Search(setup(4, searcher).ok()?))).collect()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["states of the tree", "breadth-first", "bidirectional", "times fewer"]);
    let mut last = (0, 0);
    for wheels in [2, 4, 6, 8] {
        let tree = lock(wheels)?.tree();
        // A hundred million states would not fit into the memory: of the largest only the tree is counted.
        let whole = match wheels {
            8 => f64::NAN,
            _ => setup(wheels, Searcher::BreadthFirst)?.count(&mut Prepared::default(), budget)?.counts.expanded as f64,
        };
        let halves = setup(wheels, Searcher::Bidirectional)?.count(&mut Prepared::default(), budget)?.counts.expanded;
        last = (tree, halves);
        answer.row(format!("{wheels} wheels"), &[tree as f64, whole, halves as f64, (tree / halves) as f64]);
    }
    let (tree, halves) = last;
    Ok(answer.says(format!(
        "Twice {}, {} in all, instead of {}: one in {}. It needs inverse operators, a goal that is known, and both halves \
         in memory.",
        Answer::number((halves / 2) as f64),
        Answer::number(halves as f64),
        Answer::number(tree as f64),
        Answer::number((tree / halves) as f64)
    )))
}
