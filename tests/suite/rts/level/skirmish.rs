//! Random maps for a skirmish are fair.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::rts::level::generate::{
    LONGEST_SIDE, MOST_PLAYERS, SkirmishSpec, generate_skirmish, shortest_side,
};
use gridmarch::games::rts::level::{Level, MineSpawn, check, hall_side, mine_side};
use gridmarch::games::rts::placement::{footprint, gap, rim};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::clearance::Clearance;
use gridmarch::nav::terrain::{Ground, MovementClass, Terrain};
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Gold in the mine of a home.
const HOME_GOLD: u32 = 12_000;
/// Trees near each start, at least.
const LEAST: usize = 250;

fn spec(players: u8, width: u16, height: u16, seed: u64) -> SkirmishSpec {
    SkirmishSpec { players, width, height, seed }
}

fn made(spec: &SkirmishSpec) -> (Level, Rules) {
    let rules = Rules::built_in();
    let level = generate_skirmish(spec, &rules).unwrap_or_else(|error| panic!("{spec:?}: {error}"));
    (level, rules)
}

/// Which cells halls and mines stand on.
fn sites(level: &Level, rules: &Rules) -> Grid<bool> {
    let mut sites = level.terrain.map(|_| false);
    let mines = level.mines.iter().map(|mine| (mine.at, mine_side(rules)));
    for (at, size) in level.starts.iter().map(|at| (*at, hall_side(rules))).chain(mines) {
        footprint(at, size).for_each(|cell| sites[cell] = true);
    }
    sites
}

/// What it costs to walk from beside a start to each cell.
fn walks(level: &Level, rules: &Rules, start: Cell) -> Grid<u32> {
    let sites = sites(level, rules);
    let ground = Ground::new(&level.terrain, &rules.costs, MovementClass::Foot).without(&sites);
    let mut cost: Grid<u32> = level.terrain.map(|_| u32::MAX);
    let mut open = BinaryHeap::new();
    for cell in rim(start, hall_side(rules)).filter(|cell| ground.is_passable(*cell)) {
        cost[cell] = 0;
        open.push((Reverse(0), cell));
    }
    while let Some((Reverse(now), cell)) = open.pop() {
        for dir in Dir::ALL {
            let Some(step) = ground.step_cost(cell, dir) else { continue };
            let next = cell.step(dir);
            if now + step < cost[next] {
                cost[next] = now + step;
                open.push((Reverse(now + step), next));
            }
        }
    }
    cost
}

/// The costs of walking from a start to each mine, the nearest first, with the gold in it.
fn ways_to_mines(level: &Level, rules: &Rules, start: Cell) -> Vec<(u32, u32)> {
    let walks = walks(level, rules, start);
    let nearest = |mine: &MineSpawn| {
        let costs = rim(mine.at, mine_side(rules)).filter_map(|cell| walks.get(cell).copied());
        (costs.min().unwrap_or(u32::MAX), mine.gold)
    };
    let mut ways: Vec<_> = level.mines.iter().map(nearest).collect();
    ways.sort_unstable();
    ways
}

/// Trees within twenty cells of the middle of a hall.
fn trees_near(land: &Grid<Terrain>, hall: Cell, size: u8) -> usize {
    // In half cells, rounded down.
    let away = |cell: i16, hall: i16| i32::from(2 * (cell - hall)) + 1 - i32::from(size);
    let is_near = |cell: &Cell| {
        let (x, y) = (away(cell.x, hall.x), away(cell.y, hall.y));
        (x * x + y * y).isqrt() <= 40
    };
    land.cells().filter(|cell| land[*cell] == Terrain::Forest && is_near(cell)).count()
}

/// What must hold on every map: the same at every home, and everything within reach of everybody.
fn assert_fair(spec: &SkirmishSpec) {
    let (level, rules) = made(spec);
    assert!(check(&level, &rules).is_ok(), "{spec:?}");
    let sides = usize::from(spec.players);
    assert_eq!(level.starts.len(), sides, "{spec:?}");
    assert!(level.mines.len() > 2 * sides && level.units.is_empty(), "{spec:?}: {} mines", level.mines.len());

    let (hall, mine) = (hall_side(&rules), mine_side(&rules));
    let homes: Vec<_> = level
        .starts
        .iter()
        .map(|start| {
            let gaps = level.mines.iter().map(|spawn| gap(*start, hall, spawn.at, mine));
            let trees = trees_near(&level.terrain, *start, hall);
            let ways = ways_to_mines(&level, &rules, *start);
            assert!(ways.iter().all(|(cost, _)| *cost < u32::MAX), "{spec:?}: {start} does not reach every mine");
            (gaps.min().unwrap_or(0), ways[0], trees)
        })
        .collect();
    assert!(homes.iter().all(|home| *home == homes[0]), "{spec:?}: {homes:?}");
    let (away, (_, gold), trees) = homes[0];
    assert!((6..=9).contains(&away) && gold == HOME_GOLD && trees >= LEAST, "{spec:?}: {homes:?}");
    assert_joined(&level, &rules, spec);
}

/// Every class comes from the first start to every other one and to every mine; wheels with carts of two cells.
fn assert_joined(level: &Level, rules: &Rules, spec: &SkirmishSpec) {
    let sites = sites(level, rules);
    for class in MovementClass::ALL {
        let size = if class == MovementClass::Wheeled { 2 } else { 1 };
        let ground = Ground::new(&level.terrain, &rules.costs, class).without(&sites);
        let (width, height) = (level.terrain.width(), level.terrain.height());
        let clearance = Clearance::new(width, height, 2, |cell| ground.is_passable(cell));
        let first = rim(level.starts[0], hall_side(rules)).find(|cell| clearance.fits(*cell, size));
        let mut seen = level.terrain.map(|_| false);
        let mut open: Vec<Cell> = first.into_iter().collect();
        while let Some(cell) = open.pop() {
            if clearance.fits(cell, size) && !std::mem::replace(&mut seen[cell], true) {
                open.extend(Dir::ALL.into_iter().step_by(2).map(|dir| cell.step(dir)));
            }
        }
        let squares = level.starts.iter().map(|at| (*at, hall_side(rules)));
        for (at, side) in squares.chain(level.mines.iter().map(|spawn| (spawn.at, mine_side(rules)))) {
            let is_reached = rim(at, side).any(|cell| seen.get(cell).copied().unwrap_or(false));
            assert!(is_reached, "{spec:?}: {} units do not reach {at}", class.name());
        }
        // Nobody on foot stands on ground that others cannot come to.
        let lost = level.terrain.cells().find(|cell| size == 1 && ground.is_passable(*cell) && !seen[*cell]);
        assert!(class != MovementClass::Foot || lost.is_none(), "{spec:?}: {lost:?} is cut off");
    }
}

#[test]
fn maps_for_two_to_eight_sides_are_fair_and_joined() {
    for players in 2..=MOST_PLAYERS {
        let side = shortest_side(players);
        assert_fair(&spec(players, side, side, 1));
    }
    assert_fair(&spec(4, 112, 88, 2));
    assert_fair(&spec(3, 128, 96, 3));
    assert_fair(&spec(2, LONGEST_SIDE, 200, 4));
    // Its first good draft had a cell that was cut off.
    assert_fair(&spec(5, 118, 125, 1_565_304_004_258_268_424));
}

#[test]
fn two_four_and_eight_sides_have_ground_that_is_equal_to_the_cell() {
    for (players, side) in [(2, 80), (4, 96), (4, 128), (8, 144)] {
        for seed in 0..3 {
            let (level, _) = made(&spec(players, side, side, seed));
            let last = side as i16 - 1;
            let turned = |cell: Cell| match players {
                2 => Cell::new(last - cell.x, last - cell.y),
                _ => Cell::new(last - cell.y, cell.x),
            };
            let differs = level.terrain.cells().find(|cell| level.terrain[*cell] != level.terrain[turned(*cell)]);
            assert_eq!(differs, None, "{players} sides, seed {seed}");
        }
    }
}

#[test]
fn the_way_to_the_second_mine_is_about_the_same_for_all() {
    for (players, side) in [(2, 96), (3, 112), (4, 112), (5, 128), (6, 144), (7, 144), (8, 160)] {
        let (level, rules) = made(&spec(players, side, side, 5));
        let second: Vec<u32> = level.starts.iter().map(|start| ways_to_mines(&level, &rules, *start)[1].0).collect();
        let (least, most) = (second.iter().min().copied().unwrap_or(0), second.iter().max().copied().unwrap_or(0));
        assert!(most * 100 <= least * 120, "{players} sides: {second:?}");
    }
}

#[test]
fn a_seed_is_a_map_and_another_seed_another_map() {
    let rules = Rules::built_in();
    let map = |seed| generate_skirmish(&spec(3, 96, 96, seed), &rules);
    assert_eq!(map(7), map(7));
    assert_ne!(map(7).map(|level| level.terrain), map(8).map(|level| level.terrain));
}

#[test]
fn what_has_no_room_is_refused_with_the_range() {
    let told = |players, width, height| {
        let error = generate_skirmish(&spec(players, width, height, 1), &Rules::built_in());
        error.expect_err("out of range").to_string()
    };
    assert_eq!(told(1, 96, 96), "players is 1, expected 2 to 8");
    assert_eq!(told(9, 96, 96), "players is 9, expected 2 to 8");
    assert_eq!(told(4, 64, 96), "width is 64, expected 88 to 256");
    assert_eq!(told(2, 64, 257), "height is 257, expected 64 to 256");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_map_is_fair(players in 2..=MOST_PLAYERS, wider in 0..40_u16, higher in 0..40_u16, is_square: bool, seed: u64) {
        let side = shortest_side(players);
        let height = if is_square { wider } else { higher };
        assert_fair(&spec(players, side + wider, side + height, seed));
    }
}
