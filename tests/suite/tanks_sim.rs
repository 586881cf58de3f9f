//! Tournaments of Tanks on the command line: outside bots good and bad, the campaign, ladders, recordings that are verified.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn gridmarch(arguments: &[&str]) -> Output {
    let folder = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// The JSON object that a command prints.
fn told(arguments: &[&str]) -> Value {
    let output = gridmarch(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

/// The sentence with which a command is refused, and its exit code.
fn refused(arguments: &[&str]) -> (String, Option<i32>) {
    let output = gridmarch(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

const STAGE: &str = "levels/tanks/01-first-light.ron";

/// No honest bot is ever late, however busy the machine is.
const PATIENT: [&str; 4] = ["--time-ms", "60000", "--first-ms", "60000"];

fn sim(arguments: &[&str]) -> Value {
    told(&[&["sim", "tanks", "--level", STAGE], arguments, &PATIENT].concat())
}

const DUEL: &str = "levels/tanks/versus-glasshouse.ron";

/// Two matches for each other's bases.
fn duel(arguments: &[&str]) -> Value {
    let mode = ["sim", "tanks", "--mode", "two-bases", "--level", DUEL, "--rounds", "2", "--minutes", "3"];
    told(&[&mode[..], arguments, &PATIENT].concat())
}

fn python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn the_same_seed_plays_the_same_matches_on_any_number_of_threads() {
    let play = |threads: &str, seed: &str| {
        let arguments = ["--side", "average", "--rounds", "2", "--minutes", "1", "--threads", threads, "--seed", seed];
        sim(&arguments)["fingerprint"].clone()
    };
    assert_eq!(play("1", "1"), play("2", "1"));
    assert_ne!(play("2", "1"), play("2", "2"));
}

#[test]
fn shares_of_lost_stages_are_told_by_level() {
    let object = sim(&["--side", "still", "--enemies", "beginner,expert", "--rounds", "2"]);
    let levels: Vec<&str> = (0..2).filter_map(|index| object["levels"][index]["level"].as_str()).collect();
    assert_eq!(levels, ["beginner", "expert"]);
    assert_eq!(object["levels"][1]["lost"], 1, "{object}");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(2), "the side and the wave: {object}");
    for key in ["rounds", "mean_length", "elo", "error", "fingerprint"] {
        assert!(!object[key].is_null(), "{key}: {object}");
    }
}

#[test]
fn our_player_plays_the_same_match_over_the_protocol() {
    let exec = format!("exec:{} bot tanks --average", env!("CARGO_BIN_EXE_gridmarch"));
    let object = sim(&["--side", &exec, "--enemies", "normal", "--rounds", "1", "--minutes", "1"]);
    assert_eq!(object["results"][0]["faults"], 0, "{object}");
    let pilot = format!("exec:{} bot tanks --level 4", env!("CARGO_BIN_EXE_gridmarch"));
    let object = duel(&["--side", &pilot, "--side", "still"]);
    assert_eq!((&object["results"][0]["faults"], &object["results"][0]["wins"]), (&0.into(), &2.into()), "{object}");
}

#[test]
fn the_sample_bot_plays() {
    if !python() {
        return;
    }
    let bot = "exec:python3 levels/tanks/sample_bot.py";
    let object = sim(&["--side", bot, "--enemies", "beginner", "--rounds", "1", "--minutes", "3"]);
    assert_eq!(object["results"][0]["faults"], 0, "{object}");
    assert!(object["results"][0]["points"].as_u64().is_some_and(|points| points > 0), "it hits somebody: {object}");
    let lines = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/tanks/sample_bot.py"));
    assert!(lines.expect("a bot").lines().count() <= 100);
}

#[test]
fn bad_bots_are_named_with_what_they_did() {
    for (script, reason) in [
        ("true", "crash"),
        ("while read l; do echo north; done", "nonsense"),
        ("echo {}; while read l; do echo {}; done", "answered before it was asked"),
    ] {
        let exec = format!("exec:sh -c \"{script}\"");
        let object = sim(&["--side", &exec, "--enemies", "expert", "--rounds", "1", "--minutes", "1"]);
        assert_eq!(object["results"][0]["reasons"][0], reason, "{object}");
    }
}

#[test]
fn recordings_play_again_and_a_changed_one_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    sim(&["--side", "average", "--rounds", "2", "--minutes", "1", "--out", out]);
    let file = folder.path().join("rounds.jsonl");
    let path = file.to_str().expect("a path");
    let object = told(&["replay", path, "--verify"]);
    assert_eq!((&object["game"], &object["equal"]), (&"tanks".into(), &true.into()), "{object}");
    assert_eq!(object["rounds"].as_array().map(Vec::len), Some(2));
    let text = std::fs::read_to_string(&file).expect("a recording");
    let changed = text.replacen("\"points\":[", "\"points\":[7", 1);
    std::fs::write(&file, changed).expect("a file");
    let (sentence, code) = refused(&["replay", path, "--verify"]);
    assert!(sentence.contains("in round 1") && sentence.contains("in points") && code == Some(1), "{sentence}");
}

#[test]
fn a_ladder_rates_levels_side_against_side() {
    let players = ["--of", "bot:expert", "--of", "still"];
    let ladder = ["sim", "ladder", "--game", "tanks", "--rounds", "2", "--minutes", "3", "--level", DUEL];
    let object = told(&[&ladder[..], &players].concat());
    assert_eq!(object["players"][0]["name"], "bot:expert");
    assert_eq!(object["players"][0]["wins"], 2, "{object}");
}

#[test]
fn what_contradicts_is_refused_with_a_sentence() {
    for (arguments, part, code) in [
        (&["sim", "tanks", "--side", "best"][..], "expected bot:LEVEL, average or still", 2),
        (&["sim", "tanks", "--side", "average", "--enemies", "easy"], "is no level", 2),
        (&["sim", "tanks", "--side", "average", "--mode", "chess"], "--mode", 2),
        (&["sim", "tanks", "--side", "average", "--mode", "two-bases"], "needs two or more sides", 2),
        (
            &["sim", "tanks", "--side", "average", "--side", "still", "--mode", "two-bases", "--enemies", "all"],
            "--enemies",
            2,
        ),
        (
            &[
                "sim", "tanks", "--side", "average", "--team", "16", "--side", "still", "--side", "still", "--side",
                "still", "--side", "still",
            ],
            "64 seats",
            2,
        ),
        (&["sim", "tanks", "--side", "average", "--level", "no-such.ron"], "no-such.ron", 1),
        (&["sim", "tanks", "--side", "exec:no-such-program"], "cannot be started", 1),
    ] {
        let (sentence, found) = refused(arguments);
        assert!(sentence.contains(part) && found == Some(code), "{arguments:?}: {found:?} {sentence}");
    }
}
