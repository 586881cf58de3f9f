//! Files of strangers: what was found once stays found, and some of everything is changed and tried anew.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn fuzz(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(["bench", "fuzz", "--json", "--threads", "1"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(output.status.success(), "{arguments:?}: {text}");
    for key in ["panics", "hangs", "heavy"] {
        assert_eq!(told[key], 0, "{told}");
    }
    assert!(told["peak_mib"].as_u64().is_some_and(|peak| peak < 1024), "{told}");
    told
}

fn number(told: &Value, key: &str) -> u64 {
    told[key].as_u64().unwrap_or_else(|| panic!("{key} in {told}"))
}

/// Changes so many real files of a kind; some must be refused, and some played.
fn try_out(kind: &str, rounds: u64) {
    let told = fuzz(&["--kind", kind, "--rounds", &rounds.to_string()]);
    let (refused, accepted) = (number(&told, "refused"), number(&told, "accepted"));
    assert_eq!((refused + accepted, number(&told, "rounds")), (rounds, rounds), "{told}");
    assert!(refused >= rounds / 20 && accepted >= rounds / 20, "{told}");
}

#[test]
fn changed_recordings_are_refused_or_played() {
    try_out("replay", 500);
}

#[test]
fn changed_saves_are_refused_or_played() {
    try_out("save", 400);
}

#[test]
fn changed_levels_are_refused_or_played() {
    try_out("level", 700);
}

#[test]
fn changed_rules_are_refused_or_played() {
    try_out("rules", 200);
}

#[test]
fn changed_questions_and_answers_of_bots_are_refused_or_played() {
    try_out("bot", 195);
}

#[test]
fn a_program_that_is_killed_while_it_saves_leaves_whole_files() {
    let told = fuzz(&["--kind", "kill", "--rounds", "5"]);
    assert_eq!(number(&told, "accepted"), 5, "{told}");
}

/// The inputs of a folder of found cases.
fn found() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end != "md"));
    files.sort();
    files
}

#[test]
fn what_was_found_once_is_refused_or_played() {
    let files = found();
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let told = fuzz(&names.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(number(&told, "refused") + number(&told, "accepted"), files.len() as u64, "{told}");
}

#[test]
fn the_same_seed_makes_the_same_inputs() {
    let twice = [(); 2].map(|()| fuzz(&["--kind", "level", "--rounds", "60", "--seed", "9"]));
    assert_eq!(twice[0]["kinds"], twice[1]["kinds"]);
}
