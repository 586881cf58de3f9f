use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Chunked, Dir, Grid};
use gridmarch::nav::capped::{CappedSearch, Ending};
use gridmarch::nav::heuristics::manhattan;
use rand::RngExt;

fn random_map(rng: &mut Rng) -> Grid<bool> {
    let (width, height) = (rng.random_range(2..24), rng.random_range(2..24));
    let share = rng.random_range(50..95);
    Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
}

fn random_free(map: &Grid<bool>, rng: &mut Rng) -> Option<Cell> {
    let free: Vec<_> = map.cells().filter(|cell| map[*cell]).collect();
    (!free.is_empty()).then(|| free[rng.random_range(0..free.len())])
}

/// Steps from every cell to `goal`, by going through the whole map until nothing improves.
fn exhaustive(map: &Grid<bool>, goal: Cell) -> Grid<Option<u32>> {
    let mut steps = map.map(|_| None);
    steps[goal] = map[goal].then_some(0);
    loop {
        let mut better = Vec::new();
        for cell in map.cells().filter(|cell| map[*cell]) {
            let around = Dir::STRAIGHT.into_iter().filter_map(|dir| *steps.get(cell.step(dir))?).min();
            if around.is_some_and(|least| steps[cell].is_none_or(|known| known > least + 1)) {
                better.push((cell, around.map(|least| least + 1)));
            }
        }
        if better.is_empty() {
            return steps;
        }
        better.into_iter().for_each(|(cell, value)| steps[cell] = value);
    }
}

#[test]
fn without_a_cap_ways_are_shortest_and_missing_ones_are_told() {
    let mut rng = stream(1, "capped");
    let mut found = 0;
    for _ in 0..150 {
        let map = random_map(&mut rng);
        let Some(goal) = random_free(&map, &mut rng) else { continue };
        let steps = exhaustive(&map, goal);
        let mut search = CappedSearch::new(map.width(), map.height());
        for from in map.cells() {
            let ending = search.run((from, goal), u32::MAX, |cell| map[cell], |cell| manhattan(cell, goal, 1));
            let expected = if steps[from].is_some() { Ending::Found } else { Ending::NoWay };
            assert_eq!(ending, expected);
            if let Some(length) = steps[from] {
                let path = search.path_to(goal);
                assert_eq!(path.len() as u32, length);
                assert!(path.iter().all(|cell| map[*cell]));
                assert!(path.windows(2).all(|pair| manhattan(pair[0], pair[1], 1) == 1));
                found += 1;
            }
        }
    }
    assert!(found > 1000);
}

#[test]
fn learned_estimates_grow_but_never_exceed_the_true_distance() {
    let mut rng = stream(3, "capped");
    let mut raised = 0;
    for _ in 0..150 {
        let map = random_map(&mut rng);
        let Some(goal) = random_free(&map, &mut rng) else { continue };
        let steps = exhaustive(&map, goal);
        let mut search = CappedSearch::new(map.width(), map.height());
        let mut learned = Chunked::new(map.width(), map.height(), 1, 0u32);
        let estimate =
            |learned: &Chunked<u32>, cell| learned.get(cell).map_or(0, |known| known[0]).max(manhattan(cell, goal, 1));
        for _ in 0..20 {
            let Some(from) = random_free(&map, &mut rng) else { continue };
            let cap = rng.random_range(1..20);
            let before = learned.clone();
            if search.run((from, goal), cap, |cell| map[cell], |cell| estimate(&learned, cell)) == Ending::Capped {
                search.learn(&mut learned, estimate);
            }
            for cell in map.cells() {
                let (old, new) = (estimate(&before, cell), estimate(&learned, cell));
                assert!(new >= old && steps[cell].is_none_or(|steps| new <= steps), "{cell} to {goal}");
                let around =
                    Dir::STRAIGHT.into_iter().map(|dir| cell.step(dir)).filter(|next| map.get(*next) == Some(&true));
                for next in around.filter(|_| map[cell]) {
                    assert!(new <= estimate(&learned, next) + 1, "{cell} to {next} is not consistent");
                }
                raised += usize::from(new > old);
            }
        }
    }
    assert!(raised > 1000, "{raised} estimates raised");
}
