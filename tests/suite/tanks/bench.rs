//! `gridmarch bench tanks`.

use crate::program::{error, json as told_by};
use serde_json::{Value, json};
use std::path::Path;

const BENCH: [&str; 8] = ["bench", "tanks", "--bots", "4", "--ticks", "60", "--json", "--arenas"];

/// A board with a wall that has one door, of 2 cells.
fn board(queries: &Value) -> String {
    let rows: Vec<&str> = (0..12).map(|y| if y == 6 { "####..######" } else { "............" }).collect();
    json!({"id": "door", "rows": rows, "queries": queries}).to_string()
}

fn named(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn stored_queries_are_asked_of_every_technique() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arenas.jsonl");
    let queries = json!([[1, 0, 0, 0, 11, 19], [2, 0, 0, 0, 10, 18], [3, 0, 0, 0, 9, -1], [2, 0, 0, 0, 10, 17]]);
    std::fs::write(&path, board(&queries) + "\n\n").expect("a file");
    let told = told_by(&[&BENCH[..], &[named(&path)]].concat());
    assert_eq!((&told["queries"], &told["optimal"], &told["ticks"]), (&json!(4), &json!(3), &json!(60)));
    for technique in ["distances", "search", "capped", "rectangles"] {
        assert_eq!(told["techniques"][technique]["solved"], 4, "{technique}");
    }
    for key in ["tick_ms_mean", "tick_ms_p99", "build_us", "repair_us"] {
        assert!(told[key].as_f64().is_some_and(|value| value > 0.0), "{key}: {told}");
    }
}

#[test]
fn errands_are_run_on_every_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arenas.jsonl");
    std::fs::write(&path, board(&json!([]))).expect("a file");
    let told = told_by(&[&BENCH[..], &[named(&path), "--errands", "600"]].concat());
    assert!(told["errands"]["ticks"].as_u64().is_some_and(|ticks| ticks > 2000), "{told}");
    assert!(told["errands"]["share_stuck"].is_number(), "{told}");
}

#[test]
fn raids_are_run_from_places_of_every_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arenas.jsonl");
    std::fs::write(&path, board(&json!([])).replacen("............", "..........EE", 2)).expect("a file");
    let told = told_by(&[&BENCH[..], &[named(&path), "--raids", "3"]].concat());
    assert_eq!((&told["raids"]["done"], &told["raids"]["failed"]), (&json!(12), &json!(0)), "{told}");
}

#[test]
fn files_that_are_none_are_told_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arenas.jsonl");
    for (text, expected) in [
        (board(&json!([])) + "\nrubbish", "line 2: "),
        (board(&json!([[5, 0, 0, 0, 0, 0]])), "line 1: `queries`: sizes are 1 to 4, not 5"),
        (board(&json!([])).replace("####", "#x##"), "line 1: `rows`: 'x' at (1, 6)"),
    ] {
        std::fs::write(&path, text).expect("a file");
        let told = error(&[&BENCH[..], &[named(&path)]].concat(), 1);
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!(error(&[&BENCH[..], &["no/such"]].concat(), 1).contains("no/such: cannot be read"));
}
