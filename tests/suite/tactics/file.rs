//! Level files.

use gridmarch::base::Cell;
use gridmarch::games::tactics::field::Ground;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::{Mode, Side};
use gridmarch::games::tactics::square::Square;

const TEXT: &str = "(\n    version: 1,\n    name: \"Pond\",\n    description: \"Water.\",\n    rows: [\n        \".....\",\n        \".#~+.\",\n        \".....\",\n    ],\n    a: [(0, 0), (0, 1), (0, 2)],\n    b: [(4, 0), (4, 1), (4, 2)],\n    hill: [(2, 0), (3, 1)],\n)\n";

#[test]
fn a_level_is_read_and_keeps_through_its_saved_form() {
    let level = TacticsLevel::parse(TEXT, "pond.ron").expect("a level");
    assert_eq!((level.ground[Cell::new(3, 1)], level.marks.hill.len()), (Ground::Cover, 2));
    assert!(level.suits(Mode::Hill) && level.suits(Mode::Classic) && !level.suits(Mode::Flag));
    assert_eq!(TacticsLevel::from_spec(&level.spec()).expect("a level"), level);
}

#[test]
fn characters_start_in_the_middle_with_gaps_where_they_fit() {
    let mut level = TacticsLevel::parse(TEXT, "pond.ron").expect("a level");
    level.starts[0] = (0..7).map(|y| Square::new(1, y)).collect();
    let rows = |count| level.places(Side::A, count).iter().map(|square| square.y()).collect::<Vec<_>>();
    let all = (1..=6).map(rows).collect::<Vec<_>>();
    let source = [vec![3], vec![2, 4], vec![1, 3, 5], vec![0, 2, 4, 6]];
    assert_eq!(all[..4], source);
    assert_eq!(all[4..], [vec![1, 2, 3, 4, 5], vec![0, 1, 2, 3, 4, 5]]);
}

#[test]
fn a_problem_is_told_with_file_place_and_field() {
    let told = |from: &str, to: &str| {
        assert!(TEXT.contains(from));
        TacticsLevel::parse(&TEXT.replacen(from, to, 1), "pond.ron").expect_err("no level").to_string()
    };
    assert_eq!(
        told("#~+", "#x+"),
        "pond.ron: line 7, column 12: `rows`: 'x' in row 1, column 2 is none of . floor, # obstacle, + cover, ~ water"
    );
    assert_eq!(told(".#~+.", ".#~+"), "pond.ron: line 7, column 9: `rows`: row 1 has 4 squares, the first row has 5");
    assert_eq!(
        told("(2, 0)", "(2, 1)"),
        "pond.ron: line 12, column 12: `hill`: (2, 1) is water, nobody can stand there"
    );
    assert_eq!(
        told("(0, 2)]", "(0, 3)]"),
        "pond.ron: line 10, column 25: `a`: (0, 3) is outside of the board of 5 x 3 squares"
    );
    assert_eq!(told("(4, 1)", "(0, 1)"), "pond.ron: line 11, column 17: `b`: (0, 1) is a start of side A, too");
    assert!(told("(3, 1)]", "(2, 0)]").contains("`hill`: (2, 0) is in the list twice"));
    assert!(told("b: [(4, 0), ", "b: [").contains("`b`: there are 2 squares"));
    assert!(told("hill:", "flags: [(0, 0)], hill:").contains("expected one for A and one for B, found 1"));
    assert!(told("hill:", "goals_b: [(0, 0)], hill:").contains("both sides need goals"));
    assert!(told("version: 1", "version: 3").starts_with("pond.ron: line 2, column 12: `version` is 3"));
    assert!(told("hill", "hell").starts_with("pond.ron: line 12, column "));
    let wall =
        TEXT.replace(".....\",\n        \".#~+.\",\n        \".....", "..#..\",\n        \".##+.\",\n        \"..#..");
    let apart = TacticsLevel::parse(&wall.replace("(2, 0), ", ""), "x.ron").expect_err("apart").to_string();
    assert!(apart.contains("in several parts"), "{apart}");
}
