//! From a rough way to a fine one.

use super::{Answer, Experiment, Scene};
use crate::base::{Budget, Cell, Grid};
use crate::lab::maps::rooms;
use crate::lab::run::Refusal;
use crate::nav::abstraction::hierarchy::Hierarchy;
use crate::nav::abstraction::kind::Kind;
use crate::nav::abstraction::refine::Refinement;
use crate::nav::coop::mapf::Moves;
use crate::nav::octile::STRAIGHT;

const SIDE: u16 = 127;
const KIND: Kind = Kind::Sector(3);
const ENDS: (Cell, Cell) = (Cell::new(0, 0), Cell::new(SIDE as i16 - 1, SIDE as i16 - 1));

fn map() -> Grid<bool> {
    rooms(SIDE, 7, 4)
}

pub(super) const REFINEMENT: Experiment = Experiment {
    name: "refinement",
    title: "From a rough way to a fine one",
    text: "An abstraction puts neighbouring cells into groups, the groups into larger ones, and so on. A way between large \
           groups is found at once. It is then made finer level by level: on each level the search stays inside the groups \
           of the way above. Nobody has to look at the whole map, but what lies beside the rough way is never seen.",
    question: "How much longer is the refined way, and how many nodes do all its searches expand together?",
    scenes: || vec![Scene::Abstraction { passable: map(), moves: Moves::Eight, kind: KIND, ends: ENDS }],
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let late = || "stopped before it was measured".to_owned();
    let mut answer = Answer::new(&["nodes of the level", "nodes of the way", "length", "expanded"]);
    let hierarchy = Hierarchy::build(&map(), Moves::Eight, KIND, budget).ok_or_else(late)?;
    let top = Some(hierarchy.levels().len() - 2);
    let no_way = || "there is no way".to_owned();
    let mut ways = Vec::new();
    for (level, rim) in [(top, 0), (top, 1), (Some(0), 0)] {
        let mut way = Refinement::new(&hierarchy, ENDS.0, ENDS.1, level, rim).ok_or_else(no_way)?;
        if !way.finish(budget) {
            return Err(late());
        }
        for stage in way.stages().iter().filter(|_| rim == 0) {
            let nodes = hierarchy.levels()[stage.level].count();
            let length = stage.length as f64 / STRAIGHT as f64;
            let what = if level == Some(0) { "A* over all cells".into() } else { format!("level {}", stage.level) };
            answer.row(what, &[nodes as f64, stage.path.len() as f64, length, stage.counts.expanded as f64]);
        }
        let last = way.stages().last().ok_or_else(no_way)?;
        ways.push((last.length as f64 / STRAIGHT as f64, way.expanded() as f64));
        if rim == 1 {
            answer.row("the same with a rim", &[f64::NAN, last.path.len() as f64, ways[1].0, ways[1].1]);
        }
    }
    let (longer, fewer) = ((ways[0].0 / ways[2].0 - 1.0) * 100.0, ways[2].1 / ways[0].1);
    Ok(answer.says(format!(
        "The refined way is {longer:.1} % longer than the shortest one; its searches expand {} nodes together, {fewer:.1} \
         times fewer than A*. With a rim of one group around each rough way it is {:.1} % longer, for {} nodes.",
        Answer::number(ways[0].1),
        (ways[1].0 / ways[2].0 - 1.0) * 100.0,
        Answer::number(ways[1].1)
    )))
}
