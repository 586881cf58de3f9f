//! Computes the steps of openings: for each goal the quickest order, and how many workers had best chop.

use super::goal::Goal;
use super::model::{Act, Model};
use super::search::{Plan, name_of, quickest};
use crate::games::rts::bot::plans::{Deed, Opening, Openings, Spot, Step, When};
use crate::games::rts::rules::{Item, Rules};

/// Hundredths of the workers that may chop: which of these is best is tried.
const WOOD: [u8; 7] = [15, 20, 25, 30, 35, 40, 45];
/// Hundredths of the computed time after which an opening is over, and seconds on top.
const OVER: (u32, u32) = (140, 20);

/// How many searches that is.
pub fn work(openings: &Openings) -> u64 {
    (openings.openings.len() * WOOD.len()) as u64
}

/// Searches for the steps of every opening, with so many nodes for each share of wood; `progress` is called after each search.
///
/// # Errors
/// The name of an opening and why its goal cannot be reached.
pub fn make(
    openings: &Openings,
    rules: &Rules,
    nodes: u64,
    mut progress: impl FnMut(),
) -> Result<Vec<(Opening, Plan)>, String> {
    let mut made = Vec::new();
    for opening in &openings.openings {
        let faction = rules.faction_named(&opening.faction);
        let wrong = |problem: &str| format!("{}: {problem}", opening.name);
        let faction = faction.ok_or_else(|| wrong("it is computed for one faction, which must be named"))?;
        let mut best: Option<(u8, Plan)> = None;
        for wood in WOOD {
            let model = Model::new(rules, faction, wood).ok_or_else(|| wrong("the faction has no worker"))?;
            let goal = Goal::new(&model, &opening.goal).map_err(|problem| wrong(&problem))?;
            let plan = quickest(&model, &goal, nodes);
            progress();
            best = [best, plan.map(|plan| (wood, plan))].into_iter().flatten().min_by_key(|(_, plan)| plan.done);
        }
        let (wood, plan) = best.ok_or_else(|| wrong("its goal cannot be reached"))?;
        let model = Model::new(rules, faction, wood).ok_or_else(|| wrong("the faction has no worker"))?;
        let hz = u32::from(rules.tick_hz);
        let done_s = plan.done / hz;
        let until_s = done_s * OVER.0 / 100 + OVER.1;
        let steps = steps(&model, &plan);
        made.push((Opening { wood, done_s, until_s, steps, ..opening.clone() }, plan));
    }
    Ok(made)
}

/// A plan in the words of a book: the same thing several times in a row is one step.
fn steps(model: &Model<'_>, plan: &Plan) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (act, (_, supply)) in plan.acts.iter().zip(&plan.starts) {
        let name = name_of(model, *act);
        let deed = match act {
            Act::Make(Item::Train(_)) => Deed::Train(name),
            Act::Make(Item::Research(_)) => Deed::Research(name),
            Act::Make(Item::Advance(_)) => Deed::Advance(name),
            Act::Build(_) => Deed::Build(name),
        };
        // Who is trained does not wait for others: supply says when the rest is due.
        let at = if matches!(deed, Deed::Train(_)) { When::Now } else { When::Supply(*supply) };
        match steps.last_mut() {
            Some(last) if last.deed == deed => last.times += 1,
            _ => steps.push(Step { at, deed, times: 1, place: Spot::Home }),
        }
    }
    steps
}
