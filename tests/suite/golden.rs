//! Golden values: what the searches count and what recorded matches come to, compared with numbers that lie in the repository.
//!
//! A change that is meant to change no behaviour keeps them all. One that changes behaviour on purpose writes them anew with
//! `GRIDMARCH_GOLDEN=write cargo test --test suite golden`, and its commit says which changed and why. See
//! `tests/golden/README.md`.

use gridmarch::base::{Cell, rng::stream};
use gridmarch::games::rts::cli::jams::play;
use gridmarch::games::rts::cli::jams::random::scenario;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::description::BEHAVIOUR;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::fingerprint::Print;
use gridmarch::games::rts::sim::record::playback::Playback;
use gridmarch::games::rts::sim::record::replay::{Entry, Header, Replay};
use gridmarch::games::rts::sim::record::snapshot::Snapshots;
use gridmarch::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use gridmarch::games::rts::sim::{GameRules, HostOrder, MatchSetup, Order};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::Screen;
use rand::RngExt;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many moments of a match are compared.
const MOMENTS: u32 = 10;
/// Ticks of a skirmish that programs play, long enough for fights.
const LONG: u32 = 9600;
/// Ticks of the recorded skirmish.
const SHORT: u32 = 4000;
/// Seeds of random crowds that meet, wait, exchange places and go back, which armies of programs hardly do.
const CROWDS: [u64; 4] = [20_000, 20_001, 50_026, 50_077];

const ENGINES: [&str; 4] = ["--side", "engine,nodes=2000", "--side", "engine,nodes=1000"];
/// The thinkers of the source: what they do stays when our engine and its opening book become stronger.
const THINKERS: [&str; 7] = [
    "--random-opening",
    "--size",
    "12",
    "--side",
    "seed,search=alpha-beta,wish=mixed,depth=1",
    "--side",
    "seed,search=heuristic,wish=obstructing,depth=2",
];
/// The games that are played in rounds, and between whom.
const ROUNDS: [(&str, &[&str]); 3] = [("tron", &ENGINES), ("tactics", &ENGINES), ("links", &THINKERS)];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn is_writing() -> bool {
    std::env::var("GRIDMARCH_GOLDEN").is_ok_and(|value| value == "write")
}

/// Compares with the values in a file, or writes them there.
fn compare(file: &str, found: &Value) {
    let path = path(file);
    if is_writing() {
        let text = serde_json::to_string_pretty(found).expect("plain values");
        std::fs::write(&path, text + "\n").expect("written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the golden values");
    let golden: Value = serde_json::from_str(&text).expect("one JSON value");
    let (Value::Object(golden), Value::Object(found)) = (golden, found) else { panic!("{file}: expected an object") };
    let names = |of: &serde_json::Map<String, Value>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&golden), names(found), "{file}: the same parts");
    let changed: Vec<String> = (golden.iter().filter(|(name, value)| found[*name] != **value))
        .map(|(name, value)| format!("{name}:\n  golden {value}\n  found  {}", found[name]))
        .collect();
    assert!(changed.is_empty(), "{file}: behaviour has changed in\n{}", changed.join("\n"));
}

/// What the command line prints.
fn said(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_gridmarch")).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Fingerprints of a match at its moments, the last of them at its end.
fn moments(game: &mut Match, ticks: u32) -> Value {
    let first = game.ticks();
    game.run(ticks - first);
    assert_eq!(game.ticks(), ticks, "it was played to its end");
    let at = (1..=MOMENTS).map(|moment| first + (ticks - first) * moment / MOMENTS - 1);
    let told = at.map(|tick| {
        let Print { terrain, units, orders, skirmish } = game.print_of(tick).expect("it has run");
        json!(format!(
            "{tick}: terrain {terrain:016x} units {units:016x} orders {orders:016x} skirmish {skirmish:016x}"
        ))
    });
    told.collect()
}

/// The recorded match in a golden file: the first line, the orders, and how far it goes. Its fingerprints are left out;
/// those of the moments are in `matches.json`.
fn load(name: &str) -> Replay {
    let text = std::fs::read_to_string(path(name)).expect("the recorded match");
    let mut lines = text.lines();
    let header: Header = serde_json::from_str(lines.next().expect("a first line")).expect("a header");
    let entries = lines.map(|line| serde_json::from_str(line).expect("an entry")).collect();
    Replay { header, entries }
}

/// Ends a match that is recorded and keeps of the recording what [`load`] reads.
fn keep(mut game: Match, recorded: &Path, name: &str) {
    game.app.world_mut().resource_mut::<bevy::prelude::NextState<Screen>>().set(Screen::Title);
    game.app.update();
    drop(game);
    let Replay { header, entries } = Replay::load(recorded).expect("a good recording");
    let last = entries.iter().rposition(|entry| matches!(entry, Entry::Print { .. }));
    let kept =
        entries.iter().enumerate().filter(|(at, entry)| matches!(entry, Entry::Order { .. }) || Some(*at) == last);
    let lines = kept.map(|(_, entry)| serde_json::to_string(entry).expect("plain values"));
    let text: Vec<String> =
        std::iter::once(serde_json::to_string(&header).expect("plain values")).chain(lines).collect();
    std::fs::write(path(name), text.join("\n") + "\n").expect("written");
}

/// Plays a golden recording under a planner.
fn again(replay: Replay, planner: PlannerKind) -> (Match, u32) {
    let ticks = replay.ticks();
    let (mut playback, mut rules, mut snapshots) = (Playback::default(), GameRules::default(), Snapshots::default());
    let mut setup = playback.open(replay, "golden", &mut rules, &mut snapshots).expect("it opens");
    setup.planner = Some(planner);
    let (level, own_rules, seed) = (Level::clone(&setup.level), Rules::clone(&rules.0), setup.seed);
    let mut game = Match::prepared(level, own_rules, seed, |app| {
        app.insert_resource(rules).insert_resource(playback).insert_resource(snapshots).insert_resource(setup);
    });
    game.use_one_thread();
    (game, ticks)
}

/// Two programs on a level of the game, recorded.
fn skirmish(record: RecordTo) -> Match {
    let rules = Rules::built_in();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts/twin-fords.ron");
    let level = Level::load(&file, &rules).expect("a level of the game");
    let seats = [0u8, 1].map(|side| Seat {
        faction: FactionId(side),
        team: side,
        control: Control::Bot,
        program: gridmarch::games::rts::bot::Program::Founder,
        start: usize::from(side),
        colour: side,
        handicap: Handicap::NONE,
    });
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("two places to start from");
    let mut game = Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(record);
    });
    game.use_one_thread();
    game
}

/// A crowd of the sandbox under orders of every sort, recorded.
fn sandbox(record: RecordTo) -> Match {
    let rules = Rules::built_in();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts/crossroads.ron");
    let level = Level::load(&file, &rules).expect("a level of the game");
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    let own = (0..).zip(&level.units).filter(|(_, unit)| unit.side == 0).map(|(number, _)| UnitId(number));
    let own: Vec<UnitId> = own.collect();
    let scout = rules.kind_named("scout").expect("a kind of the game");
    let mut game = Match::prepared(level, rules, 5, |app| {
        app.insert_resource(record);
    });
    game.use_one_thread();
    let mut rng = stream(5, "golden sandbox");
    for round in 0..20u32 {
        let mut cell = || Cell::new(rng.random_range(0..width), rng.random_range(0..height));
        let (to, painted, placed) = (cell(), cell(), cell());
        let units: Vec<UnitId> = own.iter().copied().filter(|_| rng.random_bool(0.5)).collect();
        game.order(0, Order::MoveTo { units: units.clone(), to, queue: round % 4 == 1, formation: round % 3 == 2 });
        let terrain = [Terrain::Rock, Terrain::Grass, Terrain::Hill][round as usize % 3];
        game.host(HostOrder::Paint { cells: vec![painted], terrain });
        match round % 5 {
            1 => game.host(HostOrder::Place { kind: scout, side: 0, at: placed }),
            2 => game.order(0, Order::Stop { units: units[..units.len() / 3].to_vec() }),
            3 => game.host(HostOrder::Remove { at: placed }),
            _ => {}
        }
        game.run(60);
    }
    game
}

#[test]
fn searches_count_what_they_counted() {
    compare("signature.json", &said(&["bench", "signature", "--json"]));
}

#[test]
fn recorded_and_played_matches_come_to_what_they_came_to() {
    let mut found = serde_json::Map::new();
    if is_writing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let mut game = skirmish(RecordTo::File(file("skirmish")));
        game.run(SHORT);
        keep(game, &file("skirmish"), "skirmish.replay");
        keep(sandbox(RecordTo::File(file("sandbox"))), &file("sandbox"), "sandbox.replay");
        for (game, options) in ROUNDS {
            let out = file(game).display().to_string();
            said(&[&["sim", game, "--json", "--rounds", "1", "--out", &out][..], options].concat());
            std::fs::copy(file(game).join("rounds.jsonl"), path(&format!("{game}.jsonl"))).expect("copied");
        }
    }
    for name in ["skirmish", "sandbox"] {
        for planner in PlannerKind::ALL {
            let (mut game, ticks) = again(load(&format!("{name}.replay")), planner);
            found.insert(format!("{name} recorded, {}", planner.name()), moments(&mut game, ticks));
        }
    }
    found.insert("skirmish of two programs".into(), moments(&mut skirmish(RecordTo::Nowhere), LONG));
    let rules = Rules::built_in();
    for seed in CROWDS {
        let played = play(&scenario(seed, &rules).expect("a scenario"), 0, &rules);
        found.insert(format!("crowd {seed}"), json!(format!("{}: {:016x}", played.ticks, played.fingerprint)));
    }
    for (game, options) in ROUNDS {
        let file = path(&format!("{game}.jsonl")).display().to_string();
        let length = said(&["replay", &file, "--verify", "--json"])["ticks"].as_u64().expect("a number");
        let at = (1..=u64::from(MOMENTS)).map(|moment| length * moment / u64::from(MOMENTS));
        let prints = at.map(|at| {
            let print = &said(&["replay", &file, "--at", &at.to_string(), "--json"])["fingerprint"];
            json!(format!("{at}: {}", print.as_str().expect("a fingerprint")))
        });
        found.insert(format!("{game} recorded"), prints.collect());
        let played = said(&[&["sim", game, "--json", "--rounds", "2", "--seed", "7"][..], options].concat());
        found.insert(format!("{game} of two programs"), played["fingerprint"].clone());
    }
    compare("matches.json", &Value::Object(found));
}

/// Machines of different behaviour do not play with each other, and whoever changes it cannot forget to say so.
#[test]
fn the_version_of_behaviour_belongs_to_the_golden_matches() {
    let text = std::fs::read_to_string(path("matches.json")).expect("the golden values");
    let Ok(Value::Object(mut golden)) = serde_json::from_str(&text) else { panic!("expected an object") };
    golden.retain(|name, _| name.starts_with("skirmish") || name.starts_with("crowd"));
    assert!(golden.len() > 1, "the names of the matches");
    let hash = xxhash_rust::xxh3::xxh3_64(Value::Object(golden).to_string().as_bytes()) as u32;
    assert_eq!(BEHAVIOUR, hash, "`BEHAVIOUR` in games/rts/sim/description.rs is to be {hash:#010x}");
}
