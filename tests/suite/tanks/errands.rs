//! How well friends get past each other: errands, and which errands can be run at all. How soon one alone brings down a base.

use super::drawn::stage;
use gridmarch::base::Cell;
use gridmarch::games::tanks::rules::Rules;
use gridmarch::games::tanks::setup::Mode;
use gridmarch::games::tanks::sim::errands::{self, Tally};
use gridmarch::games::tanks::sim::passing::Passing;
use gridmarch::games::tanks::sim::raids;
use gridmarch::games::tanks::sim::stages;
use gridmarch::games::tanks::stage::Stage;
use std::sync::Arc;

/// A street with a bay of two by two cells.
const BAY: &str = "
    ........
    ........
    @@@..@@@
    @@@..@@@
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@";

#[test]
fn two_tanks_pass_where_one_fits_into_a_bay_and_not_elsewhere() {
    let field = stage(BAY).field();
    let tanks = [(2, Cell::new(0, 0)), (2, Cell::new(6, 0))];
    assert!(Passing::new(&field).can_reach(&tanks, 0, Cell::new(5, 0)));
    let mut closed = stage(BAY);
    closed.ground[Cell::new(3, 2)] = gridmarch::games::tanks::field::Ground::Steel;
    let passing = Passing::new(&closed.field());
    assert!(!passing.can_reach(&tanks, 0, Cell::new(6, 0)), "the other one cannot leave the end of the street");
    assert!(passing.can_reach(&tanks, 0, Cell::new(4, 0)), "as far as to it there is a way");
}

#[test]
fn tanks_in_a_street_keep_their_order_and_need_room_for_all() {
    let text = "
    ........
    ........
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@
    @@@@@@@@";
    let passing = Passing::new(&stage(text).field());
    let tanks = [(2, Cell::new(0, 0)), (2, Cell::new(6, 0)), (2, Cell::new(3, 0))];
    assert!(passing.can_reach(&tanks, 0, Cell::new(2, 0)));
    assert!(!passing.can_reach(&tanks, 0, Cell::new(3, 0)), "the two before it need four cells");
    assert!(passing.can_reach(&tanks[..2], 0, Cell::new(4, 0)), "one of them needs two");
}

#[test]
fn three_cannot_change_places_where_each_two_of_them_can() {
    let passing = Passing::new(&stage(BAY).field());
    // Left and right of the bay is room for one each.
    let tanks = [(2, Cell::new(0, 0)), (2, Cell::new(3, 2)), (2, Cell::new(6, 0))];
    assert!(passing.can_reach(&tanks[..2], 1, Cell::new(0, 0)));
    assert!(passing.can_reach(&tanks[1..], 0, Cell::new(6, 0)));
    assert!(!passing.can_reach(&tanks, 1, Cell::new(0, 0)), "the bay is the only room for the one at the left");
    assert!(passing.can_reach(&tanks, 1, Cell::new(3, 0)), "nobody is in its way");
}

#[test]
fn errands_are_run_and_counted_alike_each_time() {
    let (rules, stage) = (Arc::new(Rules::built_in()), Stage::blank(16, 16));
    let run = || errands::run(&rules, &stage, 1800, 4).expect("a board");
    let tally = run();
    assert_eq!(tally, run());
    assert!(tally.done > 10 && tally.all > 8 * 1000, "{tally:?}");
}

#[test]
fn friends_of_all_sizes_get_past_each_other() {
    let rules = Arc::new(Rules::built_in());
    let mut total = Tally::default();
    for stage in stages::random(Mode::Campaign, 6, 40) {
        total.add(errands::run(&rules, &stage, 1800, 1).expect("a board"));
    }
    assert!(total.share() < 0.03 && total.all > 6 * 8 * 1700, "{total:?}");
}

#[test]
fn a_lone_expert_brings_down_a_base_in_about_the_time_that_the_cheapest_way_costs() {
    let rules = Arc::new(Rules::built_in());
    let mut total = raids::Tally::default();
    for stage in stages::random(Mode::Campaign, 8, 300) {
        total.add(raids::run(&rules, &stage, 2, 1).expect("a board"));
    }
    let told = format!("{:.2} of the cost, {} of {} slow", total.ratio(), total.slow(), total.raids.len());
    assert!(total.failed == 0 && total.raids.len() > 50, "{told}, {} failed", total.failed);
    assert!(total.ratio() < 1.1 && total.slow() * 5 < total.raids.len(), "{told}");
}
