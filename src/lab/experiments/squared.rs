//! Why the squared distance is wrong.

use super::{Answer, Experiment, Scene};
use crate::base::Budget;
use crate::lab::maps::{drawn, find};
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Setup};
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::Searcher;
use crate::nav::searchers::check::check;
use crate::nav::searchers::estimates::{Estimate, Heuristic};
use crate::nav::searchers::grid::{GridMap, GridSpace, UNIT};
use std::sync::Arc;

const MAP: &[&str] = &[
    "........................................",
    "........................................",
    "..............................#.........",
    "..............................#.........",
    "..............................#.........",
    "..............................#.........",
    "..............................#.........",
    "....######....................#.........",
    ".........#....................#.........",
    ".........#....................#.........",
    "..S......#....................#....G....",
    ".........#....................#.........",
    ".........#....................#.........",
    "....######....................#.........",
    "..............................#.........",
    "..............................#.........",
    "......................#########.........",
    "........................................",
    "........................................",
];

const HEURISTICS: [Heuristic; 4] = [Heuristic::Zero, Heuristic::Octile, Heuristic::Euclid, Heuristic::Squared];

fn setup(heuristic: Heuristic) -> (Arc<GridMap>, Setup) {
    let map = Arc::new(GridMap::uniform(&drawn(MAP), Moves::Eight));
    let mut setup = Setup::on_map(map.clone(), find(MAP, 'S'), find(MAP, 'G'), Searcher::AStar);
    setup.heuristic = heuristic;
    (map, setup)
}

pub(super) const SQUARED: Experiment = Experiment {
    name: "squared",
    title: "Why the squared distance is wrong",
    text: "A* needs the distance to the goal. The root in √(dx² + dy²) takes time, so people leave it out: dx² + dy² orders \
           cells by distance just as well. But A* adds it to the cost of the way so far, and there it counts: ten cells away \
           it says 100. The lab compares every estimate with the true distance, cell by cell.",
    question: "Does A* with the squared distance still find the cheapest way, and how many cells does it look at?",
    scenes: || [Heuristic::Octile, Heuristic::Squared].map(|one| Scene::Search(setup(one).1)).to_vec(),
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["cost", "expanded", "too high at cells", "worst: estimate", "worst: true"]);
    let mut costs = Vec::new();
    let mut worst_of_all = (0, 0.0, 0.0);
    for heuristic in HEURISTICS {
        let (map, setup) = setup(heuristic);
        let report = setup.count(&mut Prepared::default(), budget)?;
        let space = GridSpace { map: &map, start: find(MAP, 'S'), goal: find(MAP, 'G') };
        let late = || "stopped before it was measured".to_owned();
        let estimate = Estimate::new(heuristic, &map, space.goal, None, budget).ok_or_else(late)?;
        let verdict = check(&space, |cell| estimate.of(cell), budget).ok_or_else(late)?;
        let shown = |cost: u64| cost as f64 / UNIT as f64;
        let worst = verdict.too_high.1.map_or((f64::NAN, f64::NAN), |one| (shown(one.estimate), shown(one.distance)));
        let cost = report.cost.unwrap_or(f64::NAN);
        costs.push(cost);
        worst_of_all = (verdict.too_high.0, worst.0, worst.1);
        let too_high = verdict.too_high.0 as f64;
        answer.row(heuristic.name(), &[cost, report.counts.expanded as f64, too_high, worst.0, worst.1]);
    }
    let more = (costs[3] / costs[1] - 1.0) * 100.0;
    let (cells, estimate, distance) = worst_of_all;
    Ok(answer.says(format!(
        "It looks at fewer cells, but its way is {more:.1} % dearer than the cheapest: the estimate is too high at {cells} \
         cells, at the worst it says {} where the way costs {distance:.1}. It is not A* any more, but greedy.",
        Answer::number(estimate)
    )))
}
