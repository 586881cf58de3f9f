//! The quickest way to have certain things: depth-first branch and bound over the order in which they are begun.
//!
//! After D. Churchill and M. Buro, *Build Order Optimization in StarCraft* (AIIDE 2011): time is not cut into ticks, an action
//! fast-forwards the [`Model`] to the tick at which it can be begun. A branch ends where a lower bound (the time in which the
//! rest of the money can be earned; the longest chain of what is missing) is no better than the best order known. The
//! first order known is a greedy one; what the budget leaves unsearched is improved by moving single actions to other places.
//! Where we differ: of two orders that begin two actions in the same tick only one is followed; houses are begun only
//! near the limit of supply, as there.

use super::goal::Goal;
use super::model::{Act, Model, State};
use crate::games::rts::rules::{BuildingId, Item, KindId, UpgradeId};
use crate::nav::step::Tick;

/// An order of actions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    pub acts: Vec<Act>,
    /// When each is begun, and how much supply is used just before.
    pub starts: Vec<(Tick, u16)>,
    /// When everything is there.
    pub done: Tick,
    /// Whether nothing quicker exists in the model.
    pub is_proved: bool,
    pub nodes: u64,
}

/// Looks for the quickest order within a number of nodes.
pub fn quickest(model: &Model<'_>, goal: &Goal, nodes: u64) -> Option<Plan> {
    let first = greedy(model, goal)?;
    let mut search = Search { model, goal, best: first, nodes: 0, most: nodes / 2, order: Vec::new() };
    improve(&mut search, nodes / 4);
    let begin = model.begin();
    let ended = search.go(&begin, 0, &[]);
    if !ended {
        search.most = nodes;
        improve(&mut search, nodes);
    }
    let nodes = search.nodes;
    Some(Plan { is_proved: ended, nodes, ..search.best })
}

/// What is begun soonest is begun first; of those that could begin at once what takes longest.
fn greedy(model: &Model<'_>, goal: &Goal) -> Option<Plan> {
    let mut state = model.begin();
    let mut acts = Vec::new();
    while !goal.is_met(&state) && acts.len() < 400 {
        let reached = |act: &Act| {
            let mut after = state.clone();
            model.wait_for(&mut after, *act).then_some(after)
        };
        let open = goal.acts(model, &state).into_iter().filter_map(|act| Some((reached(&act)?, act)));
        let (mut after, act) = open.min_by_key(|(after, act)| (after.now, std::cmp::Reverse(model.ticks(*act))))?;
        model.start(&mut after, act);
        acts.push(act);
        state = after;
    }
    play(model, goal, &acts)
}

/// Plays an order from the beginning; `None` if it cannot be, or does not reach the goal.
pub fn play(model: &Model<'_>, goal: &Goal, acts: &[Act]) -> Option<Plan> {
    let mut state = model.begin();
    let mut plan = Plan { acts: acts.to_vec(), ..Plan::default() };
    for act in acts {
        if !model.wait_for(&mut state, *act) {
            return None;
        }
        plan.starts.push((state.now, state.supply_used()));
        plan.done = plan.done.max(model.start(&mut state, *act));
    }
    goal.is_met(&state).then_some(plan)
}

/// How good a plan is, the lesser the better: of two that end in the same tick the one that does more earlier.
fn rank(plan: &Plan) -> (Tick, u64) {
    (plan.done, plan.starts.iter().map(|(tick, _)| u64::from(*tick)).sum())
}

/// Moves single actions to other places as long as that helps, up to a number of nodes in all.
fn improve(search: &mut Search<'_, '_>, most: u64) {
    let mut helps = true;
    while helps {
        helps = false;
        for from in 0..search.best.acts.len() {
            for to in 0..search.best.acts.len() {
                if search.nodes >= most {
                    return;
                }
                let mut acts = search.best.acts.clone();
                if from == to || acts[from] == acts[to] {
                    continue;
                }
                let act = acts.remove(from);
                acts.insert(to, act);
                search.nodes += acts.len() as u64;
                if let Some(plan) = play(search.model, search.goal, &acts)
                    && rank(&plan) < rank(&search.best)
                {
                    search.best = plan;
                    helps = true;
                }
            }
        }
    }
}

struct Search<'m, 'r> {
    model: &'m Model<'r>,
    goal: &'m Goal,
    best: Plan,
    nodes: u64,
    most: u64,
    order: Vec<(Act, Tick, u16)>,
}

impl Search<'_, '_> {
    /// Follows all orders from a state; `false` if the budget ended it. `before` are the ticks at which actions could have
    /// been begun before the last one was.
    fn go(&mut self, state: &State, done: Tick, before: &[(Act, Tick)]) -> bool {
        if self.goal.is_met(state) {
            if done < self.best.done {
                let (acts, starts) = self.order.iter().map(|(act, tick, supply)| (*act, (*tick, *supply))).unzip();
                self.best = Plan { acts, starts, done, ..Plan::default() };
            }
            return true;
        }
        if done.max(self.goal.bound(self.model, state)) >= self.best.done {
            return true;
        }
        let reached = |act: Act| {
            let mut after = state.clone();
            self.model.wait_for(&mut after, act).then_some((act, after))
        };
        let mut open: Vec<(Act, State)> = self.goal.acts(self.model, state).into_iter().filter_map(reached).collect();
        let starts: Vec<(Act, Tick)> = open.iter().map(|(act, after)| (*act, after.now)).collect();
        let last = self.order.last().map(|(act, tick, _)| (*act, *tick));
        // What could have been begun in the very tick in which the last action was has had its turn before it.
        let place = |act: Act| before.iter().position(|(other, _)| *other == act);
        open.retain(|(act, after)| {
            let Some((last, tick)) = last else { return true };
            let had = place(*act);
            let is_twin = had.is_some_and(|place| before[place].1 == tick) && after.now == tick;
            !(is_twin && had < place(last))
        });
        open.sort_by_key(|(act, after)| (after.now, std::cmp::Reverse(self.model.ticks(*act))));
        for (act, mut after) in open {
            self.nodes += 1;
            if self.nodes > self.most {
                return false;
            }
            self.order.push((act, after.now, after.supply_used()));
            let end = self.model.start(&mut after, act);
            let ended = self.go(&after, done.max(end), &starts);
            self.order.pop();
            if !ended {
                return false;
            }
        }
        true
    }
}

/// Every order there is, without bounds: what the search is tested against. For tiny goals.
pub fn exhaustive(model: &Model<'_>, goal: &Goal) -> Option<Tick> {
    fn go(model: &Model<'_>, goal: &Goal, state: &State, done: Tick) -> Option<Tick> {
        if goal.is_met(state) {
            return Some(done);
        }
        let ends = goal.acts(model, state).into_iter().filter_map(|act| {
            let mut after = state.clone();
            if !model.wait_for(&mut after, act) {
                return None;
            }
            let end = model.start(&mut after, act);
            go(model, goal, &after, done.max(end))
        });
        ends.min()
    }
    go(model, goal, &model.begin(), 0)
}

/// The name of what an action makes.
pub fn name_of(model: &Model<'_>, act: Act) -> String {
    let unit = |kind: KindId| model.rules.kind(kind).name.clone();
    let building = |kind: BuildingId| model.rules.building(kind).name.clone();
    let upgrade = |kind: UpgradeId| model.rules.upgrade(kind).name.clone();
    match act {
        Act::Make(Item::Train(kind)) => unit(kind),
        Act::Make(Item::Research(kind)) => upgrade(kind),
        Act::Make(Item::Advance(kind)) | Act::Build(kind) => building(kind),
    }
}
