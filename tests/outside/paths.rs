//! Single-agent paths: scenarios with the lengths of shortest paths.

use gridmarch::base::{Cell, Grid};
use gridmarch::nav::astar::AStar;
use gridmarch::nav::jps::Jps;
use gridmarch::nav::movingai::{Query, read_passability, read_scenario};
use std::path::{Path, PathBuf};

/// The single-agent maps of a folder of data with their queries.
fn problems(root: &Path) -> Vec<(String, Grid<bool>, Vec<Query>)> {
    let folder = root.join("movingai/single");
    let load = |map: PathBuf| {
        let name = map.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let scenario = crate::read(&folder.join("scen").join(format!("{name}.scen")));
        let map = read_passability(&crate::read(&map), &name).expect("a map");
        let queries = read_scenario(&scenario, &name).expect("a scenario").queries;
        assert!(!queries.is_empty(), "{name}");
        (name, map, queries)
    };
    crate::files(&folder.join("maps")).into_iter().map(load).collect()
}

/// Length of a path, or `None` if a step of it is not legal.
fn length(map: &Grid<bool>, path: &[Cell]) -> Option<f64> {
    let is_free = |x, y| map.get(Cell::new(x, y)).is_some_and(|free| *free);
    let step = |pair: &[Cell]| {
        let (a, b) = (pair[0], pair[1]);
        let is_legal = a.chebyshev(b) == 1 && is_free(b.x, b.y) && is_free(a.x, b.y) && is_free(b.x, a.y);
        is_legal.then(|| f64::from(a.distance_squared(b)).sqrt())
    };
    path.windows(2).map(step).sum()
}

fn check(name: &str, map: &Grid<bool>, query: &Query, answer: Option<Vec<Cell>>) {
    let Some(path) = answer else {
        assert!(query.length == 0.0 && query.start != query.goal, "{name}: no path, {query:?}");
        return;
    };
    assert_eq!((path.first(), path.last()), (Some(&query.start), Some(&query.goal)), "{name}: {query:?}");
    let error = length(map, &path).map(|length| (length - query.length).abs());
    assert!(error.is_some_and(|error| error < 0.01), "{name}: {error:?}, {query:?}");
}

pub fn queries_of_the_benchmark_scenarios_are_answered_with_legal_shortest_paths(root: &Path) {
    for (name, map, queries) in problems(root) {
        let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
        for query in queries.iter().step_by((queries.len() / 60).max(1)) {
            check(&name, &map, query, jps.path(query.start, query.goal));
        }
        for query in queries.iter().step_by((queries.len() / 8).max(1)) {
            check(&name, &map, query, astar.path(query.start, query.goal));
        }
        // Goals that cannot be reached are few, and none may be left out.
        for query in queries.iter().filter(|query| query.length == 0.0 && query.start != query.goal) {
            check(&name, &map, query, jps.path(query.start, query.goal));
            check(&name, &map, query, astar.path(query.start, query.goal));
        }
    }
}
