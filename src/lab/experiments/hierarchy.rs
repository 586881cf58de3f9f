//! Estimates from a coarser copy of the space.

use super::{Answer, Experiment, Scene};
use crate::base::Budget;
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Question, Setup};
use crate::lab::worlds::guess::Guess;
use crate::lab::worlds::sliding::Sliding;
use crate::nav::searchers::Searcher;

fn setup(searcher: Searcher, guess: Guess) -> Result<Setup, Refusal> {
    let puzzle = Sliding::new(3, 3, &[8, 0, 6, 5, 4, 7, 2, 3, 1])?;
    let mut setup = Setup::new(Question::Sliding(puzzle), searcher);
    setup.guess = guess;
    Ok(setup)
}

pub(super) const HIERARCHY: Experiment = Experiment {
    name: "hierarchical",
    title: "An estimate nobody thought of",
    text: "Hierarchical A* is told nothing about the puzzle. It puts positions that are a move apart into groups, the groups \
           into groups, and so on; the distance between groups is never more than that between positions, so it is an \
           estimate. It is found by the same search one level up, and what was found there is used again.",
    question: "How does it compare with an estimate that a person has thought of?",
    scenes: || {
        let searchers = [Searcher::UniformCost, Searcher::HierarchicalAStar, Searcher::AStar];
        searchers.into_iter().filter_map(|one| Some(Scene::Search(setup(one, Guess::Manhattan).ok()?))).collect()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["moves", "expanded", "expanded above", "together"]);
    let mut sums = Vec::new();
    for (what, searcher, guess) in [
        ("knows nothing", Searcher::UniformCost, Guess::Zero),
        ("hierarchical", Searcher::HierarchicalAStar, Guess::Zero),
        ("misplaced tiles", Searcher::AStar, Guess::Misplaced),
        ("manhattan", Searcher::AStar, Guess::Manhattan),
        ("the true distance", Searcher::AStar, Guess::Exact),
    ] {
        let report = setup(searcher, guess)?.count(&mut Prepared::default(), budget)?;
        let (own, above) = (report.counts.expanded as f64, report.counts.abstract_expanded as f64);
        sums.push((own, own + above));
        answer.row(what, &[report.length().map_or(f64::NAN, |length| length as f64), own, above, own + above]);
    }
    let (nothing, hierarchical) = (sums[0], sums[1]);
    Ok(answer.says(format!(
        "On the puzzle itself it looks at {} positions instead of {}; with the groups above it is {} in all. What a person \
         knows of the puzzle is worth more ({}), and costs no search.",
        Answer::number(hierarchical.0),
        Answer::number(nothing.0),
        Answer::number(hierarchical.1),
        Answer::number(sums[3].0)
    )))
}
