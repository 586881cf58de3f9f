//! Why LRA* deadlocks.

use super::crowd::{pictured, scene, walk};
use super::{Answer, Experiment};
use crate::base::Budget;
use crate::lab::planning::Planner;
use crate::lab::run::Refusal;

/// Two rooms, a corridor between them, agents that want to the other side.
const CORRIDOR: &[&str] =
    &["##################", "#Ad.##########.aD#", "#Be............bE#", "#Cf.#####.####.cF#", "##################"];

const PLANNERS: [Planner; 5] = [Planner::Lra, Planner::Ca, Planner::Whca, Planner::Pibt, Planner::March];
const STEPS: u32 = 500;

pub(super) const DEADLOCK: Experiment = Experiment {
    name: "deadlock",
    title: "Why LRA* deadlocks",
    text: "With Local Repair A* everybody plans as if he were alone and looks at the others only when one stands right before \
           him: then he plans anew around them. Two groups that want through the same corridor meet in its middle. Each sees \
           a wall where the others stand, turns back to look for another way, finds none, and comes again.",
    question: "How many of the six agents get to the other room, and how many with planners that look ahead in time?",
    scenes: || {
        let instance = pictured(CORRIDOR);
        [Planner::Lra, Planner::March].map(|planner| scene(&instance, planner, None)).to_vec()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let instance = pictured(CORRIDOR);
    let mut answer = Answer::new(&["home", "ticks", "steps of all", "expanded"]);
    let mut home = Vec::new();
    for planner in PLANNERS {
        let walked = walk(&instance, planner, None, STEPS, budget)?;
        home.push((walked.home, walked.ticks));
        answer.row(planner.title(), &[walked.home, walked.ticks, walked.loss, walked.expanded]);
    }
    let all = instance.starts.len();
    let (ours, ticks) = home[PLANNERS.len() - 1];
    Ok(answer.says(format!(
        "After {STEPS} ticks LRA* has {} of {all} at their goals; the planner of the game has {} after {} ticks. What LRA* \
         lacks is time: a cell that is taken now and free in three ticks is a wall to it, and nobody gives way to anybody.",
        Answer::number(home[0].0),
        Answer::number(ours),
        Answer::number(ticks)
    )))
}
