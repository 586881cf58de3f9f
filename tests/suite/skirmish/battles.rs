//! Battles at random: the law of movement holds whoever fights and dies, and every battle comes out the same.

use crate::common::check;
use gridmarch::base::{Cell, rng::Rng, rng::stream};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::UnitSpawn;
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, generate};
use gridmarch::games::rts::rules::{FactionId, KindId, Price, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::fingerprint::Print;
use gridmarch::games::rts::sim::skirmish::{Command, Control, Player, SkirmishSetup, Stance, VictoryRule};
use gridmarch::games::rts::sim::{MatchSetup, Order};
use gridmarch::nav::step::UnitId;
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeSet;

/// A battle of units of all kinds of three sides, two of them friends, without buildings, on a generated map.
fn battle(kind: MapKind, side: u16, crowd: usize, seed: u64) -> Match {
    let mut rules = Rules::built_in();
    for faction in &mut rules.factions {
        faction.hall.clear();
    }
    let mut level = generate(&MapSpec { kind, width: side, height: side, seed }, &rules).expect("a map");
    let mut rng = stream(seed, "battle");
    level.units.clear();
    let mut taken: BTreeSet<Cell> = BTreeSet::new();
    for index in 0..crowd {
        let kind = KindId((index % rules.units.len()) as u8);
        let at = Cell::new(rng.random_range(0..side as i16), rng.random_range(0..side as i16));
        if rules.costs.quarters(rules.kind(kind).class, level.terrain[at]).is_some() && taken.insert(at) {
            level.units.push(UnitSpawn { kind, side: rng.random_range(0..3), at });
        }
    }
    let player = |team| Player {
        faction: FactionId(0),
        team,
        control: Control::Human,
        program: gridmarch::games::rts::bot::Program::Founder,
        start: Cell::new(0, 0),
        colour: team,
        handicap: Handicap::NONE,
    };
    let skirmish = SkirmishSetup {
        players: vec![player(0), player(1), player(1)],
        mines: Vec::new(),
        stock: Price::default(),
        fog: seed.is_multiple_of(2),
        explored: false,
        victory: VictoryRule::Everything,
    };
    Match::prepared(level, rules, seed, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
    })
}

fn random_order(rng: &mut Rng, side: u16, crowd: u32) -> Order {
    let to = Cell::new(rng.random_range(0..side as i16), rng.random_range(0..side as i16));
    let mut any = || UnitId(rng.random_range(0..crowd));
    let target = any();
    let units: Vec<UnitId> = (0..12).map(|_| any()).collect();
    let queue = rng.random_bool(0.2);
    let stances = [Stance::Aggressive, Stance::Defensive, Stance::StandGround, Stance::Passive];
    let command = match rng.random_range(0..12) {
        0 => return Order::MoveTo { units, to, queue, formation: false },
        1 => return Order::Stop { units },
        2 => return Order::Hold { units },
        3 => Command::Behave(stances[rng.random_range(0..4)]),
        4 => Command::Patrol { to },
        5 => Command::Guard(target),
        6 => Command::Hold,
        7 => Command::ForgetLast,
        8 | 9 => Command::Attack(target),
        _ => Command::AttackMove { to, formation: rng.random_bool(0.3) },
    };
    Order::Command { units, command, queue }
}

/// Plays a battle under random orders; the fingerprint of each tick.
fn play(seed: u64, ticks: u32, one_thread: bool) -> Vec<Print> {
    let mut game = battle(MapKind::Open, 48, 200, seed);
    if one_thread {
        game.use_one_thread();
    }
    let mut rng = stream(seed, "battle orders");
    let mut prints = Vec::new();
    for tick in 0..ticks {
        if tick % 4 == 0 {
            let order = random_order(&mut rng, 48, 200);
            game.order(rng.random_range(0..3), order);
        }
        game.tick();
        prints.push(game.print());
    }
    prints
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn nothing_overlaps_swaps_or_crosses_whoever_fights_and_dies(
        seed in 0u64..1_000_000,
        kind in 0..MapKind::ALL.len(),
        crowd in 40usize..200,
    ) {
        let side = 32;
        let mut game = battle(MapKind::ALL[kind], side, crowd, seed);
        let mut rng = stream(seed, "battle orders");
        check(&mut game);
        for _ in 0..300 {
            if rng.random_range(0..3) == 0 {
                let order = random_order(&mut rng, side, crowd as u32);
                game.order(rng.random_range(0..3), order);
            }
            game.tick();
            check(&mut game);
        }
    }
}

#[test]
fn the_same_battle_comes_out_the_same_with_one_thread_or_many() {
    let first = play(5, 400, false);
    assert_eq!(first, play(5, 400, true));
    assert_ne!(first, play(6, 400, false), "and another seed another one");
    assert_ne!(first[0].skirmish, first[399].skirmish, "things happen");
}

#[test]
fn two_armies_beat_one() {
    let mut game = battle(MapKind::Open, 32, 80, 11);
    let everybody: Vec<UnitId> = (0..80).map(UnitId).collect();
    for side in 0..3 {
        let command = Command::Behave(Stance::Aggressive);
        game.order(side, Order::Command { units: everybody.clone(), command, queue: false });
        let command = Command::AttackMove { to: Cell::new(16, 16), formation: false };
        game.order(side, Order::Command { units: everybody.clone(), command, queue: false });
    }
    let count =
        |game: &mut Match, of: fn(u8) -> bool| crate::common::units(game).values().filter(|unit| of(unit.side)).count();
    let before = count(&mut game, |side| side == 0);
    for _ in 0..1500 {
        game.tick();
        check(&mut game);
    }
    // Two sides of one team against one.
    let (left, friends) = (count(&mut game, |side| side == 0), count(&mut game, |side| side > 0));
    assert!(left * 5 <= before && friends > left, "{left} of {before} are left, and {friends} of the others");
}
