use super::picture;
use gridmarch::base::Cell;
use gridmarch::nav::checker::PlanChecker;
use gridmarch::nav::coop::classic::Ways;
use gridmarch::nav::coop::classic::space_time::{Request, Route, Search, Table, Until, Visited};
use gridmarch::nav::coop::mapf::Moves;
use rand::RngExt;

#[test]
fn the_table_allows_a_step_exactly_where_the_checker_finds_no_conflict() {
    let instance = picture(&["...", "...", "..."], Moves::Eight);
    let ways = Ways::new(&instance);
    let cells: Vec<Cell> = instance.passable.cells().collect();
    let mut allowed = 0;
    for (from, other) in cells.iter().flat_map(|from| cells.iter().map(move |other| (*from, *other))) {
        if from == other {
            continue;
        }
        for end in ways.from(other).map(|dir| other.step(dir)).chain([other]) {
            let mut table = Table::new(3, 3);
            let route = Route { start: 5, cells: vec![other, end], rests: false };
            table.reserve(1, &route);
            for dir in ways.from(from) {
                let (starts, goals) = ([from, other], [from.step(dir), end]);
                let mut checker = PlanChecker::new(&instance.passable, true, &starts, &goals);
                checker.step(&starts);
                checker.step(&goals);
                let is_legal = checker.finish().is_solution();
                assert_eq!(table.may_step(from, dir, 5), is_legal, "{from} {dir:?} beside {other} to {end}");
                allowed += u32::from(is_legal);
            }
            table.release(1, &route);
            assert!(cells.iter().all(|cell| table.free_for_good(*cell) == Some(0)));
        }
    }
    assert!(allowed > 100);
}

#[test]
fn a_route_waits_for_the_one_who_passes_and_rests_where_nobody_comes_any_more() {
    let instance = picture(&["..b..", "a...A", "..B.."], Moves::Four);
    let ways = Ways::new(&instance);
    let mut table = Table::new(5, 3);
    // Somebody comes through the goal at tick 6.
    let cells = [(4, 0), (4, 1), (4, 2)].map(|(x, y)| Cell::new(x, y)).to_vec();
    table.reserve(1, &Route { start: 5, cells, rests: false });
    let goal = instance.goals[0];
    let request = Request { from: instance.starts[0], now: 0, goal, until: Until::Rest, max_expanded: 1000 };
    let mut search = Search::default();
    let estimate = |cell: Cell| Some(ways.straight_distance(cell, goal));
    let route = search.route(&ways, &table, &request, estimate).expect("there is one");
    assert_eq!((route.cells.len(), route.at(7), route.at(90)), (8, Some(goal), Some(goal)));
    assert_ne!(route.at(6), Some(goal));
    let few = Request { max_expanded: 3, ..request };
    assert_eq!(search.route(&ways, &table, &few, estimate), None);
    let window = Request { until: Until::Window(2), ..request };
    let route = search.route(&ways, &table, &window, estimate).expect("there is one");
    assert_eq!((route.cells.len(), route.rests, route.at(3)), (3, false, None));
}

#[test]
fn a_set_tells_new_numbers_from_old_ones_through_many_rounds() {
    let mut set = Visited::default();
    let mut rng = gridmarch::base::rng::stream(1, "visited");
    for _ in 0..20 {
        set.clear();
        let mut known = std::collections::BTreeSet::new();
        for _ in 0..3000 {
            let number = rng.random_range(0..4000u64) << 32;
            assert_eq!(set.insert(number), known.insert(number));
        }
    }
}
