//! Which abstraction is a good one.

use super::{Answer, Experiment, Scene};
use crate::base::{Budget, Cell, Grid, rng};
use crate::lab::maps::clutter;
use crate::lab::run::Refusal;
use crate::nav::abstraction::hierarchy::Hierarchy;
use crate::nav::abstraction::kind::Kind;
use crate::nav::abstraction::price::{price, questions};
use crate::nav::coop::mapf::Moves;

const SIDE: u16 = 64;
const QUESTIONS: usize = 60;

fn map() -> Grid<bool> {
    clutter(SIDE, 25, 9)
}

pub(super) const QUALITY: Experiment = Experiment {
    name: "abstractions",
    title: "What makes an abstraction good",
    text: "Groups can be made in many ways: cliques, squares, circles, lines, rectangles. Large groups make few levels and \
           rough ways; groups that follow the walls lose less. The price of an abstraction is how much longer its refined \
           ways are than the shortest; what it saves is how many nodes are expanded less.",
    question: "Which abstraction loses least, and which saves most?",
    scenes: || {
        let ends = (Cell::new(0, 0), Cell::new(SIDE as i16 - 1, SIDE as i16 - 1));
        let scene = |kind| Scene::Abstraction { passable: map(), moves: Moves::Eight, kind, ends };
        [Kind::Clique, Kind::Sector(3), Kind::Star, Kind::Quadtree].map(scene).to_vec()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let late = || "stopped before it was measured".to_owned();
    let mut answer = Answer::new(&["levels", "nodes of level 1", "length", "worst", "expanded"]);
    let mut all = Vec::new();
    for kind in Kind::ALL {
        let hierarchy = Hierarchy::build(&map(), Moves::Eight, kind, budget).ok_or_else(late)?;
        let asked = questions(&hierarchy, QUESTIONS, &mut rng::stream(5, "quality of abstractions"));
        let price = price(&hierarchy, &asked, None, 0, budget).ok_or_else(late)?;
        let levels = hierarchy.levels();
        let first = levels.get(1).map_or(f64::NAN, |level| level.count() as f64);
        let (length, work) = (price.length_ratio, price.work_ratio());
        answer.row(kind.name(), &[levels.len() as f64, first, length, price.worst_ratio, work]);
        all.push((kind.name(), length, work));
    }
    let nearest = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).ok_or_else(late)?;
    let leanest = all.iter().min_by(|a, b| a.2.total_cmp(&b.2)).ok_or_else(late)?;
    Ok(answer.says(format!(
        "{} loses least: its ways are {:.1} % longer than the shortest. {} saves most: {:.0} % of the nodes that A* expands, \
         with ways that are {:.1} % longer.",
        nearest.0,
        (nearest.1 - 1.0) * 100.0,
        leanest.0,
        leanest.2 * 100.0,
        (leanest.1 - 1.0) * 100.0
    )))
}
