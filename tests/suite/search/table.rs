use gridmarch::search::table::{Bound, Table};

#[test]
fn of_two_places_the_shallow_and_the_old_give_way() {
    let mut table: Table<Option<u8>> = Table::new(4);
    let depth_of = |table: &Table<Option<u8>>, key| table.get(key).map(|entry| entry.depth);
    // Keys 0x10, 0x11, 0x20 share two places.
    table.put(0x10, 1, 5, Bound::Exact, Some(1));
    table.put(0x11, 2, 3, Bound::Exact, Some(2));
    table.put(0x20, 3, 4, Bound::Exact, Some(3));
    assert_eq!([0x10, 0x11, 0x20].map(|key| depth_of(&table, key)), [Some(5), None, Some(4)]);
    table.next_search();
    table.put(0x21, 4, 1, Bound::Exact, None);
    table.put(0x30, 5, 1, Bound::Exact, None);
    assert_eq!([0x10, 0x20, 0x21, 0x30].map(|key| depth_of(&table, key)), [None, None, Some(1), Some(1)]);
}

#[test]
fn a_bound_keeps_the_known_move() {
    let mut table = Table::new(4);
    table.put(7, 1, 2, Bound::Exact, Some('a'));
    table.put(7, 1, 3, Bound::Upper, None);
    assert_eq!(table.get(7).and_then(|entry| entry.best), Some('a'));
}

#[test]
fn the_deeper_of_two_results_in_one_slot_stays_and_so_does_the_latest() {
    let mut table = Table::new(4);
    table.put_latest(0x100, 7, 9, Bound::Exact, 1);
    table.put_latest(0x200, 8, 3, Bound::Lower, 2);
    table.put_latest(0x300, 9, 2, Bound::Upper, 3);
    assert_eq!(table.get(0x100).map(|entry| (entry.score, entry.depth, entry.best)), Some((7, 9, 1)));
    assert!(table.get(0x200).is_none());
    assert_eq!(table.get(0x300).map(|entry| (entry.score, entry.bound)), Some((9, Bound::Upper)));
    table.next_search();
    table.put_latest(0x400, 1, 1, Bound::Exact, 0);
    assert!(table.get(0x100).is_none(), "an old result gives way");
    assert!(table.get(0x400).is_some());
}
