use gridmarch::base::{Cell, Dir};
use gridmarch::nav::step::Step;

#[test]
fn a_step_belongs_to_its_old_cell_for_the_first_half() {
    let step = Step { from: Cell::new(4, 4), dir: Dir::East, start: 10, ticks: 5 };
    assert_eq!((step.to(), step.mid(), step.end()), (Cell::new(5, 4), 13, 15));
}

#[test]
fn opposite_steps_claim_the_same_blocks() {
    for dir in Dir::ALL {
        let there = Step { from: Cell::new(4, 4), dir, start: 0, ticks: 4 };
        let back = Step { from: there.to(), dir: dir.reverse(), start: 0, ticks: 4 };
        assert_eq!(there.blocks(), back.blocks());
    }
}
