//! The same seed gives the same match, whatever the threads.

use gridmarch::base::{Cell, rng::stream};
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, generate};
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::fingerprint::Print;
use gridmarch::games::rts::sim::{HostOrder, Order};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use rand::RngExt;

/// The fingerprints of 400 ticks under random orders and edits.
fn play(seed: u64, one_thread: bool) -> Vec<Print> {
    let rules = Rules::built_in();
    let level = generate(&MapSpec { kind: MapKind::Duel, width: 48, height: 48, seed }, &rules).expect("a map");
    let count = level.units.len() as u32;
    let mut game = Match::new(level, rules, seed);
    if one_thread {
        game.use_one_thread();
    }
    let mut rng = stream(seed, "determinism");
    let mut prints = Vec::new();
    for tick in 0..400 {
        if tick % 20 == 0 {
            let to = Cell::new(rng.random_range(0..48), rng.random_range(0..48));
            let units = (0..count).filter(|_| rng.random_bool(0.6)).map(UnitId).collect();
            game.order((tick / 20 % 2) as u8, Order::MoveTo { units, to, queue: tick % 40 == 0, formation: false });
            game.host(HostOrder::Paint { cells: vec![to], terrain: Terrain::Rock });
        }
        game.tick();
        prints.push(game.print());
    }
    prints
}

#[test]
fn the_same_seed_gives_the_same_match_twice() {
    let first = play(5, false);
    assert_eq!(first, play(5, false));
    assert_ne!(first, play(6, false), "and another seed another one");
    assert_ne!(first[0], first[399], "things happen");
}

#[test]
fn one_thread_or_many_change_nothing() {
    assert_eq!(play(8, true), play(8, false));
}
