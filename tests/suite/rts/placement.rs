//! Where a building may stand.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::placement::{Reason, gap, parts, reasons, rim};
use gridmarch::nav::terrain::Terrain;

fn map(rows: &[&str]) -> Grid<Terrain> {
    let cells = rows.concat().chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

fn walks(ground: Terrain) -> bool {
    ground == Terrain::Grass
}

#[test]
fn every_cell_says_why_it_carries_no_building() {
    let land = map(&["..~", "..."]);
    let said: Vec<_> = reasons(&land, Cell::new(1, 0), 2, &[], |cell| cell == Cell::new(1, 1), |_| true).collect();
    let expected = [
        (Cell::new(1, 0), None),
        (Cell::new(2, 0), Some(Reason::Ground(Terrain::Deep))),
        (Cell::new(1, 1), Some(Reason::Unit)),
        (Cell::new(2, 1), None),
    ];
    assert_eq!(said, expected);
    let beside = reasons(&land, Cell::new(0, 0), 1, &[(Cell::new(2, 0), 1)], |_| false, |_| true).next();
    assert_eq!(beside, Some((Cell::new(0, 0), Some(Reason::NearMine))));
}

#[test]
fn the_rim_goes_once_around() {
    let cells: Vec<Cell> = rim(Cell::new(5, 5), 2).collect();
    assert_eq!(cells.len(), 12);
    assert!(cells.windows(2).all(|pair| pair[0].chebyshev(pair[1]) == 1));
    assert!(cells.iter().all(|cell| gap(*cell, 1, Cell::new(5, 5), 2) == 1));
}

#[test]
fn a_building_in_a_gap_parts_the_land_and_one_in_the_open_does_not() {
    let land = map(&[".....", "##.##", "....."]);
    assert!(parts(&land, Cell::new(2, 1), 1, walks));
    assert!(!parts(&land, Cell::new(0, 0), 1, walks));
    let ring = map(&["...", ".#.", "..."]);
    assert!(!parts(&ring, Cell::new(1, 0), 1, walks), "there is a way around");
}

#[test]
fn what_was_apart_before_is_not_parted() {
    let land = map(&["..#..", "..#..", "..#.."]);
    assert!(!parts(&land, Cell::new(1, 1), 1, walks));
}
