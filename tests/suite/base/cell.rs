use gridmarch::base::cell::{Cell, Dir};

#[test]
fn a_step_and_its_reverse_cancel() {
    for dir in Dir::ALL {
        assert_eq!(Cell::new(5, 5).step(dir).step(dir.reverse()), Cell::new(5, 5));
        assert_eq!(Cell::new(5, 5).dir_to(Cell::new(5, 5).step(dir)), Some(dir));
    }
    assert_eq!(Cell::new(5, 5).dir_to(Cell::new(7, 5)), None);
}

#[test]
fn a_line_leaves_out_both_ends() {
    let cells: Vec<_> = Cell::new(0, 0).line_between(Cell::new(4, 2)).collect();
    assert_eq!(cells, [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 2)]);
    assert_eq!(Cell::new(3, 3).line_between(Cell::new(3, 3)).count(), 0);
    assert_eq!(Cell::new(3, 3).line_between(Cell::new(4, 3)).count(), 0);
}
