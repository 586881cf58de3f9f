use gridmarch::base::Cell;
use gridmarch::base::cell_set::CellSet;

#[test]
fn a_set_has_what_was_added_and_not_taken_out() {
    let mut set = CellSet::new(70, 3);
    set.extend([Cell::new(69, 2), Cell::new(3, 0), Cell::new(70, 0), Cell::new(-1, 1), Cell::new(64, 1)]);
    set.remove(Cell::new(3, 0));
    set.remove(Cell::new(4, 0));
    let all = (-2..72).flat_map(|x| (-1..4).map(move |y| Cell::new(x, y)));
    assert_eq!(all.filter(|cell| set.contains(*cell)).collect::<Vec<_>>(), [Cell::new(64, 1), Cell::new(69, 2)]);
}
