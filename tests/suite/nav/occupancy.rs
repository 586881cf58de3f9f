use gridmarch::base::{Cell, Dir};
use gridmarch::nav::occupancy::{Obstacle, Occupancy};
use gridmarch::nav::step::{Step, Tick, UnitId};

fn step(x: i16, y: i16, dir: Dir, start: Tick, ticks: u16) -> Step {
    Step { from: Cell::new(x, y), dir, start, ticks }
}

fn with(units: &[(u32, i16, i16)]) -> Occupancy {
    let mut occupancy = Occupancy::new(8, 8);
    for (unit, x, y) in units {
        assert!(occupancy.place(UnitId(*unit), Cell::new(*x, *y), 1));
    }
    occupancy
}

#[test]
fn a_follower_of_the_same_pace_may_start_with_its_leader() {
    let mut occupancy = with(&[(1, 2, 2), (2, 1, 2)]);
    occupancy.start(UnitId(1), &step(2, 2, Dir::East, 0, 6), 1).expect("the way is free");
    occupancy.start(UnitId(2), &step(1, 2, Dir::East, 0, 6), 1).expect("the leader is gone in time");
    assert!(!occupancy.place(UnitId(3), Cell::new(3, 2), 1), "somebody is entering");
}

#[test]
fn a_quick_follower_waits_for_a_slow_leader() {
    let mut occupancy = with(&[(1, 2, 2), (2, 1, 2)]);
    occupancy.start(UnitId(1), &step(2, 2, Dir::East, 0, 8), 1).expect("the way is free");
    let quick = step(1, 2, Dir::East, 0, 3);
    assert_eq!(occupancy.start(UnitId(2), &quick, 1), Err(Obstacle::Unit(UnitId(1))));
    occupancy.start(UnitId(2), &Step { start: 2, ..quick }, 1).expect("in the cell at tick 4, when the leader leaves");
}

#[test]
fn two_units_never_change_places() {
    let mut occupancy = with(&[(1, 2, 2), (2, 3, 2)]);
    let (there, back) = (step(2, 2, Dir::East, 0, 4), step(3, 2, Dir::West, 0, 4));
    assert!(occupancy.may_start(UnitId(1), &there, 1).is_err());
    assert!(occupancy.start_ring(&[(UnitId(1), there), (UnitId(2), back)]).is_err());
}

#[test]
fn diagonals_never_cross() {
    let mut occupancy = with(&[(1, 2, 2), (2, 3, 2)]);
    occupancy.start(UnitId(1), &step(2, 2, Dir::SouthEast, 0, 6), 1).expect("the way is free");
    assert_eq!(occupancy.start(UnitId(2), &step(3, 2, Dir::SouthWest, 1, 6), 1), Err(Obstacle::Crossing));
    assert_eq!(
        occupancy.start(UnitId(2), &step(3, 2, Dir::West, 5, 6), 1),
        Err(Obstacle::Crossing),
        "a sharp follow-up"
    );
    occupancy.leave(UnitId(1), &step(2, 2, Dir::SouthEast, 0, 6));
    occupancy.arrive(UnitId(1), &step(2, 2, Dir::SouthEast, 0, 6));
    occupancy.start(UnitId(2), &step(3, 2, Dir::West, 6, 6), 1).expect("the block is free again");
}

#[test]
fn four_units_may_turn_in_a_ring() {
    let mut occupancy = with(&[(1, 2, 2), (2, 3, 2), (3, 3, 3), (4, 2, 3)]);
    let ring = [
        (UnitId(1), step(2, 2, Dir::East, 0, 6)),
        (UnitId(2), step(3, 2, Dir::South, 0, 6)),
        (UnitId(3), step(3, 3, Dir::West, 0, 6)),
        (UnitId(4), step(2, 3, Dir::North, 0, 6)),
    ];
    occupancy.start_ring(&ring).expect("straight steps of one pace");
    for (unit, step) in &ring {
        occupancy.leave(*unit, step);
    }
    for (unit, step) in &ring {
        occupancy.arrive(*unit, step);
    }
    assert_eq!(occupancy.holder(Cell::new(2, 2)), Some(UnitId(4)));
}

#[test]
fn a_unit_that_vanishes_on_the_way_leaves_no_ghost() {
    let mut occupancy = with(&[(1, 2, 2)]);
    let gone = step(2, 2, Dir::East, 0, 6);
    occupancy.start(UnitId(1), &gone, 1).expect("the way is free");
    occupancy.remove(UnitId(1), Cell::new(2, 2), 1, Some(gone));
    assert!(occupancy.is_free(Cell::new(2, 2)) && occupancy.is_free(Cell::new(3, 2)));
}

#[test]
fn a_large_unit_waits_until_the_last_foot_is_out() {
    let mut occupancy = with(&[(2, 4, 2)]);
    assert!(occupancy.place(UnitId(1), Cell::new(2, 2), 2));
    assert!(!occupancy.place(UnitId(3), Cell::new(3, 3), 1), "it stands on four cells");
    let east = |start| step(2, 2, Dir::East, start, 8);
    assert_eq!(occupancy.start(UnitId(1), &east(0), 2), Err(Obstacle::Unit(UnitId(2))));
    let away = step(4, 2, Dir::North, 0, 6);
    occupancy.start(UnitId(2), &away, 1).expect("the way is free");
    occupancy.leave(UnitId(2), &away);
    occupancy.arrive(UnitId(2), &away);
    assert_eq!(occupancy.start(UnitId(1), &east(3), 2), Err(Obstacle::Crossing));
    occupancy.start(UnitId(1), &east(6), 2).expect("nobody is left");
    assert!([2, 3, 4].iter().all(|x| occupancy.holder(Cell::new(*x, 3)) == Some(UnitId(1))), "it sweeps six cells");
    occupancy.finish(UnitId(1), &east(6), 2);
    assert!(occupancy.is_free(Cell::new(2, 2)) && occupancy.standing(Cell::new(4, 3)) == Some(UnitId(1)));
    occupancy.remove(UnitId(1), Cell::new(3, 2), 2, None);
    assert!(occupancy.is_free(Cell::new(4, 3)));
}

#[test]
fn steps_that_are_tried_out_leave_nothing_behind() {
    let mut occupancy = with(&[(1, 2, 2), (2, 1, 2)]);
    assert!(occupancy.place(UnitId(3), Cell::new(4, 4), 2));
    let before = occupancy.save(0);
    let steps = [
        (UnitId(1), step(2, 2, Dir::SouthEast, 0, 6), 1),
        (UnitId(2), step(1, 2, Dir::East, 0, 6), 1),
        (UnitId(3), step(4, 4, Dir::East, 0, 6), 2),
    ];
    occupancy.begin_trial();
    for (unit, step, size) in &steps {
        occupancy.start(*unit, step, *size).expect("the way is free");
    }
    let tried = occupancy.save(0);
    occupancy.take_back();
    assert_eq!(occupancy.save(0), before);
    for (unit, step, size) in steps.iter().rev() {
        occupancy.commit(*unit, step, *size);
    }
    assert_eq!(occupancy.save(0), tried);
}
