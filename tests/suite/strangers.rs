//! Recordings of strangers are looked at whole before a match begins, and files are told from each other.

use gridmarch::base::packed::pack;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::Program;
use gridmarch::games::rts::cli::replay::open;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, MineSpawn, UnitSpawn};
use gridmarch::games::rts::rules::{FactionId, KindId, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::replay::{Entry, Replay};
use gridmarch::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use gridmarch::games::rts::sim::{HostOrder, MatchSetup, Order};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::{NotRecorded, RecordTo};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A short skirmish of two programs on a small field.
fn skirmish(record: RecordTo) -> Match {
    let rules = Rules::built_in();
    let level = Level {
        name: "Field".into(),
        mines: vec![MineSpawn { at: Cell::new(14, 20), gold: 500 }],
        starts: vec![Cell::new(3, 3), Cell::new(30, 3)],
        units: vec![UnitSpawn { kind: KindId(0), side: 0, at: Cell::new(20, 25) }],
        ..Level::of_ground(Grid::filled(40, 30, Terrain::Grass))
    };
    let seat = |side: u8| Seat {
        faction: FactionId(side),
        team: side,
        control: Control::Bot,
        program: if side == 0 { Program::Founder } else { Program::default() },
        start: side.into(),
        colour: side,
        handicap: Handicap::NONE,
    };
    let skirmish = SkirmishSetup::on(&level, &[seat(0), seat(1)], &rules).expect("two starts");
    Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(record);
    })
}

/// The recording of it, with a snapshot and an order.
fn recorded() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.replay");
        let mut game = skirmish(RecordTo::File(path.clone()));
        game.run(5);
        game.order(0, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(9, 9), queue: false, formation: false });
        game.run(3);
        game.host(HostOrder::Checkpoint);
        game.run(10);
        drop(game);
        std::fs::read_to_string(&path).expect("the file")
    })
}

/// What is said of the recording when it is opened; nothing if it opens.
fn said(text: &str) -> Option<String> {
    let replay = match Replay::parse(text, "x.replay") {
        Ok(replay) => replay,
        Err(error) => return Some(error.to_string()),
    };
    open(replay, "x.replay").err().map(|error| error.to_string())
}

/// The recording with its header changed.
fn with_header(change: impl FnOnce(&mut Value)) -> String {
    let (first, rest) = recorded().split_once('\n').expect("lines");
    let mut header: Value = serde_json::from_str(first).expect("JSON");
    change(&mut header);
    format!("{header}\n{rest}")
}

#[test]
fn a_skirmish_that_its_level_and_rules_do_not_allow_is_refused_with_its_field() {
    assert_eq!(said(recorded()), None);
    let skirmish =
        |change: &dyn Fn(&mut Value)| said(&with_header(|header| change(&mut header["skirmish"]))).expect("refused");
    let begins =
        |text: String, with: &str| assert!(text.starts_with(&format!("x.replay: line 1: skirmish: {with}")), "{text}");
    begins(
        skirmish(&|skirmish| skirmish["players"][0]["faction"] = json!(9)),
        "`players[0].faction`: expected 0 to 1, got 9",
    );
    begins(
        skirmish(&|skirmish| skirmish["players"][1]["colour"] = json!(250)),
        "`players[1].colour`: expected 0 to 7, got 250",
    );
    begins(
        skirmish(&|skirmish| skirmish["players"][1]["team"] = json!(250)),
        "`players[1].team`: expected 0 to 7, got 250",
    );
    for percent in [0, 49, 85, 160] {
        let told = skirmish(&|skirmish| skirmish["players"][1]["handicap"] = json!(percent));
        let sentence = format!("a handicap of \"{percent}\" is none, expected 50 to 150 in steps of 10");
        assert!(told.starts_with("x.replay: line 1: ") && told.contains(&sentence), "{told}");
    }
    assert!(skirmish(&|skirmish| skirmish["players"][1]["handicap"] = json!("80")).contains("line 1"));
    // The states in the recording are of a match without one.
    let told = skirmish(&|skirmish| skirmish["players"][1]["handicap"] = json!(80));
    assert!(told.contains("`handicap`: 100, the match began with 80"), "{told}");
    for count in [0, 1, 9, 44, 300] {
        let players =
            |skirmish: &mut Value| skirmish["players"] = Value::Array(vec![skirmish["players"][0].clone(); count]);
        begins(skirmish(&players), &format!("`players`: a skirmish has 2 to 8 sides, this one has {count}"));
    }
    for far in [32767, -32767] {
        begins(
            skirmish(&|skirmish| skirmish["players"][1]["start"]["x"] = json!(far)),
            "`players[1].start`: a start at ",
        );
        begins(skirmish(&|skirmish| skirmish["mines"][0][0]["y"] = json!(far)), "`mines[0]`: a mine at ");
    }
    let many = |skirmish: &mut Value| skirmish["mines"] = Value::Array(vec![skirmish["mines"][0].clone(); 100_000]);
    begins(skirmish(&many), "`mines[1]`: a mine at (14, 20) covers");
}

#[test]
fn an_order_that_no_match_has_is_refused_with_its_line() {
    let place = recorded().lines().position(|line| line.contains("MoveTo")).expect("an order") + 1;
    let told = |from: &str, to: &str| {
        assert!(recorded().contains(from), "{from}");
        said(&recorded().replacen(from, to, 1)).expect("refused")
    };
    let begin = format!("x.replay: line {place}: `order`: ");
    for (from, to, problem) in [
        ("\"side\":[0,{\"MoveTo\"", "\"side\":[7,{\"MoveTo\"", "There is no side 7: sides are 0 to 1."),
        ("\"to\":{\"x\":9,", "\"to\":{\"x\":32767,", "(32767, 9) is not on the map."),
        ("\"units\":[0]", "\"units\":[4294967295]", "There is no unit 4294967295: no match has so many."),
    ] {
        assert_eq!(told(from, to), begin.clone() + problem);
    }
}

#[test]
fn words_and_gifts_that_no_match_has_are_refused_with_their_line() {
    let place = recorded().lines().position(|line| line.contains("MoveTo")).expect("an order");
    let told = |order: Value| {
        let mut lines: Vec<String> = recorded().lines().map(String::from).collect();
        let mut line: Value = serde_json::from_str(&lines[place]).expect("JSON");
        line["order"]["issued"]["side"][1] = order;
        lines[place] = line.to_string();
        said(&(lines.join("\n") + "\n"))
    };
    assert_eq!(told(json!({"Say": {"to": "All", "text": "Hello."}})), None);
    let begin = format!("x.replay: line {}: `order`: ", place + 1);
    let line = "A line has 1 to 120 letters, all of which can be seen.";
    for (order, problem) in [
        (json!({"Say": {"to": "All", "text": "a\u{7}b"}}), line),
        (json!({"Say": {"to": "Allies", "text": "x".repeat(100_000)}}), line),
        (json!({"Tribute": {"to": 1, "gift": {"gold": 5}}}), "Side 1 is no ally."),
        (json!({"Tribute": {"to": 99, "gift": {"gold": 5}}}), "There is no side 99: sides are 0 to 1."),
        (json!({"Signal": {"kind": "Help", "at": {"x": 999, "y": 0}}}), "(999, 0) is not on the map."),
        (
            json!({"Signal": {"kind": {"Attack": {"arrive": 4294967295u32}}, "at": {"x": 1, "y": 1}}}),
            "No match comes to tick 4294967295.",
        ),
    ] {
        assert_eq!(told(order), Some(begin.clone() + problem));
    }
}

#[test]
fn a_state_inside_of_a_recording_is_looked_at_when_it_is_opened() {
    let replay = Replay::parse(recorded(), "x").expect("a recording");
    let kept = replay.entries.iter().position(|entry| matches!(entry, Entry::Snapshot { .. })).expect("a snapshot");
    let with_state = |state: String| {
        let mut replay = replay.clone();
        let Entry::Snapshot { state: old, .. } = &mut replay.entries[kept] else { panic!("it is one") };
        *old = state;
        open(replay, "x.replay").err().expect("refused").to_string()
    };
    let begin = format!("x.replay: line {}: `snapshot`: ", kept + 2);
    let told = with_state(pack(&7u8).expect("a form"));
    assert_eq!(told, begin.clone() + "the packed bytes are not of this version's form");
    // The state of another match, with the right sum.
    let mut other = Match::new(Level::of_ground(Grid::filled(5, 5, Terrain::Grass)), Rules::built_in(), 1);
    other.run(8);
    let other = gridmarch::games::rts::sim::record::snapshot::take(other.app.world_mut()).expect("a match");
    let told = with_state(pack(&other).expect("a form"));
    assert_eq!(told, begin + "It is of another sort of match.");
}

#[test]
fn the_units_of_a_side_that_does_not_play_stay_away() {
    let mut game = skirmish(RecordTo::Nowhere);
    let mut setup = game.app.world().resource::<MatchSetup>().clone();
    let mut level = Level::clone(&setup.level);
    level.units.push(UnitSpawn { kind: KindId(0), side: 5, at: Cell::new(22, 25) });
    setup.level = level.clone().into();
    game = Match::prepared(level, Rules::built_in(), 3, |app| {
        app.insert_resource(setup);
    });
    game.run(1);
    let world = game.app.world_mut();
    let mut owners = world.query::<&gridmarch::games::rts::sim::units::Owner>();
    assert!(owners.iter(world).all(|owner| owner.0 < 2 || owner.0 == u8::MAX));
}

fn gridmarch(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridmarch"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program runs")
}

/// The error of a call that fails.
fn error(arguments: &[&str]) -> String {
    let output = gridmarch(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && !text.contains("panicked"), "{arguments:?}: {text}");
    text
}

#[test]
fn what_is_no_file_is_not_read() {
    for device in ["/dev/zero", "/dev"] {
        for arguments in
            [&["replay", device][..], &["sim", "tactics", "--side", "random", "--side", "random", "--level", device]]
        {
            let told = error(arguments);
            assert!(told.contains("it is no ordinary file") || told.contains("it is a folder"), "{told}");
        }
    }
}

#[test]
fn a_value_is_repeated_for_two_hundred_letters_at_most() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.ron");
    let text = format!(
        "(version: 1, name: \"x\", rows: [\".\"], units: [(kind: {:?}, side: 0, at: (0, 0))])",
        "y".repeat(100_000)
    );
    std::fs::write(&path, text).expect("written");
    // `map check` tells of every file on standard output.
    let output = gridmarch(&["map", "check", &path.display().to_string()]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success());
    assert!(told.contains(&"y".repeat(200)) && !told.contains(&"y".repeat(201)) && told.len() < 1000, "{}", told.len());
}

#[test]
fn a_saved_match_is_told_from_a_recording() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.save");
    let mut game = skirmish(RecordTo::Nowhere);
    game.app.world_mut().write_message(gridmarch::games::rts::sim::record::saves::SaveRequest(path.clone()));
    for _ in 0..2000 {
        game.tick();
        if path.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let told = error(&["replay", &path.display().to_string()]);
    assert!(told.contains("it is a saved match and no recording; `gridmarch play --load` goes on with it"), "{told}");
}

#[test]
fn numbers_that_would_run_for_ever_are_refused() {
    let picture = ["bench", "jams", "--scenario", "corner", "--picture", "x.svg", "--tick", "4294967295"];
    assert!(error(&picture).contains("36000"));
    let rests = ["sim", "tactics", "--side", "random", "--side", "random", "--rests", "99"];
    assert!(error(&rests).contains("99"));
}

#[test]
fn replays_of_all_games_go_to_a_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, word) in [("tron", "steps"), ("tactics", "turns")] {
        let out = folder.path().join(game).display().to_string();
        let sides = ["--side", "random", "--side", "random", "--rounds", "1", "--out", &out];
        let output = gridmarch(&[&["sim", game][..], &sides].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let file = format!("{out}/rounds.jsonl");
        let told = String::from_utf8_lossy(&gridmarch(&["replay", &file, "--at", "2"]).stdout).into_owned();
        assert!(told.contains(&format!(", 2 {word}, ")), "{told}");
    }
}

/// The messages of a match whose recording cannot be written.
fn stopped(record: RecordTo, ticks: u32) -> Vec<String> {
    let mut game = skirmish(record);
    let mut told = Vec::new();
    for _ in 0..ticks {
        game.tick();
        let messages: Vec<NotRecorded> =
            game.app.world_mut().resource_mut::<bevy::prelude::Messages<NotRecorded>>().drain().collect();
        told.extend(messages.into_iter().map(|NotRecorded(sentence)| sentence));
    }
    told
}

#[test]
fn a_recording_that_cannot_be_written_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("taken"), "a file").expect("written");
    let told = stopped(RecordTo::Folder(folder.path().join("taken")), 30);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("The match is not recorded: "), "{told:?}");
}

#[test]
fn a_file_with_nothing_good_in_it_does_not_stay_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.replay");
    for (is_good, sentence) in
        [(true, "The match is recorded no further: it is full."), (false, "The match is not recorded: it is full.")]
    {
        std::fs::write(&path, "").expect("written");
        assert_eq!(NotRecorded::at(&path, "it is full", is_good), NotRecorded(sentence.into()));
        assert_eq!(path.exists(), is_good, "{sentence}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_no_device_is_removed() {
    let full = Path::new("/dev/full");
    assert!(full.exists(), "Linux has /dev/full");
    // Writing fails as on a full disk. A link and what it leads to are not ours to remove.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.replay");
    std::os::unix::fs::symlink(full, &path).expect("a link");
    let told = stopped(RecordTo::File(path.clone()), 60);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("The match is not recorded: ") && told[0].contains("space"), "{told:?}");
    assert!(path.symlink_metadata().is_ok() && full.exists());
}
