//! What trust in the estimate costs.

use super::{Answer, Experiment, Scene};
use crate::base::{Budget, Cell};
use crate::lab::maps::rooms;
use crate::lab::run::Refusal;
use crate::lab::search::{Prepared, Setup};
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::Searcher;
use crate::nav::searchers::grid::GridMap;
use std::sync::Arc;

const SIDE: u16 = 127;
const WEIGHTS: [u32; 7] = [0, 100, 120, 150, 200, 300, 1000];

fn setup(weight: u32) -> Setup {
    let map = Arc::new(GridMap::uniform(&rooms(SIDE, 7, 4), Moves::Eight));
    let last = SIDE as i16 - 1;
    let mut setup = Setup::on_map(map, Cell::new(0, 0), Cell::new(last, last), Searcher::WeightedAStar);
    setup.options.weight = weight;
    setup
}

pub(super) const WEIGHT: Experiment = Experiment {
    name: "weight",
    title: "What trust in the estimate costs",
    text: "Weighted A* multiplies its estimate. With 0 it knows nothing, with 1 it is A*, with more it hurries towards the \
           goal and forgives a detour. The way costs at most the weight times as much as the cheapest; in practice it costs \
           much less than that.",
    question: "With weight 2, how much dearer is the way, and how much less is looked at?",
    scenes: || [0, 100, 200, 1000].map(|weight| Scene::Search(setup(weight))).to_vec(),
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let mut answer = Answer::new(&["cost", "of the cheapest", "allowed", "expanded"]);
    let (mut cheapest, mut plain, mut double) = (f64::NAN, f64::NAN, (f64::NAN, f64::NAN));
    for weight in WEIGHTS {
        let report = setup(weight).count(&mut Prepared::default(), budget)?;
        let (cost, expanded) = (report.cost.unwrap_or(f64::NAN), report.counts.expanded as f64);
        if weight == 0 {
            cheapest = cost;
        }
        if weight == 100 {
            plain = expanded;
        }
        if weight == 200 {
            double = (cost / cheapest, expanded);
        }
        let factor = f64::from(weight) / 100.0;
        answer.row(format!("weight {factor}"), &[cost, cost / cheapest, factor.max(1.0), expanded]);
    }
    Ok(answer.says(format!(
        "{:.1} % dearer, though twice as dear would be allowed, with {:.1} times fewer cells than A* looks at.",
        (double.0 - 1.0) * 100.0,
        plain / double.1
    )))
}
