//! Programs from outside as processes: in tournaments, as trainers, and our own in the same protocol.

use crate::program::{error, gridmarch, json, text};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// A match of two sides, of so many minutes at most. A machine may be busy, and this is no test of speed.
fn sim(sides: [&str; 2], minutes: &str, more: &[&str]) -> serde_json::Value {
    let [one, other] = sides;
    let level = "levels/rts/twin-fords.ron";
    let call = ["sim", "rts", "--side", one, "--side", other, "--level", level, "--minutes", minutes, "--json"];
    json(&[&call[..], &["--time-ms", "60000"], more].concat())
}

#[test]
fn our_program_plays_the_same_match_as_a_process() {
    let ours = format!("exec:{} bot rts --level 3", env!("CARGO_BIN_EXE_gridmarch"));
    let print = |side: &str| {
        let object = sim([side, "bot:3"], "3", &["--rounds", "1"]);
        assert_eq!((object["late"].as_u64(), object["faults"].to_string()), (Some(0), "{}".into()), "{object}");
        object["fingerprint"].to_string()
    };
    assert_eq!(print(&ours), print("bot:3"));
}

#[test]
fn who_ends_or_talks_nonsense_loses_or_is_told() {
    let shell = |script: &str| format!("exec:sh -c '{script}'");
    let lost = |script: &str, why: &str| {
        let object = sim([&shell(script), "bot:1"], "1", &["--rounds", "2"]);
        assert_eq!(object["results"][1]["wins"].as_u64(), Some(2), "{object}");
        assert_eq!(object["faults"][why].as_u64(), Some(2), "{object}");
    };
    lost("read a; echo {}; read b", "the program has ended (crash)");
    lost("read a; echo {}; while :; do echo {}; done", "it answered before it was asked");
    lost("read a; echo hello; read b", "it is no JSON: expected value at line 1 column 1 (nonsense)");
    // A line that is no answer is dropped and counted; the match goes on.
    let object = sim([&shell("read a; echo {}; while read b; do echo what; done"), "bot:1"], "1", &["--rounds", "2"]);
    assert_eq!(object["without_winner"].as_u64(), Some(2), "{object}");
    assert_eq!(object["late"].as_u64(), Some(240), "every look of both matches: {object}");
    // A whole answer that does nothing is one.
    let object = sim([&shell("while read a; do echo {}; done"), "bot:1"], "1", &["--rounds", "2"]);
    assert_eq!(object["late"].as_u64(), Some(0), "{object}");
}

#[test]
fn the_samples_in_python_give_orders_that_are_carried_out() {
    for file in ["sample_bot", "beginner"] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().to_str().expect("a path");
        let side = format!("exec:python3 levels/rts/{file}.py");
        let object = sim([&side, "bot:1"], "3", &["--rounds", "1", "--out", out]);
        assert_eq!((object["late"].as_u64(), object["faults"].to_string()), (Some(0), "{}".into()), "{object}");
        let replay = std::fs::read_to_string(folder.path().join("match-0.replay")).expect("a recording");
        let has = |order: &str| replay.lines().any(|line| line.contains(order) && line.contains("[0,"));
        assert!(has("Gather") && has("Build") && has("Train"), "{file}");
    }
}

#[test]
fn a_trainer_plays_match_after_match_through_standard_input_and_output() {
    let mut game = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(["sim", "rts", "--side", "stdio", "--side", "bot:1", "--rounds", "2"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut input = game.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(game.stdout.take().expect("a pipe")).lines();
    let mut next =
        || -> serde_json::Value { serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON") };
    for _ in 0..2 {
        assert_eq!(next()["hello"].as_u64(), Some(1));
        writeln!(input, "{{\"name\": \"trainer\"}}").expect("it reads");
        assert!(next()["units"].as_array().is_some_and(|units| !units.is_empty()));
        writeln!(input, "{{}}").expect("it reads");
        assert!(next()["tick"].as_u64().is_some_and(|tick| tick >= 10));
        writeln!(input, "{{\"do\": [[\"surrender\"]]}}").expect("it reads");
        assert_eq!(next()["end"].as_str(), Some("lost"));
    }
    assert!(lines.next().is_none(), "nothing but lines of matches");
    assert!(game.wait().expect("it ends").success());
}

#[test]
fn what_cannot_be_a_side_is_said_before_anything_is_played() {
    let told = error(&["sim", "rts", "--side", "exec:./no-such-bot", "--side", "bot"], 1);
    assert!(told.contains("./no-such-bot: cannot be started"), "{told}");
    let told = error(&["sim", "rts", "--side", "stdio", "--side", "stdio"], 2);
    assert!(told.contains("stdio is there once"), "{told}");
    let told = error(&["sim", "rts", "--side", "exec:", "--side", "bot"], 2);
    assert!(told.contains("there is no program to start"), "{told}");
    let told = error(&["sim", "ladder", "--of", "stdio", "--of", "bot:1"], 2);
    assert!(told.contains("stdio is no player of a ladder"), "{told}");
    let output = gridmarch(&["bot", "rts"], "{\"hello\": 1}\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("standard input: line 1: missing field"), "{}", text(&output.stderr));
}
