use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::heuristics::{diagonal, euclidean, manhattan, octile};
use rand::RngExt;

/// Cost of a straight and of a diagonal step, if there are any.
type Moves = (u32, Option<u32>);

/// Every legal step from a cell with its cost. A diagonal needs both side cells.
fn steps(map: &Grid<bool>, cell: Cell, moves: Moves) -> Vec<(Cell, u32)> {
    let free = |dir: Dir| map.get(cell.step(dir)) == Some(&true);
    let cost = |eighth: usize| {
        let dir = Dir::ALL[eighth];
        let sides = [Dir::ALL[(eighth + 7) % 8], Dir::ALL[(eighth + 1) % 8]];
        match dir.is_diagonal() {
            false => free(dir).then_some((cell.step(dir), moves.0)),
            true => Some((cell.step(dir), moves.1?)).filter(|_| free(dir) && sides.into_iter().all(free)),
        }
    };
    if map[cell] { (0..8).filter_map(cost).collect() } else { Vec::new() }
}

/// True costs to `goal`, by going through the map until nothing improves.
fn exhaustive(map: &Grid<bool>, goal: Cell, moves: Moves) -> Grid<Option<u32>> {
    let mut costs = map.map(|_| None);
    costs[goal] = map[goal].then_some(0);
    loop {
        let mut changed = false;
        for cell in map.cells() {
            let through = steps(map, cell, moves).into_iter().filter_map(|(next, cost)| Some(costs[next]? + cost));
            if let Some(least) = through.min()
                && costs[cell].is_none_or(|known| known > least)
            {
                (costs[cell], changed) = (Some(least), true);
            }
        }
        if !changed {
            return costs;
        }
    }
}

/// Checks a bound on random maps under one model of moves; on maps without obstacles it must be exact if said so.
fn check(name: &str, moves: Moves, exact: bool, bound: impl Fn(Cell, Cell) -> u32) {
    let mut rng: Rng = stream(1, name);
    let mut compared = 0;
    for case in 0..60 {
        let (width, height) = (rng.random_range(1..14), rng.random_range(1..14));
        let share = if case % 4 == 0 { 100 } else { rng.random_range(50..95) };
        let map = Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share);
        let goal = Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
        let costs = exhaustive(&map, goal, moves);
        for cell in map.cells().filter(|cell| map[*cell]) {
            let estimate = bound(cell, goal);
            if let Some(cost) = costs[cell] {
                assert!(estimate <= cost, "{name}: {estimate} from {cell} to {goal}, which is {cost}");
                assert!(!exact || share < 100 || estimate == cost, "{name}: {cell} to {goal} is {cost}");
                compared += 1;
            }
            for (next, cost) in steps(&map, cell, moves) {
                assert!(estimate <= cost + bound(next, goal), "{name}: {cell} to {next} is not monotone");
            }
        }
    }
    assert!(compared > 500, "{name}: {compared} costs compared");
}

#[test]
fn manhattan_bounds_straight_moves() {
    check("manhattan", (3, None), true, |a, b| manhattan(a, b, 3));
}

#[test]
fn the_diagonal_distance_bounds_eight_moves_of_one_cost() {
    check("diagonal", (3, Some(3)), true, |a, b| diagonal(a, b, 3));
    check("diagonal, dear corners", (24, Some(34)), false, |a, b| diagonal(a, b, 24));
}

#[test]
fn the_octile_distance_bounds_eight_moves_of_two_costs() {
    for (straight, across) in [(24, 34), (5, 5), (5, 7), (5, 10), (5, 12)] {
        check("octile", (straight, Some(across)), true, |a, b| octile(a, b, straight, across));
    }
}

#[test]
fn the_straight_line_bounds_straight_moves_and_eight_of_true_length() {
    check("euclidean, straight", (24, None), false, |a, b| euclidean(a, b, 24));
    check("euclidean", (24, Some(34)), false, |a, b| euclidean(a, b, 24));
    assert_eq!(euclidean(Cell::new(0, 0), Cell::new(3, 4), 10), 50);
    assert_eq!(euclidean(Cell::new(0, 0), Cell::new(1, 1), 1000), 1414);
}
