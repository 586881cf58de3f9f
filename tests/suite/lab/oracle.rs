//! Every searcher against an oracle that knows no search: costs that are made better until nothing gets better.

use gridmarch::base::{Budget, Cell, Dir, Grid, rng};
use gridmarch::lab::search::{Prepared, Setup};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::jps::Jps;
use gridmarch::nav::octile;
use gridmarch::nav::searchers::estimates::Heuristic;
use gridmarch::nav::searchers::grid::{GridMap, PLAIN};
use gridmarch::nav::searchers::kind::Promise;
use gridmarch::nav::searchers::{CycleCheck, End, Searcher};
use rand::RngExt;
use std::sync::Arc;

/// Small maps for each kind of moves.
const MAPS: u32 = 10_000;

/// A step that is legal costs the mean price times its length; in steps over plain ground.
fn step(prices: &Grid<u8>, moves: Moves, from: Cell, dir: Dir) -> Option<f64> {
    let price = |cell: Cell| prices.get(cell).copied().filter(|price| *price > 0);
    let (dx, dy) = dir.offset();
    let (here, there) = (price(from)?, price(Cell::new(from.x + dx, from.y + dy))?);
    if dx != 0 && dy != 0 {
        price(Cell::new(from.x + dx, from.y)).filter(|_| moves == Moves::Eight)?;
        price(Cell::new(from.x, from.y + dy))?;
    }
    let length = if dx != 0 && dy != 0 { std::f64::consts::SQRT_2 } else { 1.0 };
    Some(f64::from(here + there) / f64::from(2 * PLAIN) * length)
}

/// Least costs and least numbers of steps from a cell.
fn oracle(prices: &Grid<u8>, moves: Moves, start: Cell) -> (Grid<f64>, Grid<f64>) {
    let mut costs = prices.map(|_| f64::INFINITY);
    let mut steps = costs.clone();
    (costs[start], steps[start]) = (0.0, 0.0);
    loop {
        let before = (costs.clone(), steps.clone());
        for from in prices.cells() {
            for dir in Dir::ALL {
                if let Some(cost) = step(prices, moves, from, dir) {
                    let to = from.step(dir);
                    costs[to] = costs[to].min(costs[from] + cost);
                    steps[to] = steps[to].min(steps[from] + 1.0);
                }
            }
        }
        if (costs.clone(), steps.clone()) == before {
            return (costs, steps);
        }
    }
}

/// What a way costs, and whether it is one; lines between corners for Theta*.
fn cost_of(prices: &Grid<u8>, moves: Moves, path: &[Cell]) -> Option<f64> {
    let steps = path.windows(2).map(|pair| step(prices, moves, pair[0], pair[0].dir_to(pair[1])?));
    steps.sum()
}

fn random_prices(rng: &mut rng::Rng, uniform: bool) -> Grid<u8> {
    let (width, height) = (rng.random_range(1..=6), rng.random_range(1..=5));
    let blocked = rng.random_range(0..50);
    let mut price = || match rng.random_range(0..100) < blocked {
        true => 0,
        false if uniform => PLAIN,
        false => [3, 4, 4, 6, 8, 12][rng.random_range(0..6)],
    };
    let cells = (0..width * height).map(|_| price()).collect();
    Grid::from_rows(width, height, cells)
}

fn agree(moves: Moves) {
    let mut rng = rng::stream(22, if moves == Moves::Four { "oracle of four" } else { "oracle of eight" });
    let (mut found, mut asked) = (0, 0);
    for round in 0..MAPS {
        let is_uniform = round % 2 == 0;
        let prices = random_prices(&mut rng, is_uniform);
        let free: Vec<Cell> = prices.cells().filter(|cell| prices[*cell] > 0).collect();
        if free.is_empty() {
            continue;
        }
        let (start, goal) = (free[rng.random_range(0..free.len())], free[rng.random_range(0..free.len())]);
        let (costs, steps) = oracle(&prices, moves, start);
        let map = Arc::new(GridMap::new(prices.clone(), moves));
        let mut prepared = Prepared::default();
        for searcher in Searcher::ALL {
            let mut setup = Setup::on_map(map.clone(), start, goal, searcher);
            let good: Vec<Heuristic> = Heuristic::ALL.into_iter().filter(|one| one.is_admissible(moves)).collect();
            setup.heuristic = good[rng.random_range(0..good.len())];
            setup.options.weight = rng.random_range(100..400);
            setup.options.depth = 40;
            if setup.check().is_err() {
                assert_eq!(searcher, Searcher::Jps);
                continue;
            }
            let what = || format!("{} from {start} to {goal}, {moves:?}\n{prices:?}", setup.title());
            let report = setup.count(&mut prepared, &Budget::nodes(1_000_000)).expect("a question that can be asked");
            asked += 1;
            assert_eq!(report.end == End::Found, costs[goal].is_finite(), "{}", what());
            let Some(cost) = report.cost else {
                assert_eq!(report.end, End::NoWay, "{}", what());
                continue;
            };
            found += 1;
            let path: Vec<Cell> = report.path.iter().map(|key| prices.cell(*key as usize)).collect();
            assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)), "{}", what());
            let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
            if searcher != Searcher::ThetaStar {
                let walked = cost_of(&prices, moves, &path).unwrap_or_else(|| panic!("no way: {path:?} {}", what()));
                assert!(near(walked, cost), "{walked} is not {cost}: {}", what());
            }
            match searcher.promise() {
                Promise::Cheapest => assert!(near(cost, costs[goal]), "{cost}, oracle {}: {}", costs[goal], what()),
                Promise::Shortest => assert!(near(path.len() as f64 - 1.0, steps[goal]), "{}", what()),
                Promise::Bounded => {
                    let most = costs[goal] * f64::from(setup.options.weight) / 100.0;
                    assert!(cost <= most + 1e-6, "{cost} > {most}: {}", what());
                }
                // Lines are at least as long as the straight one, and no worse than three times the best way of steps.
                Promise::Some if searcher == Searcher::ThetaStar => {
                    let straight = f64::from(start.distance_squared(goal)).sqrt() * f64::from(map.least_price())
                        / f64::from(PLAIN);
                    assert!(cost >= straight - 1e-6 && cost <= 3.0 * costs[goal] + 1e-6, "{cost}: {}", what());
                }
                Promise::Some => assert!(cost >= costs[goal] - 1e-6, "{}", what()),
            }
        }
    }
    assert!(found > 60_000 && asked > 120_000, "{found} of {asked}");
}

#[test]
fn every_searcher_agrees_with_the_oracle_in_four_directions() {
    agree(Moves::Four);
}

#[test]
fn every_searcher_agrees_with_the_oracle_in_eight_directions() {
    agree(Moves::Eight);
}

#[test]
fn the_cheapest_way_does_not_depend_on_the_cycle_check() {
    let mut rng = rng::stream(22, "cycle checks");
    for _ in 0..200 {
        let mut prices = random_prices(&mut rng, false);
        while prices.len() > 9 {
            prices = random_prices(&mut rng, false);
        }
        let free: Vec<Cell> = prices.cells().filter(|cell| prices[*cell] > 0).collect();
        let [start, .., goal] = free[..] else { continue };
        let (costs, steps) = oracle(&prices, Moves::Four, start);
        let map = Arc::new(GridMap::new(prices, Moves::Four));
        for searcher in [
            Searcher::BreadthFirst,
            Searcher::UniformCost,
            Searcher::IterativeDeepening,
            Searcher::AStar,
            Searcher::IdaStar,
            Searcher::HierarchicalAStar,
        ] {
            for check in CycleCheck::ALL {
                let mut setup = Setup::on_map(map.clone(), start, goal, searcher);
                setup.options.check = check;
                let report = setup.count(&mut Prepared::default(), &Budget::nodes(30_000)).expect("an answer");
                match report.end {
                    // Without a check of the whole way a search runs for ever where there is no way.
                    End::Stopped => assert!(matches!(check, CycleCheck::None | CycleCheck::Parent)),
                    End::Found if searcher.promise() == Promise::Shortest => {
                        assert_eq!(report.path.len() as f64 - 1.0, steps[goal])
                    }
                    End::Found => assert!((report.cost.expect("a cost") - costs[goal]).abs() < 1e-6),
                    _ => assert!(costs[goal].is_infinite(), "{} {check:?}", setup.title()),
                }
            }
        }
    }
}

#[test]
fn the_jump_points_that_tell_find_what_the_fast_ones_find() {
    let mut rng = rng::stream(22, "jump points");
    for _ in 0..300 {
        let blocked = rng.random_range(5..45);
        let cells = (0..40 * 30).map(|_| rng.random_range(0..100) >= blocked).collect();
        let passable = Grid::from_rows(40, 30, cells);
        let (map, mut fast) = (Arc::new(GridMap::uniform(&passable, Moves::Eight)), Jps::new(&passable));
        let free: Vec<Cell> = passable.cells().filter(|cell| passable[*cell]).collect();
        let (start, goal) = (free[rng.random_range(0..free.len())], free[rng.random_range(0..free.len())]);
        let report =
            Setup::on_map(map, start, goal, Searcher::Jps).count(&mut Prepared::default(), &Budget::unlimited());
        let path = fast.path(start, goal);
        let (cost, length) = (report.expect("an answer").cost, path.map(|path| octile::cells(&path)));
        assert!(cost.is_some() == length.is_some() && (cost.unwrap_or(0.0) - length.unwrap_or(0.0)).abs() < 1e-6);
    }
}

#[test]
fn a_spent_budget_ends_every_search() {
    let map = Arc::new(GridMap::uniform(&Grid::filled(64, 64, true), Moves::Eight));
    for searcher in Searcher::ALL {
        for check in CycleCheck::ALL {
            let mut setup = Setup::on_map(map.clone(), Cell::new(0, 0), Cell::new(40, 63), searcher);
            setup.options.check = check;
            setup.heuristic = Heuristic::Zero;
            let mut prepared = Prepared::default();
            setup.prepare(&mut prepared, &Budget::unlimited()).expect("prepared");
            let report = setup.count(&mut prepared, &Budget::nodes(50)).expect("an answer");
            assert!(report.counts.expanded <= 50, "{} {check:?}", setup.title());
            let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
            let report = setup.count(&mut prepared, &Budget::unlimited().and_stop(stop)).expect("an answer");
            assert!(report.end == End::Stopped && report.counts.expanded == 0, "{}", setup.title());
        }
    }
}
