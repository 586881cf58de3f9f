//! Whether an estimate is admissible and monotone on the map: checked at every cell, with the worst counter-example for the
//! board.

use crate::base::wording::grouped;
use crate::base::{Budget, Cell};
use crate::lab::search::{Question, Setup};
use crate::nav::searchers::check::check;
use crate::nav::searchers::estimates::Estimate;
use crate::nav::searchers::grid::{GridSpace, UNIT};

/// What was found about the estimate of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Of which search, by its board.
    pub lane: usize,
    /// A few sentences.
    pub words: String,
    /// The cell whose estimate is too high by most, and the step along which it falls too much by most.
    pub too_high: Option<Cell>,
    pub falls: Option<(Cell, Cell)>,
}

/// Checks the estimate of a search on a map.
pub(super) fn judge(lane: usize, setup: &Setup, budget: &Budget) -> Result<Judged, String> {
    let Question::Map { map, start, goal } = &setup.question else {
        return Err("estimates are checked on maps only".into());
    };
    setup.check()?;
    let late = || "the time for the check was not enough".to_owned();
    let space = GridSpace { map, start: *start, goal: *goal };
    let estimate = Estimate::new(setup.heuristic, map, *goal, None, budget).ok_or_else(late)?;
    let verdict = check(&space, |cell| estimate.of(cell), budget).ok_or_else(late)?;
    let shown = |cost: u64| format!("{:.2}", cost as f64 / UNIT as f64);
    let (high, falls) = (verdict.too_high.1, verdict.falls.1);
    let admissible = high.map_or_else(
        || "Nowhere too high: admissible.".into(),
        |worst| {
            let (said, true_one) = (shown(worst.estimate), shown(worst.distance));
            let cells = grouped(verdict.too_high.0);
            format!("Too high at {cells} cells, by most at {}: it says {said}, and {true_one} is true.", worst.state)
        },
    );
    let monotone = falls.map_or_else(
        || "It falls along no step by more than the step costs: monotone.".into(),
        |worst| {
            let (before, after, cost) = (shown(worst.before), shown(worst.after), shown(worst.cost));
            let (steps, from, to) = (grouped(verdict.falls.0), worst.from, worst.to);
            format!(
                "It falls too much along {steps} steps, by most from {from} to {to}: from {before} to {after} for a step of \
                 {cost}."
            )
        },
    );
    let quality = verdict.quality * 100.0;
    let words = format!(
        "{} at {} cells: {admissible} {monotone} All estimates together are {quality:.1} % of the true distances.",
        setup.heuristic.name(),
        grouped(verdict.states)
    );
    let (too_high, falls) = (high.map(|worst| worst.state), falls.map(|worst| (worst.from, worst.to)));
    Ok(Judged { lane, words: crate::base::wording::capitalised(&words), too_high, falls })
}
