//! What orders cost in searched cells, which is the same on every machine.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::level::{Level, UnitSpawn};
use gridmarch::games::rts::rules::{KindId, Rules};
use gridmarch::games::rts::sim::Order;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::march::planning::PlannerStats;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

/// A match of footmen on these cells.
fn footmen(terrain: Grid<Terrain>, cells: impl Iterator<Item = Cell>) -> Match {
    let units = cells.map(|at| UnitSpawn { kind: KindId(0), side: 0, at }).collect();
    let level = Level { name: "costs".into(), units, ..Level::of_ground(terrain) };
    Match::new(level, Rules::built_in(), 1)
}

fn order(game: &mut Match, count: u32, to: Cell) {
    let units = (0..count).map(UnitId).collect();
    game.order(0, Order::MoveTo { units, to, queue: false, formation: false });
}

fn searched(game: &Match) -> u64 {
    game.app.world().resource::<PlannerStats>().distance_cells
}

#[test]
fn two_hundred_units_to_one_goal_search_less_than_one_map_and_a_half() {
    const SIDE: i16 = 256;
    let terrain = Grid::filled(SIDE as u16, SIDE as u16, Terrain::Grass);
    // All over the map: 20 columns and 10 rows, 12 and 24 cells apart.
    let cells = (0..200).map(|index| Cell::new(6 + index % 20 * 12, 6 + index / 20 * 24));
    let mut game = footmen(terrain, cells);
    order(&mut game, 200, Cell::new(SIDE / 2, SIDE / 2));
    game.run(1400);
    let full = u64::from(SIDE.unsigned_abs()).pow(2);
    assert!(searched(&game) * 2 <= full * 3, "{} cells searched of {full}", searched(&game));
    assert!(searched(&game) * 4 >= full, "the way over the map is searched: {}", searched(&game));
}

#[test]
fn an_enclosed_army_never_searches_the_land_outside_of_its_walls() {
    const SIDE: i16 = 128;
    const YARD: i16 = 32;
    let mut terrain = Grid::filled(SIDE as u16, SIDE as u16, Terrain::Grass);
    let (first, last) = (SIDE / 2 - YARD / 2 - 1, SIDE / 2 + YARD / 2);
    for along in first..=last {
        for at in [(along, first), (along, last), (first, along), (last, along)] {
            terrain[Cell::new(at.0, at.1)] = Terrain::Wall;
        }
    }
    let inside = (0..YARD * YARD).map(|index| Cell::new(first + 1 + index % YARD, first + 1 + index / YARD));
    let mut game = footmen(terrain, inside.take(500));
    game.run(10);
    order(&mut game, 500, Cell::new(0, 0));
    game.run(1);
    let at_once = searched(&game);
    game.run(600);
    order(&mut game, 500, Cell::new(SIDE - 1, 0));
    game.run(600);
    let yard = u64::from(YARD.unsigned_abs()).pow(2);
    // If each unit searched the land outside once, that would be 500 times fifteen yards.
    assert!(at_once <= 20 * yard, "{at_once} cells in the tick of the order, the yard has {yard}");
    assert!(searched(&game) <= 2 * 500 * yard * 3 / 4, "{} cells in all", searched(&game));
}
