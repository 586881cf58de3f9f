use gridmarch::base::Cell;
use gridmarch::base::chunked::Chunked;

#[test]
fn untouched_cells_cost_nothing_and_read_as_none() {
    let mut table = Chunked::new(100, 60, 3, 0u8);
    assert_eq!(table.get(Cell::new(99, 59)), None);
    table.touch(Cell::new(99, 59))[2] = 7;
    assert_eq!(table.get(Cell::new(99, 59)), Some(&[0, 0, 7][..]));
    assert_eq!(table.get(Cell::new(98, 59)), Some(&[0, 0, 0][..]), "the same chunk");
    assert_eq!(table.get(Cell::new(0, 0)), None);
    assert_eq!(table.bytes(), 64 * 3);
    let chunk = table.chunk(Cell::new(97, 58));
    assert_eq!(table.touch_from(chunk, Cell::new(99, 59)), [0, 0, 7]);
    table.touch_from(chunk, Cell::new(95, 59))[1] = 5;
    assert_eq!(table.get(Cell::new(95, 59)), Some(&[0, 5, 0][..]), "another chunk");
    table.clear();
    assert_eq!(table.get(Cell::new(99, 59)), None);
}
