//! Boards: neighbours, shots, distances.

use gridmarch::base::Grid;
use gridmarch::games::tactics::field::{FAR, Field, Ground};
use gridmarch::games::tactics::square::Square;

fn field(rows: &[&str]) -> Field {
    let ground = rows.iter().flat_map(|row| row.chars().map(|symbol| Ground::of(symbol).expect("a ground")));
    Field::new(Grid::from_rows(rows[0].len() as u16, rows.len() as u16, ground.collect()))
}

fn names(squares: impl Iterator<Item = Square>) -> String {
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn neighbours_are_open_squares() {
    let field = field(&["..#", ".+.", "~.."]);
    assert_eq!(names(field.neighbours(Square::new(1, 1))), "b1 c2 b3 a2");
    assert_eq!(names(field.neighbours(Square::new(2, 1))), "c3 b2");
    assert!(field.has_cover(Square::new(1, 1)) && !field.has_cover(Square::new(0, 0)));
    assert!(field.is_connected());
}

#[test]
fn shots_pass_water_but_no_obstacle_and_go_both_ways() {
    let field = field(&["..~.", "..#.", "...."]);
    assert_eq!(names(field.shots(Square::new(1, 0), 1).iter()), "a1 b2");
    assert_eq!(names(field.shots(Square::new(1, 0), 2).iter()), "a1 d1 a2 b2 b3");
    assert_eq!(names(field.shots(Square::new(1, 1), 2).iter()), "a1 b1 a2 a3 b3 c3");
    for from in field.open().iter() {
        for to in field.open().iter() {
            assert_eq!(field.shots(from, 4).contains(to), field.shots(to, 4).contains(from), "{from} {to}");
        }
    }
}

#[test]
fn distances_go_around() {
    let field = field(&[".#.", ".#.", "..."]);
    let steps = field.distances(&std::iter::once(Square::new(0, 0)).collect());
    assert_eq!((steps[Square::new(2, 0).index()], steps[Square::new(1, 0).index()]), (6, FAR));
}
