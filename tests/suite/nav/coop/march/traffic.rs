use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Dir};
use gridmarch::nav::coop::march::traffic::{MEMORY, Traffic, is_against};
use gridmarch::nav::step::{Step, Tick};
use rand::RngExt;
use std::collections::BTreeMap;

#[test]
fn a_step_against_the_stream_costs_more_the_fresher_the_stream_is() {
    let mut traffic = Traffic::new(9, 3);
    traffic.note(&Step { from: Cell::new(3, 1), dir: Dir::East, start: 10, ticks: 6 });
    let price = |dir, now| traffic.price(Cell::new(4, 1), dir, now, false);
    assert!(price(Dir::West, 12) > price(Dir::West, 60) && price(Dir::West, 60) > 0);
    assert_eq!((price(Dir::East, 12), price(Dir::North, 12), price(Dir::West, 200)), (0, 0, 0));
    assert!(price(Dir::SouthWest, 12) > 0, "nearly against it");
    let in_lane = |now| traffic.price(Cell::new(4, 1), Dir::West, now, true);
    let streams = |dir, now| traffic.streams(Cell::new(4, 1), dir, now, 30);
    assert!(streams(Dir::West, 39) && !streams(Dir::West, 41) && !streams(Dir::East, 12));
    assert!(in_lane(12) > 0 && in_lane(100) == 0 && price(Dir::West, 100) > 0, "a lane turns sooner");
}

#[test]
fn every_step_is_remembered_as_long_as_it_matters_and_no_longer() {
    let mut rng = stream(2, "traffic");
    let mut traffic = Traffic::new(30, 20);
    // The last step by cell and direction.
    let mut last: BTreeMap<(Cell, Dir), Tick> = BTreeMap::new();
    let mut seen = [0; 2];
    let mut now = 0;
    for _ in 0..3000 {
        // Now and then time leaps, as when another planner was on for some time.
        now += if rng.random_range(0..100) == 0 { rng.random_range(1..400) } else { 1 };
        traffic.go_on(now);
        let any = |rng: &mut Rng| Cell::new(rng.random_range(1..29), rng.random_range(1..19));
        let step = Step { from: any(&mut rng), dir: Dir::ALL[rng.random_range(0..8)], start: now, ticks: 6 };
        traffic.note(&step);
        last.insert((step.from, step.dir), now);
        last.insert((step.to(), step.dir), now);
        for _ in 0..40 {
            let (at, dir) = (any(&mut rng), Dir::ALL[rng.random_range(0..8)]);
            let against = Dir::ALL.into_iter().filter(|other| is_against(*other, dir));
            let latest = against.filter_map(|other| last.get(&(at, other))).max();
            let age = latest.map(|latest| now - latest).filter(|age| *age < MEMORY);
            assert_eq!(traffic.since(at, dir, now), age, "{at} {dir:?} at tick {now}");
            seen[usize::from(age.is_some())] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 1_000), "{seen:?}");
}
