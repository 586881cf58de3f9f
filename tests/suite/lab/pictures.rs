//! Pictures, tables and the command line of the lab.

use clap::{CommandFactory, FromArgMatches, Parser};
use gridmarch::base::{Budget, Cell, Grid};
use gridmarch::lab::cli::Wrong;
use gridmarch::lab::cli::search::{SearchArgs, run};
use gridmarch::lab::colour::Shade;
use gridmarch::lab::cursor::Cursor;
use gridmarch::lab::search::{Prepared, Question, Setup};
use gridmarch::lab::sizes::{Who, csv as csv_of_sizes, point};
use gridmarch::lab::svg::svg;
use gridmarch::lab::table::{COLUMNS, Line, csv};
use gridmarch::lab::trace;
use gridmarch::lab::worlds::river::River;
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::searchers::estimates::Heuristic;
use gridmarch::nav::searchers::grid::GridMap;
use gridmarch::nav::searchers::{Options, Searcher};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Parser)]
struct Lab {
    #[command(flatten)]
    search: SearchArgs,
}

/// What `lab search` says to some words.
fn said(words: &[&str]) -> Result<String, Wrong> {
    let matches = Lab::command().try_get_matches_from([&["lab"], words].concat());
    let matches = matches.map_err(|error| Wrong::Usage(error.to_string()))?;
    run(&Lab::from_arg_matches(&matches).expect("options that were read").search)
}

const MAP: &str = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@..\n.@S@S.\n......\n";

#[test]
fn lab_search_prints_the_keys_that_were_promised() {
    let folder = tempfile::tempdir().expect("a folder");
    let (map, svg, file, table) = (
        folder.path().join("a.map"),
        folder.path().join("a.svg"),
        folder.path().join("a.trace.json"),
        folder.path().join("a.csv"),
    );
    std::fs::write(&map, MAP).expect("a map");
    let map = map.to_str().expect("a path");
    for searcher in Searcher::ALL {
        let words = ["--map", map, "--from", "0,0", "--to", "4,2", "--with", searcher.name(), "--json"];
        let object: Value = serde_json::from_str(&said(&words).expect("an answer")).expect("JSON");
        assert_eq!(object["found"], true, "{}", searcher.name());
        for key in ["cost", "length", "expanded", "generated", "peak_open", "peak_stored", "ms"] {
            assert!(object[key].is_number(), "{key} of {}", searcher.name());
        }
    }
    let files = [
        "--trace",
        file.to_str().expect("a path"),
        "--svg",
        svg.to_str().expect("a path"),
        "--csv",
        table.to_str().expect("a path"),
    ];
    let words = [&["--map", map, "--from", "0,0", "--to", "4,2", "--moves", "4", "--swamp", "8"], &files[..]].concat();
    let text = said(&words).expect("an answer");
    assert!(text.starts_with("A*, manhattan: a way was found: cost 6.500000, 6 steps"), "{text}");
    let run = trace::read(&std::fs::read_to_string(file).expect("a trace"), "a").expect("our own trace");
    assert_eq!(run.cost, Some(6.5));
    assert!(std::fs::read_to_string(svg).expect("a picture").ends_with("</svg>\n"));
    let table = std::fs::read_to_string(table).expect("a table");
    assert!(table.starts_with("search,end,cost,") && table.contains("\"A*, manhattan\",found,6.500000,6,"), "{table}");
}

#[test]
fn lab_search_refuses_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("a.map");
    std::fs::write(&map, MAP).expect("a map");
    let map = map.to_str().expect("a path");
    for (words, expected) in [
        (vec!["--map", map, "--from", "1,1", "--to", "4,2"], "the start (1, 1) is blocked"),
        (vec!["--map", map, "--from", "0,0", "--to", "6,0"], "the goal (6, 0) is outside of the map of 6×4 cells"),
        (
            vec!["--map", map, "--from", "0,0", "--to", "5,0", "--with", "jps", "--moves", "4"],
            "jump point search needs eight directions and ground of one price",
        ),
        (vec!["--world", "lock:10,5", "--with", "jps"], "Jump point search works on maps only"),
        (
            vec!["--map", "nowhere.map", "--from", "0,0", "--to", "5,0"],
            "nowhere.map: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(said(&words).expect_err("a refusal"), Wrong::Other(expected.into()));
    }
    for words in [
        vec!["--world", "cupboard"],
        vec!["--world", "sliding:9x9"],
        vec!["--world", "river:0,2"],
        vec!["--map", map],
        vec!["--map", map, "--from", "a", "--to", "1,1"],
        vec!["--world", "river:farmer", "--map", map, "--from", "0,0", "--to", "5,0"],
    ] {
        assert!(matches!(said(&words), Err(Wrong::Usage(_))), "{words:?}");
    }
}

#[test]
fn worlds_are_searched_from_the_command_line() {
    let object = |words: &[&str]| -> Value { serde_json::from_str(&said(words).expect("an answer")).expect("JSON") };
    assert_eq!(
        object(&["--world", "lock:10,5", "--with", "iterative-deepening", "--check", "none", "--json"])["expanded"],
        123_456
    );
    assert_eq!(object(&["--world", "lock:10,5", "--with", "breadth-first", "--json"])["expanded"], 111_111);
    assert_eq!(object(&["--world", "lock:10,8", "--with", "bidirectional", "--json"])["expanded"], 22_222);
    assert_eq!(object(&["--world", "river:3,2", "--json"])["length"], 11);
    assert_eq!(object(&["--world", "sliding:3x3,20,5", "--with", "ida-star", "--json"])["found"], true);
    let stopped = object(&["--world", "lock:10,5", "--with", "breadth-first", "--nodes", "7", "--json"]);
    assert_eq!(
        (&stopped["found"], &stopped["end"], &stopped["cost"]),
        (&false.into(), &"stopped".into(), &Value::Null)
    );
}

#[test]
fn a_picture_is_well_formed_at_every_moment() {
    let map = Arc::new(GridMap::uniform(&Grid::filled(9, 7, true), Moves::Eight));
    let on_map = Setup::on_map(map.clone(), Cell::new(0, 0), Cell::new(8, 6), Searcher::BidirectionalAStar);
    let river = Setup::new(Question::River(River::Farmer), Searcher::AStar);
    for (setup, map) in [(on_map, Some(&*map)), (river, None)] {
        let run = setup.run(&mut Prepared::default(), &Budget::unlimited()).expect("a run");
        let mut cursor = Cursor::new(&run);
        for at in 0..=run.records.len() as u32 {
            cursor.seek(&run, at);
            for shade in Shade::ALL {
                let text = svg(&run, &cursor, map, shade);
                let opened = text.matches('<').count() - text.matches("</").count();
                assert_eq!(opened, text.matches("/>").count() + text.matches("</").count(), "every tag is closed");
                assert!(!text.contains("NaN") && !text.contains("inf"));
            }
        }
        let last = svg(&run, &cursor, map, Shade::State);
        assert!(last.contains(&format!("event {0} of {0}", run.records.len())));
    }
}

#[test]
fn tables_name_every_column_and_quote_what_must_be() {
    let who = Who {
        searcher: Searcher::AStar,
        heuristic: Heuristic::Octile,
        options: Options::default(),
        moves: Moves::Eight,
    };
    let mut timed = |work: &mut dyn FnMut()| {
        work();
        Duration::from_micros(1500)
    };
    let points: Vec<_> =
        [16, 32].map(|side| point(who, side, &Budget::unlimited(), &mut timed).expect("a point")).into();
    assert!(points[0].line.counts.expanded < points[1].line.counts.expanded);
    let text = csv_of_sizes(&points);
    assert_eq!(text.lines().count(), 3);
    assert!(
        text.starts_with("side,search,end,")
            && text
                .lines()
                .nth(1)
                .is_some_and(|line| line.starts_with("16,\"A*, octile\",found,") && line.ends_with(",1.500"))
    );
    let line = Line { title: "a \"b\", c".into(), ..points[0].line.clone() };
    let text = csv(&[line]);
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("\"a \"\"b\"\", c\",found,")));
    assert_eq!(text.lines().next().map(|head| head.split(',').count()), Some(COLUMNS.len()));
}
