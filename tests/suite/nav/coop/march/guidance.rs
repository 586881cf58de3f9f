//! Distances with the traffic in them.

use super::resting;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::coop::march::guidance::{GOOD_FOR, Guidance, MANY, field};
use gridmarch::nav::coop::march::traffic::Traffic;
use gridmarch::nav::coop::march::{Agent, View};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::rra::Rra;
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};

fn hall() -> WalkMap {
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let terrain = Grid::filled(30, 9, Terrain::Grass);
    WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 })
}

#[test]
fn without_traffic_a_field_is_the_true_distance_and_ends_at_the_farthest_who_asks() {
    let map = hall();
    let goal = Cell::new(3, 4);
    let mut search = Rra::new(&map, goal, goal);
    let askers = [Cell::new(10, 1), Cell::new(14, 7)];
    let found = field(&map, &[goal], askers.into_iter(), |_, _| Some(0)).expect("it is small");
    for cell in askers {
        assert_eq!(found.left(cell), search.distance(&map, cell));
    }
    assert_eq!(found.left(Cell::new(29, 4)), None, "nobody asks from there");
}

#[test]
fn a_crowd_that_meets_a_stream_gets_a_field_that_leads_beside_it() {
    let map = hall();
    let views = [View { map: &map, pool: None }];
    let occupancy = Occupancy::new(30, 9);
    let mut traffic = Traffic::new(30, 9);
    for x in 5..25 {
        // Others come along the middle rows towards the east.
        for y in 3..6 {
            traffic.note(&gridmarch::nav::step::Step { from: Cell::new(x, y), dir: Dir::East, start: 90, ticks: 6 });
        }
    }
    let goal = Cell::new(1, 4);
    let coming =
        |unit: u32| Agent { goal: Some(goal), target: goal, ..resting(UnitId(unit), Cell::new(28, (unit % 9) as i16)) };
    let few: Vec<Agent> = (0..MANY as u32 - 1).map(coming).collect();
    let many: Vec<Agent> = (0..MANY as u32).map(coming).collect();
    let mut guidance = Guidance::default();
    let mut look = |agents: &[Agent], meets: bool, now: Tick| {
        guidance.tick(agents, |_| meets, (&views, &occupancy, &traffic, now));
        let cost = |cell| guidance.field((0, goal)).and_then(|field| field.left(cell));
        (cost(Cell::new(24, 4)), cost(Cell::new(24, 8)))
    };
    assert_eq!(look(&many, false, 100), (None, None), "they meet nobody");
    assert_eq!(look(&few, true, 100), (None, None), "they are few");
    let (middle, beside) = look(&many, true, 100);
    assert!(middle > beside, "{middle:?} {beside:?}");
    assert_eq!(look(&many, false, 100 + GOOD_FOR), (None, None), "it is forgotten when they meet nobody any more");
}
