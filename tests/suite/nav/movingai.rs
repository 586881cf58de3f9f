use gridmarch::base::Cell;
use gridmarch::nav::movingai::{read_map, read_passability, read_scenario, write_map};
use gridmarch::nav::terrain::{CostTable, Terrain};

#[test]
fn a_movingai_map_is_read_with_either_order_of_sides_and_old_line_ends() {
    // Foot goes everywhere but into deep water, trees and stone.
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    use Terrain::{Deep, Forest, Grass, Rock, Shallow};
    for text in [
        "type octile\nheight 2\nwidth 3\nmap\n.G@\nTSW\n",
        "type octile\r\nwidth 3\r\nheight 2\r\nmap\r\n.GO\r\nTSW\r\n\r\n",
    ] {
        let map = read_map(text, "test.map").expect("it is valid");
        assert_eq!(map.values(), [Grass, Grass, Rock, Forest, Shallow, Deep]);
        let passable = read_passability(text, "test.map").expect("it is valid");
        assert_eq!(passable.values(), [true, true, false, false, true, false]);
        assert_eq!(write_map(&map, &costs), "type octile\nheight 2\nwidth 3\nmap\n..@\nT.W\n");
    }
}

#[test]
fn a_broken_movingai_file_is_named_with_line_and_column() {
    let cases = [
        ("", "t.map: line 1, column 1: the file ends where `type octile` was expected"),
        ("type tile\n", "t.map: line 1, column 1: expected `type octile`, found \"type tile\""),
        ("type octile\nheight two\n", "line 2, column 1: expected one whole number, found \"height two\""),
        ("type octile\nheight 2\nheight 2\n", "line 3, column 1: expected `height` and a number"),
        ("type octile\nheight 2\nwidth 5000\n", "line 3, column 1: a width of 5000 cells is not between 1 and 4096"),
        ("type octile\nheight 2\nwidth 2\nmaps\n", "line 4, column 1: expected `map`, found \"maps\""),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n", "line 6, column 1: the file ends where a map row was expected"),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n.\n", "line 6, column 2: map row 1 has 1 cells, expected 2"),
        ("type octile\nheight 2\nwidth 2\nmap\n..\n.?\n", "line 6, column 2: '?' at map cell (1, 1) is not one of"),
        ("type octile\nheight 1\nwidth 2\nmap\n..\n\n..\n", "line 7, column 1: text after the last of 1 map rows"),
    ];
    for (text, expected) in cases {
        let error = read_map(text, "t.map").expect_err(expected).to_string();
        assert!(error.contains(expected), "expected {expected:?}, got {error:?}");
    }
    let cases = [
        ("", "line 1, column 1: the file ends where `version 1` was expected"),
        ("version 2\n", "line 1, column 1: expected `version 1`, found \"version 2\""),
        ("version 1\n0 a.map 4 4 1 1 2\n", "line 2, column 1: 7 fields, expected 9"),
        ("version 1\n0 a.map 4 4 1 1 2 x 1\n", "line 2, column 1: a row is \"x\", expected a whole number"),
        ("version 1\n0 a.map 4 4 1 1 4 2 1\n", "the goal (4, 2) is outside of the map of 4 x 4 cells"),
        ("version 1\n0 a.map 4 4 1 1 2 2 NaN\n", "the length is \"NaN\", expected a number, 0 or more"),
    ];
    for (text, expected) in cases {
        let error = read_scenario(text, "t.scen").expect_err(expected).to_string();
        assert!(error.contains(expected), "expected {expected:?}, got {error:?}");
    }
}

#[test]
fn a_scenario_is_read_with_tabs_and_with_blanks() {
    let text =
        "version 1.0\n0\tmaps/dao/old fort.map\t49\t48\t1\t11\t1\t12\t1\n\n3 arena.map 49 49 1 13 4 12 13.41421356\n";
    let scenario = read_scenario(text, "test.scen").expect("it is valid");
    assert_eq!(scenario.map, "old fort.map");
    assert_eq!(scenario.queries.len(), 2);
    let query = scenario.queries[1];
    assert_eq!((query.bucket, query.start, query.goal), (3, Cell::new(1, 13), Cell::new(4, 12)));
    assert_eq!((scenario.queries[0].width, scenario.queries[0].height), (49, 48));
    assert!((query.length - 13.414_213_56).abs() < 1e-9);
}
