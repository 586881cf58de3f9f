//! Streets on which many come and go.

use super::resting;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::coop::march::guidance::GOOD_FOR;
use gridmarch::nav::coop::march::streets::{MANY, Streets};
use gridmarch::nav::coop::march::{Agent, View};
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};

/// So many go west along the middle row to cells beside each other, and as many east.
fn street(many: usize) -> Vec<Agent> {
    let places = [3, 4, 5];
    let goer = |number: usize| {
        let y = places[number / 2 % places.len()];
        let (at, goal) = match number % 2 {
            0 => (Cell::new(25, 4), Cell::new(1, y)),
            _ => (Cell::new(4, 4), Cell::new(28, y)),
        };
        Agent { goal: Some(goal), target: goal, ..resting(UnitId(number as u32), at) }
    };
    (0..2 * many).map(goer).collect()
}

#[test]
fn who_comes_keeps_off_the_line_of_those_who_go() {
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let map = WalkMap::new(&Grid::filled(30, 9, Terrain::Grass), &costs, Layer { class: MovementClass::Foot, size: 1 });
    let views = [View { map: &map, pool: None }];
    let mut streets = Streets::default();
    // What is left to the one and to the other end from the middle row and from beside it.
    let mut look = |agents: &[Agent], ahead: (bool, bool), now: Tick| {
        streets.tick(agents, |_| ahead, &views, now);
        let left = |agent: &Agent, y| streets.field(agent).and_then(|field| field.left(Cell::new(15, y)));
        [&agents[0], &agents[1]].map(|agent| (left(agent, 4), left(agent, 5)))
    };
    let (many, few) = (street(MANY), street(MANY - 1));
    assert_eq!(look(&few, (true, true), 100), [(None, None); 2], "they are few");
    assert_eq!(look(&many, (false, true), 101), [(None, None); 2], "they meet nobody");
    assert_eq!(look(&many, (true, false), 102), [(None, None); 2], "there is a narrow passage on their way");
    let [(middle, beside), back] = look(&many, (true, true), 103);
    assert!(
        middle.is_some() && middle == beside && back == (None, None),
        "one field a tick, and nobody comes yet: {middle:?} {beside:?}"
    );
    let [_, (middle, beside)] = look(&many, (true, true), 104);
    assert!(middle > beside, "the line is that of the others: {middle:?} {beside:?}");
    assert_eq!(look(&many, (false, true), 104 + GOOD_FOR), [(None, None); 2], "both are forgotten");
}
