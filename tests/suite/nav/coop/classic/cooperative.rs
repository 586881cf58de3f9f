use super::{picture, run};
use gridmarch::nav::coop::classic::cooperative::{CA, Cooperative, HCA, Manner, WHCA};
use gridmarch::nav::coop::mapf::{Moves, OnlinePlanner};

#[test]
fn the_later_agent_makes_way_in_a_niche() {
    let instance = picture(&["B.a..b..A", "###.#####"], Moves::Four);
    let report = run(&instance, &mut Cooperative::new(&instance, CA), 40);
    assert!(report.is_solution(), "{:?}", report.findings.listed());
    assert_eq!(report.sum_of_costs, 5 + 8, "the shorter way goes straight, the longer one through the niche");
}

#[test]
fn the_first_agent_may_rest_where_it_locks_the_second_out() {
    // The first is home at once, in the only passage: planned one by one, it never learns to make way.
    let instance = picture(&["##.##", "b.a.B"], Moves::Four);
    assert_eq!(run(&instance, &mut Cooperative::new(&instance, CA), 200).arrived, 1);
}

#[test]
fn true_distances_give_the_same_costs_for_fewer_nodes() {
    let rows = [".....#....", ".###.#.##.", "a..#.#.#.A", ".###.#.##.", "b.......#B"];
    for moves in [Moves::Four, Moves::Eight] {
        let instance = picture(&rows, moves);
        let (mut plain, mut guided) = (Cooperative::new(&instance, CA), Cooperative::new(&instance, HCA));
        let (first, second) = (run(&instance, &mut plain, 60), run(&instance, &mut guided, 60));
        assert!(first.is_solution() && second.is_solution());
        assert_eq!(first.sum_of_costs, second.sum_of_costs);
        assert!(guided.expanded() < plain.expanded(), "{} < {}", guided.expanded(), plain.expanded());
    }
}

#[test]
fn an_agent_at_its_goal_makes_way_and_returns() {
    let instance = picture(&["##.##", "b.a.B"], Moves::Four);
    let report = run(&instance, &mut Cooperative::new(&instance, WHCA), 200);
    assert!(report.is_solution(), "{:?}", report.findings.listed());
    assert!(report.sum_of_costs > 4, "the first has moved too");
}

#[test]
fn a_window_longer_than_the_way_is_as_good_as_a_whole_plan() {
    let instance = picture(&["aB.bA", "##.##"], Moves::Four);
    let report = run(&instance, &mut Cooperative::new(&instance, WHCA), 40);
    assert!(report.is_solution(), "{:?}", report.findings.listed());
}

#[test]
fn a_crowd_on_open_ground_comes_home() {
    let rows = ["abcd....ABCD", "efgh....EFGH", "............", "ijkl....IJKL"];
    for (moves, window) in [(Moves::Four, 16), (Moves::Eight, 16), (Moves::Eight, 5)] {
        let instance = picture(&rows, moves);
        let report = run(&instance, &mut Cooperative::new(&instance, Manner { window: Some(window), ..WHCA }), 100);
        assert!(report.is_solution(), "{moves:?} {window}: {:?}", report.findings.listed());
    }
}
