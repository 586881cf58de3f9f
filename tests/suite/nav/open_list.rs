use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Dir};
use gridmarch::nav::open_list::{Entry, OpenList};
use rand::RngExt;
use std::collections::BTreeSet;

#[test]
fn every_entry_comes_out_once_and_the_least_estimate_first_whatever_the_order_of_adding() {
    let mut rng = stream(1, "open list");
    // Near each other; around the ends of the buckets; odd ones; far apart.
    for (range, grain) in [(40, 2), (2_040, 2), (300, 1), (9_000, 2)] {
        for _ in 0..50 {
            let (mut list, mut oracle) = (OpenList::default(), BTreeSet::<(u32, u32, Cell)>::new());
            let mut floor = rng.random_range(0..5_000);
            for _ in 0..800 {
                assert_eq!(list.least(), oracle.first().map(|(estimate, ..)| *estimate));
                if rng.random_bool(0.55) {
                    // Now and then far below what has come out, as after an edit of the map.
                    let low = if rng.random_range(0..50) == 0 { floor / 2 } else { floor };
                    let estimate = (low + rng.random_range(0..range)) / grain * grain;
                    let cell = Cell::new(rng.random_range(0..9), rng.random_range(0..9));
                    let cost = rng.random_range(0..6);
                    if oracle.insert((estimate, cost, cell)) {
                        list.push(Entry::new(estimate, cost, cell, Some(Dir::East)));
                    }
                } else {
                    let least = oracle.first().map(|(estimate, ..)| *estimate);
                    let entry = list.pop();
                    assert_eq!(entry.map(Entry::estimate), least);
                    if let Some(entry) = entry {
                        assert_eq!(entry.by(), Dir::East as u8);
                        assert!(oracle.remove(&(entry.estimate(), entry.cost(), entry.cell())));
                        floor = entry.estimate();
                    }
                }
            }
        }
    }
}
