//! The measurement: every query is asked, timed, verified and compared with the length in the file.

use super::Planner;
use super::verify;
use crate::base::{Budget, Cell, Dir, Grid};
use crate::lab::search::{Prepared, Setup};
use crate::nav::astar::AStar;
use crate::nav::coop::mapf::Moves;
use crate::nav::jps::Jps;
use crate::nav::movingai::Query;
use crate::nav::octile::{distance, length};
use crate::nav::searchers::grid::GridMap;
use std::sync::Arc;
use std::time::Instant;

/// Largest difference from the length in the file that is still the optimum: files are rounded to two decimals.
const TOLERANCE: f64 = 0.01;

/// Nodes after which a searcher of the lab gives a query up.
const MOST_NODES: u64 = 5_000_000;

#[derive(Debug, Clone, Default)]
pub struct Figures {
    pub queries: usize,
    /// Queries answered with a sound path, or with "no path" where the file says that there is none.
    pub solved: usize,
    /// Solved queries that are as short as the file says.
    pub optimal: usize,
    /// Largest difference between a sound path and the file.
    pub max_error: f64,
    pub expanded: u64,
    /// Microseconds of each query, in the order of the file.
    pub micros: Vec<f64>,
    /// The first wrong answer, in a sentence.
    pub fault: Option<String>,
}

impl Figures {
    pub fn mean(&self) -> f64 {
        self.micros.iter().sum::<f64>() / self.micros.len().max(1) as f64
    }

    /// The time that a share of the queries stays below.
    pub fn percentile(&self, share: f64) -> f64 {
        let mut sorted = self.micros.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        sorted.get(((sorted.len() as f64 * share) as usize).min(last)).copied().unwrap_or(0.0)
    }

    /// Enters the answer to a query.
    pub fn judge(&mut self, map: &Grid<bool>, query: &Query, answer: Option<&[Cell]>) {
        self.queries += 1;
        // In the files, length 0 with different ends means that there is no path.
        let is_joined = query.start == query.goal || query.length > 0.0;
        let fault = match answer.map(|path| verify::length(map, path, query.start, query.goal)) {
            None if is_joined => Some(format!("no path found, the file has one of length {}", query.length)),
            None => {
                self.solved += 1;
                self.optimal += 1;
                None
            }
            Some(Err(fault)) => Some(format!("the path is not sound: {fault}")),
            Some(Ok(length)) if !is_joined => Some(format!("a path of length {length}, the file says there is none")),
            Some(Ok(length)) => {
                self.solved += 1;
                let error = (length - query.length).abs();
                self.max_error = self.max_error.max(error);
                self.optimal += usize::from(error < TOLERANCE);
                (error >= TOLERANCE).then(|| format!("length {length}, the file says {}", query.length))
            }
        };
        if self.fault.is_none() {
            self.fault = fault.map(|fault| format!("from {} to {}: {fault}", query.start, query.goal));
        }
    }
}

/// At most `most` of the queries, evenly spread over the file, whose lines are ordered by length.
pub fn sample(queries: &[Query], most: usize) -> Vec<usize> {
    let count = queries.len().min(most);
    (0..count).map(|number| number * queries.len() / count).collect()
}

/// Asks a planner the queries of the given numbers, each `repeat` times, of which the fastest counts: on a machine that
/// does other things too, that is the time without them. `done` is called after each query.
pub fn measure(
    planner: Planner,
    map: &Grid<bool>,
    queries: &[Query],
    numbers: &[usize],
    repeat: u32,
    mut done: impl FnMut(),
) -> Figures {
    let mut figures = Figures::default();
    let mut ask = |find: &mut dyn FnMut(Cell, Cell) -> (Option<Vec<Cell>>, u64)| {
        for query in numbers.iter().map(|number| &queries[*number]) {
            let mut timed = || {
                let start = Instant::now();
                let found = find(query.start, query.goal);
                (start.elapsed().as_secs_f64() * 1e6, found)
            };
            let (mut fastest, (answer, expanded)) = timed();
            for _ in 1..repeat {
                fastest = fastest.min(timed().0);
            }
            figures.micros.push(fastest);
            figures.expanded += expanded;
            figures.judge(map, query, answer.as_deref());
            done();
        }
    };
    match planner {
        Planner::Jps => {
            let mut search = Jps::new(map);
            ask(&mut |start, goal| (search.path(start, goal), search.expanded()));
        }
        Planner::Astar => {
            let mut search = AStar::new(map);
            ask(&mut |start, goal| (search.path(start, goal), search.expanded()));
        }
        Planner::Lab(searcher) => {
            let ground = Arc::new(GridMap::uniform(map, Moves::Eight));
            let setup = |start, goal| Setup::on_map(ground.clone(), start, goal, searcher);
            let mut prepared = Prepared::default();
            // What holds for the whole map is found beforehand; a query between blocked cells finds nothing.
            let mut ends = queries.iter().map(|query| setup(query.start, query.goal));
            let _ = ends.find_map(|setup| setup.prepare(&mut prepared, &Budget::unlimited()).ok());
            ask(&mut |start, goal| {
                let report = setup(start, goal).count(&mut prepared, &Budget::nodes(MOST_NODES));
                report.map_or((None, 0), |report| {
                    let path = report.path.iter().map(|key| map.cell(*key as usize)).collect();
                    let expanded = report.counts.expanded + report.counts.abstract_expanded;
                    (report.cost.map(|_| path), expanded)
                })
            });
        }
        Planner::Crate => {
            let steps = steps(map);
            ask(&mut |start, goal| crate_path(map, &steps, start, goal));
        }
    }
    figures
}

/// The legal steps from every cell, found beforehand, so that the crate's time is that of its search.
fn steps(map: &Grid<bool>) -> Vec<Vec<(u32, u64)>> {
    let steps = |from: Cell| {
        let legal = |dir: Dir| {
            let to = from.step(dir);
            let is_free = |x, y| map.get(Cell::new(x, y)).is_some_and(|free| *free);
            let is_legal = is_free(to.x, to.y) && is_free(from.x, to.y) && is_free(to.x, from.y);
            is_legal.then(|| (map.index(to) as u32, length(dir)))
        };
        if map[from] { Dir::ALL.into_iter().filter_map(legal).collect() } else { Vec::new() }
    };
    map.cells().map(steps).collect()
}

/// The A* of the crate `pathfinding`, on cell numbers.
fn crate_path(map: &Grid<bool>, steps: &[Vec<(u32, u64)>], start: Cell, goal: Cell) -> (Option<Vec<Cell>>, u64) {
    if !map.get(start).is_some_and(|free| *free) || !map.get(goal).is_some_and(|free| *free) {
        return (None, 0);
    }
    let (from, to) = (map.index(start) as u32, map.index(goal) as u32);
    let mut expanded = 0;
    let found = pathfinding::directed::astar::astar(
        &from,
        |at| {
            expanded += 1;
            steps[*at as usize].iter().copied()
        },
        |at| {
            let cell = map.cell(*at as usize);
            distance(cell.x.abs_diff(goal.x).into(), cell.y.abs_diff(goal.y).into())
        },
        |at| *at == to,
    );
    (found.map(|(path, _)| path.into_iter().map(|at| map.cell(at as usize)).collect()), expanded)
}
