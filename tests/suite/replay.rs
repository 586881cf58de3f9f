//! Recording a match and playing it again.

use crate::common::level;
use bevy::prelude::NextState;
use gridmarch::base::Cell;
use gridmarch::games::rts::cli::replay::play;
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::board::Planner;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::Issued;
use gridmarch::games::rts::sim::record::playback::Playback;
use gridmarch::games::rts::sim::record::replay::{Entry, Replay};
use gridmarch::games::rts::sim::record::snapshot::Snapshots;
use gridmarch::games::rts::sim::{GameRules, HostOrder, MatchSetup, Order};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Paused, Screen};
use proptest::prelude::*;
use std::path::Path;

/// Records a match with some orders of every sort.
fn record(path: &Path) {
    let target = RecordTo::File(path.to_path_buf());
    let picture = "ab......... cd..~~~.... W1..~~~.... .......+... ...........";
    let mut game = Match::prepared(level(picture), Rules::built_in(), 9, |app| {
        app.insert_resource(target);
    });
    let all: Vec<UnitId> = (0..6).map(UnitId).collect();
    game.order(0, Order::MoveTo { units: all.clone(), to: Cell::new(9, 1), queue: false, formation: false });
    game.order(0, Order::MoveTo { units: all.clone(), to: Cell::new(0, 4), queue: true, formation: false });
    game.run(30);
    game.host(HostOrder::Paint { cells: vec![Cell::new(5, 0), Cell::new(5, 4)], terrain: Terrain::Wall });
    game.host(HostOrder::Place {
        kind: Rules::built_in().kind_named("scout").expect("a kind"),
        side: 0,
        at: Cell::new(10, 4),
    });
    game.run(30);
    game.order(0, Order::Stop { units: all[..3].to_vec() });
    game.host(HostOrder::Remove { at: Cell::new(10, 4) });
    game.run(41);
    game.app.world_mut().resource_mut::<bevy::prelude::NextState<Screen>>().set(Screen::Title);
    game.app.update();
}

fn recorded() -> (tempfile::TempDir, std::path::PathBuf, Replay) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("deep/down/match.replay");
    record(&path);
    let replay = Replay::load(&path).expect("a good replay");
    (folder, path, replay)
}

#[test]
fn a_replay_repeats_every_fingerprint() {
    let (_folder, _, replay) = recorded();
    assert!(replay.ticks() >= 101);
    assert_eq!(replay.entries.iter().filter(|entry| matches!(entry, Entry::Order { .. })).count(), 6);
    let played = play(&replay, "match.replay", (None, None), true).expect("it plays");
    assert_eq!((played.difference, played.orders), (None, 6));
    let half = play(&replay, "match.replay", (None, Some(50)), true).expect("it plays");
    assert_eq!(half.played.ticks(), 50);
}

#[test]
fn a_recorded_match_is_played_in_place_of_a_new_one_and_takes_no_other_orders() {
    let (_folder, path, replay) = recorded();
    let glance = Replay::glance(&path).expect("a good replay").expect("it has a first line");
    assert_eq!((glance.header, glance.ticks, glance.decided), (replay.header.clone(), replay.ticks(), None));
    let Some(Entry::Print { print, .. }) = replay.entries.last() else { panic!("a fingerprint at the end") };
    let mut game = Match::prepared(level("a.. ... ..."), Rules::built_in(), 1, |app| {
        let mut playback = Playback::default();
        let (mut rules, mut snapshots) = (GameRules::default(), Snapshots::default());
        let setup = playback.open(replay.clone(), "match.replay", &mut rules, &mut snapshots).expect("it opens");
        app.insert_resource(rules).insert_resource(snapshots).insert_resource(playback).insert_resource(setup);
    });
    game.order(0, Order::Stop { units: (0..6).map(UnitId).collect() });
    game.run(20);
    game.host(HostOrder::Paint { cells: vec![Cell::new(7, 4)], terrain: Terrain::Wall });
    game.run(replay.ticks() - 20);
    assert_eq!(game.print(), *print);
    game.run(10);
    assert_eq!(game.ticks(), replay.ticks(), "time stands at the end");
}

#[test]
fn orders_that_are_given_one_after_the_other_while_time_stands_are_repeated_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.replay");
    let mut game = Match::prepared(level("ab........ cd........ .........."), Rules::built_in(), 9, |app| {
        app.insert_resource(RecordTo::File(file.clone()));
    });
    game.run(3);
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    game.tick();
    // The first do not know that the second will leave; in one portion they would take their places. They keep their layout,
    // so that they do not fill these places later.
    for (units, x, y) in [([0, 1], 1, 1), ([2, 3], 8, 2)] {
        let units = units.map(UnitId).to_vec();
        game.order(0, Order::MoveTo { units, to: Cell::new(x, y), queue: false, formation: true });
        game.tick();
    }
    assert_eq!(game.ticks(), 3);
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(false));
    game.run(60);
    drop(game);
    let replay = Replay::load(&file).expect("a good replay");
    let played = play(&replay, "x", (None, None), true).expect("it plays");
    assert_eq!((played.difference, played.orders), (None, 2));
    let mut together = replay;
    for entry in &mut together.entries {
        if let Entry::Order { later, .. } = entry {
            *later = false;
        }
    }
    assert!(play(&together, "x", (None, None), true).expect("it plays").difference.is_some(), "it does matter");
}

#[test]
fn a_changed_replay_is_found_out_at_its_tick() {
    let (_folder, _, mut replay) = recorded();
    let order = replay.entries.iter_mut().find_map(|entry| match entry {
        Entry::Order { tick, issued, .. } if *tick == 30 => Some(issued),
        _ => None,
    });
    let paint = HostOrder::Paint { cells: vec![Cell::new(5, 0)], terrain: Terrain::Wall };
    *order.expect("an order at tick 30") = Issued::Host(paint);
    let difference = play(&replay, "x", (None, None), true).expect("it plays").difference.expect("it differs");
    assert_eq!((difference.tick, difference.field), (30, "terrain"));
}

#[test]
fn a_cut_file_is_good_up_to_its_last_line_and_a_wrong_one_is_named() {
    let (_folder, path, replay) = recorded();
    let text = std::fs::read_to_string(&path).expect("the file");
    let cut = Replay::parse(&text[..text.len() - 30], "cut").expect("good up to the last line");
    assert!(cut.entries.len() < replay.entries.len());
    let broken = text.replacen("\"tick\":3,", "\"tick\":\"three\",", 1);
    let error = Replay::parse(&broken, "bad.replay").expect_err("a wrong line").to_string();
    assert!(error.starts_with("bad.replay: line ") && !error.contains('\n'), "{error}");
    let other = text.replacen(
        &format!("\"version\":{}", gridmarch::games::rts::sim::record::replay::VERSION),
        "\"version\":99",
        1,
    );
    assert!(Replay::parse(&other, "x").expect_err("another version").to_string().contains("99"));
    let header = text.lines().next().expect("a header");
    let print = text.lines().find(|line| line.contains("\"print\"")).expect("a fingerprint");
    for ticks in [&[4_000_000_000u32][..], &[0, 0], &[0, 2], &[u32::MAX]] {
        let lines: String =
            ticks.iter().map(|tick| print.replacen("\"tick\":0", &format!("\"tick\":{tick}"), 1) + "\n").collect();
        let error = Replay::parse(&format!("{header}\n{lines}"), "x").expect_err("ticks come one after the other");
        assert!(error.to_string().contains("expected tick"), "{error}");
    }
    assert!(Replay::parse("", "x").is_err());
    assert!(Replay::load(Path::new("no/such/file")).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}\n\\PC{0,200}\n") {
        let _ = Replay::parse(&text, "fuzz");
    }
}

#[test]
fn a_planner_that_was_chosen_for_the_match_is_recorded_with_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("match.replay");
    let mut game = Match::prepared(level("a..b.. ...... ......"), Rules::built_in(), 9, |app| {
        app.insert_resource(RecordTo::File(file.clone()));
        app.world_mut().resource_mut::<MatchSetup>().planner = Some(PlannerKind::Lra);
    });
    let world = game.app.world_mut();
    assert_eq!(world.query::<&Planner>().single(world).expect("one board").kind(), PlannerKind::Lra);
    game.order(0, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(5, 0), queue: false, formation: false });
    game.run(61);
    game.app.world_mut().resource_mut::<bevy::prelude::NextState<Screen>>().set(Screen::Title);
    game.app.update();
    let replay = Replay::load(&file).expect("a good replay");
    let mut expected = Rules::built_in();
    expected.planner.kind = PlannerKind::Lra;
    assert_eq!(replay.header.rules, expected.to_ron());
    let played = play(&replay, "match.replay", (None, None), true).expect("it plays");
    assert_eq!(played.difference, None);
}
