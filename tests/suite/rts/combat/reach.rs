//! How far apart bodies are.

use gridmarch::base::{Cell, Dir};
use gridmarch::games::rts::combat::reach::{apart_squared, is_too_near, reaches, towards};

const HERE: Cell = Cell::new(5, 5);

#[test]
fn range_one_is_the_eight_neighbours_and_farther_out_a_disc_without_corners() {
    let in_reach = |range| {
        let cells = (0..121).map(|index| Cell::new(index % 11, index / 11));
        cells.filter(|cell| reaches(range, apart_squared(HERE, 1, *cell, 1))).count()
    };
    assert_eq!((in_reach(1), in_reach(2), in_reach(3)), (9, 21, 37));
}

#[test]
fn bodies_are_as_far_apart_as_their_nearest_cells() {
    assert_eq!(apart_squared(HERE, 2, Cell::new(7, 5), 1), 1);
    assert_eq!(apart_squared(HERE, 2, Cell::new(3, 3), 1), 2 * 2 + 2 * 2);
    assert_eq!(apart_squared(HERE, 2, Cell::new(1, 2), 4), 1);
    assert_eq!(apart_squared(HERE, 1, Cell::new(3, 3), 4), 0, "inside");
}

#[test]
fn a_least_range_leaves_out_what_a_shorter_range_would_reach() {
    for apart in 0..200 {
        assert_eq!(is_too_near(3, apart), reaches(2, apart), "{apart}");
        assert!(!is_too_near(0, apart));
    }
}

#[test]
fn one_looks_at_another_in_the_nearest_of_eight_directions() {
    let look = |x: i16, y: i16| towards(HERE, 1, Cell::new(5 + x, 5 + y), 1);
    assert_eq!(look(3, -1), Some(Dir::East));
    assert_eq!(look(2, -1), Some(Dir::NorthEast));
    assert_eq!(look(-1, 4), Some(Dir::South));
    assert_eq!(look(-4, -4), Some(Dir::NorthWest));
    assert_eq!(look(0, 0), None);
    assert_eq!(towards(HERE, 1, Cell::new(2, 6), 4), Some(Dir::SouthWest), "from middle to middle");
}
