//! From a match into the lab.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::client::ui::looking::crowd;

#[test]
fn two_with_one_goal_get_neighbouring_ones() {
    let map = Grid::filled(5, 5, true);
    let (a, b, goal) = (Cell::new(0, 0), Cell::new(4, 0), Cell::new(2, 2));
    let instance = crowd(map, [(a, goal), (b, goal), (b, a)].into_iter());
    assert_eq!(instance.starts, [a, b], "nobody stands twice");
    assert_eq!(instance.goals[0], goal);
    let (dx, dy) = (instance.goals[1].x - goal.x, instance.goals[1].y - goal.y);
    assert_eq!(dx.abs().max(dy.abs()), 1);
}
