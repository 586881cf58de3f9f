//! The subcommands of `map`.

use clap::Parser;
use gridmarch::cli::CliError;
use gridmarch::games::rts::cli::map::{MapCommand, run};
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::level::generate::{MapKind, MapSpec, ObstacleParams, generate_obstacles};
use gridmarch::games::rts::rules::Rules;
use std::path::Path;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    command: MapCommand,
}

fn run_line(line: &[&str]) -> Result<(), CliError> {
    let line = Line::try_parse_from(["map"].iter().chain(line)).expect("the options are known");
    run(line.command)
}

#[test]
fn a_generated_file_can_be_checked_shown_and_converted_there_and_back() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (ron, map, back) = (path("a.ron"), path("a.map"), path("b.ron"));
    run_line(&["generate", "--type", "caves", "--size", "32x20", "--seed", "5", "--out", &ron, "--json"])
        .expect("it can be generated");
    run_line(&["convert", &ron, &map, "--json"]).expect("it can be converted");
    run_line(&["convert", &map, &back, "--json"]).expect("it can be converted back");
    run_line(&["check", &ron, &map, &back, "--json"]).expect("all are valid");
    run_line(&["show", &ron, "--json"]).expect("it can be shown");
    let load = |file: &str| Level::load(Path::new(file), &Rules::built_in()).expect("it is valid");
    assert_eq!((load(&ron).terrain.width(), load(&ron).terrain.height()), (32, 20));
    assert_eq!(load(&map).terrain, load(&back).terrain);
}

#[test]
fn what_cannot_be_done_is_said_in_one_sentence() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let wrong = dir.path().join("wrong.ron");
    std::fs::write(&wrong, "(version: 1)").expect("it can be written");
    let wrong = wrong.display().to_string();
    let error = run_line(&["check", &wrong, "--json"]).expect_err("a field is missing");
    assert_eq!(error.to_string(), "1 of 1 files cannot be used");
    let error = run_line(&["generate", "--type", "caves", "--out", "caves.txt"]).expect_err("no level file");
    assert_eq!(error.to_string(), "caves.txt: a level file ends in .ron or .map");
    let error = run_line(&["generate", "--type", "caves", "--density", "9", "--out", "a.ron"]).expect_err("caves");
    assert!(matches!(error, CliError::Usage(_)), "{error}");
    let out = dir.path().join("missing/a.ron").display().to_string();
    let error = run_line(&["generate", "--type", "open", "--out", &out]).expect_err("no such folder");
    assert!(error.to_string().starts_with(&format!("{out}: cannot be written: ")), "{error}");
}

#[test]
fn a_given_parameter_replaces_that_of_the_preset() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("a.ron").display().to_string();
    run_line(&["generate", "--type", "clutter", "--density", "9", "--out", &file]).expect("clutter has obstacles");
    let rules = Rules::built_in();
    let spec = MapSpec { kind: MapKind::Clutter, width: 64, height: 64, seed: 1 };
    let params = ObstacleParams { density: 9, ..ObstacleParams::DENSE };
    let expected = generate_obstacles(&spec, &params, &rules).expect("in range");
    assert_eq!(Level::load(Path::new(&file), &rules).expect("it is valid"), expected);
}
