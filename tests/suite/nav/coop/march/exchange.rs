//! Who exchanges goals with whom, who makes room for large bodies, and who goes first.

use super::resting;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::coop::march::{Agent, Crowd, Scene, Searches, Verdict, View};
use gridmarch::nav::occupancy::{Obstacle, Occupancy};
use gridmarch::nav::rra_pool::RraPool;
use gridmarch::nav::step::{Step, Tick, UnitId};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};

/// One tick of the planner on a map drawn with `#` and `.`, for units of sizes 1 (view 0) and 2 (view 1): what becomes of each
/// unit, and who has exchanged goals with whom.
fn tick(rows: &[&str], mut agents: Vec<Agent>, now: Tick) -> (Vec<Verdict>, Vec<(u32, u32)>) {
    let (width, height) = (rows[0].len() as u16, rows.len() as u16);
    let mut terrain = Grid::filled(width, height, Terrain::Grass);
    for cell in terrain.clone().cells() {
        if rows[cell.y as usize].as_bytes()[cell.x as usize] == b'#' {
            terrain[cell] = Terrain::Rock;
        }
    }
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let maps = [1, 2].map(|size| WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size }));
    let mut views: Vec<View<'_>> = maps.iter().map(|map| View { map, pool: None }).collect();
    let mut occupancy = Occupancy::new(width, height);
    for agent in &agents {
        assert!(occupancy.place(agent.unit, agent.step.map_or(agent.at, |step| step.from), agent.size));
        if let Some(step) = &agent.step {
            occupancy.start(agent.unit, step, agent.size).expect("a lawful step");
            if now >= step.mid() {
                occupancy.leave(agent.unit, step);
                occupancy.arrive(agent.unit, step);
            }
        }
    }
    occupancy.begin_trial();
    let (mut pool, mut crowd) = (RraPool::new(12), Crowd::default());
    let distances = Searches::Going(&mut pool);
    crowd.tick(&mut agents, Scene { now, views: &mut views, occupancy: &mut occupancy, distances, budget: 10_000 });
    let exchanges = crowd.exchanges.iter().map(|exchange| (exchange.asker.0, exchange.other.0)).collect();
    (crowd.verdicts.clone(), exchanges)
}

/// A unit on its way; its number is its rank.
fn sent(unit: u32, at: (i16, i16), to: (i16, i16)) -> Agent {
    let (at, goal) = (Cell::new(at.0, at.1), Cell::new(to.0, to.1));
    Agent { goal: Some(goal), target: goal, post: goal, group: Some(1), ..resting(UnitId(unit), at) }
}

fn large(agent: Agent) -> Agent {
    Agent { size: 2, view: 1, ..agent }
}

/// The same when it rests and has a place elsewhere, to which it goes back; nobody with an order has passed since the beginning.
fn returning(agent: Agent) -> Agent {
    Agent { rank: (Tick::MAX, agent.unit.0), ..agent }
}

#[test]
fn large_members_of_a_group_that_meet_exchange_goals() {
    let lane = ["..........", ".........."];
    let meet = || vec![large(sent(0, (2, 0), (8, 0))), large(sent(1, (4, 0), (0, 0)))];
    assert_eq!(tick(&lane, meet(), 10).1, [(0, 1)]);
    let strangers = meet().into_iter().map(|agent| Agent { group: Some(agent.unit.0 + 1), ..agent }).collect();
    assert_eq!(tick(&lane, strangers, 10).1, [], "of different groups");
}

#[test]
fn a_large_body_that_rests_keeps_its_place() {
    let rests = Agent { group: Some(1), ..large(resting(UnitId(1), Cell::new(4, 0))) };
    let (_, exchanges) = tick(&["..........", ".........."], vec![large(sent(0, (2, 0), (8, 0))), rests], 10);
    assert_eq!(exchanges, []);
}

#[test]
fn who_has_gone_back_for_long_exchanges_places_with_strangers_of_its_size() {
    let row = ["#####", ".....", "#####"];
    let stranger = Agent { group: Some(2), ..resting(UnitId(1), Cell::new(2, 1)) };
    let goes_back = |to| vec![returning(sent(0, (1, 1), to)), stranger];
    assert_eq!(tick(&row, goes_back((3, 1)), 10).1, [], "it has hardly begun");
    assert_eq!(tick(&row, goes_back((3, 1)), 200).1, [(0, 1)]);
    let wide = ["##########", "..........", "##########"];
    assert_eq!(tick(&wide, goes_back((8, 1)), 200).1, [], "their places are far from each other");
}

#[test]
fn a_large_body_that_has_stood_for_long_lets_who_is_in_its_way_step_into_it() {
    // The small one can only step to the right, where the large one will be as well.
    let pocket = ["####", "#..#", "#..#", "#..#", "##.#", "##.#", "####"];
    let both = || vec![large(sent(0, (1, 1), (1, 2))), returning(sent(1, (1, 3), (1, 1)))];
    let starts = |verdicts: Vec<Verdict>| matches!(verdicts[1], Verdict::Starts(_));
    assert!(!starts(tick(&pocket, both(), 10).0), "it has hardly stood");
    assert!(starts(tick(&pocket, both(), 30).0));
}

#[test]
fn a_goal_behind_the_middle_of_its_group_leads_the_new_owner_past_it() {
    // The middle of the group is where the mate rests, and a wall is between it and the goal, which is led around in the north.
    let rows = [".........", "....#....", "....#....", "....#....", "....#...."];
    let asker = Agent { target: Cell::new(3, 4), ..sent(0, (2, 4), (6, 4)) };
    let mate = Agent { group: Some(1), ..resting(UnitId(1), Cell::new(3, 4)) };
    let (verdicts, exchanges) = tick(&rows, vec![asker, mate], 10);
    assert_eq!(exchanges, [(0, 1)]);
    let Verdict::Starts(step) = verdicts[1] else { panic!("{verdicts:?}") };
    assert_eq!(step.to(), Cell::new(3, 3), "towards the gap");
}

#[test]
fn who_has_stood_for_long_exchanges_goals_with_the_one_where_it_wants_to_be() {
    let lane = ["######", "......", "######"];
    let between = Agent { holds: true, ..resting(UnitId(1), Cell::new(1, 1)) };
    let all = || vec![sent(0, (0, 1), (4, 1)), between, sent(2, (4, 1), (0, 1))];
    assert_eq!(tick(&lane, all(), 30).1, [], "it has hardly stood");
    assert_eq!(tick(&lane, all(), 100).1, [(0, 2)], "both are where they are to be now");
    let strangers = || all().into_iter().map(|agent| Agent { group: Some(agent.unit.0 + 1), ..agent }).collect();
    assert_eq!(tick(&lane, strangers(), 100).1, [], "the places of strangers are too far from each other");
}

#[test]
fn a_large_body_waits_for_one_who_is_not_out_of_its_way_with_its_whole_body() {
    let lane = ["..........", ".........."];
    let step = Step { from: Cell::new(2, 0), dir: Dir::East, start: 0, ticks: 6 };
    let goes = Agent { step: Some(step), ..sent(1, (3, 0), (9, 0)) };
    let (verdicts, _) = tick(&lane, vec![large(sent(0, (0, 0), (6, 0))), goes], 4);
    assert_eq!(verdicts[0], Verdict::Promised(Obstacle::Crossing));
}

#[test]
fn who_has_been_caught_for_long_goes_first() {
    // Both want into the passage, and the second has its turn after the first.
    let rows = [".....", ".....", "#..##", "#..##", "#..##"];
    let starts = |late| {
        let comes = |agent: Agent| Agent {
            still_since: 199,
            rank: (1, agent.unit.0),
            group: Some(agent.unit.0 + 1),
            ..large(agent)
        };
        let second = Agent { late, ..comes(sent(1, (3, 0), (1, 3))) };
        let (verdicts, _) = tick(&rows, vec![comes(sent(0, (0, 0), (1, 3))), second], 200);
        verdicts.iter().map(|verdict| matches!(verdict, Verdict::Starts(_))).collect::<Vec<_>>()
    };
    assert_eq!(starts(100), [true, false]);
    assert_eq!(starts(200), [false, true]);
}
