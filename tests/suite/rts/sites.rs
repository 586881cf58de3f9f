//! Where the programs build.

use super::army::camp;
use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::rts::bot::{BotOrder, Occupation};
use gridmarch::games::rts::rules::Price;
use gridmarch::nav::terrain::Terrain;
use rand::RngExt as _;
use std::collections::VecDeque;

/// The grass that is reached from a cell in straight steps.
fn reached(terrain: &Grid<Terrain>, from: Cell) -> Grid<bool> {
    let mut seen = terrain.map(|_| false);
    seen[from] = true;
    let mut open = VecDeque::from([from]);
    while let Some(cell) = open.pop_front() {
        for next in [Dir::North, Dir::East, Dir::South, Dir::West].map(|dir| cell.step(dir)) {
            if terrain.get(next) == Some(&Terrain::Grass) && !std::mem::replace(&mut seen[next], true) {
                open.push_back(next);
            }
        }
    }
    seen
}

#[test]
fn what_is_asked_for_at_a_time_walls_nobody_in() {
    let mut sites = 0;
    for seed in 0..200 {
        let mut camp = camp("bot:5,style=boom");
        let mut random = stream(seed, "rocks");
        for at in camp.terrain.cells().collect::<Vec<_>>() {
            let is_camp = (6..14).contains(&at.x) && (6..14).contains(&at.y);
            // A valley, and rocks in it.
            let is_valley = (3..15).contains(&at.y);
            if !is_valley || !is_camp && random.random_range(0..100) < 12 {
                camp.terrain[at] = Terrain::Rock;
            }
        }
        camp.mine(Cell::new(3, 14), 9000);
        camp.add(16, "thrall", Occupation::Idle);
        camp.stock = Price { gold: 2000, wood: 2000 };
        // Nobody begins anything.
        let before = reached(&camp.terrain, Cell::new(13, 7));
        let orders: Vec<BotOrder> = (0..12).flat_map(|_| camp.think()).collect();
        let mut after = camp.terrain.clone();
        for order in &orders {
            let BotOrder::Build(_, kind, at) = order else { continue };
            sites += 1;
            let size = i16::from(camp.rules.building(*kind).size);
            for cell in (0..size).flat_map(|y| (0..size).map(move |x| Cell::new(at.x + x, at.y + y))) {
                after[cell] = Terrain::Building;
            }
        }
        let mut left = before.cells().filter(|at| before[*at] && after[*at] == Terrain::Grass);
        let still = reached(&after, left.next().expect("some ground is left"));
        for at in left {
            assert!(still[at], "seed {seed}: nobody comes to {at} any more: {orders:?}");
        }
    }
    assert!(sites > 120, "only {sites} sites");
}
