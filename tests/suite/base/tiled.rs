use gridmarch::base::Cell;
use gridmarch::base::tiled::{TILE, Tiled};
use std::collections::BTreeSet;

#[test]
fn every_cell_has_a_value_of_its_own_and_none_lies_outside() {
    let mut table = Tiled::filled(21, 13, 0);
    for (number, cell) in (1..).zip(table.cells()) {
        table[cell] = number;
    }
    assert_eq!(table.cells().map(|cell| table[cell]).collect::<Vec<_>>(), (1..=21 * 13).collect::<Vec<_>>());
    for outside in [Cell::new(-1, 0), Cell::new(0, -1), Cell::new(21, 0), Cell::new(0, 13)] {
        assert!(table.get(outside).is_none() && table.get_mut(outside).is_none(), "{outside}");
    }
    *table.get_mut(Cell::new(20, 12)).expect("on the map") = 7;
    assert_eq!(table.get(Cell::new(20, 12)), Some(&7));
}

#[test]
fn the_cells_of_a_square_of_eight_are_one_tile() {
    let mut table = Tiled::filled(21, 13, 0);
    assert_eq!((table.tiles(), table.len()), (6, 6 * TILE));
    let tiles: BTreeSet<usize> =
        table.cells().filter(|cell| (8..16).contains(&cell.x) && cell.y < 8).map(|cell| table.place(cell).0).collect();
    assert_eq!(tiles, BTreeSet::from([1]));
    for tile in 0..6 {
        let cells = table.cells().filter(|cell| table.place(*cell).0 == tile);
        assert!(table.cells_of(tile).eq(cells), "tile {tile}");
    }
    let (tile, within) = table.place(Cell::new(9, 10));
    table.tile_mut(tile)[within] = 5;
    assert_eq!(table[Cell::new(9, 10)], 5);
}
