//! Tactics on the command line: simulations, the protocol bot, replays, level and puzzle files, everything that can be
//! wrong with them.

use super::program::{error, gridmarch, json, said, text};
use gridmarch::arena::{Clock, Contest as _};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::puzzle;
use gridmarch::games::tactics::rules::Mode;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::{Forfeit, Leash, Recording, Simulation};
use gridmarch::games::tactics::{Rules, Side};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const SIM: [&str; 8] = ["sim", "tactics", "--side", "engine,nodes=300", "--side", "random", "--rounds", "6"];

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn ron_files(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = list.filter(|path| path.extension().is_some_and(|end| end == "ron")).collect();
    files.sort();
    files
}

#[test]
fn a_simulation_prints_the_fixed_keys_and_repeats_itself_whatever_the_threads() {
    let one = json(&[&SIM[..], &["--json", "--threads", "1"]].concat());
    let two = json(&[&SIM[..], &["--json", "--threads", "2"]].concat());
    assert_eq!((&one["fingerprint"], &one["rounds"]), (&two["fingerprint"], &6.into()));
    for key in ["name", "wins", "draws", "losses", "mean_move_ms", "p99_move_ms", "max_move_ms", "mean_nodes"] {
        assert!(!one["results"][0][key].is_null(), "{key}: {one}");
    }
    for key in ["mean_length", "elo", "error"] {
        assert!(one[key].is_number(), "{key}: {one}");
    }
    let wins: u64 = one["results"].as_array().expect("a list").iter().filter_map(|side| side["wins"].as_u64()).sum();
    assert!(wins >= 5, "an engine against chance is decided: {one}");
    let other = json(&[&SIM[..], &["--json", "--seed", "2"]].concat());
    assert_ne!(other["fingerprint"], one["fingerprint"]);
}

#[test]
fn every_mode_and_option_is_played_to_an_end() {
    for mode in ["hill", "classic", "flag", "escort"] {
        for options in [&["--counts", "2,3"][..], &["--squads", "guard,archer/rider,healer", "--zone"], &["--wait"]] {
            let side = ["--side", "engine:2,nodes=100", "--side", "seed", "--rounds", "2", "--limit", "60", "--json"];
            let call = [&["sim", "tactics", "--mode", mode][..], options, &side].concat();
            assert_eq!(json(&call)["rounds"], 2, "{call:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_answer_before_the_question_is_called_that_in_table_and_object() {
    let call = ["sim", "tactics", "--side", "exec:sh -c 'echo a1-a2; sleep 1000'", "--side", "random", "--rounds", "2"];
    let object = json(&[&call[..], &["--json"]].concat());
    assert_eq!(object["reasons"]["answered before it was asked"], 2, "{object}");
    assert!(object["programs"]["held_by"].is_string() && object["programs"]["time"].is_string(), "{object}");
    let table = said(&call);
    assert!(table.contains("answered before it was asked 2") && table.contains("outside programs: held by"), "{table}");
    assert!(json(&[&SIM[..], &["--json"]].concat())["programs"].is_null());
}

#[test]
fn our_engine_loses_by_its_time_as_a_program_does() {
    let sides = ["engine:1,time=50", "random"].map(|side| side.parse().expect("a side"));
    let setup = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [2, 2]);
    let simulation = Simulation { sides, setup, opening: 0, limit: 400, leash: Leash::default(), seed: 1 };
    // A clock that says at every look that a second has passed.
    let looks = std::sync::atomic::AtomicU64::new(0);
    let clock: Clock = Arc::new(move || Duration::from_secs(looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed)));
    let round = simulation.play(0, &clock).expect("it can be played");
    let seat = round.sides.iter().position(|side| *side == 0).expect("it plays");
    assert_eq!(round.forfeit, Some((Side::BOTH[seat], Forfeit::Time)));
}

#[test]
fn a_battle_in_which_more_rest_than_can_fight_is_refused_whoever_wrote_it() {
    let setup = Setup::soldiers(TacticsLevel::built_in(), Rules { rests: 99, ..Rules::default() }, [2, 2]);
    assert_eq!(setup.begin().expect_err("refused").to_string(), "rests: expected 0 to 5, got 99");
}

#[test]
fn wrong_simulations_are_told_in_a_sentence() {
    let two = ["--side", "random", "--side", "random", "--rounds", "1"];
    for (options, code, told) in [
        (&["--side", "random"][..], 2, "Tactics needs two sides, there are 3"),
        (&["--squads", "guard,dragon"], 2, "\"dragon\" is no class, expected soldier, guard"),
        (&["--squads", "guard", "--counts", "2"], 2, "--counts"),
        (&["--counts", "9"], 2, "expected one or two numbers from 1 to 6"),
        (&["--points", "0"], 2, "--points"),
        (&["--head-start", "9"], 1, "head start: expected less than"),
        (&["--obstacles", "31"], 2, "--obstacles"),
        (&["--level", "no/such.ron"], 1, "no/such.ron: cannot be read"),
        (&["--level", "levels/tactics/README.md"], 1, "levels/tactics/README.md: line 1, column "),
    ] {
        let found = error(&[&["sim", "tactics"][..], &two, options].concat(), code);
        assert!(found.contains(told), "{options:?}: {found}");
    }
    let nobody = error(&["sim", "tactics", "--side", "nobody", "--side", "random"], 2);
    assert!(nobody.contains("\"nobody\" is no Tactics player"), "{nobody}");
}

#[test]
fn what_was_recorded_is_replayed_and_a_change_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    said(&[&SIM[..], &["--out", &out]].concat());
    let path = folder.path().join("rounds.jsonl");
    let file = path.display().to_string();
    let played = json(&["replay", &file, "--verify", "--json"]);
    assert_eq!((&played["game"], &played["equal"]), (&"tactics".into(), &true.into()));
    assert_eq!(played["rounds"].as_array().map(Vec::len), Some(6));
    let part = json(&["replay", &file, "--to", "3", "--json"]);
    assert_eq!((&part["ticks"], &part["rounds"][0]["over"]), (&3.into(), &false.into()));
    assert!(said(&["replay", &file, "--verify"]).contains("every round ends as it is recorded"));
    let lines = std::fs::read_to_string(&path).expect("the recording");
    let first = Recording::parse(lines.lines().next().expect("a line")).expect("a recording");
    let length = first.replay().expect("it plays").position().turns();
    let changed = lines.replacen(&format!("\"length\":{length}"), "\"length\":1", 1);
    std::fs::write(&path, changed).expect("written");
    let told = error(&["replay", &file, "--verify", "--seed", "1"], 1);
    assert!(told.contains("differs from the recording in round 1 after turn"), "{told}");
    std::fs::write(&path, lines.replacen("\"sides\"", "\"teams\"", 1)).expect("written");
    let told = error(&["replay", &file], 1);
    assert!(told.contains("rounds.jsonl: line 1: ") && told.contains("teams"), "{told}");
}

#[test]
fn the_bot_answers_questions_and_names_the_line_that_is_none() {
    let question = "tactics 1\nturn 4\nyou A\nfirst A\nrules classic 8 round 0 zone no wait no\nscore 0 0\nquiet 2\n\
        size 4 3\nrow ....\nrow .#..\nrow ....\nunit A a1 soldier 10 10 1 1 1 none ready\n\
        unit A b1 soldier 4 10 1 1 1 none ready\nunit B c1 soldier 1 10 1 1 1 none ready\ngo\n";
    let bot = ["bot", "tactics", "--nodes", "200"];
    let output = gridmarch(&bot, &question.repeat(3));
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "b1xc1\nb1xc1\nb1xc1\n"));
    let end = gridmarch(&bot, "tactics 1\nturn 3\n");
    assert_eq!((end.status.code(), text(&end.stdout).as_str()), (Some(0), ""));
    let wrong = gridmarch(&bot, &question.replace("size 4 3", "size 4 x"));
    let told = text(&wrong.stderr);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(told.contains("question 1: line 8") && !told.contains("panicked"), "{told}");
    let second = text(&gridmarch(&bot, &(question.to_string() + &question.replace("you A", "you C"))).stderr);
    assert!(second.contains("standard input: question 2: line 3: \"you C\" is not in the protocol"), "{second}");
    assert_eq!(gridmarch(&bot, &"x".repeat(100_000)).status.code(), Some(1));
    assert!(error(&["bot", "tactics", "--level", "6"], 2).contains("--level"));
}

#[test]
fn bench_tells_depth_and_compares_with_reference_data() {
    let depth = json(&["bench", "tactics", "--time-ms", "20", "--json"]);
    for key in ["depth", "turns", "nodes", "ms", "nodes_per_second", "score"] {
        assert!(depth[key].is_number(), "{key}: {depth}");
    }
    let tuned = json(&["bench", "tactics", "--tune", "1", "--rounds", "2", "--nodes", "50", "--json"]);
    assert_eq!(tuned["weights"].as_array().map(Vec::len), Some(16));
    assert!(error(&["bench", "tactics", "--reference", "no/such"], 1).contains("no/such: cannot be read"));
    assert!(error(&["bench", "tactics", "--rounds", "2"], 2).contains("--tune"));
}

#[test]
fn every_level_is_good_for_the_modes_it_has_marks_for_and_a_mistake_in_any_is_told_with_its_place() {
    let files = ron_files(&folder_of("levels/tactics"));
    assert!(files.len() >= 10, "{files:?}");
    for path in files {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).expect("a level"));
        let level = TacticsLevel::load(&path).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(level.suits(Mode::Classic) && level.suits(Mode::Hill), "{name}");
        let first_row = text.lines().position(|line| line.contains("rows: [")).expect("rows") + 2;
        let row = text.lines().nth(first_row - 1).expect("a row").trim().trim_matches(['"', ',']).to_string();
        let field = |name: &str| {
            let line = text.lines().position(|line| line.trim().starts_with(&format!("{name}:")));
            line.unwrap_or_else(|| panic!("{name}")) + 1
        };
        let version = field("version");
        for (from, to, line, told) in [
            ("version: 1", "version: 7", version, "`version` is 7"),
            (row.as_str(), &row.replacen(['.', '#', '+', '~'], "?", 1), first_row, "`rows`: '?' in row 0"),
            (row.as_str(), &row[1..], first_row + 1, "`rows`: row 1 has"),
            ("a: [(", "a: [(77, 0), (", field("a"), "`a`: (77, 0) is outside of the board"),
            ("b: [", "b: [], x: [", field("b"), "x"),
            ("hill: [(", "hill: [(0, 99), (", field("hill"), "`hill`: (0, 99) is outside"),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_ne!(wrong, text, "{name}: {from}");
            let problem = TacticsLevel::parse(&wrong, &name).expect_err("a mistake").to_string();
            let place = format!("{name}: line {line}, column ");
            assert!(problem.starts_with(&place) && problem.contains(told), "expected line {line}, {told}: {problem}");
        }
    }
}

#[test]
fn every_puzzle_file_is_read_and_a_mistake_in_any_is_told_with_its_place() {
    let files = ron_files(&folder_of("levels/tactics/puzzles"));
    assert_eq!(files.len(), 12);
    for path in files {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).expect("a puzzle"));
        let good = puzzle::load(&path).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(Some(good.id.as_str()), path.file_stem().and_then(|stem| stem.to_str()));
        let grade = format!("grade: {}", good.grade);
        for (from, to, told) in [
            ("version: 1", "version: 2", "line 2, column 12: `version` is 2"),
            (grade.as_str(), "grade: 0", "line 6, column 10: `grade`: expected 1 to 4, got 0"),
            ("goal: ", "goal: Win(9), //", "line 7, column 9: `goal`: expected 1 to 4, got 9"),
            ("hint: ", "tip: ", "line 5, column "),
            ("mode: ", "mode: s", "line 9, column "),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_ne!(wrong, text, "{name}: {from}");
            let problem = puzzle::parse(&wrong, "x", &name).expect_err("a mistake").to_string();
            assert!(problem.starts_with(&format!("{name}: {told}")), "expected {told}: {problem}");
        }
    }
}

#[test]
fn the_boards_say_when_the_first_blow_falls() {
    let mut told = 0;
    for path in ron_files(&folder_of("levels/tactics")) {
        let level = TacticsLevel::load(&path).expect("a level");
        let (_, round) = level.description.split_once("First blows: about round ").expect("it says so");
        let round: f64 = round.trim_end_matches('.').parse().expect("a round");
        let file = path.to_str().expect("a path");
        let battle = ["--rounds", "12", "--obstacles", "0", "--level", file, "--json"];
        let sides = ["sim", "tactics", "--side", "engine:3", "--side", "engine:3"];
        let played = json(&[&sides[..], &battle[..]].concat());
        // Turns are those of one side, two make a round.
        let first = (played["mean_first_damage"].as_f64().expect("a number") + 0.5) / 2.0;
        assert!((first - round).abs() < 1.5, "{}: {first:.1} and not {round}", level.name);
        told += 1;
    }
    assert_eq!(told, 12);
}
