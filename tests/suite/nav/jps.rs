//! Both single-agent searchers against an oracle that shares nothing with them.

use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::astar::AStar;
use gridmarch::nav::jps::Jps;
use gridmarch::nav::octile;
use rand::RngExt;

fn map(rows: &[&str]) -> Grid<bool> {
    let cells = rows.iter().flat_map(|row| row.bytes().map(|byte| byte != b'#')).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

fn is_free(map: &Grid<bool>, x: i16, y: i16) -> bool {
    map.get(Cell::new(x, y)).is_some_and(|free| *free)
}

/// Length of one legal step, or `None`.
fn step(map: &Grid<bool>, from: Cell, to: Cell) -> Option<f64> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let is_one = dx.abs().max(dy.abs()) == 1;
    let is_clear = is_free(map, to.x, to.y) && is_free(map, from.x, to.y) && is_free(map, to.x, from.y);
    (is_one && is_clear).then(|| f64::from(dx * dx + dy * dy).sqrt())
}

/// Lengths from `start` to all cells, by relaxing every step until nothing changes (Bellman and Ford).
fn lengths(map: &Grid<bool>, start: Cell) -> Grid<f64> {
    let mut lengths = Grid::filled(map.width(), map.height(), f64::INFINITY);
    if map[start] {
        lengths[start] = 0.0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for from in map.cells() {
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let to = Cell::new(from.x + dx, from.y + dy);
                let Some(step) = step(map, from, to) else { continue };
                if lengths[from] + step < lengths[to] - 1e-9 {
                    lengths[to] = lengths[from] + step;
                    changed = true;
                }
            }
        }
    }
    lengths
}

fn check(map: &Grid<bool>, name: &str, path: Option<&[Cell]>, start: Cell, goal: Cell, optimum: f64) {
    let picture = || {
        let rows = map.rows().map(|row| row.iter().map(|free| if *free { '.' } else { '#' }).collect::<String>());
        format!("{name} from {start} to {goal}: {path:?}\n{}", rows.collect::<Vec<_>>().join("\n"))
    };
    let Some(path) = path else {
        assert!(optimum.is_infinite(), "no path of length {optimum}, {}", picture());
        return;
    };
    assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)), "{}", picture());
    let steps = path.windows(2).map(|pair| step(map, pair[0], pair[1]));
    let length = steps.sum::<Option<f64>>();
    assert!(length.is_some_and(|length| (length - optimum).abs() < 1e-6), "{length:?} not {optimum}, {}", picture());
}

fn any_cell(rng: &mut Rng, map: &Grid<bool>) -> Cell {
    map.cell(rng.random_range(0..map.len()))
}

#[test]
fn every_path_is_legal_and_shortest_on_random_maps_under_edits() {
    let mut rng = stream(1, "paths on random maps");
    for case in 0..600 {
        // Up to wider than one word of the bit sets, in both directions.
        let (width, height) = match case % 3 {
            0 => (rng.random_range(1..=9), rng.random_range(1..=9)),
            1 => (rng.random_range(60..=70), rng.random_range(1..=6)),
            _ => (rng.random_range(1..=6), rng.random_range(60..=70)),
        };
        let density = rng.random_range(0.0..0.6);
        let mut map = Grid::filled(width, height, true);
        for cell in map.cells() {
            map[cell] = !rng.random_bool(density);
        }
        let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
        for _ in 0..6 {
            let start = any_cell(&mut rng, &map);
            let lengths = lengths(&map, start);
            for _ in 0..12 {
                let goal = any_cell(&mut rng, &map);
                check(&map, "jps", jps.path(start, goal).as_deref(), start, goal, lengths[goal]);
                check(&map, "astar", astar.path(start, goal).as_deref(), start, goal, lengths[goal]);
            }
            for _ in 0..rng.random_range(0..10) {
                let cell = any_cell(&mut rng, &map);
                map[cell] = rng.random_bool(0.5);
                jps.set(cell, map[cell]);
                astar.set(cell, map[cell]);
            }
        }
    }
}

#[test]
fn both_searchers_find_equal_lengths_on_larger_random_maps() {
    // Long ways, where routes differ by small fractions of a cell: an A* that trusted the order inside its buckets would
    // be a tenth of a cell too long a few times in these.
    let mut rng = stream(2, "paths on larger maps");
    for case in 0..120 {
        let density = 0.15 + f64::from(case) * 0.001;
        let mut map = Grid::filled(80, 80, true);
        for cell in map.cells() {
            map[cell] = !rng.random_bool(density);
        }
        let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
        for _ in 0..100 {
            let (start, goal) = (any_cell(&mut rng, &map), any_cell(&mut rng, &map));
            let (first, second) = (jps.path(start, goal), astar.path(start, goal));
            let optimum = second.as_ref().map_or(f64::INFINITY, |path| octile::cells(path));
            check(&map, "jps", first.as_deref(), start, goal, optimum);
        }
    }
}

#[test]
fn every_pair_of_a_map_with_open_ground_and_corners_is_joined_by_a_shortest_path() {
    let map = map(&[
        "..........#....",
        "..###.....#.#..",
        "..#.......#.#..",
        "..#..##...#.#..",
        ".....##.....#..",
        "..#.......###..",
        "..####.........",
        ".......#.......",
    ]);
    let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
    for start in map.cells() {
        let lengths = lengths(&map, start);
        for goal in map.cells() {
            check(&map, "jps", jps.path(start, goal).as_deref(), start, goal, lengths[goal]);
            check(&map, "astar", astar.path(start, goal).as_deref(), start, goal, lengths[goal]);
        }
    }
}

#[test]
fn no_corner_is_cut() {
    let map = map(&[
        ".#", //
        "..",
    ]);
    let around = vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)];
    assert_eq!(Jps::new(&map).path(around[0], around[2]), Some(around.clone()));
    assert_eq!(AStar::new(&map).path(around[0], around[2]), Some(around));
}

#[test]
fn two_cells_that_touch_at_a_corner_only_are_not_joined() {
    let map = map(&[
        ".#", //
        "#.",
    ]);
    assert_eq!(Jps::new(&map).path(Cell::new(0, 0), Cell::new(1, 1)), None);
    assert_eq!(AStar::new(&map).path(Cell::new(0, 0), Cell::new(1, 1)), None);
}

#[test]
fn blocked_cells_and_cells_off_the_map_have_no_path() {
    let map = map(&["..#"]);
    let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
    let here = Cell::new(0, 0);
    for there in [Cell::new(2, 0), Cell::new(3, 0), Cell::new(0, -1), Cell::new(i16::MAX, i16::MIN)] {
        jps.set(Cell::new(3, 0), true);
        astar.set(Cell::new(3, 0), true);
        for (start, goal) in [(here, there), (there, here), (there, there)] {
            assert_eq!(jps.path(start, goal), None, "{start} {goal}");
            assert_eq!(astar.path(start, goal), None, "{start} {goal}");
        }
    }
    assert_eq!(jps.path(here, here), Some(vec![here]));
    assert_eq!(astar.path(here, here), Some(vec![here]));
}

#[test]
fn a_goal_in_plain_sight_needs_no_search() {
    let map = Grid::filled(200, 100, true);
    let mut jps = Jps::new(&map);
    let path = jps.path(Cell::new(3, 90), Cell::new(190, 5)).expect("nothing is in the way");
    assert_eq!(path.len(), 188);
    assert_eq!(jps.expanded(), 0);
}
