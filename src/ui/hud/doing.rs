//! What units do, in words.

use crate::nav::occupancy::Obstacle;
use crate::sim::units::{Doing, Waypoints};

/// What one unit does, in one sentence.
pub(super) fn sentence(doing: &Doing, waypoints: &Waypoints) -> String {
    let what = match doing {
        Doing::Idle => "No orders".into(),
        Doing::Arrived => "Arrived".into(),
        Doing::Stopped => "Stopped".into(),
        Doing::Holding => "Holding: makes way for nobody".into(),
        Doing::MakingWay => "Making way, then back to its place".into(),
        Doing::Unreachable(asked) => format!("Went as near as it could: {asked} cannot be reached"),
        Doing::GoalTaken(asked) => format!("Went as near as it could: {asked} is taken"),
        Doing::Moving => waypoints
            .current()
            .map_or_else(|| "On its way".into(), |waypoint| format!("On its way to {}", waypoint.goal)),
        Doing::Waiting { obstacle, .. } => match obstacle {
            Some(Obstacle::Unit(unit)) => format!("Waiting for {unit}"),
            Some(Obstacle::Crossing) => "Waiting for others to cross".into(),
            Some(Obstacle::Terrain) => "Waiting: the ground ahead has closed".into(),
            None => "Waiting for a free way".into(),
        },
    };
    match waypoints.iter().len() {
        0 | 1 => what,
        2 => format!("{what}, then one more waypoint"),
        more => format!("{what}, then {} more waypoints", more - 1),
    }
}

/// What many units do, in one line.
pub(super) fn summary<'a>(doings: impl Iterator<Item = &'a Doing>) -> String {
    let (mut moving, mut waiting, mut stranded, mut resting) = (0, 0, 0, 0);
    for doing in doings {
        match doing {
            Doing::Moving => moving += 1,
            Doing::Waiting { .. } => waiting += 1,
            Doing::Unreachable(_) | Doing::GoalTaken(_) => stranded += 1,
            Doing::Idle | Doing::Arrived | Doing::Stopped | Doing::Holding | Doing::MakingWay => resting += 1,
        }
    }
    let parts = [
        (moving, "on their way"),
        (waiting, "waiting"),
        (resting, "at rest"),
        (stranded, "as near as they could come"),
    ];
    parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect::<Vec<_>>()
        .join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    #[test]
    fn a_group_is_told_in_the_order_of_what_moves_first() {
        let doings = [Doing::Idle, Doing::Moving, Doing::Arrived, Doing::Unreachable(Cell::new(1, 2)), Doing::Moving];
        assert_eq!(summary(doings.iter()), "2 on their way · 2 at rest · 1 as near as they could come");
    }

    #[test]
    fn a_unit_that_could_not_reach_its_goal_says_which() {
        let text = sentence(&Doing::Unreachable(Cell::new(10, 4)), &Waypoints::default());
        assert_eq!(text, "Went as near as it could: (10, 4) cannot be reached");
    }
}
