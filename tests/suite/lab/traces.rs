//! Search traces: written, read back, and those of other programs.

use gridmarch::base::{Budget, Cell, Grid, rng};
use gridmarch::lab::cursor::{Cursor, PlaceState};
use gridmarch::lab::run::{Places, Run};
use gridmarch::lab::search::{Prepared, Question, Setup};
use gridmarch::lab::trace::{read, write};
use gridmarch::lab::worlds::lock::Lock;
use gridmarch::lab::worlds::river::River;
use gridmarch::lab::worlds::sliding::Sliding;
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::searchers::estimates::Heuristic;
use gridmarch::nav::searchers::grid::GridMap;
use gridmarch::nav::searchers::{End, EventKind, Searcher};
use rand::RngExt;
use serde_json::Value;
use std::sync::Arc;

/// Runs of every searcher, in every world that it works in.
fn runs() -> Vec<Run> {
    let mut rng = rng::stream(3, "traces");
    let cells = (0..24 * 18).map(|_| [0, 4, 4, 4, 8][rng.random_range(0..5)]).collect();
    let mut prices: Grid<u8> = Grid::from_rows(24, 18, cells);
    let (start, goal) = (Cell::new(1, 2), Cell::new(20, 15));
    (prices[start], prices[goal]) = (4, 4);
    let costly = Arc::new(GridMap::new(prices.clone(), Moves::Eight));
    let even = Arc::new(GridMap::uniform(&prices.map(|price| *price > 0), Moves::Eight));
    let mut runs = Vec::new();
    for searcher in Searcher::ALL {
        for map in [&costly, &even] {
            let mut setup = Setup::on_map(map.clone(), start, goal, searcher);
            if setup.check().is_ok() {
                setup.heuristic = if searcher == Searcher::AStar { Heuristic::Exact } else { setup.heuristic };
                let mut prepared = Prepared::default();
                setup.prepare(&mut prepared, &Budget::unlimited()).expect("prepared");
                runs.push(setup.run(&mut prepared, &Budget::nodes(3_000)).expect("a run"));
            }
        }
        for question in [
            Question::Lock(Lock::new(3, 4).expect("a lock")),
            Question::River(River::Farmer),
            Question::Sliding(Sliding::scrambled(3, 3, 12, 1).expect("a puzzle")),
        ] {
            let setup = Setup::new(question, searcher);
            if setup.check().is_ok() {
                let mut prepared = Prepared::default();
                setup.prepare(&mut prepared, &Budget::unlimited()).expect("prepared");
                runs.push(setup.run(&mut prepared, &Budget::nodes(3_000)).expect("a run"));
            }
        }
    }
    assert!(runs.len() > 60 && runs.iter().all(|run| !run.records.is_empty()));
    runs
}

#[test]
fn a_trace_is_read_back_as_the_run_that_it_was() {
    for run in runs() {
        let text = write(&run);
        let back = read(&text, "a.trace.json").expect("our own trace");
        assert!(
            back == run,
            "{}: {:?} {:?}",
            run.title,
            (back.path, back.cost, back.records.len()),
            (run.path, run.cost, run.records.len())
        );
        // JSON is YAML, too; what does not begin with its brace is read as that.
        assert!(read(&format!("---\n{text}"), "a.trace.yaml") == Ok(run));
    }
}

/// The rules of Posthoc's own schema (`client/src/language/schema.ts`) and of its type `Trace` (`protocol/Trace-v140.ts`).
#[test]
fn a_trace_follows_the_definition_of_posthoc() {
    for run in runs() {
        let trace: Value = serde_json::from_str(&write(&run)).expect("JSON");
        assert_eq!(trace["version"], "1.4.0");
        let views = trace["views"].as_object().expect("views");
        for view in views.values() {
            for drawn in view.as_array().expect("a list") {
                assert!(drawn["$"].is_string());
                assert!(drawn["clear"].is_boolean() || drawn["clear"].is_string());
                assert!(drawn["$if"].is_string() || drawn["$if"].is_boolean());
            }
        }
        assert!(trace["pivot"]["x"].is_string() && trace["pivot"]["scale"].is_number());
        for event in trace["events"].as_array().expect("events") {
            assert!(event["id"].is_number() || event["id"].is_string());
            assert!(event.get("pId").is_none_or(|parent| parent.is_number() || parent.is_string()));
            assert!(event["type"].is_string());
        }
    }
}

#[test]
fn the_trace_of_another_program_is_shown() {
    let text = r#"{"version": "1.4.0", "views": {"main": [{"$": "rect"}]}, "events": [
        {"type": "source", "id": "A", "x": 3, "y": 4.5},
        {"type": "destination", "id": "C", "x": 9, "y": 4},
        {"type": "expanding", "id": "A", "g": 0, "f": 2.5, "pId": null, "x": 3, "y": 4.5, "mood": {"any": ["thing"]}},
        {"type": "generating", "id": "B", "pId": "A", "x": 5, "y": 4, "g": 1, "f": 2.5, "h": 1.5},
        {"type": "closing", "id": "A", "x": 3, "y": 4.5},
        {"type": "expanding", "id": "B", "pId": "A"},
        {"type": "generating", "id": "C", "pId": "B"},
        {"type": "sang a song", "id": -7.5},
        {"type": "expanding", "id": "C", "pId": "B"}
    ]}"#;
    let run = read(text, "somewhere/foreign.trace.json").expect("a trace");
    assert_eq!((run.title.as_str(), run.end), ("foreign.trace.json", End::Found));
    let names: Vec<String> = run.path.iter().map(|place| run.places.name(*place)).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(run.places.at(0), Some((3.0, 4.5)));
    assert!(matches!(&run.places, Places::Listed(spots) if spots.len() == 4));
    assert_eq!((run.counts.expanded, run.counts.generated), (3, 2));
    let mut cursor = Cursor::new(&run);
    cursor.seek(&run, 4);
    assert_eq!(
        [0, 1, 2].map(|place| cursor.state(&run, place)),
        [PlaceState::Closed, PlaceState::Unseen, PlaceState::Current]
    );
    let numbers = cursor.numbers(&run, 2).expect("B was reached");
    assert!(numbers.g.is_nan() && numbers.parent == Some(0));
    assert_eq!(run.records.iter().filter(|record| record.kind == EventKind::Scan).count(), 1);
}

#[test]
fn a_trace_in_yaml_is_the_same_as_in_json() {
    let yaml = r#"# Of another program.
version: 1.4.0
views:
  main:
    - $: rect
      fill: ${{ $.type }}
events:
  - type: source
    id: n
    x: 3
    y: 4.5
  - {type: expanding, id: n, pId: null, g: 0, f: .inf, mood: [any, {thing: yes}]}
  - &reached
    type: generating
    id: 7
    pId: n
    g: 0x10
    h: 1.5
  - *reached
  - type: "destination"
    id: '7'
    pId: n
"#;
    let json = r#"{"version": "1.4.0", "events": [
        {"type": "source", "id": "n", "x": 3, "y": 4.5},
        {"type": "expanding", "id": "n", "pId": null, "g": 0, "f": "inf"},
        {"type": "generating", "id": 7, "pId": "n", "g": 16, "h": 1.5},
        {"type": "generating", "id": 7, "pId": "n", "g": 16, "h": 1.5},
        {"type": "destination", "id": "7", "pId": "n"}
    ]}"#;
    let run = read(yaml, "a.trace").expect("YAML");
    assert!(run.path.len() == 2 && run.records.len() > 4);
    assert!(run == read(json, "a.trace").expect("JSON"));
    // More events than files of settings have, and than the reader takes if it is not told otherwise.
    let long = "- {type: expanding, id: 1, g: 1, h: 1, f: 2}\n".repeat(100_000);
    assert_eq!(read(&format!("events:\n{long}"), "f").expect("YAML").records.len(), 100_000);
}

#[test]
fn what_is_no_trace_is_refused_in_one_sentence() {
    for (text, expected) in [
        ("version: 1.4.0", "f: a trace has a list of events"),
        ("", "f: a trace has a list of events"),
        ("version: 2.0.0\nevents: []", "f: version \"2.0.0\" is not known, only 1.4.0 and those before it"),
        ("events:\n- id: 1\n- type: close\n- id: 2\n", "f: line 3, column 3: event 2: an event needs an id"),
        ("events:\n- {id: 1}\n- {id: 2", "f: line 3, column 3: unclosed bracket '{'"),
        ("events: []\n---\nevents: []\n", "f: line 3, column 1: only single YAML document expected but multiple found"),
        ("{\"version\": \"1.4.0\",\n \"events\": [{\"id\": 1}, ]}", "f: line 2, column 24: trailing comma"),
        ("{\"version\": \"1.4.0\"}", "f: a trace has a list of events"),
        (
            "{\"version\": \"2.0.0\", \"events\": []}",
            "f: line 1, column 19: version \"2.0.0\" is not known, only 1.4.0 and those before it",
        ),
        ("{\"events\": [{\"id\": 1}, {\"type\": \"close\"}]}", "f: line 1, column 41: event 2: an event needs an id"),
        ("{\"events\": 7}", "f: line 1, column 12: invalid type: integer `7`, expected a list of events"),
        ("{\"events\": []} and more", "f: line 1, column 16: trailing characters"),
    ] {
        assert_eq!(read(text, "f").expect_err("no trace"), expected);
    }
    let own = r#"{"gridmarch": {"title": "", "map": {"width": 2, "height": 2}, "end": "found", "cost": null, "path": [], "counts": {}, "unrecorded": 0}, "events": [{"id": 4}]}"#;
    assert!(read(own, "f").expect_err("no cell").contains("event 1: the id 4 is no cell of a map of 2×2 cells"));
}
