//! Estimates: never too high and monotone where they say so, with a counter-example where not.

use gridmarch::base::{Budget, Cell, Grid, rng};
use gridmarch::lab::search::{Prepared, Setup};
use gridmarch::lab::worlds::World;
use gridmarch::lab::worlds::guess::Guess;
use gridmarch::lab::worlds::river::River;
use gridmarch::lab::worlds::sliding::Sliding;
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::searchers::Searcher;
use gridmarch::nav::searchers::check::check;
use gridmarch::nav::searchers::estimates::{Estimate, Heuristic};
use gridmarch::nav::searchers::grid::{GridMap, GridSpace, UNIT};
use rand::RngExt;
use std::sync::Arc;

#[test]
fn estimates_are_admissible_and_monotone_in_their_models() {
    let mut rng = rng::stream(5, "estimates");
    for round in 0..600 {
        let moves = if round % 2 == 0 { Moves::Four } else { Moves::Eight };
        let (width, height) = (rng.random_range(1..14), rng.random_range(1..14));
        let prices: Vec<u8> = (0..width * height).map(|_| [0, 0, 4, 4, 4, 3, 7, 12][rng.random_range(0..8)]).collect();
        let map = GridMap::new(Grid::from_rows(width, height, prices), moves);
        let free: Vec<Cell> = map.prices().cells().filter(|cell| map.is_free(*cell)).collect();
        let Some(goal) = free.get(rng.random_range(0..free.len().max(1))).copied() else { continue };
        for heuristic in Heuristic::ALL.into_iter().filter(|one| one.is_admissible(moves)) {
            let estimate = Estimate::new(heuristic, &map, goal, None, &Budget::unlimited()).expect("an estimate");
            let space = GridSpace { map: &map, start: goal, goal };
            let verdict = check(&space, |cell| estimate.of(cell), &Budget::unlimited()).expect("a verdict");
            assert!(verdict.is_admissible() && verdict.is_monotone(), "{} {moves:?} {verdict:?}", heuristic.name());
            assert!(heuristic != Heuristic::Exact || verdict.quality == 1.0, "the true distance is perfect");
            assert_eq!(estimate.of(goal), 0);
        }
    }
}

#[test]
fn the_squared_distance_is_refuted_with_the_worst_cell() {
    let map = GridMap::uniform(&Grid::filled(20, 1, true), Moves::Eight);
    let space = GridSpace { map: &map, start: Cell::new(0, 0), goal: Cell::new(19, 0) };
    let estimate =
        Estimate::new(Heuristic::Squared, &map, space.goal, None, &Budget::unlimited()).expect("an estimate");
    let verdict = check(&space, |cell| estimate.of(cell), &Budget::unlimited()).expect("a verdict");
    let worst = verdict.too_high.1.expect("a counter-example");
    assert_eq!((worst.state, worst.estimate, worst.distance), (Cell::new(0, 0), 361 * UNIT, 19 * UNIT));
    // All but the goal and its neighbour.
    assert_eq!((verdict.states, verdict.too_high.0), (20, 18));
    let falls = verdict.falls.1.expect("a step along which it falls too much");
    assert_eq!(
        (falls.from, falls.to, falls.before - falls.after),
        (Cell::new(0, 0), Cell::new(1, 0), (361 - 324) * UNIT)
    );
}

#[test]
fn manhattan_is_too_high_where_diagonals_exist() {
    let map = GridMap::uniform(&Grid::filled(5, 5, true), Moves::Eight);
    let space = GridSpace { map: &map, start: Cell::new(0, 0), goal: Cell::new(4, 4) };
    let estimate =
        Estimate::new(Heuristic::Manhattan, &map, space.goal, None, &Budget::unlimited()).expect("an estimate");
    let verdict = check(&space, |cell| estimate.of(cell), &Budget::unlimited()).expect("a verdict");
    assert!(!verdict.is_admissible() && !Heuristic::Manhattan.is_admissible(Moves::Eight));
}

fn guesses_hold<W: World>(world: &W) {
    for guess in W::GUESSES.iter().filter(|guess| **guess != Guess::Exact) {
        let verdict =
            check(world, |state| world.guess(*guess, state, world.goal()), &Budget::unlimited()).expect("a verdict");
        assert!(verdict.is_admissible() && verdict.is_monotone(), "{}: {verdict:?}", guess.name());
        assert!(verdict.states > 8);
    }
    assert!(!world.is_goal(world.start()));
}

#[test]
fn estimates_of_worlds_are_admissible_and_monotone() {
    guesses_hold(&Sliding::scrambled(3, 3, 30, 2).expect("a puzzle"));
    guesses_hold(&River::Farmer);
    for (pairs, seats) in [(3, 2), (5, 3), (6, 4)] {
        guesses_hold(&River::missionaries(pairs, seats).expect("a river"));
    }
}

#[test]
fn what_is_prepared_is_found_anew_for_another_map() {
    let setup = |side: u16| {
        let map = Arc::new(GridMap::uniform(&Grid::filled(side, side, true), Moves::Eight));
        let mut setup = Setup::on_map(map, Cell::new(0, 0), Cell::new(side as i16 - 1, 0), Searcher::AStar);
        setup.heuristic = Heuristic::Exact;
        setup
    };
    let mut prepared = Prepared::default();
    // Of the larger map all pairs would be too many.
    for side in [30, 8, 50, 9] {
        let report = setup(side).count(&mut prepared, &Budget::unlimited()).expect("an answer");
        assert_eq!(report.cost, Some(f64::from(side) - 1.0));
        assert_eq!(report.counts.expanded, u64::from(side), "the true distance leads straight there");
        assert_eq!(prepared.pairs.is_some(), side <= 32);
    }
}
