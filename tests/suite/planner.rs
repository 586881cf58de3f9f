//! The searches against exhaustive ones.

use gridmarch::base::{Cell, Dir, Grid, rng::stream};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::coop::whca::{Request, WindowSearch};
use gridmarch::nav::regions::Regions;
use gridmarch::nav::reservation::{ReservationTable, Route};
use gridmarch::nav::rra::Rra;
use gridmarch::nav::rra_pool::RraPool;
use gridmarch::nav::step::{Step, UnitId};
use gridmarch::nav::terrain::{Ground, MovementClass, Terrain, step_ticks};
use gridmarch::nav::walk::Layer;
use rand::RngExt;

fn random_map(seed: u64, side: u16) -> Grid<Terrain> {
    let mut rng = stream(seed, "planner maps");
    let mut map = Grid::filled(side, side, Terrain::Grass);
    for terrain in map.values_mut() {
        *terrain = Terrain::ALL[[2, 2, 2, 3, 4, 1, 6, 7][rng.random_range(0..8)]];
    }
    map
}

/// Costs to `goal` by relaxing every edge until nothing changes: slow, obvious, and no code in common with RRA*.
fn exhaustive(ground: Ground<'_>, goal: Cell) -> Grid<Option<u32>> {
    let map = ground.terrain();
    let mut costs = Grid::filled(map.width(), map.height(), None);
    if ground.is_passable(goal) {
        costs[goal] = Some(0);
    }
    loop {
        let mut changed = false;
        for cell in map.cells() {
            for dir in Dir::ALL {
                let Some(step) = ground.step_cost(cell, dir) else { continue };
                let through = costs[cell.step(dir)].map(|rest: u32| rest + step);
                if through.is_some_and(|through| costs[cell].is_none_or(|cost| through < cost)) {
                    costs[cell] = through;
                    changed = true;
                }
            }
        }
        if !changed {
            return costs;
        }
    }
}

#[test]
fn rra_gives_true_distances_for_every_class_in_any_order_of_questions() {
    let rules = Rules::built_in();
    for seed in 0..12 {
        let map = random_map(seed, 14);
        for class in MovementClass::ALL {
            let ground = Ground::new(&map, &rules.costs, class);
            let goal = Cell::new((seed % 14) as i16, 7);
            let expected = exhaustive(ground, goal);
            let mut search = Rra::new(ground, goal, Cell::new(13, 0));
            let mut cells: Vec<Cell> = map.cells().collect();
            let mut rng = stream(seed, "questions");
            rand::seq::SliceRandom::shuffle(&mut cells[..], &mut rng);
            for cell in cells {
                assert_eq!(search.distance(ground, cell), expected[cell], "{class:?} from {cell} to {goal}");
            }
        }
    }
}

#[test]
fn the_octile_bound_never_exceeds_the_distance() {
    let rules = Rules::built_in();
    for seed in 20..26 {
        let map = random_map(seed, 12);
        for class in MovementClass::ALL {
            let ground = Ground::new(&map, &rules.costs, class);
            let goal = Cell::new(5, 5);
            for (cell, cost) in exhaustive(ground, goal).iter() {
                assert!(cost.is_none_or(|cost| ground.octile(cell, goal) <= cost));
            }
        }
    }
}

#[test]
fn regions_agree_with_distances() {
    let rules = Rules::built_in();
    for seed in 30..36 {
        let map = random_map(seed, 12);
        let ground = Ground::new(&map, &rules.costs, MovementClass::Wheeled);
        let regions = Regions::new(ground);
        let goal = map.cells().find(|cell| ground.is_passable(*cell)).expect("some grass");
        for (cell, cost) in exhaustive(ground, goal).iter() {
            assert_eq!(cost.is_some(), regions.region(cell).is_some() && regions.region(cell) == regions.region(goal));
        }
    }
}

#[test]
fn the_nearest_cell_of_a_region_is_the_nearest() {
    let rules = Rules::built_in();
    for seed in 40..50 {
        let map = random_map(seed, 13);
        let ground = Ground::new(&map, &rules.costs, MovementClass::Foot);
        let regions = Regions::new(ground);
        for region in 1..=regions.count() as u32 {
            for target in map.cells() {
                let nearest = regions.nearest(region, target).expect("the region has cells");
                let best = map
                    .cells()
                    .filter(|cell| regions.region(*cell) == Some(region))
                    .map(|cell| cell.distance_squared(target))
                    .min();
                assert_eq!(Some(nearest.distance_squared(target)), best);
            }
        }
    }
}

#[test]
fn the_pool_forgets_the_search_that_was_used_longest_ago() {
    let rules = Rules::built_in();
    let map = Grid::filled(9, 9, Terrain::Grass);
    let ground = Ground::new(&map, &rules.costs, MovementClass::Foot);
    let mut pool = RraPool::new(2);
    let (a, b, c) = (Cell::new(0, 0), Cell::new(8, 0), Cell::new(0, 8));
    for goal in [a, b, a, c] {
        pool.search(ground, goal, Cell::new(4, 4)).distance(ground, Cell::new(4, 4));
    }
    assert!(
        pool.peek(Layer { class: MovementClass::Foot, size: 1 }, a).is_some()
            && pool.peek(Layer { class: MovementClass::Foot, size: 1 }, c).is_some()
    );
    assert!(pool.peek(Layer { class: MovementClass::Foot, size: 1 }, b).is_none());
    assert_eq!((pool.len(), pool.started()), (2, 3));
}

fn request(from: Cell, goal: Cell) -> Request {
    Request {
        from,
        ready: 0,
        now: 0,
        window: 32,
        goal,
        stays: true,
        ticks_per_cell: 4,
        wait_cost: 36,
        max_wait: 32,
        max_expanded: 100_000,
    }
}

/// The least cost of coming to rest at the goal within the window, by relaxing every state (cell, tick) layer by
/// layer. No code in common with WHCA* but the table.
fn least_cost(ground: Ground<'_>, table: &ReservationTable, ask: &Request, window: u32) -> Option<u32> {
    let map = ground.terrain();
    let mut reached = vec![std::collections::BTreeMap::new(); window as usize + 40];
    reached[0].insert(ask.from, 0u32);
    let mut best: Option<u32> = None;
    let relax = |layer: &mut std::collections::BTreeMap<Cell, u32>, cell, cost| {
        let known = layer.entry(cell).or_insert(cost);
        *known = cost.min(*known);
    };
    for tick in 0..window {
        for (cell, cost) in reached[tick as usize].clone() {
            if cell == ask.goal && (tick..window).all(|later| table.claimed_by(cell, later).is_none()) {
                best = Some(best.map_or(cost, |known| known.min(cost)));
            }
            if table.claimed_by(cell, tick).is_none() {
                relax(&mut reached[tick as usize + 1], cell, cost + ask.wait_cost);
            }
            for dir in Dir::ALL {
                let Some(price) = ground.step_cost(cell, dir) else { continue };
                let step = Step { from: cell, dir, start: tick, ticks: step_ticks(price, ask.ticks_per_cell) };
                let free = (tick..step.end().min(window)).all(|at| {
                    let here = if at < step.mid() { cell } else { step.to() };
                    table.claimed_by(here, at).is_none()
                });
                if free && table.blocks_free(&step, window) && map.contains(step.to()) {
                    relax(&mut reached[step.end() as usize], step.to(), cost + price);
                }
            }
        }
    }
    best
}

#[test]
fn whca_is_as_good_as_an_exhaustive_search_around_moving_obstacles() {
    let rules = Rules::built_in();
    let mut compared = 0;
    for seed in 0..60 {
        let mut rng = stream(seed, "whca oracle");
        let mut map = Grid::filled(6, 5, Terrain::Grass);
        for _ in 0..6 {
            map[Cell::new(rng.random_range(0..6), rng.random_range(0..5))] = Terrain::Rock;
        }
        let (from, goal) = (Cell::new(0, 2), Cell::new(5, 2));
        map[from] = Terrain::Grass;
        map[goal] = Terrain::Grass;
        let ground = Ground::new(&map, &rules.costs, MovementClass::Foot);
        let window = 32;
        let mut table = ReservationTable::new(6, 5, window as u16);
        // Two others walk at random and hold what they walk on.
        for other in 1..3 {
            let mut at = Cell::new(rng.random_range(2..5), rng.random_range(0..5));
            let mut steps = Vec::new();
            let mut tick = 0;
            while tick < window {
                let dir = Dir::ALL[rng.random_range(0..8)];
                if let Some(cost) = ground.step_cost(at, dir) {
                    let step = Step { from: at, dir, start: tick, ticks: step_ticks(cost, 4) };
                    steps.push(step);
                    at = step.to();
                    tick = step.end();
                }
                tick += 1;
            }
            if let Some(first) = steps.first().map(|step| step.from) {
                table.reserve(UnitId(other), first, 0, None, &mut Route::new(steps, false));
            }
        }
        let ask = request(from, goal);
        let Some(best) = least_cost(ground, &table, &ask, window) else { continue };
        let mut distances = Rra::new(ground, goal, from);
        let plan = WindowSearch::default().plan(ground, |cell| distances.distance(ground, cell), &table, &ask);
        if !plan.route.parks {
            // Walking up to the end of the window may be cheaper than a costly rest inside of it.
            continue;
        }
        let steps = &plan.route.steps;
        let walking: u32 = steps.iter().filter_map(|step| ground.step_cost(step.from, step.dir)).sum();
        let moving: u32 = steps.iter().map(|step| u32::from(step.ticks)).sum();
        let waiting = steps.last().map_or(0, Step::end) - moving;
        assert_eq!(walking + waiting * ask.wait_cost, best, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 30, "most instances are solvable in the window: {compared}");
}

#[test]
fn a_search_never_walks_through_a_reservation() {
    let rules = Rules::built_in();
    let map = Grid::filled(9, 3, Terrain::Grass);
    let ground = Ground::new(&map, &rules.costs, MovementClass::Foot);
    let mut table = ReservationTable::new(9, 3, 32);
    for (number, y) in (0..3).enumerate() {
        // A wall of standing units with a door that opens at tick 12.
        let mut route = Route::new(vec![], y != 1);
        if y != 1 {
            table.reserve(UnitId(number as u32), Cell::new(4, y), 0, None, &mut route);
        }
    }
    let leaving = Step { from: Cell::new(4, 1), dir: Dir::East, start: 10, ticks: 4 };
    let away: Vec<Step> = [leaving, Step { from: Cell::new(5, 1), dir: Dir::East, start: 14, ticks: 4 }].into();
    table.reserve(UnitId(9), Cell::new(4, 1), 0, None, &mut Route::new(away, false));
    let mut distances = Rra::new(ground, Cell::new(8, 1), Cell::new(0, 1));
    let plan = WindowSearch::default().plan(
        ground,
        |cell| distances.distance(ground, cell),
        &table,
        &request(Cell::new(0, 1), Cell::new(8, 1)),
    );
    let through = plan.route.steps.iter().find(|step| step.to() == Cell::new(4, 1)).expect("it goes through the door");
    assert!(through.mid() >= leaving.mid(), "not before the door is open: {through:?}");
}
