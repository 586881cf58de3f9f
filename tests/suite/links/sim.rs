//! Links on the command line: simulations, the protocol bot, recordings, measurements, and what can be wrong with them.

use crate::program::{error, gridmarch, json, said, text};
use gridmarch::arena::{Contest, Leash, thinking_clock};
use gridmarch::games::links::book::{Book, parse};
use gridmarch::games::links::game::Match;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::puzzle::load;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::simulation::{Recording, Side, Simulation};
use gridmarch::games::links::step::Step;

const SIM: [&str; 10] =
    ["sim", "links", "--side", "engine,nodes=200", "--side", "random", "--rounds", "6", "--size", "12"];

#[test]
fn a_simulation_prints_the_fixed_keys_and_repeats_itself_whatever_the_threads() {
    let one = json(&[&SIM[..], &["--json", "--threads", "1"]].concat());
    let two = json(&[&SIM[..], &["--json", "--threads", "2"]].concat());
    assert_eq!((&one["fingerprint"], &one["rounds"]), (&two["fingerprint"], &6.into()));
    for key in ["name", "wins", "draws", "losses", "mean_move_ms", "p99_move_ms", "max_move_ms", "mean_nodes"] {
        assert!(!one["results"][0][key].is_null(), "{key}: {one}");
    }
    assert_eq!(one["results"][0]["wins"], 6, "the engine beats who plays at random: {one}");
    assert_ne!(json(&[&SIM[..], &["--json", "--seed", "2"]].concat())["fingerprint"], one["fingerprint"]);
}

#[test]
fn a_sequential_test_ends_as_soon_as_it_is_decided_whatever_the_threads() {
    let call = |threads, rounds| {
        json(
            &[&SIM[..6], &["--size", "12", "--json", "--sprt", "0,100", "--threads", threads, "--rounds", rounds]]
                .concat(),
        )
    };
    let one = call("1", "1000");
    let played = one["rounds"].as_u64().expect("a number");
    assert!(played < 100 && played % 2 == 0 && one["sprt"]["accepted"] == 100.0, "{one}");
    assert_eq!(one["pairs"], serde_json::json!([0, 0, 0, 0, played / 2]));
    let three = call("3", "1000");
    assert_eq!((&three["fingerprint"], &three["rounds"]), (&one["fingerprint"], &one["rounds"]));
    assert!(call("1", "4")["sprt"]["accepted"].is_null(), "four matches decide nothing");
    let told = error(&[&SIM[..], &["--sprt", "50,0"]].concat(), 2);
    assert!(told.contains("--sprt") && told.contains("the smaller one first"), "{told}");
}

#[test]
fn recorded_matches_are_played_again_and_a_changed_one_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    json(&[&SIM[..], &["--json", "--out", out, "--variant", "standard"]].concat());
    let file = folder.path().join("rounds.jsonl");
    let path = file.to_str().expect("a path");
    let again = json(&["replay", path, "--verify", "--json"]);
    assert_eq!(again["rounds"].as_array().map(Vec::len), Some(6), "{again}");
    let lines = std::fs::read_to_string(&file).expect("the matches");
    let first = lines.lines().next().expect("a match");
    let one = folder.path().join("one.links");
    std::fs::write(&one, format!("{first}\n")).expect("written");
    let recording = Recording::load(&one).expect("it is read");
    let played: Match = recording.saved().restore(usize::MAX).expect("it plays");
    assert!(played.is_over() && recording.winner().is_some());
    std::fs::write(&one, first.replacen("\"size\":12", "\"size\":13", 1)).expect("written");
    let told = error(&["replay", one.to_str().expect("a path")], 1);
    assert!(told.contains("a board of 13 × 13 holes"), "{told}");
}

#[test]
fn our_bot_answers_questions_and_says_what_is_wrong_with_one() {
    let question = "links 1\nsize 12\nvariant pp\npie yes\nyou 2\nmoves f6\ngo\n";
    let output = gridmarch(&["bot", "links", "--nodes", "100"], &question.repeat(2));
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).lines().count(), 2);
    let wrong = gridmarch(&["bot", "links"], "links 1\nsize 7\ngo\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("question 1: line 3: a board of 7 × 7 holes"), "{}", text(&wrong.stderr));
}

#[test]
fn the_sample_bot_plays_legal_matches_and_beats_chance() {
    let side = "exec:python3 levels/links/sample_bot.py";
    let call = ["sim", "links", "--side", side, "--side", "random", "--rounds", "8", "--size", "12", "--json"];
    let object = json(&[&call[..], &["--time-ms", "10000", "--first-ms", "10000"]].concat());
    // It looks at its own ways alone, so chance may close them all.
    let count = |value: &serde_json::Value| value.as_u64().unwrap_or(0);
    let reasons = &object["reasons"];
    assert_eq!(count(&reasons["joined"]) + count(&reasons["dead"]), 8, "nobody lost by an answer: {object}");
    assert!(count(&object["results"][0]["wins"]) >= 6, "{object}");
}

#[test]
fn recorded_games_and_puzzles_of_others_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_string()
    };
    let game = r#"{"id":"x","size":6,"variant":"std","moves":["c1","a3","d3","b5","c5","e2","e6"],
        "new_links":[[],[],["c1"],["a3"],["d3"],[],["c5"]],"winner":1}"#
        .replace('\n', "");
    let puzzle = r#"{"id":"y","kind":"win1","solutions":["a6","e6"],"size":6,"variant":"pp",
        "moves":["c1","a3","d3","b5","c5","e2"]}"#
        .replace('\n', "");
    let (games, puzzles) = (write("games.jsonl", &game), write("puzzles.jsonl", &puzzle));
    let call =
        ["bench", "links", "--size", "12", "--time-ms", "20", "--json", "--rules", &games, "--puzzles", &puzzles];
    let found = json(&call);
    assert_eq!(found["rules"], serde_json::json!({"games": 1, "plies": 7, "agree": 7}));
    assert_eq!(found["puzzles"], serde_json::json!({"total": 1, "solved": 1, "kinds": {"win1": [1, 1]}}));
    assert!(found["evaluations_per_s"].as_f64() > Some(0.0) && found["nodes_per_s"].as_f64() > Some(0.0));
    let other = write("other.jsonl", &game.replace("\"winner\":1", "\"winner\":2"));
    let told = error(&["bench", "links", "--time-ms", "20", "--rules", &other], 1);
    assert!(told.contains("other.jsonl: line 1: the winner is"), "{told}");
}

#[test]
fn puzzles_are_made_proved_and_given_to_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("new.ron");
    let path = file.to_str().expect("a path");
    let made = said(&["puzzles", "links", "--out", path, "--count", "1", "--size", "12", "--seed", "4"]);
    assert!(made.contains("new.ron: 1 made"), "{made}");
    assert!(said(&["puzzles", "links", "--prove", path]).contains("new.ron: 1 proved"));
    let found = json(&["bench", "links", "--size", "12", "--time-ms", "20", "--json", "--puzzles", path]);
    assert_eq!(found["puzzles"]["total"], 1, "{found}");
    // Another peg does not do.
    let puzzle = &load(&file).unwrap_or_else(|error| panic!("{error}"))[0];
    let other =
        puzzle.position().free(puzzle.side()).iter().find(|hole| *hole != puzzle.solution).expect("a free hole");
    let [right, wrong] = [puzzle.solution, other].map(|hole| format!("solution: \"{hole}\""));
    let text = std::fs::read_to_string(&file).expect("the puzzle").replace(&right, &wrong);
    std::fs::write(&file, text).expect("written");
    let told = error(&["puzzles", "links", "--prove", path], 1);
    assert!(told.contains(&format!("puzzle \"Acorn\": {other} is not the only peg")), "{told}");
    assert!(error(&["puzzles", "links"], 2).contains("--out"));
    let told = error(&["puzzles", "links", "--out", path, "--size", "13"], 2);
    assert!(told.contains("--size: a board of 13 × 13 holes"), "{told}");
}

#[test]
fn a_book_is_computed_and_matches_begin_with_the_shipped_one_unless_pegs_at_random_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.ron");
    let path = file.to_str().expect("a path");
    let few = ["--matches", "1", "--move-nodes", "5", "--lines", "4", "--nodes", "60"];
    let call = [&["book", "links", "--out", path, "--size", "12", "--variant", "standard"], &few[..]].concat();
    let made = said(&call);
    assert!(made.contains("12 × 12, standard: first pegs win"), "{made}");
    let text = std::fs::read_to_string(&file).expect("the book");
    let book = parse(&text, path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(book.boards.len(), 1);
    assert!(error(&["book", "links"], 2).contains("--out"));
    assert!(error(&["book", "links", "--out", path, "--size", "14"], 2).contains("--size: there is a book for"));
    let begun = |more: &[&str]| {
        let out = folder.path().to_str().expect("a path");
        json(&[&SIM[..], &["--json", "--out", out], more].concat());
        let lines = std::fs::read_to_string(folder.path().join("rounds.jsonl")).expect("the matches");
        let opening = |line: &str| {
            let recording = Recording::parse(line).expect("it is read");
            let played: Match = recording.saved().restore(0).expect("it plays");
            played.position().steps().collect::<Vec<_>>()
        };
        lines.lines().map(opening).collect::<Vec<_>>()
    };
    let known = begun(&[]);
    let board = Book::shipped().board(Rules { size: 12, ..Rules::default() }).expect("it is there");
    let in_book = |opening: &Vec<Step>| {
        let mut position = Position::new(Rules { size: 12, ..Rules::default() });
        position.make(opening[0]);
        opening.len() == 2 && board.known(&position).iter().any(|reply| opening[1] == Step::Peg(reply.hole))
    };
    assert!(known.len() == 6 && known.iter().all(in_book), "{known:?}");
    assert!(known[0] == known[1] && known[1] != known[2], "every two begin alike");
    assert_ne!(begun(&["--random-opening"]), known);
}

#[test]
fn an_opening_at_random_has_all_its_pegs_and_ends_no_match() {
    let side = |name: &str| name.parse::<Side>().expect("a side");
    for (size, opening) in [(6, 12), (12, 2), (12, 20), (20, 8)] {
        let simulation = Simulation {
            sides: [side("random"), side("random")],
            rules: Rules { size, ..Rules::default() },
            opening,
            by_book: false,
            leash: Leash::default(),
            seed: 3,
        };
        let middle = size / 4..size - size / 4;
        for number in 0..40 {
            let round = simulation.play(number, &thinking_clock()).expect("it is played");
            assert_eq!(round.setup.opening.len(), usize::from(opening), "{size}: match {number}");
            assert!(round.setup.begin().is_ok());
            let is_inside = |step: &Step| matches!(step, Step::Peg(hole) if middle.contains(&hole.column()) && middle.contains(&hole.row()));
            assert!(round.setup.opening.iter().all(is_inside), "{size}: match {number}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_call_is_told_with_its_option() {
    let told = error(&["sim", "links", "--side", "engine:9", "--side", "random"], 2);
    assert!(told.contains("the level of engine is 1 to 8"), "{told}");
    let told = error(&["sim", "links", "--side", "random", "--side", "random", "--size", "13"], 2);
    assert!(told.contains("--size: a board of 13 × 13 holes, expected an even number from 6 to 30"), "{told}");
    let told = error(&["sim", "links", "--side", "seed,depth=9", "--side", "random"], 2);
    assert!(told.contains("depth=1 to 6"), "{told}");
    assert!(said(&["sim", "links", "--help"]).contains("levels/links/README.md"));
}
