//! Whether an estimate is admissible and monotone, checked at every state of a space, with the worst counter-example.

use super::best_first::LOOK;
use super::field::Field;
use super::space::{Backward, Cost, TwoWay};
use crate::base::Budget;

/// A state whose estimate is higher than its true distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooHigh<State> {
    pub state: State,
    pub estimate: Cost,
    /// What the cheapest way to the goal costs.
    pub distance: Cost,
}

/// A step along which the estimate falls by more than the step costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Falls<State> {
    pub from: State,
    pub to: State,
    pub before: Cost,
    pub after: Cost,
    pub cost: Cost,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict<State> {
    /// States that the goal can be reached from; all were looked at.
    pub states: u64,
    /// How many of them have too high an estimate, and the worst.
    pub too_high: (u64, Option<TooHigh<State>>),
    /// How many steps the estimate falls too much along, and the worst.
    pub falls: (u64, Option<Falls<State>>),
    /// Estimates of all states together over their true distances: 1 is perfect.
    pub quality: f64,
}

impl<State> Verdict<State> {
    /// Never too high: A* finds the cheapest way.
    pub const fn is_admissible(&self) -> bool {
        self.too_high.0 == 0
    }

    /// Falls nowhere by more than a step costs: A* opens nothing again.
    pub const fn is_monotone(&self) -> bool {
        self.falls.0 == 0
    }
}

/// Looks at an estimate at all states that the goal can be reached from. `None` if the budget is spent before that.
pub fn check<S: TwoWay>(space: &S, estimate: impl Fn(S::State) -> Cost, budget: &Budget) -> Option<Verdict<S::State>> {
    let field = Field::from_start(&Backward(space), budget)?;
    let mut verdict = Verdict { states: 0, too_high: (0, None), falls: (0, None), quality: 1.0 };
    let (mut estimates, mut distances) = (0.0, 0.0);
    for state in field.reached.iter().copied() {
        if budget.is_spent_within(verdict.states, LOOK) {
            return None;
        }
        verdict.states += 1;
        let (before, distance) = (estimate(state), field.cost(space.key(state)));
        estimates += before as f64;
        distances += distance as f64;
        if before > distance {
            let by = |one: &TooHigh<_>| one.estimate - one.distance;
            let new = TooHigh { state, estimate: before, distance };
            verdict.too_high.0 += 1;
            if verdict.too_high.1.is_none_or(|worst| by(&new) > by(&worst)) {
                verdict.too_high.1 = Some(new);
            }
        }
        space.each_step(state, |_, to, cost| {
            let new = Falls { from: state, to, before, after: estimate(to), cost };
            let by = |one: &Falls<_>| one.before.saturating_sub(one.after.saturating_add(one.cost));
            if by(&new) > 0 {
                verdict.falls.0 += 1;
                if verdict.falls.1.is_none_or(|worst| by(&new) > by(&worst)) {
                    verdict.falls.1 = Some(new);
                }
            }
        });
    }
    if distances > 0.0 {
        verdict.quality = estimates / distances;
    }
    Some(verdict)
}
