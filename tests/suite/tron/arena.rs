//! What a board is.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::tron::arena::{Arena, ArenaProblem, Start, is_connected};

fn start(x: i16, y: i16) -> Start {
    Start { cell: Cell::new(x, y), heading: Dir::East }
}

#[test]
fn starts_must_stand_on_floor_of_their_own() {
    let mut heights = Grid::filled(10, 10, 0);
    heights[Cell::new(5, 5)] = 2;
    let problem = |starts| Arena::new(heights.clone(), starts).map(|_| ());
    assert_eq!(problem(vec![start(0, 0), start(9, 9)]), Ok(()));
    assert_eq!(problem(vec![start(0, 0)]), Err(ArenaProblem::Starts(1)));
    assert_eq!(problem(vec![start(0, 0), start(10, 9)]), Err(ArenaProblem::StartOutside(2, Cell::new(10, 9))));
    assert_eq!(problem(vec![start(5, 5), start(9, 9)]), Err(ArenaProblem::StartOnObstacle(1, Cell::new(5, 5))));
    assert_eq!(problem(vec![start(1, 1), start(1, 1)]), Err(ArenaProblem::StartTwice(1, 2, Cell::new(1, 1))));
    let diagonal = Start { heading: Dir::NorthEast, ..start(1, 1) };
    assert_eq!(problem(vec![start(0, 0), diagonal]), Err(ArenaProblem::Heading(2)));
    assert!(matches!(
        Arena::new(Grid::filled(101, 10, 0), vec![start(0, 0), start(9, 9)]),
        Err(ArenaProblem::Size(101, 10, _))
    ));
}

#[test]
fn a_wall_across_the_board_disconnects_it() {
    let mut heights = Grid::filled(10, 10, 0);
    for y in 0..9 {
        heights[Cell::new(4, y)] = 1;
    }
    assert!(is_connected(&heights));
    heights[Cell::new(4, 9)] = 1;
    assert!(!is_connected(&heights));
}
