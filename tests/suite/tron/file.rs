//! Boards of Tron in files.

use gridmarch::base::{Cell, Dir};
use gridmarch::games::tron::arena::Start;
use gridmarch::games::tron::file::TronLevel;

fn text() -> String {
    let mut rows = ["        \"..........\","; 10];
    rows[4] = "        \"....23....\",";
    format!(
        "(\n    version: 1,\n    name: \"Hill\",\n    rows: [\n{}\n    ],\n    starts: [(at: (0, 0)), (at: (9, 9), heading: up)],\n)\n",
        rows.join("\n")
    )
}

#[test]
fn a_board_is_read_with_heights_and_starts() {
    let level = TronLevel::parse(&text(), "hill.ron").expect("a board");
    assert_eq!(level.name, "Hill");
    assert_eq!(level.arena.heights()[Cell::new(5, 4)], 3);
    assert_eq!(level.arena.starts()[0], Start { cell: Cell::new(0, 0), heading: Dir::East });
    assert_eq!(level.arena.starts()[1], Start { cell: Cell::new(9, 9), heading: Dir::North });
}

#[test]
fn a_problem_is_told_with_file_and_line() {
    let told = |from: &str, to: &str| {
        TronLevel::parse(&text().replacen(from, to, 1), "hill.ron").expect_err("not a board").to_string()
    };
    let row = "\"....23....\"";
    assert_eq!(
        told(row, "\"....2x....\""),
        "hill.ron: line 9: `rows`: 'x' at cell (5, 4) is neither `.` nor a height from 1 to 9"
    );
    assert_eq!(told(row, "\"...\""), "hill.ron: line 9: `rows`: row 4 has 3 cells, the first row has 10");
    assert_eq!(told("(9, 9)", "(5, 4)"), "hill.ron: line 16: start 2 at (5, 4) is on an obstacle");
    assert_eq!(
        told("version: 1", "version: 7"),
        "hill.ron: line 2: `version` is 7, this program reads version 1 of Tron boards"
    );
    assert_eq!(
        told(row, "\"1111111111\""),
        "hill.ron: line 4: `rows`: the floor is in several parts, every floor cell must be reachable"
    );
    assert!(told("heading: up", "heading: north").starts_with("hill.ron: line 16: "));
    assert!(told("name", "nam").starts_with("hill.ron: line 3: "));
    assert!(TronLevel::parse("(", "x.ron").is_err());
}
