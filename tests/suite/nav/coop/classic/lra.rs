use super::{picture, run};
use gridmarch::base::Cell;
use gridmarch::nav::coop::classic::lra::Lra;
use gridmarch::nav::coop::mapf::{Moves, OnlinePlanner};

#[test]
fn an_agent_alone_takes_a_shortest_way() {
    let instance = picture(&["a.#...", ".##.#.", "....#A"], Moves::Four);
    let report = run(&instance, &mut Lra::new(&instance, 1), 40);
    assert!(report.is_solution());
    assert_eq!(report.sum_of_costs, 11);
}

#[test]
fn two_who_meet_head_on_go_around_each_other() {
    for moves in [Moves::Four, Moves::Eight] {
        let instance = picture(&[".......", "aB...bA", "......."], moves);
        let report = run(&instance, &mut Lra::new(&instance, 1), 100);
        assert!(report.is_solution(), "{moves:?}: {:?}", report.findings.listed());
    }
}

#[test]
fn an_agent_that_is_blocked_becomes_agitated() {
    // It sees the other one when it stands beside it, and then there is no way at all.
    let instance = picture(&["a.b.A"], Moves::Four);
    let mut planner = Lra::new(&instance, 1);
    let mut positions = instance.starts.clone();
    for _ in 0..5 {
        positions = planner.next(&positions);
    }
    assert_eq!(positions, [Cell::new(1, 0), Cell::new(2, 0)]);
    assert_eq!(planner.agitation, [1, 0]);
}
