//! Names of holes, and the links that cross a link.

use super::referee::meet;
use gridmarch::games::links::geometry::Link;
use gridmarch::games::links::hole::{Hole, MAX_SIZE};
use gridmarch::games::links::step::Step;

#[test]
fn every_hole_has_a_name_that_is_read_again_and_other_words_have_none() {
    for (column, row) in (0..MAX_SIZE).flat_map(|column| (0..MAX_SIZE).map(move |row| (column, row))) {
        let hole = Hole::new(column, row);
        assert_eq!((hole.column(), hole.row()), (column, row));
        assert_eq!(hole.to_string().parse(), Ok(hole));
        assert_eq!(hole.mirrored(), Hole::new(row, column));
    }
    assert_eq!(Hole::new(5, 5).to_string(), "f6");
    assert_eq!(Hole::new(29, 29).to_string(), "ad30");
    assert_eq!("F6".parse(), Ok(Hole::new(5, 5)));
    for word in ["", "f", "6", "f0", "f06", "f31", "f+6", "ae1", "ba1", "f6 ", "é6"] {
        assert!(word.parse::<Hole>().is_err(), "{word}");
    }
    for word in ["f6", "swap", "offer", "draw", "resign"] {
        assert_eq!(word.parse::<Step>().map(|step| step.to_string()), Ok(word.to_string()));
    }
    assert_eq!(
        "pass".parse::<Step>().expect_err("no move").to_string(),
        "\"pass\" is no move, expected a hole, for example f6, or swap, offer, draw or resign"
    );
}

#[test]
fn a_link_is_the_same_from_both_ends_and_holes_that_are_no_knights_move_apart_have_none() {
    let (a, b) = (Hole::new(5, 5), Hole::new(7, 4));
    assert_eq!(Link::between(a, b), Link::between(b, a));
    let (one, other) = Link::between(a, b).expect("a knight's move").ends();
    assert!([(a, b), (b, a)].contains(&(one, other)));
    assert_eq!(Link::between(a, Hole::new(6, 6)), None);
    assert_eq!(Link::between(a, a), None);
}

#[test]
fn nine_links_cross_a_link_those_whose_segments_meet() {
    let holes = || (0..9).flat_map(|column| (0..9).map(move |row| Hole::new(column, row)));
    let all: Vec<Link> =
        holes().flat_map(|a| holes().filter_map(move |b| (a < b).then(|| Link::between(a, b))?)).collect();
    let point = |hole: Hole| (i32::from(hole.column()), i32::from(hole.row()));
    let segment = |link: Link| (point(link.ends().0), point(link.ends().1));
    let middle = Hole::new(4, 4);
    let mut seen = 0;
    for link in all.iter().filter(|link| link.ends().0 == middle) {
        let expected: Vec<Link> = all.iter().copied().filter(|other| meet(segment(*link), segment(*other))).collect();
        let mut found: Vec<Link> = link.crossings().collect();
        found.sort_unstable();
        assert_eq!(found.len(), 9);
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(found, expected, "{link:?}");
        seen += 1;
    }
    assert_eq!(seen, 4, "each link is named from one of its ends");
}
