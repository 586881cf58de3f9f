use super::resting;
use gridmarch::base::Cell;
use gridmarch::nav::coop::march::Agent;
use gridmarch::nav::coop::march::leaders::Leaders;
use gridmarch::nav::step::UnitId;

/// One that is late on its way; its number is its rank.
fn caught(unit: u32, at: (i16, i16)) -> Agent {
    let goal = Cell::new(60, 60);
    let resting = resting(UnitId(unit), Cell::new(at.0, at.1));
    Agent { goal: Some(goal), target: goal, late: 150, rank: (1, unit), ..resting }
}

fn first(leaders: &Leaders, agents: &[Agent]) -> Vec<u32> {
    agents.iter().map(|agent| agent.unit).filter(|unit| leaders.goes_first(*unit)).map(|unit| unit.0).collect()
}

#[test]
fn in_each_place_those_who_are_caught_take_turns() {
    // Two places with three and two of them, and one who is late for a shorter time.
    let mut agents =
        vec![caught(0, (3, 3)), caught(1, (5, 3)), caught(2, (40, 3)), caught(3, (4, 8)), caught(4, (43, 9))];
    agents.push(Agent { late: 149, ..caught(5, (20, 40)) });
    let mut leaders = Leaders::default();
    let mut turns = Vec::new();
    for now in 0..2_400 {
        leaders.tick(&agents, |_| false, now);
        if turns.last() != Some(&first(&leaders, &agents)) {
            turns.push(first(&leaders, &agents));
        }
    }
    assert_eq!(turns, [vec![0, 2], vec![1, 4], vec![2, 3], vec![0, 4]], "half a minute each");
}

#[test]
fn who_gets_there_holds_or_waits_before_a_lane_goes_first_no_more() {
    let agents = vec![caught(0, (3, 3)), caught(1, (5, 3))];
    let begun = || {
        let mut leaders = Leaders::default();
        leaders.tick(&agents, |_| false, 0);
        assert_eq!(first(&leaders, &agents), [0]);
        leaders
    };
    for (changed, waits) in [
        (Agent { goal: None, ..agents[0] }, false),
        (Agent { goal: Some(agents[0].at), ..agents[0] }, false),
        (Agent { holds: true, ..agents[0] }, false),
        (agents[0], true),
    ] {
        let mut leaders = begun();
        let agents = vec![changed, agents[1]];
        leaders.tick(&agents, |agent| waits && agent.unit == UnitId(0), 1);
        assert!(first(&leaders, &agents).is_empty(), "{changed:?}");
        leaders.tick(&agents, |agent| waits && agent.unit == UnitId(0), 20);
        assert_eq!(first(&leaders, &agents), [1]);
    }
    // Who has led and gets on is not caught any more, and goes on leading until it is there.
    let mut leaders = begun();
    let agents = vec![Agent { late: 0, ..agents[0] }, agents[1]];
    leaders.tick(&agents, |_| false, 20);
    assert_eq!(first(&leaders, &agents), [0]);
}
