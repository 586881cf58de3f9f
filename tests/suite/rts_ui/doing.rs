//! What units do, in words.

use gridmarch::base::Cell;
use gridmarch::games::rts::client::ui::hud::doing::{reason, sentence, summary};
use gridmarch::games::rts::sim::units::{Doing, Waypoints};
use gridmarch::nav::coop::march::Verdict;
use gridmarch::nav::occupancy::Obstacle;
use gridmarch::nav::step::UnitId;

#[test]
fn a_group_is_told_in_the_order_of_what_moves_first() {
    let doings = [Doing::Idle, Doing::Moving, Doing::Arrived, Doing::Unreachable(Cell::new(1, 2)), Doing::Moving];
    assert_eq!(summary(doings.iter()), "2 on their way · 2 at rest · 1 as near as they could come");
}

#[test]
fn the_verdict_of_the_planner_says_why_a_unit_stands() {
    let name = |unit: UnitId| format!("the ram, {unit}");
    let waiting = Doing::Waiting { since: 3, obstacle: Some(Obstacle::Unit(UnitId(1))) };
    let told = |verdict| reason(verdict, &waiting, name).unwrap_or_default();
    let other = Obstacle::Unit(UnitId(7));
    assert_eq!(told(Some(Verdict::Stuck(other))), "Blocked by the ram, unit 7");
    assert!(told(Some(Verdict::Promised(other))).contains("unit 7"));
    assert!(told(Some(Verdict::Waits)).contains("away from its goal"), "what was in the way before does not count");
    assert_eq!(told(Some(Verdict::Nothing)), "");
    assert_eq!(told(None), "Blocked by the ram, unit 1", "planners without verdicts");
}

#[test]
fn a_unit_that_could_not_reach_its_goal_says_which() {
    let text = sentence(&Doing::Unreachable(Cell::new(10, 4)), &Waypoints::default());
    assert_eq!(text, "Went as near as it could: (10, 4) cannot be reached");
}
