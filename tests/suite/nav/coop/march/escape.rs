//! The joint plan of those who are caught in a jam.

use super::resting;
use gridmarch::base::{Cell, Dir};
use gridmarch::nav::coop::march::Agent;
use gridmarch::nav::coop::march::escape::{Member, Plan};
use gridmarch::nav::step::UnitId;
use std::collections::{BTreeMap, VecDeque};

fn member(unit: u32, path: &[(i16, i16)]) -> Member {
    let path: VecDeque<Cell> = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    Member { unit: UnitId(unit), wants: path[path.len() - 1], path }
}

fn agent(unit: u32, at: (i16, i16)) -> Agent {
    resting(UnitId(unit), Cell::new(at.0, at.1))
}

#[test]
fn nobody_passes_a_member_that_is_to_visit_the_cell_first_but_has_not_come_yet() {
    // 0 goes through (1, 0) before 1 does; both stand beside it.
    let first = member(0, &[(0, 0), (1, 0), (2, 0)]);
    let second = member(1, &[(1, 1), (1, 0), (0, 0)]);
    let visits = BTreeMap::from([(Cell::new(1, 0), VecDeque::from([UnitId(0), UnitId(1)]))]);
    let mut plan = Plan { members: vec![first.clone(), second.clone()], visits, until: 100 };
    assert_eq!(plan.next(&second, &agent(1, (1, 1))), None, "it would take the other's turn");
    assert_eq!(plan.next(&first, &agent(0, (0, 0))), Some(Dir::East));
    plan.members[0].path.pop_front();
    assert_eq!(plan.next(&second, &agent(1, (1, 1))), Some(Dir::North), "right behind who stands there now");
}

#[test]
fn a_plan_goes_on_when_a_member_arrives_and_ends_when_one_is_sent_elsewhere() {
    let visits = BTreeMap::from([(Cell::new(1, 0), VecDeque::from([UnitId(0)]))]);
    let mut plan = Plan { members: vec![member(0, &[(0, 0), (1, 0)])], visits, until: 100 };
    plan.members[0].wants = Cell::new(0, 0);
    let follows = |plan: &mut Plan, agent: Agent| plan.follow(&[agent], |_| Some(0));
    let on_its_way = Agent { goal: Some(Cell::new(0, 0)), ..agent(0, (0, 0)) };
    assert!(follows(&mut plan, on_its_way));
    assert!(follows(&mut plan, agent(0, (0, 0))), "its order has ended, the place is the same");
    assert!(!follows(&mut plan, Agent { goal: Some(Cell::new(7, 7)), ..on_its_way }), "a new order");
}
