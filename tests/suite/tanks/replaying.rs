//! Replays, and what must hold for every match.

use super::drawn::{setup, stage};
use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::field::{Ground, square};
use gridmarch::games::tanks::order::{Call, Change, Input, Order};
use gridmarch::games::tanks::replay::{Playback, TanksReplay};
use gridmarch::games::tanks::rules::{Rules, SLICES};
use gridmarch::games::tanks::setup::{FriendlyFire, Hand, Mode, Seat, Setup};
use gridmarch::games::tanks::stage::{Group, Kind, Post, Stage, Wave};
use gridmarch::games::tanks::world::World;
use rand::RngExt;
use std::sync::Arc;

/// A stage of random ground with everything that any mode needs.
fn random_stage(random: &mut Rng) -> Stage {
    let mut stage = stage(&(".".repeat(26) + "\n").repeat(26));
    for cell in (0..26 * 26).map(|index| Cell::new(index % 26, index / 26)) {
        if random.random_range(0..3) == 0 {
            stage.ground[cell] = Ground::ALL[random.random_range(0..6)];
        }
    }
    let corners = [(0, 24), (4, 0), (24, 24), (20, 0)];
    stage.bases = vec![Post { at: Cell::new(12, 24), side: 0 }, Post { at: Cell::new(12, 0), side: 1 }];
    stage.flags = vec![Post { at: Cell::new(6, 24), side: 0 }, Post { at: Cell::new(6, 0), side: 1 }];
    stage.players = (0..).zip(corners).map(|(side, (x, y))| Post { at: Cell::new(x, y), side: side % 2 }).collect();
    stage.gates = vec![Cell::new(0, 0), Cell::new(8, 0), Cell::new(24, 0)];
    let open = stage.bases.iter().chain(&stage.flags).chain(&stage.players).map(|post| post.at);
    for at in open.chain(stage.gates.clone()).collect::<Vec<_>>() {
        for cell in square(at, 2) {
            stage.ground[cell] = Ground::Floor;
        }
    }
    // A gate with room for the largest.
    square(Cell::new(8, 0), 4).for_each(|cell| stage.ground[cell] = Ground::Floor);
    for cell in stage.bases.clone().iter().flat_map(|post| square(post.at, 2)) {
        stage.ground[cell] = Ground::Base;
    }
    let groups = [(Kind::Rover, 1), (Kind::Dart, 2), (Kind::Lancer, 3), (Kind::Bastion, 4)];
    let group = |(kind, size)| Group { kind, size, count: 5 };
    stage.waves = vec![Wave { groups: groups.map(group).to_vec() }];
    stage
}

fn random_setup(random: &mut Rng, mode: Mode) -> Setup {
    let mut setup = setup(mode, 6);
    for (index, seat) in setup.seats.iter_mut().enumerate() {
        *seat = Seat { size: random.random_range(1..=4), ..Seat::new(Hand::Human, index as u8 % 2) };
        seat.kept.stars = random.random_range(0..=3);
    }
    setup.at_a_time = Some(random.random_range(1..=16));
    setup.friendly_fire = [FriendlyFire::Passes, FriendlyFire::Holds, FriendlyFire::Harms][random.random_range(0..3)];
    (setup.lives, setup.enemies_fetch, setup.seed) = (9, random.random_bool(0.5), random.random());
    setup
}

/// Random changes of what is held.
fn random_orders(random: &mut Rng, held: &[Input]) -> Vec<Order> {
    let mut orders = Vec::new();
    for (slot, held) in (0..).zip(held) {
        if random.random_range(0..16) != 0 {
            continue;
        }
        let steer = match random.random_range(0..6) {
            dir @ 0..4 => Some(Dir::STRAIGHT[dir]),
            4 => None,
            _ => held.steer,
        };
        orders.extend(Order::between(slot, *held, Input { steer, fire: random.random_range(0..3) > 0 }));
    }
    if random.random_range(0..100) == 0 {
        orders.push(Order { slot: 0, change: Change::Call(Some(Call::ALL[random.random_range(0..4)])) });
    }
    orders
}

fn play(world: &mut World, held: &mut [Input], orders: &[Order]) {
    for order in orders {
        order.apply(held);
        if let Change::Call(call) = order.change {
            world.call(usize::from(order.slot), call);
        }
    }
    world.step(held);
}

/// No two tanks overlap, none overlaps ground that stops it, all are on the board, shells are where they may be.
fn assert_sound(world: &World) {
    let tanks: Vec<_> = world.tanks().collect();
    for (index, tank) in tanks.iter().enumerate() {
        assert!(world.field().has_room(tank.x, tank.y, tank.size), "tick {}: {tank:?} in the ground", world.tick());
        for other in &tanks[index + 1..] {
            let is_apart = !tank.overlaps(other.x, other.y, other.side_length());
            assert!(is_apart, "tick {}: {tank:?} and {other:?}", world.tick());
        }
        assert_eq!(world.tank(tank.id).map(|found| found.id), Some(tank.id));
        let (x, y) = tank.centre();
        assert_eq!(world.holder(x / 128, y / 128).map(|found| found.id), Some(tank.id));
        let flying = world.shells().iter().filter(|shell| shell.owner == tank.id).count();
        assert_eq!(usize::from(tank.shots), flying);
        assert!(tank.health > 0 && tank.stars <= 3 && !tank.facing.is_diagonal());
    }
    for shell in world.shells() {
        assert_eq!(shell.speed % SLICES, 0);
        assert!(world.field().contains(Cell::new((shell.x / 256) as i16, (shell.y / 256) as i16)), "{shell:?}");
    }
}

#[test]
fn tanks_never_overlap_and_everything_repeats() {
    for number in 0..21 {
        let mut random = stream(number, "tanks property");
        let (stage, mode) = (random_stage(&mut random), Mode::ALL[number as usize % 7]);
        let setup = random_setup(&mut random, mode);
        let rules = Arc::new(Rules::built_in());
        let mut worlds = [(); 2].map(|()| World::new(rules.clone(), setup.clone(), &stage).expect("a match"));
        let mut held = vec![Input::default(); worlds[0].slots()];
        for _ in 0..1500 {
            let orders = random_orders(&mut random, &held);
            let mut again = held.clone();
            play(&mut worlds[0], &mut held, &orders);
            play(&mut worlds[1], &mut again, &orders);
            assert_sound(&worlds[0]);
            assert_eq!(worlds[0].fingerprint(), worlds[1].fingerprint());
            if worlds[0].outcome().is_some() {
                break;
            }
        }
    }
}

/// A match of random orders as a replay, its text, and the fingerprint after every tick.
fn recorded(number: u64, ticks: u32) -> (TanksReplay, String, Vec<u64>) {
    let mut random = stream(number, "tanks replay");
    let stage = random_stage(&mut random);
    let setup = random_setup(&mut random, Mode::FreeForAll);
    let mut world = World::new(Arc::new(Rules::built_in()), setup.clone(), &stage).expect("a match");
    let mut held = vec![Input::default(); world.slots()];
    let mut replay = TanksReplay::new(&setup, &stage);
    let mut text = replay.first_line();
    let mut prints = vec![world.fingerprint()];
    while world.tick() < ticks && world.outcome().is_none() {
        let orders = random_orders(&mut random, &held);
        play(&mut world, &mut held, &orders);
        text += &replay.push(&orders, &world);
        prints.push(world.fingerprint());
    }
    text += &replay.last_line(&world);
    assert_eq!(replay.text(&world), text, "written at once or as it goes, it is the same");
    (replay, text, prints)
}

#[test]
fn a_replay_reproduces_the_match_and_seeks_both_ways() {
    let (replay, text, prints) = recorded(1, 2000);
    let read = TanksReplay::parse(&text, "match.replay").expect("a replay");
    assert_eq!(read.len(), replay.len());
    assert!((0..read.len()).all(|tick| read.orders(tick) == replay.orders(tick)));
    let mut playback = Playback::new(Arc::new(read)).expect("a match");
    for tick in 0..prints.len() {
        assert_eq!(playback.world().fingerprint(), prints[tick], "tick {tick}");
        assert_eq!(playback.step(), tick + 1 < prints.len());
    }
    assert_eq!(playback.differs_at(), None);
    let last = prints.len() as u32 - 1;
    for tick in [0, last, 599, 601, 1, 300, 299, last, 1234.min(last), 900, 0] {
        playback.seek(tick);
        assert_eq!((playback.tick(), playback.world().fingerprint()), (tick, prints[tick as usize]));
    }
    playback.seek(u32::MAX);
    assert_eq!(playback.tick(), last);
}

#[test]
fn a_damaged_replay_is_refused_with_its_line_or_noticed() {
    let (_, text, _) = recorded(2, 700);
    let problem = |text: &str| TanksReplay::parse(text, "x").expect_err("it is damaged").to_string();
    assert!(problem("").starts_with("x: line 1: expected a header"));
    assert!(problem(&text.replacen("gridmarch tanks", "gridmarch tron", 1)).contains("a replay of"));
    assert!(problem(&text.replacen("\"version\":1", "\"version\":9", 1)).contains("replay version 9"));
    let mut lines: Vec<&str> = text.lines().collect();
    lines[5] = "17 3x";
    assert_eq!(problem(&(lines.join("\n") + "\n")), "x: line 6: \"3x\" is no order");
    lines[5] = "0 0n";
    assert!(problem(&(lines.join("\n") + "\n")).contains("line 6: tick 0 is out of order"));
    let cut = &text[..text.len() / 2];
    let half = TanksReplay::parse(cut, "x").expect("what is there is good");
    assert!(!half.is_empty() && half.len() < 700);
    let other: String =
        text.lines().filter(|line| !line.starts_with("12")).map(|line| line.to_owned() + "\n").collect();
    let mut playback = Playback::new(Arc::new(TanksReplay::parse(&other, "x").expect("a replay"))).expect("a match");
    playback.seek(u32::MAX);
    assert!(playback.differs_at().is_some(), "orders are missing");
}

#[test]
fn the_shipped_rules_are_read_and_wrong_ones_are_refused_with_their_place() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/tanks.ron"));
    assert_eq!(Rules::parse(text, "tanks.ron").expect("rules"), Rules::built_in());
    let fast = Rules::parse(&text.replacen("speed: 32", "speed: 200", 1), "tanks.ron").expect_err("too fast");
    let fast = fast.to_string();
    assert!(
        fast.starts_with("tanks.ron: line ") && fast.ends_with("`kinds[2].speed`: 200, expected 1 to 127"),
        "{fast}"
    );
    assert!(Rules::parse(&text.replacen("version: 1", "version: 2", 1), "x").is_err());
}
