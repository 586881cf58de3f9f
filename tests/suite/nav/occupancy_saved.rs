use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::step::{Step, UnitId};

#[test]
fn a_table_with_steps_under_way_answers_alike_after_it_is_restored() {
    let mut table = Occupancy::new(8, 8);
    assert!(table.place(UnitId(1), Cell::new(2, 2), 1) && table.place(UnitId(2), Cell::new(1, 2), 1));
    assert!(table.place(UnitId(3), Cell::new(5, 5), 2));
    let step = |x, y, dir| Step { from: Cell::new(x, y), dir, start: 3, ticks: 6 };
    table.start(UnitId(1), &step(2, 2, Dir::SouthEast), 1).expect("the way is free");
    table.start(UnitId(3), &step(5, 5, Dir::North), 2).expect("the way is free");
    table.remove(UnitId(1), Cell::new(2, 2), 1, Some(step(2, 2, Dir::SouthEast)));
    let back = Occupancy::restore(8, 8, &table.save(4)).expect("cells of the map");
    for cell in Grid::filled(8, 8, ()).cells() {
        assert_eq!((table.holder(cell), table.entering(cell)), (back.holder(cell), back.entering(cell)));
        assert_eq!((table.standing(cell), table.leaving(cell)), (back.standing(cell), back.leaving(cell)));
    }
    for dir in Dir::ALL {
        let wish = Step { start: 4, ..step(1, 2, dir) };
        assert_eq!(table.may_start(UnitId(2), &wish, 1), back.may_start(UnitId(2), &wish, 1));
    }
    assert_eq!(back.save(4), table.save(4));
    assert_eq!(table.save(1000).0.iter().filter(|place| place.locks != [0; 3]).count(), 0, "locks are over");
    assert!(Occupancy::restore(4, 4, &table.save(4)).is_none());
}
