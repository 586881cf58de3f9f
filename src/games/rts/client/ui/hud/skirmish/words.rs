//! What units and buildings of a skirmish do, in words.

use crate::base::wording::capitalised;
use crate::games::rts::client::input::skirmish::queries::{BuildingQueryItem, SkirmishView, UnitQueryItem};
use crate::games::rts::rules::{Price, Resource};
use crate::games::rts::sim::Warning;
use crate::games::rts::sim::skirmish::{Stance, Task};
use crate::games::rts::sim::tasks::Waits;
use crate::games::rts::sim::units::Doing;

pub(super) fn sentence(skirmish: &SkirmishView, unit: &UnitQueryItem<'_, '_>) -> String {
    // Who stands before a step that has not begun yet is about to begin it.
    let is_walking = unit.tasks.current().is_none() && unit.waypoints.current().is_some();
    let task = unit.tasks.iter().next().filter(|_| !is_walking);
    let now = task.map_or_else(|| of_walk(unit), |task| of_task(skirmish, unit, task));
    let own = if task.is_none() { unit.waypoints.iter().len() } else { 0 };
    match (own + unit.tasks.len()).saturating_sub(1) {
        0 => now,
        1 => format!("{now}; 1 more order is queued"),
        more => format!("{now}; {more} more orders are queued"),
    }
}

fn of_walk(unit: &UnitQueryItem<'_, '_>) -> String {
    if unit.fighting.target().is_some() {
        return "Fights".into();
    }
    match unit.doing {
        Doing::Holding => "Holds its position".into(),
        Doing::Unreachable(_) => "Went as near as it could: there is no way".into(),
        Doing::GoalTaken(_) => "Went as near as it could: the place is taken".into(),
        Doing::MakingWay => "Makes way".into(),
        Doing::Idle | Doing::Arrived | Doing::Stopped => "Nothing to do".into(),
        Doing::Moving => "On its way".into(),
        Doing::Waiting { .. } => "Waits for a free way".into(),
    }
}

fn of_task(skirmish: &SkirmishView, unit: &UnitQueryItem<'_, '_>, task: &Task) -> String {
    let rules = skirmish.rules();
    let carries = match unit.cargo.load() {
        Some((Resource::Gold, amount)) => format!(", carries {amount} gold"),
        Some((Resource::Wood, amount)) => format!(", carries {amount} wood"),
        None => String::new(),
    };
    let name = |id| {
        let unit = skirmish.unit(id).map(|unit| rules.kind(unit.kind.0).title().to_owned());
        unit.or_else(|| skirmish.building(id).map(|building| rules.building(building.state.kind()).title.clone()))
    };
    let at = |verb: &str, id, nobody: &str| name(id).map_or_else(|| nobody.into(), |name| format!("{verb} the {name}"));
    match task {
        Task::Walk(_) => "On its way".into(),
        Task::AttackMove(_) if unit.fighting.target().is_some() => "Fights on its way".into(),
        Task::AttackMove(_) => "Attack-moving".into(),
        Task::Patrol { .. } => "Patrols".into(),
        Task::Attack(target) => at("Attacks", *target, "Attacks"),
        Task::Guard(friend) => at("Guards", *friend, "Guards"),
        Task::Hold => "Holds its position".into(),
        Task::Gather { .. } if unit.inside.mine().is_some() => "Mines gold".into(),
        Task::Gather { resource: Resource::Gold, .. } => format!("Fetches gold{carries}"),
        Task::Gather { resource: Resource::Wood, since: Some(_), .. } => "Chops wood".into(),
        Task::Gather { resource: Resource::Wood, .. } => format!("Fetches wood{carries}"),
        Task::Return => format!("Brings home what it has{carries}"),
        Task::Build { kind, waits: Waits::ForMoney, .. } => {
            let kind = rules.building(*kind);
            format!("{} waits: {}", capitalised(&kind.title), missing(skirmish, unit.owner.0, kind.cost))
        }
        Task::Build { kind, .. } => format!("Goes to build: {}", rules.building(*kind).title),
        Task::Repair(id) => match skirmish.building(*id) {
            Some(building) if !building.state.is_finished() => at("Builds", *id, "Builds"),
            _ => at("Repairs", *id, "Repairs"),
        },
    }
}

pub(super) fn of_building(skirmish: &SkirmishView, building: &BuildingQueryItem<'_, '_>) -> String {
    let rules = skirmish.rules();
    let kind = rules.building(building.state.kind());
    if !building.state.is_finished() {
        let now = skirmish.clock.tick();
        let is_worked_on = now.saturating_sub(building.state.worked_at()) < u32::from(rules.tick_hz);
        let percent = building.state.percent();
        return if is_worked_on {
            format!("Under construction: {percent} %")
        } else {
            format!("Nobody builds here: {percent} %. Right click it with workers.")
        };
    }
    if kind.is_mine() {
        return format!("{} gold left", building.state.gold());
    }
    let Some(first) = building.production.queue().next() else {
        return if kind.supply > 0 { format!("Gives {} supply", kind.supply) } else { String::new() };
    };
    let percent = building.production.percent(rules);
    let title = capitalised(first.title(rules));
    if building.production.is_held() {
        format!("{title}: held at {percent} %")
    } else if building.production.waits_to_be_paid() {
        format!("{title} waits: {}", missing(skirmish, building.owner.0, first.price(rules)))
    } else {
        format!("{title}: {percent} %")
    }
}

/// What a side lacks for a price, as a sentence.
fn missing(skirmish: &SkirmishView, side: u8, price: Price) -> String {
    let side = skirmish.sides().and_then(|sides| sides.get(side));
    side.map_or_else(String::new, |side| Warning::Short(side.lacks(price)).text(skirmish.rules()))
}

pub(super) const fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "aggressive",
        Stance::Defensive => "defensive",
        Stance::StandGround => "stands ground",
        Stance::Passive => "passive",
    }
}
