//! How far WHCA* should look ahead.

use super::crowd::{scene, walk};
use super::{Answer, Experiment};
use crate::base::Budget;
use crate::lab::maps::clutter;
use crate::lab::planning::Planner;
use crate::lab::planning::crowd::random;
use crate::lab::run::Refusal;
use crate::nav::coop::mapf::{Instance, Moves};

const SIDE: u16 = 24;
const AGENTS: usize = 80;
const WINDOWS: [u32; 6] = [2, 4, 8, 16, 32, 64];
const STEPS: u32 = 400;

/// Many agents on a cluttered map, each with a goal of its own in the largest part of it.
fn crowd() -> Instance {
    random(&clutter(SIDE, 15, 3), Moves::Four, AGENTS, 11)
}

pub(super) const WINDOW: Experiment = Experiment {
    name: "window",
    title: "How far to look ahead",
    text: "Windowed Hierarchical Cooperative A* reserves its way for a few ticks only and estimates the rest by true \
           distances. A plan for a short window costs little, but whoever looks two ticks ahead steps into a lane that somebody else is \
           about to come through. A long window is dear, locks others out for longer, and knows little that is still true \
           when it comes to it.",
    question: "From which window on does looking further ahead help no more?",
    scenes: || {
        let instance = crowd();
        [2, 8, 32].map(|window| scene(&instance, Planner::Whca, Some(window))).to_vec()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let instance = crowd();
    let mut answer = Answer::new(&["home", "ticks", "steps of all", "expanded"]);
    let mut all = Vec::new();
    for window in WINDOWS {
        let walked = walk(&instance, Planner::Whca, Some(window), STEPS, budget)?;
        answer.row(format!("window {window}"), &[walked.home, walked.ticks, walked.loss, walked.expanded]);
        all.push((window, walked));
    }
    let late = || "nothing was measured".to_owned();
    // The most at home, of those the fewest steps.
    let best =
        all.iter().min_by(|a, b| b.1.home.total_cmp(&a.1.home).then(a.1.loss.total_cmp(&b.1.loss))).ok_or_else(late)?;
    let (first, last) = (&all[0], &all[all.len() - 1]);
    Ok(answer.says(format!(
        "With window {} all agents together take {} steps and {} of {AGENTS} get home; with window {} it is {} steps and {}, \
         with window {} {} steps and {}, for {} and {} nodes instead of {}.",
        best.0,
        Answer::number(best.1.loss),
        Answer::number(best.1.home),
        first.0,
        Answer::number(first.1.loss),
        Answer::number(first.1.home),
        last.0,
        Answer::number(last.1.loss),
        Answer::number(last.1.home),
        Answer::number(first.1.expanded),
        Answer::number(last.1.expanded),
        Answer::number(best.1.expanded)
    )))
}
