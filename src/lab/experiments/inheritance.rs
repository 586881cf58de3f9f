//! What priorities inherit.

use super::crowd::{pictured, scene, walk};
use super::{Answer, Experiment};
use crate::base::Budget;
use crate::lab::planning::Planner;
use crate::lab::run::Refusal;
use crate::nav::coop::mapf::Instance;

/// Two rooms and a lane between them, in which three stand where they want to be; A wants through.
const MAP: &[&str] =
    &["################", "#.....###......#", "#A....BCD.....a#", "#.....###......#", "################"];

const PLANNERS: [Planner; 4] = [Planner::Lra, Planner::Hca, Planner::Whca, Planner::Pibt];
const STEPS: u32 = 200;

fn crowd() -> Instance {
    let mut instance = pictured(MAP);
    // Only A goes anywhere.
    instance.goals.splice(1.., instance.starts[1..].to_vec());
    instance
}

pub(super) const INHERITANCE: Experiment = Experiment {
    name: "inheritance",
    title: "What priorities inherit",
    text: "With priority inheritance an agent that wants to where another one stands lends it its rank. That one chooses next, \
           before its turn, and lends the rank on to whoever stands in its own way. So one wish moves a whole row; whoever \
           has arrived steps aside and comes back later. If somebody at the end of the row finds no place, all choose again.",
    question: "How often is a rank lent before everybody is home, and what do planners do that know no lending?",
    scenes: || {
        let instance = crowd();
        [Planner::Lra, Planner::Pibt].map(|planner| scene(&instance, planner, None)).to_vec()
    },
    measure,
};

fn measure(budget: &Budget) -> Result<Answer, Refusal> {
    let instance = crowd();
    let mut answer = Answer::new(&["home", "ticks", "steps of all", "ranks lent", "gave way"]);
    let mut last = (0.0, 0.0, 0.0, f64::NAN);
    let mut first = 0.0;
    for planner in PLANNERS {
        let walked = walk(&instance, planner, None, STEPS, budget)?;
        let pushes: Vec<bool> = (0..=walked.run.last())
            .flat_map(|tick| walked.run.pushes(tick).iter().map(|push| push.gives_way).collect::<Vec<_>>())
            .collect();
        let (lent, gave) = (pushes.len() as f64, pushes.iter().filter(|gave| **gave).count() as f64);
        answer.row(planner.title(), &[walked.home, walked.ticks, walked.loss, lent, gave]);
        if planner == Planner::Lra {
            first = walked.home;
        }
        last = (walked.home, lent, gave, walked.ticks);
    }
    Ok(answer.says(format!(
        "PIBT lends a rank {} times; {} times the one before found a place to go. {} of {} are home after {} ticks; with LRA*, \
         which lends nothing, {}.",
        Answer::number(last.1),
        Answer::number(last.2),
        Answer::number(last.0),
        instance.starts.len(),
        Answer::number(last.3),
        Answer::number(first)
    )))
}
