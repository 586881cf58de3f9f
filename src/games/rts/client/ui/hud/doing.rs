//! What units do, in words.

use crate::games::rts::sim::units::{Doing, Waypoint, Waypoints};
use crate::nav::coop::march::Verdict;
use crate::nav::occupancy::Obstacle;
use crate::nav::step::UnitId;

/// What one unit does, in one sentence.
pub fn sentence(doing: &Doing, waypoints: &Waypoints) -> String {
    and_then(activity(doing, waypoints.current()), waypoints)
}

/// A sentence and how many waypoints come after the first one.
fn and_then(what: String, waypoints: &Waypoints) -> String {
    match waypoints.iter().len() {
        0 | 1 => what,
        2 => format!("{what}; 1 more waypoint"),
        more => format!("{what}; {} more waypoints", more - 1),
    }
}

/// Where a unit was told to go.
pub(super) fn order(waypoints: &Waypoints) -> String {
    let Some(current) = waypoints.current() else { return "No order".into() };
    let formation = if current.pace == 0 { "" } else { " in formation" };
    let place = match (current.unreachable, current.goal == current.asked) {
        (true, _) => format!(", which cannot be reached: goes to {}", current.goal),
        (_, true) => String::new(),
        _ => format!(", its own place is {}", current.goal),
    };
    and_then(format!("Ordered to {}{formation}{place}", current.asked), waypoints)
}

/// Why a unit with an order stands, if it does; `name` says who a unit is, where, and what it does.
pub fn reason(verdict: Option<Verdict>, doing: &Doing, name: impl Fn(UnitId) -> String) -> Option<String> {
    let met = |obstacle: Obstacle, promised: bool| match (obstacle, promised) {
        (Obstacle::Unit(unit), true) => format!("Waits for a place to become free: {}", name(unit)),
        (Obstacle::Unit(unit), false) => format!("Blocked by {}", name(unit)),
        (Obstacle::Crossing, _) => "Waits until others have crossed its way on a diagonal".into(),
        (Obstacle::Terrain, _) => "The ground ahead has closed".into(),
    };
    match (verdict, doing) {
        (Some(Verdict::Promised(obstacle)), _) => Some(met(obstacle, true)),
        (Some(Verdict::Stuck(obstacle)), _) => Some(met(obstacle, false)),
        (Some(Verdict::Waits), _) => Some("Every step that is free would lead away from its goal".into()),
        (Some(Verdict::Nothing | Verdict::Starts(_)), _) => None,
        (None, Doing::Waiting { obstacle: Some(obstacle), .. }) => Some(met(*obstacle, false)),
        (None, Doing::Waiting { obstacle: None, .. }) => Some("Has no route yet, or its route waits here".into()),
        (None, _) => None,
    }
}

/// What a unit that is in the way does, in a few words.
pub(super) const fn briefly(doing: &Doing) -> &'static str {
    match doing {
        Doing::Idle | Doing::Arrived | Doing::Stopped | Doing::Unreachable(_) | Doing::GoalTaken(_) => "at rest",
        Doing::Holding => "holding its place",
        Doing::MakingWay => "making way",
        Doing::Moving => "on its way",
        Doing::Waiting { .. } => "waiting itself",
    }
}

pub(super) fn activity(doing: &Doing, waypoint: Option<&Waypoint>) -> String {
    match doing {
        Doing::Idle => "No orders".into(),
        Doing::Arrived => "Arrived".into(),
        Doing::Stopped => "Stopped".into(),
        Doing::Holding => "Holding: makes way for nobody".into(),
        Doing::MakingWay => "Making way, then back to its place".into(),
        Doing::Unreachable(asked) => format!("Went as near as it could: {asked} cannot be reached"),
        Doing::GoalTaken(asked) => format!("Went as near as it could: {asked} is taken"),
        Doing::Moving => {
            waypoint.map_or_else(|| "On its way".into(), |waypoint| format!("On its way to {}", waypoint.goal))
        }
        Doing::Waiting { obstacle, .. } => match obstacle {
            Some(Obstacle::Unit(unit)) => format!("Waiting for {unit}"),
            Some(Obstacle::Crossing) => "Waiting for others to cross".into(),
            Some(Obstacle::Terrain) => "Waiting: the ground ahead has closed".into(),
            None => "Waiting for a free way".into(),
        },
    }
}

/// What many units do, in one line.
pub fn summary<'a>(doings: impl Iterator<Item = &'a Doing>) -> String {
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
    let told = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    told.collect::<Vec<_>>().join(" · ")
}
