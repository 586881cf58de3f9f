//! Saving and loading: a match that goes on from a snapshot goes on exactly as it would have.

use crate::common::level;
use bevy::ecs::component::ComponentId;
use bevy::prelude::*;
use gridmarch::base::packed::{pack, unpack};
use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::Program;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, generate};
use gridmarch::games::rts::level::{Level, MineSpawn};
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::board::{
    At, Board, Distances, Occupied, Planner, Reservations, TerrainGrid, Tiles, Walks,
};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::march::detours::Detours;
use gridmarch::games::rts::sim::march::marching::Marching;
use gridmarch::games::rts::sim::orders::Roster;
use gridmarch::games::rts::sim::record::playback::Playback;
use gridmarch::games::rts::sim::record::replay::Replay;
use gridmarch::games::rts::sim::record::saves::{AutoSave, SaveHeader, SaveRequest, Saved, SavedMatch, Saving};
use gridmarch::games::rts::sim::record::seeking::{SeekTo, Seeking, seek_now};
use gridmarch::games::rts::sim::record::snapshot::{Snapshot, Snapshots, restore, take};
use gridmarch::games::rts::sim::skirmish::bots::Bots;
use gridmarch::games::rts::sim::skirmish::fingerprint::SkirmishPrint;
use gridmarch::games::rts::sim::skirmish::missiles::Missiles;
use gridmarch::games::rts::sim::skirmish::news::News;
use gridmarch::games::rts::sim::skirmish::sight::Seen;
use gridmarch::games::rts::sim::skirmish::{
    Battlefield, Building, BuildingIndex, Cargo, Control, Ending, Fighting, Health, Inside, KnownGrounds, Production,
    Seat, Sides, Skirmish, SkirmishSetup, Tasks, Timber,
};
use gridmarch::games::rts::sim::talk::Talk;
use gridmarch::games::rts::sim::units::{
    Disturbed, Doing, Facing, Id, Kind, NextStep, Owner, PlannedRoute, Post, Priority, Progress, Rooted, Stepping,
    StillSince, Unit, Waypoints,
};
use gridmarch::games::rts::sim::{GameRules, HostOrder, MatchClock, MatchSetup, Order};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Paused, Screen};
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A field for two programs, with a mine and a wood for each.
fn field(side: u16) -> Level {
    let mut terrain = Grid::filled(side, side, Terrain::Grass);
    let far = side as i16 - 20;
    for (x, y) in [(4, 16), (far, far - 2)] {
        for (dx, dy) in (0..10).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            terrain[Cell::new(x + dx, y + dy)] = Terrain::Forest;
        }
    }
    for y in 0..side as i16 {
        if !(20..24).contains(&(y % 30)) {
            terrain[Cell::new(side as i16 / 2, y)] = Terrain::Rock;
        }
    }
    let mines = [Cell::new(14, 4), Cell::new(far, far + 8)];
    Level {
        name: "field".into(),
        mines: mines.into_iter().map(|at| MineSpawn { at, gold: 20_000 }).collect(),
        starts: vec![Cell::new(5, 5), Cell::new(far + 10, far + 8)],
        ..Level::of_ground(terrain)
    }
}

/// A skirmish of two programs.
fn skirmish(fog: bool, prepare: impl FnOnce(&mut App)) -> Match {
    let (rules, level) = (Rules::built_in(), field(64));
    let seats = [0, 1].map(|side: u8| Seat {
        faction: FactionId(side % rules.factions.len() as u8),
        team: side,
        control: Control::Bot,
        program: if side == 0 { Program::Founder } else { Program::default() },
        start: usize::from(side),
        colour: side,
        handicap: Handicap::NONE,
    });
    let mut skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("two starts");
    skirmish.fog = fog;
    Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        prepare(app);
    })
}

/// Another match with the same beginning that goes on from a snapshot.
fn go_on(from: &Match, snapshot: Snapshot) -> Match {
    let (setup, rules) =
        (from.app.world().resource::<MatchSetup>().clone(), from.app.world().resource::<GameRules>().clone());
    let (level, seed) = (Level::clone(&setup.level), setup.seed);
    Match::prepared(level, Rules::clone(&rules.0), seed, |app| {
        app.insert_resource(setup);
        app.world_mut().resource_mut::<Snapshots>().begin_with(Arc::new(snapshot));
    })
}

/// A checkpoint now, and the snapshot of it, through the packed form.
fn save(game: &mut Match) -> Snapshot {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("now.save");
    let was_paused = game.app.world().resource::<State<Paused>>().get().0;
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    game.app.world_mut().write_message(SaveRequest(path.clone()));
    for _ in 0..1000 {
        game.app.update();
        if path.exists() && game.app.world().resource::<Saving>().is_idle() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(was_paused));
    let loaded = SavedMatch::load(&path).expect("a good file");
    assert_eq!(loaded.header.ticks, game.ticks());
    Snapshot::clone(&loaded.snapshot)
}

/// Runs two matches side by side and compares every fingerprint, and at the end everything that a snapshot has.
fn compare(one: &mut Match, other: &mut Match, ticks: u32, mut orders: impl FnMut(&mut Match, u32)) {
    assert_eq!(one.ticks(), other.ticks());
    for _ in 0..ticks {
        let tick = one.ticks();
        orders(one, tick);
        orders(other, tick);
        one.tick();
        other.tick();
        assert_eq!(one.ticks(), other.ticks());
        let difference = one.print().first_difference(&other.print());
        assert_eq!(difference, None, "at tick {tick}");
    }
    // Edits of the terrain, waypoints, cooldowns, memories of the programs: whatever a fingerprint leaves out.
    let (first, second) = (take(one.app.world_mut()), take(other.app.world_mut()));
    assert_eq!(first, second);
}

#[test]
fn a_skirmish_of_programs_goes_on_from_any_tick_as_if_it_had_never_been_saved() {
    for (fog, ticks) in [(true, [0_u32, 737]), (false, [400, 1203])] {
        let mut game = skirmish(fog, |_| {});
        for tick in ticks {
            game.run(tick.saturating_sub(game.ticks()));
            let snapshot = save(&mut game);
            let mut loaded = go_on(&game, snapshot);
            assert_eq!(loaded.ticks(), game.ticks());
            compare(&mut game, &mut loaded, 600, |_, _| {});
        }
    }
}

/// Crowds of both sides that are sent to and fro over ground that is edited.
fn crowd(planner: PlannerKind, units: usize) -> Match {
    let rules = Rules::built_in();
    let mut level = generate(&MapSpec { kind: MapKind::Duel, width: 48, height: 48, seed: 4 }, &rules).expect("a map");
    level.units.truncate(units);
    Match::prepared(level, rules, 4, |app| {
        app.world_mut().resource_mut::<MatchSetup>().planner = Some(planner);
    })
}

fn stir(game: &mut Match, tick: u32) {
    if !tick.is_multiple_of(30) {
        return;
    }
    let mut rng = stream(u64::from(tick), "stir");
    let to = Cell::new(rng.random_range(4..44), rng.random_range(4..44));
    let units: Vec<UnitId> = (0..64).filter(|_| rng.random_bool(0.7)).map(UnitId).collect();
    let (side, queue, formation) = ((tick / 30 % 2) as u8, tick.is_multiple_of(60), tick.is_multiple_of(90));
    game.order(side, Order::MoveTo { units, to, queue, formation });
    let cells = (0..3).map(|_| Cell::new(rng.random_range(0..48), rng.random_range(0..48))).collect();
    let terrain = if rng.random_bool(0.5) { Terrain::Wall } else { Terrain::Grass };
    game.host(HostOrder::Paint { cells, terrain });
}

#[test]
fn marching_crowds_go_on_under_every_planner_while_the_ground_changes() {
    for planner in [PlannerKind::March, PlannerKind::Lra, PlannerKind::Ca, PlannerKind::Hca, PlannerKind::Whca] {
        let count = if planner == PlannerKind::March { 64 } else { 16 };
        let mut game = crowd(planner, count);
        for wait in [0, 95, 151] {
            for _ in 0..wait {
                let tick = game.ticks();
                stir(&mut game, tick);
                game.tick();
            }
            let snapshot = save(&mut game);
            let mut loaded = go_on(&game, snapshot);
            compare(&mut game, &mut loaded, if planner == PlannerKind::March { 600 } else { 150 }, stir);
        }
    }
}

/// The numbers of some components.
macro_rules! parts {
    ($world:expr; $($part:ty),* $(,)?) => {
        BTreeSet::from([$($world.register_component::<$part>()),*])
    };
}

fn components(world: &World, entity: Entity) -> BTreeSet<ComponentId> {
    world.inspect_entity(entity).expect("an entity").map(|info| info.id()).collect()
}

#[test]
fn whatever_units_buildings_and_boards_have_is_kept_or_made_anew() {
    let mut game = skirmish(true, |_| {});
    game.run(500);
    let world = game.app.world_mut();
    let unit_parts = parts![world; At, Cargo, ChildOf, Disturbed, Doing, Facing, Fighting, Health, Id, Inside, Kind,
        NextStep, Owner, PlannedRoute, Post, Priority, Progress, Rooted, Stepping, StillSince, Tasks, Unit, Waypoints];
    let house_parts = parts![world; At, Building, ChildOf, Fighting, Health, Id, Owner, Production];
    // Of the set-up, made anew by every checkpoint, and by every tick.
    let fixed = parts![world; Board, Name, Tiles, Skirmish, Children, DespawnOnExit<Screen>];
    let anew = parts![world; Battlefield, Detours, Distances, KnownGrounds, Marching, Reservations, SkirmishPrint];
    let kept = parts![world; Bots, BuildingIndex, Missiles, News, Occupied, Planner, Roster, Seen, Sides, Talk, TerrainGrid, Timber, Walks];
    let ending = parts![world; Ending];
    let mut units = world.query_filtered::<Entity, With<Unit>>();
    let mut houses = world.query_filtered::<Entity, With<Building>>();
    let mut boards = world.query_filtered::<Entity, With<Board>>();
    let name = |id: &ComponentId| world.components().get_info(*id).map(|info| format!("{:?}", info.layout()));
    for (entities, parts, place) in [
        (units.iter(world).collect::<Vec<_>>(), unit_parts, "UnitState"),
        (houses.iter(world).collect(), house_parts, "BuildingState"),
        (boards.iter(world).collect(), &(&(&fixed | &anew) | &kept) | &ending, "SkirmishState or Snapshot"),
    ] {
        assert!(!entities.is_empty());
        for entity in entities {
            let unknown: Vec<_> = components(world, entity).difference(&parts).map(name).collect();
            assert!(unknown.is_empty(), "{place} in src/games/rts/sim/record/snapshot does not keep {unknown:?}");
        }
    }
}

#[test]
fn a_snapshot_brings_the_match_back_in_place_with_every_number_known() {
    let mut game = skirmish(true, |_| {});
    game.run(400);
    let snapshot = take(game.app.world_mut()).expect("a match");
    let mut prints = Vec::new();
    for _ in 0..300 {
        game.tick();
        prints.push(game.print());
    }
    restore(game.app.world_mut(), &snapshot).expect("of this match");
    assert_eq!(game.ticks(), 400);
    assert_eq!(take(game.app.world_mut()), Some(snapshot));
    let world = game.app.world_mut();
    let mut boards = world.query::<(&Roster, &BuildingIndex)>();
    let (roster, building_index) = boards.single(world).expect("one board");
    for (number, entity) in building_index.iter() {
        assert_eq!(world.get::<Id>(entity), Some(&Id(number)));
    }
    assert!(roster.entities().all(|entity| world.get::<Unit>(entity).is_some()));
    for (number, print) in prints.iter().enumerate() {
        game.tick();
        assert_eq!(game.print().first_difference(print), None, "tick {}", 400 + number);
    }
}

#[test]
fn a_snapshot_of_another_match_is_refused_and_changes_nothing() {
    let mut game = skirmish(true, |_| {});
    game.run(10);
    let print = game.print();
    let other = take(crowd(PlannerKind::March, 8).app.world_mut()).expect("a match");
    let problem = restore(game.app.world_mut(), &other).expect_err("another match");
    assert!(problem.ends_with('.') && !problem.contains('\n'), "{problem}");
    assert_eq!((game.ticks(), game.print()), (10, print));
    let mut small = Match::new(level("a.. ..."), Rules::built_in(), 1);
    let problem = restore(small.app.world_mut(), &other).expect_err("another map");
    assert!(problem.contains("not on the map"), "{problem}");
}

#[test]
fn a_saved_match_is_recorded_from_where_it_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("a.replay"), folder.path().join("b.replay"));
    let mut game = skirmish(true, |app| {
        app.insert_resource(RecordTo::File(first.clone()));
    });
    game.run(450);
    let snapshot = save(&mut game);
    let (setup, rules) =
        (game.app.world().resource::<MatchSetup>().clone(), game.app.world().resource::<GameRules>().clone());
    let (field, seed) = (Level::clone(&setup.level), setup.seed);
    let mut loaded = Match::prepared(field, Rules::clone(&rules.0), seed, |app| {
        app.insert_resource(setup).insert_resource(RecordTo::File(second.clone()));
        app.world_mut().resource_mut::<Snapshots>().begin_with(Arc::new(snapshot));
    });
    compare(&mut game, &mut loaded, 450, |_, _| {});
    drop((game, loaded));
    let whole = Replay::load(&first).expect("a good replay");
    let rest = Replay::load(&second).expect("a good replay");
    assert_eq!((whole.header.first(), rest.header.first()), (0, 450));
    for replay in [&whole, &rest] {
        let played = gridmarch::games::rts::cli::replay::play(replay, "x", (None, None), true).expect("it plays");
        assert_eq!((played.difference, played.played.ticks()), (None, replay.ticks()));
    }
    // What is before the beginning of a recording is its beginning, and it begins there again when it is shown again.
    let mut shown = gridmarch::games::rts::cli::replay::open(rest.clone(), "x").expect("it opens");
    let playback = shown.app.world().resource::<Playback>();
    let end = rest.ticks();
    assert!(end > 800 && (playback.first(), playback.ticks()) == (450, Some(end)));
    for (target, tick) in [(600, 600), (0, 450), (5000, end), (449, 450)] {
        seek_now(shown.app.world_mut(), target).expect("there is a way");
        assert_eq!(shown.ticks(), tick);
    }
    shown.run(20);
    shown.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    shown.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    shown.app.update();
    assert!((450..460).contains(&shown.ticks()), "tick {}", shown.ticks());
    seek_now(shown.app.world_mut(), end).expect("there is a way");
    let last = rest.entries.iter().rev().find_map(|entry| match entry {
        gridmarch::games::rts::sim::record::replay::Entry::Print { print, .. } => Some(*print),
        _ => None,
    });
    assert_eq!(last.and_then(|last| shown.print().first_difference(&last)), None);
    assert!(last.is_some());
}

/// The recording of a skirmish, and the fingerprints of its ticks.
fn film(path: &Path, ticks: u32) -> Replay {
    let mut game = skirmish(true, |app| {
        app.insert_resource(RecordTo::File(path.to_path_buf()));
    });
    game.run(ticks);
    drop(game);
    Replay::load(path).expect("a good replay")
}

#[test]
fn a_recording_is_shown_from_any_moment_forwards_and_backwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let replay = film(&folder.path().join("x.replay"), 1700);
    let mut shown = gridmarch::games::rts::cli::replay::open(replay.clone(), "x").expect("it opens");
    let prints: Vec<_> = replay
        .entries
        .iter()
        .filter_map(|entry| match entry {
            gridmarch::games::rts::sim::record::replay::Entry::Print { print, .. } => Some(*print),
            _ => None,
        })
        .collect();
    for target in [900, 3, 1650, 1651, 0, 400, 399, 1201, 5000] {
        seek_now(shown.app.world_mut(), target).expect("there is a way");
        assert_eq!(shown.ticks(), target.min(replay.ticks()));
        for _ in 0..30 {
            let tick = shown.ticks() as usize;
            shown.tick();
            if let Some(print) = prints.get(tick) {
                assert_eq!(shown.print().first_difference(print), None, "tick {tick} after going to {target}");
            }
        }
    }
}

#[test]
fn the_window_goes_to_a_moment_in_slices_even_while_time_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let replay = film(&folder.path().join("x.replay"), 1000);
    let mut shown = gridmarch::games::rts::cli::replay::open(replay, "x").expect("it opens");
    shown.run(20);
    shown.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    shown.app.update();
    let ask = |shown: &mut Match, tick| {
        shown.app.world_mut().write_message(SeekTo(tick));
        for _ in 0..2000 {
            shown.app.update();
            let (world, clock) = (shown.app.world(), *shown.app.world().resource::<MatchClock>());
            let Some((target, done, all)) = world.resource::<Seeking>().progress(clock) else { return };
            assert!(target == tick && done <= all);
        }
        panic!("it never comes to tick {tick}");
    };
    ask(&mut shown, 790);
    assert_eq!(shown.ticks(), 790);
    shown.app.update();
    assert_eq!(shown.ticks(), 790, "time stands");
    ask(&mut shown, 15);
    assert_eq!(shown.ticks(), 15);
}

#[test]
fn a_match_saves_itself_in_turn_and_the_latest_is_listed_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = crowd(PlannerKind::March, 4);
    game.app.insert_resource(AutoSave(Some(folder.path().join("saves"))));
    let mut told = 0;
    for _ in 0..4 * 2400 + 20 {
        game.tick();
        let saved: Vec<Saved> = game.app.world_mut().resource_mut::<Messages<Saved>>().drain().collect();
        assert!(saved.iter().all(|saved| saved.is_auto && saved.result.is_ok()), "{saved:?}");
        told += saved.len();
    }
    for _ in 0..1000 {
        if game.app.world().resource::<Saving>().is_idle() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
        game.tick();
    }
    assert!(told >= 3);
    let files = std::fs::read_dir(folder.path().join("saves")).expect("a folder").flatten();
    let header = |path: std::path::PathBuf| SaveHeader::load(&path).expect("readable").expect("whole");
    let mut ticks: Vec<u32> = files.map(|file| header(file.path()).ticks).collect();
    ticks.sort_unstable();
    assert_eq!(ticks, [4800, 7200, 9600]);
}

#[test]
fn a_saved_match_says_who_has_won_as_soon_as_that_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = skirmish(false, |_| ());
    let winners = |game: &mut Match, name: &str| {
        let path = folder.path().join(name);
        game.app.world_mut().write_message(SaveRequest(path.clone()));
        for _ in 0..1000 {
            game.app.update();
            if path.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        SaveHeader::load(&path).expect("readable").expect("whole").winners
    };
    game.run(5);
    assert_eq!(winners(&mut game, "open.save"), None);
    game.order(1, Order::Surrender);
    game.run(20);
    assert_eq!(winners(&mut game, "won.save"), Some(vec![0]));
}

#[test]
fn a_file_of_something_else_is_named_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let problem = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        SavedMatch::load(&path).expect_err("not a match").to_string()
    };
    for text in ["", "{}", "{\"game\":\"chess\"}\n", "\n\n", "[1]\nabc"] {
        let said = problem(text);
        assert!(said.contains("x.save: line 1: ") && !said.contains('\n'), "{said}");
    }
    assert!(
        SavedMatch::load(Path::new("no/such.save")).expect_err("no file").to_string().starts_with("no/such.save: ")
    );
    // A full disk, or a folder that is a file: the old file stays.
    std::fs::write(&path, "old").expect("a file");
    let mut game = crowd(PlannerKind::March, 4);
    game.app.world_mut().write_message(SaveRequest(path.join("below.save")));
    let mut said = Vec::new();
    for _ in 0..1000 {
        game.tick();
        said.extend(game.app.world_mut().resource_mut::<Messages<Saved>>().drain());
        if !said.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let sentence = said[0].result.clone().expect_err("there is no such folder");
    assert!(sentence.contains("below.save"), "{sentence}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "old");
}

/// The text of a saved match.
fn saved_text() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let mut game = skirmish(true, |_| {});
    game.run(403);
    game.app.world_mut().write_message(SaveRequest(path.clone()));
    for _ in 0..1000 {
        game.tick();
        if path.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::fs::read_to_string(&path).expect("the file")
}

#[test]
fn no_change_of_a_file_makes_the_reader_panic_or_hang() {
    let text = saved_text();
    assert!(SavedMatch::parse(&text, "x").is_ok());
    let mut rng = stream(1, "saves");
    for round in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        if round % 3 == 0 {
            bytes.truncate(rng.random_range(0..bytes.len()));
        } else {
            for _ in 0..rng.random_range(1..4) {
                let place = rng.random_range(0..bytes.len());
                bytes[place] = rng.random_range(b' '..b'~');
            }
        }
        let changed = String::from_utf8_lossy(&bytes);
        match SavedMatch::parse(&changed, "x") {
            // The name of the level and the time may be anything.
            Ok(match_) => assert_eq!(match_.snapshot.tick, match_.header.ticks),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_snapshot_that_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(snapshot) = postcard::from_bytes::<Snapshot>(&bytes) {
            let mut game = Match::new(level("a.. ..."), Rules::built_in(), 1);
            let _ = restore(game.app.world_mut(), &snapshot);
        }
    }
}

#[test]
fn a_snapshot_with_wrong_numbers_is_refused_or_played() {
    let mut game = crowd(PlannerKind::March, 12);
    game.order(
        0,
        Order::MoveTo { units: (0..12).map(UnitId).collect(), to: Cell::new(20, 20), queue: false, formation: false },
    );
    game.run(30);
    let good = save(&mut game);
    let bytes = postcard::to_allocvec(&good).expect("a form");
    let mut rng = stream(2, "numbers");
    let (mut refused, mut played) = (0, 0);
    for _ in 0..400 {
        let mut bytes = bytes.clone();
        let place = rng.random_range(0..bytes.len());
        bytes[place] = rng.random();
        let Ok(snapshot) = postcard::from_bytes::<Snapshot>(&bytes) else {
            refused += 1;
            continue;
        };
        match restore(game.app.world_mut(), &snapshot) {
            Ok(()) => played += 1,
            Err(problem) => {
                assert!(problem.ends_with('.'), "{problem}");
                refused += 1;
            }
        }
        restore(game.app.world_mut(), &good).expect("the good one");
    }
    assert!(refused > 0 && played > 0, "{refused} refused, {played} played");
    let text = pack(&good).expect("a form");
    assert_eq!(unpack::<Snapshot>(&text), Ok(good));
}

#[test]
fn what_a_saved_skirmish_could_not_be_is_refused_when_its_file_is_read() {
    /// The form of the second line.
    type Body = (u64, String, String, Option<SkirmishSetup>, Snapshot);
    let text = saved_text();
    let (header, body) = text.trim_end().split_once('\n').expect("two lines");
    let (seed, level, rules, setup, good): Body = unpack(body).expect("its form");
    let bytes = postcard::to_allocvec(&good).expect("a form");
    let mut game = skirmish(true, |_| {});
    let mut rng = stream(3, "states");
    let mut problems = BTreeSet::new();
    for _ in 0..400 {
        let mut bytes = bytes.clone();
        let place = rng.random_range(0..bytes.len());
        bytes[place] = rng.random();
        let changed = postcard::from_bytes::<Snapshot>(&bytes).ok().filter(|changed| changed.tick == good.tick);
        let Some(changed) = changed else { continue };
        let Err(problem) = restore(game.app.world_mut(), &changed) else { continue };
        let body = pack(&(seed, &level, &rules, &setup, &changed)).expect("a form");
        let told = SavedMatch::parse(&format!("{header}\n{body}\n"), "x").err().map(|error| error.to_string());
        assert_eq!(told, Some(format!("x: line 2: snapshot: {problem}")));
        problems.insert(problem);
    }
    for part in ["The building ", "The sight of the sides: "] {
        assert!(problems.iter().any(|problem| problem.starts_with(part)), "{part}: {problems:?}");
    }
}

#[test]
fn threads_change_nothing_in_a_skirmish_of_programs() {
    let play = |one_thread: bool| {
        let mut game = skirmish(true, |_| {});
        if one_thread {
            game.use_one_thread();
        }
        let mut prints = Vec::new();
        for _ in 0..1500 {
            game.tick();
            prints.push(game.print());
        }
        prints
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn the_rules_of_a_saved_match_are_in_force_for_it_alone() {
    let mut game = crowd(PlannerKind::March, 4);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let setup = game.app.world().resource::<MatchSetup>().clone();
    let mut other = Rules::built_in();
    other.units[0].health += 7;
    let snapshot = take(game.app.world_mut()).expect("a match");
    gridmarch::games::rts::sim::record::saves::write(&path, &setup, &other, &snapshot, String::new()).expect("a file");

    SavedMatch::load(&path).expect("a good file").enter(game.app.world_mut());
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    game.app.update();
    let health = |game: &Match| game.app.world().resource::<GameRules>().0.units[0].health;
    let usual = Rules::built_in().units[0].health;
    assert_eq!(health(&game), usual + 7);
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    game.app.update();
    assert_eq!(health(&game), usual, "the next match is played by the rules of before");
}

#[test]
fn leaving_a_match_forgets_what_was_to_be_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let mut game = crowd(PlannerKind::March, 4);
    game.app.world_mut().write_message(SaveRequest(path.clone()));
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    for _ in 0..20 {
        game.app.update();
    }
    assert!(game.app.world().resource::<Saving>().is_idle() && !path.exists());
}
