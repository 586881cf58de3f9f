use gridmarch::base::{Cell, Grid};
use gridmarch::nav::astar::{AStar, OLDEST};

// Shortest paths are tested together with those of the jump point search, in `super::jps`.

#[test]
fn more_searches_than_numbers_still_find_the_same() {
    let mut search = AStar::new(&Grid::filled(3, 3, true));
    let far = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 2)];
    for count in 0..2 * OLDEST + 10 {
        let expected = if count % 2 == 0 { &far[..] } else { &far[1..] };
        assert_eq!(search.path(expected[0], far[2]).as_deref(), Some(expected), "search {count}");
    }
}

#[test]
fn a_straight_run_on_open_ground_expands_its_own_cells_only() {
    let mut search = AStar::new(&Grid::filled(50, 50, true));
    assert!(search.path(Cell::new(5, 20), Cell::new(45, 20)).is_some());
    assert!(search.expanded() <= 60, "{}", search.expanded());
}
