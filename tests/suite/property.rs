//! The invariants under random maps, crowds, orders, edits and deaths. Every tick of every case is checked.

use crate::common::{check, units};
use gridmarch::base::{Cell, rng::stream};
use gridmarch::games::rts::level::UnitSpawn;
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, generate};
use gridmarch::games::rts::rules::{KindId, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::Issued;
use gridmarch::games::rts::sim::{HostOrder, Order};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::{MovementClass, Terrain};
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeSet;

/// A match with `crowd` units of all kinds on a generated map.
fn crowded(kind: MapKind, side: u16, crowd: usize, seed: u64) -> Match {
    let rules = Rules::built_in();
    let mut level = generate(&MapSpec { kind, width: side, height: side, seed }, &rules).expect("a map");
    let mut rng = stream(seed, "crowd");
    let mut taken: BTreeSet<Cell> = level.units.iter().map(|unit| unit.at).collect();
    for index in 0..crowd {
        let kind = KindId((index % rules.units.len()) as u8);
        let at = Cell::new(rng.random_range(0..side as i16), rng.random_range(0..side as i16));
        if rules.costs.quarters(rules.kind(kind).class, level.terrain[at]).is_some() && taken.insert(at) {
            level.units.push(UnitSpawn { kind, side: (index % 2) as u8, at });
        }
    }
    Match::new(level, rules, seed)
}

/// The same with a match that begins with another planner.
fn crowded_under(planner: PlannerKind, kind: MapKind, side: u16, crowd: usize, seed: u64) -> Match {
    let mut game = crowded(kind, side, crowd, seed);
    game.host(HostOrder::UsePlanner { planner });
    game
}

fn random_cell(rng: &mut gridmarch::base::rng::Rng, side: u16) -> Cell {
    Cell::new(rng.random_range(0..side as i16), rng.random_range(0..side as i16))
}

/// One random order of any sort, on a square map of `side` cells.
fn random_order(rng: &mut gridmarch::base::rng::Rng, by: u8, side: u16, game: &mut Match) -> Issued {
    let alive = units(game);
    let last = alive.keys().last().copied().unwrap_or(0);
    let count = rng.random_range(1..20);
    let units = (0..count).map(|_| UnitId(rng.random_range(0..=last))).collect();
    let to = random_cell(rng, side);
    let order = match rng.random_range(0..20) {
        0 if rng.random_range(0..2) == 0 => Order::Stop { units },
        0 => Order::Hold { units },
        1 | 2 => {
            let terrain = Terrain::ALL[rng.random_range(0..Terrain::ALL.len())];
            let cells = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(to.x + dx, to.y + dy))).collect();
            return Issued::Host(HostOrder::Paint { cells, terrain });
        }
        3 => return Issued::Host(HostOrder::Place { kind: KindId(rng.random_range(0..5)), side: 0, at: to }),
        // A death, standing or in the middle of a step; now and then there is nobody.
        4 => {
            let victim = alive.range(rng.random_range(0..=last)..).next();
            return Issued::Host(HostOrder::Remove { at: victim.map_or(to, |(_, unit)| unit.at) });
        }
        5..=7 => Order::MoveTo { units, to, queue: true, formation: false },
        8 | 9 => Order::MoveTo { units, to, queue: false, formation: true },
        _ => Order::MoveTo { units, to, queue: false, formation: false },
    };
    Issued::Side(by, order)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn nothing_overlaps_swaps_or_crosses_whatever_is_ordered(
        seed in 0u64..1_000_000,
        kind in 0..MapKind::ALL.len(),
        crowd in 10usize..160,
    ) {
        let side = 32;
        let mut game = crowded(MapKind::ALL[kind], side, crowd, seed);
        let mut rng = stream(seed, "random orders");
        check(&mut game);
        for _ in 0..400 {
            if rng.random_range(0..4) == 0 {
                let by = rng.random_range(0..2);
                let order = random_order(&mut rng, by, side, &mut game);
                game.give(order);
            }
            game.tick();
            check(&mut game);
        }
    }

    #[test]
    fn the_planners_of_the_literature_collide_as_little(seed in 0u64..1_000_000, kind in 0..MapKind::ALL.len()) {
        let planner = PlannerKind::ALL[(seed % 5) as usize];
        let mut game = crowded_under(planner, MapKind::ALL[kind], 24, 40, seed);
        let mut rng = stream(seed, "planners");
        for tick in 0..200 {
            if tick % 8 == 0 {
                let order = random_order(&mut rng, (tick / 8 % 2) as u8, 24, &mut game);
                game.give(order);
            }
            if tick == 100 {
                game.host(HostOrder::UsePlanner { planner: PlannerKind::ALL[(seed / 5 % 5) as usize] });
            }
            game.tick();
            check(&mut game);
        }
    }

    #[test]
    fn no_order_is_lost(seed in 0u64..1_000_000, kind in 0..MapKind::ALL.len()) {
        let side = 32;
        let mut game = crowded(MapKind::ALL[kind], side, 40, seed);
        let mut rng = stream(seed, "orders that stay");
        let to = random_cell(&mut rng, side);
        let ordered: Vec<u32> = units(&mut game).into_iter().filter(|(_, unit)| unit.side == 0).map(|(id, _)| id).collect();
        game.order(0, Order::MoveTo { units: ordered.iter().copied().map(UnitId).collect(), to, queue: false, formation: false });
        for _ in 0..1200 {
            game.tick();
            let seen = units(&mut game);
            for id in &ordered {
                let unit = &seen[id];
                // On the way with a waypoint, or at rest with a reason: never idle, never waiting for nothing.
                prop_assert_eq!(unit.doing.is_at_rest(), unit.waypoints == 0, "unit {}: {:?}", id, unit);
                prop_assert_ne!(unit.doing, gridmarch::games::rts::sim::units::Doing::Idle, "unit {} forgot its order", id);
            }
        }
    }
}

#[test]
fn classes_keep_to_their_terrain_in_a_long_run() {
    let mut game = crowded(MapKind::Rivers, 48, 120, 7);
    let rules = Rules::built_in();
    let mut rng = stream(7, "long run");
    for tick in 0..3000 {
        if tick % 15 == 0 {
            let last = units(&mut game).keys().last().copied().unwrap_or(0);
            let numbers = (0..12).map(|_| UnitId(rng.random_range(0..=last))).collect();
            let to = random_cell(&mut rng, 48);
            game.order((tick / 15 % 2) as u8, Order::MoveTo { units: numbers, to, queue: false, formation: false });
        }
        game.tick();
        if tick % 7 == 0 {
            check(&mut game);
        }
    }
    let wheeled =
        units(&mut game).values().filter(|unit| rules.kind(unit.kind.0).class == MovementClass::Wheeled).count();
    assert!(wheeled > 5, "the run had wagons");
}

#[test]
fn a_squad_alone_on_its_map_always_gets_there() {
    let rules = Rules::built_in();
    for kind in MapKind::ALL {
        for seed in 0..3 {
            let mut level = generate(&MapSpec { kind, width: 40, height: 40, seed }, &rules).expect("a map");
            level.units.retain(|unit| unit.side == 0);
            let mut game = Match::new(level, rules.clone(), seed);
            let mut rng = stream(seed, "squads");
            for _ in 0..2 {
                let squad = units(&mut game).into_keys().map(UnitId).collect();
                game.order(
                    0,
                    Order::MoveTo { units: squad, to: random_cell(&mut rng, 40), queue: false, formation: false },
                );
                assert!(
                    crate::common::run_until_rest(&mut game, 3000).is_some(),
                    "{kind} {seed}:\n{}",
                    crate::common::report(&mut game)
                );
            }
        }
    }
}
