//! The bots that are shipped as samples play by the rules. They are written in Python.

use libtest_mimic::Trial;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

pub fn trials() -> Vec<Trial> {
    let mut python = Command::new("python3");
    python.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = python.status().is_ok_and(|status| status.success());
    let missing = || (!is_there).then(|| "python3".to_string());
    let trial = |game: &'static str, other| {
        let name = format!("bots::the_sample_bot_of_{game}_plays_by_the_rules");
        crate::trial(name, missing(), move || the_sample_bot_plays_by_the_rules(game, other))
    };
    vec![trial("tron", "random-source"), trial("tactics", "random")]
}

fn the_sample_bot_plays_by_the_rules(game: &str, other: &str) {
    let file = format!("levels/{game}/sample_bot.py");
    let text = crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&file));
    assert!(text.lines().count() <= 60, "a sample that can be read at once");
    let bot = format!("exec:python3 {file}");
    let output = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(["sim", game, "--side", &bot, "--side", other, "--rounds", "4", "--json"])
        // A machine may be busy, and this is no test of speed.
        .args(["--time-ms", "60000", "--first-ms", "60000"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(object["programs"]["held_by"].is_string(), "{object}");
    let reasons = if game == "tron" { &object["results"][0]["deaths"] } else { &object["reasons"] };
    for reason in ["crash", "nonsense", "illegal", "time", "answered before it was asked"] {
        assert_eq!(reasons[reason].as_u64().unwrap_or(0), 0, "{reason}: {object}");
    }
}
