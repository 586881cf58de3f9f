use gridmarch::base::{Cell, Grid};
use gridmarch::cli::bench::path::Planner;
use gridmarch::cli::bench::path::measure::{Figures, measure, sample};
use gridmarch::cli::bench::path::verify::{Fault, length};
use gridmarch::nav::movingai::Query;

fn query(goal: Cell, length: f64) -> Query {
    Query { bucket: 0, width: 3, height: 2, start: Cell::new(0, 0), goal, length }
}

/// ..#
/// .#.
fn map() -> Grid<bool> {
    Grid::from_rows(3, 2, vec![true, true, false, true, false, true])
}

#[test]
fn all_planners_answer_right_and_unreachable_goals_count() {
    let queries = [query(Cell::new(1, 0), 1.0), query(Cell::new(2, 1), 0.0), query(Cell::new(0, 0), 0.0)];
    for planner in Planner::ALL {
        let figures = measure(planner, &map(), &queries, &[0, 1, 2], 2, || ());
        assert_eq!((figures.queries, figures.solved, figures.optimal), (3, 3, 3), "{planner:?}");
        assert_eq!((figures.max_error, figures.fault), (0.0, None), "{planner:?}");
    }
}

#[test]
fn wrong_answers_do_not_count() {
    let cell = Cell::new;
    let judged = |query: Query, answer: Option<&[Cell]>| {
        let mut figures = Figures::default();
        figures.judge(&map(), &query, answer);
        (figures.solved, figures.optimal, figures.fault.is_some())
    };
    let straight = [cell(0, 0), cell(1, 0)];
    assert_eq!(judged(query(cell(1, 0), 1.0), Some(&straight)), (1, 1, false));
    let detour = [cell(0, 0), cell(0, 1), cell(0, 0), cell(1, 0)];
    assert_eq!(judged(query(cell(1, 0), 1.0), Some(&detour)), (1, 0, true));
    assert_eq!(judged(query(cell(1, 0), 1.0), None), (0, 0, true));
    assert_eq!(judged(query(cell(1, 0), 0.0), Some(&straight)), (0, 0, true));
    let cut = [cell(0, 1), cell(1, 0)];
    assert_eq!(judged(query(cell(1, 0), 1.0), Some(&cut)), (0, 0, true));
}

#[test]
fn a_sample_is_spread_over_all_queries() {
    let queries = vec![query(Cell::new(1, 0), 1.0); 10];
    assert_eq!(sample(&queries, 5), [0, 2, 4, 6, 8]);
    assert_eq!(sample(&queries, 99), (0..10).collect::<Vec<_>>());
    assert!(sample(&[], 5).is_empty());
}

#[test]
fn the_mean_and_the_percentiles_are_those_of_the_list() {
    let figures = Figures { micros: (1..=100).rev().map(f64::from).collect(), ..Figures::default() };
    assert_eq!((figures.mean(), figures.percentile(0.5), figures.percentile(0.99)), (50.5, 51.0, 100.0));
}

#[test]
fn broken_paths_are_found_and_sound_ones_measured() {
    let cell = Cell::new;
    // ..#
    // ...
    let map = Grid::from_rows(3, 2, vec![true, true, false, true, true, true]);
    let check = |path: &[Cell]| length(&map, path, cell(0, 0), cell(2, 1));
    let whole = [cell(0, 0), cell(1, 1), cell(2, 1)];
    assert_eq!(check(&whole), Ok(1.0 + std::f64::consts::SQRT_2));
    assert_eq!(check(&[]), Err(Fault::Ends(cell(0, 0), cell(2, 1))));
    assert_eq!(check(&whole[1..]), Err(Fault::Ends(cell(0, 0), cell(2, 1))));
    assert_eq!(check(&whole[..2]), Err(Fault::Ends(cell(0, 0), cell(2, 1))));
    assert_eq!(check(&[cell(0, 0), cell(2, 1)]), Err(Fault::Jump(cell(0, 0), cell(2, 1))));
    assert_eq!(check(&[cell(0, 0), cell(0, 0), cell(2, 1)]), Err(Fault::Jump(cell(0, 0), cell(0, 0))));
    assert_eq!(check(&[cell(0, 0), cell(1, 0), cell(2, 1)]), Err(Fault::Corner(cell(1, 0), cell(2, 1))));
    assert_eq!(check(&[cell(0, 0), cell(1, 0), cell(2, 0), cell(2, 1)]), Err(Fault::Blocked(cell(2, 0))));
    assert_eq!(check(&[cell(0, 0), cell(0, -1), cell(2, 1)]), Err(Fault::Blocked(cell(0, -1))));
}
