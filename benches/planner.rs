//! Speed of the searches: `cargo bench --no-default-features --bench planner`.

#![allow(missing_docs, reason = "criterion's macros make public items without docs")]

use criterion::{Criterion, criterion_group, criterion_main};
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, generate};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::coop::whca::{Request, WindowSearch};
use gridmarch::nav::regions::Regions;
use gridmarch::nav::reservation::ReservationTable;
use gridmarch::nav::rra::Rra;
use gridmarch::nav::terrain::{Ground, MovementClass, Terrain};
use std::hint::black_box;

fn map(side: u16) -> Grid<Terrain> {
    let spec = MapSpec { kind: MapKind::Rivers, width: side, height: side, seed: 1 };
    generate(&spec, &Rules::built_in()).expect("a map").terrain
}

/// Two cells of one region, far apart.
fn far_apart(ground: Ground<'_>) -> (Cell, Cell) {
    let regions = Regions::new(ground);
    let largest = (1..=regions.count() as u32).max_by_key(|region| regions.size(*region));
    let mut cells = ground.terrain().cells().filter(|cell| regions.region(*cell).is_some_and(|r| Some(r) == largest));
    let first = cells.next().expect("a passable cell");
    (first, cells.last().expect("another one"))
}

fn searches(bench: &mut Criterion) {
    let rules = Rules::built_in();
    let map = map(128);
    let ground = Ground::new(&map, &rules.costs, MovementClass::Foot);
    let (from, goal) = far_apart(ground);
    bench.bench_function("rra across 128x128", |timer| {
        timer.iter(|| Rra::new(ground, black_box(goal), from).distance(ground, from));
    });
    bench.bench_function("regions of 128x128", |timer| timer.iter(|| Regions::new(black_box(ground))));
    let table = ReservationTable::new(map.width(), map.height(), rules.planner.window);
    let mut distances = Rra::new(ground, goal, from);
    let mut search = WindowSearch::default();
    let kind = &rules.units[0];
    let request = Request {
        from,
        ready: 0,
        now: 0,
        window: rules.planner.window,
        goal,
        stays: true,
        ticks_per_cell: kind.ticks_per_cell,
        wait_cost: kind.wait_cost(),
        max_wait: rules.planner.max_wait,
        max_expanded: rules.planner.max_expanded,
    };
    bench.bench_function("whca window without traffic", |timer| {
        timer.iter(|| search.plan(ground, |cell| distances.distance(ground, cell), &table, black_box(&request)));
    });
}

criterion_group!(benches, searches);
criterion_main!(benches);
