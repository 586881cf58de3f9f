//! Squares and sets of them.

use gridmarch::games::tactics::square::{Square, Squares};

#[test]
fn names_are_read_and_written_back() {
    for (name, x, y) in [("a1", 0, 0), ("c4", 2, 3), ("p16", 15, 15), ("j7", 9, 6)] {
        assert_eq!(name.parse::<Square>(), Ok(Square::new(x, y)));
        assert_eq!(Square::new(x, y).to_string(), name);
    }
    for wrong in ["", "a", "a0", "a17", "q1", "4c", "a+1", "a01", "A1", "é1"] {
        assert!(wrong.parse::<Square>().is_err(), "{wrong}");
    }
}

#[test]
fn a_set_gives_its_squares_in_rows() {
    let squares: Vec<Square> = ["p16", "a1", "d4", "p4", "a5"].iter().map(|name| name.parse().unwrap()).collect();
    let set: Squares = squares.iter().copied().collect();
    let names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
    assert_eq!(names, ["a1", "d4", "p4", "a5", "p16"]);
    assert!(set.len() == 5 && squares.iter().all(|square| set.contains(*square)));
    assert!(!set.contains(Square::new(1, 0)) && Squares::default().is_empty());
}
