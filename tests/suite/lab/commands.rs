//! `lab abstract`, `lab plan` and `lab continuous` as the command line calls them, with real files.

use clap::{Args, Command, FromArgMatches};
use gridmarch::lab::cli::Wrong;
use gridmarch::lab::cli::abstraction::{self, AbstractArgs};
use gridmarch::lab::cli::continuous::{self, ContinuousArgs};
use gridmarch::lab::cli::plan::{self, PlanArgs};
use serde_json::Value;
use std::path::Path;

fn given<A: Args + FromArgMatches>(words: &[&str]) -> A {
    let command = A::augment_args(Command::new("lab").no_binary_name(true));
    let matches = command.try_get_matches_from(words).expect("options that there are");
    A::from_arg_matches(&matches).expect("they are of their types")
}

fn object(printed: Result<String, Wrong>) -> Value {
    serde_json::from_str(&printed.expect("it works")).expect("JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// A map of 8 x 8 cells with a wall, and four agents that go from side to side.
fn files(folder: &Path) -> (String, String) {
    let row = |y: usize| if y == 6 { "........\n" } else { "...@....\n" };
    let rows: String = (0..8).map(row).collect();
    let map = format!("type octile\nheight 8\nwidth 8\nmap\n{rows}");
    let line = |(x, y, to_x, to_y): (u8, u8, u8, u8)| format!("0\tm.map\t8\t8\t{x}\t{y}\t{to_x}\t{to_y}\t9\n");
    let lines: String = [(0, 0, 7, 0), (7, 0, 0, 0), (0, 3, 7, 3), (7, 7, 1, 7)].map(line).concat();
    let paths = [("m.map", map), ("m.scen", format!("version 1\n{lines}"))].map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    });
    let [map, scen] = paths;
    (map, scen)
}

#[test]
fn an_abstraction_is_told_level_by_level_with_its_price() {
    let folder = tempfile::tempdir().expect("a folder");
    let (map, _) = files(folder.path());
    let svg = folder.path().join("a.svg").display().to_string();
    for name in ["clique", "clique-orphans", "sector", "radius", "star", "line", "node-limit", "quadtree", "rectangles"]
    {
        let told =
            object(abstraction::run(&given::<AbstractArgs>(&["--map", &map, "--with", name, "--json", "--svg", &svg])));
        assert_eq!(keys(&told), ["levels", "ms", "price", "with"]);
        let levels = told["levels"].as_array().expect("levels");
        assert_eq!(levels[0]["nodes"], 57);
        assert_eq!(levels[levels.len() - 1], serde_json::json!({ "nodes": 1, "edges": 0 }), "{name}");
        assert!(told["price"]["length_ratio"].as_f64().is_some_and(|ratio| ratio >= 1.0 - 1e-9));
        assert_eq!(told["price"]["queries"], 100);
        let picture = std::fs::read_to_string(&svg).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.contains("<circle") && picture.ends_with("</svg>\n"));
    }
    let way = ["--map", &map, "--with", "sector", "--k", "2", "--from", "0,0", "--to", "7,0", "--json", "--svg", &svg];
    let told = object(abstraction::run(&given::<AbstractArgs>(&way)));
    let stages = told["way"].as_array().expect("stages");
    assert_eq!(stages[stages.len() - 1]["level"], 0);
    assert!(std::fs::read_to_string(&svg).expect("a picture").contains("<polyline"));
    let told =
        object(abstraction::run(&given::<AbstractArgs>(&["--map", &map, "--with", "star", "--edits", "20", "--json"])));
    assert_eq!(keys(&told["edits"]), ["count", "nodes_mean", "us_max", "us_mean"]);
    assert_eq!(told["levels"][0]["nodes"], 57, "the levels are those of the map as it was");
    let refused = |words: &[&str]| abstraction::run(&given::<AbstractArgs>(&[&["--map", &map][..], words].concat()));
    assert_eq!(refused(&["--with", "star", "--k", "3"]), Err(Wrong::Usage("star takes no number".into())));
    assert_eq!(
        refused(&["--from", "0,0", "--to", "3,0"]),
        Err(Wrong::Other("there is no way from (0, 0) to (3, 0)".into()))
    );
    assert!(
        matches!(refused(&["--nodes", "5"]), Err(Wrong::Other(text)) if text.ends_with("more than 5 nodes (--nodes)"))
    );
    assert!(refused(&[]).is_ok_and(|text| text.starts_with("clique: ") && text.contains("100 questions")));
}

#[test]
fn a_plan_is_made_written_and_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (map, scen) = files(folder.path());
    let [out, svg, block] = ["plan.txt", "p.svg", "b.svg"].map(|name| folder.path().join(name).display().to_string());
    let common = ["--map", &map, "--scen", &scen, "--agents", "4", "--json"];
    for name in ["lra", "ca", "hca", "whca", "pibt", "lacam", "lns", "march"] {
        let own = ["--planner", name, "--out", &out, "--svg", &svg, "--svg-at", "3", "--block", &block];
        let told = object(plan::run(&given::<PlanArgs>(&[&common[..], &own].concat())));
        assert_eq!((&told["planner"], &told["collisions"]), (&Value::from(name), &Value::from(0)));
        for key in ["arrived", "solved", "sum_of_costs", "sum_of_loss", "makespan", "steps", "expanded", "ms"] {
            assert!(!told[key].is_null(), "{key}");
        }
        let checked = object(plan::run(&given::<PlanArgs>(&[&common[..], &["--check", &out]].concat())));
        for key in ["arrived", "solved", "collisions", "sum_of_costs", "sum_of_loss", "makespan", "steps"] {
            assert_eq!(told[key], checked[key], "{name}: {key}");
        }
        for path in [&svg, &block] {
            assert!(std::fs::read_to_string(path).expect("a picture").contains("<polygon"));
        }
    }
    // Somebody walks through a wall.
    let text = std::fs::read_to_string(&out).expect("a plan");
    let mut lines: Vec<&str> = text.lines().collect();
    let bad = "1:(3,0),(7,0),(0,3),(7,7)";
    lines[1] = bad;
    std::fs::write(&out, lines.join("\n")).expect("written");
    let checked = object(plan::run(&given::<PlanArgs>(&[&common[..], &["--check", &out]].concat())));
    assert!(checked["collisions"].as_u64().is_some_and(|count| count > 0));
    assert!(
        checked["conflicts"][0].as_str().is_some_and(|text| text.starts_with("blocked at (3, 0), time 1: agent 0"))
    );
    std::fs::write(&out, "0:(1,1)\n1:here").expect("written");
    let error = plan::run(&given::<PlanArgs>(&[&common[..], &["--check", &out]].concat()));
    assert!(
        matches!(error, Err(Wrong::Other(text)) if text.contains("plan.txt: line 2, column 3: the cell of agent 0"))
    );
    let error = plan::run(&given::<PlanArgs>(&["--map", &map, "--scen", &scen, "--agents", "5"]));
    assert!(matches!(error, Err(Wrong::Other(text)) if text.ends_with("there are 4 agents, 5 are asked for")));
}

#[test]
fn a_map_of_polygons_is_asked_about_in_all_ways() {
    let folder = tempfile::tempdir().expect("a folder");
    let ron = folder.path().join("m.ron").display().to_string();
    std::fs::write(&ron, "(size: (20, 20), obstacles: [[(8, 5), (12, 5), (10, 15)]])").expect("written");
    let svg = folder.path().join("m.svg").display().to_string();
    for method in ["grid-worst", "grid-largest", "quadtree", "convex", "points"] {
        let words = ["--map", &ron, "--from", "2,8", "--to", "18,8", "--json", "--svg", &svg, "--svg-shows", method];
        let told = object(continuous::run(&given::<ContinuousArgs>(&words)));
        let answers = told["answers"].as_array().expect("answers");
        assert_eq!(answers.len(), 5);
        // Around the upper corners: two slanted parts of √45 and one of 4.
        let shortest = 2.0 * 45_f64.sqrt() + 4.0;
        assert!(answers[4]["length"].as_f64().is_some_and(|length| (length - shortest).abs() < 1e-9));
        assert!(std::fs::read_to_string(&svg).expect("a picture").contains("<polyline"));
    }
    let (map, _) = files(folder.path());
    let told = continuous::run(&given::<ContinuousArgs>(&["--map", &map, "--from", "0.5,0.5", "--to", "7.5,0.5"]));
    // On a map of cells a square is a cell: 57 of them are free.
    assert!(told.is_ok_and(|text| text.lines().count() == 6 && text.contains("\npoints ") && text.contains("  57  ")));
    let refused = continuous::run(&given::<ContinuousArgs>(&["--map", &ron, "--from", "10,8", "--to", "18,8"]));
    assert!(matches!(refused, Err(Wrong::Other(text)) if text.ends_with("the start lies inside of an obstacle")));
}
