//! What units and buildings of a skirmish do, in words.

use crate::games::rts::client::input::skirmish::field::{BuildingQueryItem, Field, UnitQueryItem};
use crate::games::rts::client::input::skirmish::kinds::capitalised;
use crate::games::rts::rules::{Price, Resource};
use crate::games::rts::sim::Warning;
use crate::games::rts::sim::skirmish::{Stance, Task};
use crate::games::rts::sim::tasks::Waits;
use crate::games::rts::sim::units::Doing;

/// What a unit does, in one sentence.
pub(super) fn sentence(field: &Field, man: &UnitQueryItem<'_, '_>) -> String {
    // Who stands before a step that has not begun yet is about to begin it.
    let is_walking = man.tasks.current().is_none() && man.waypoints.current().is_some();
    let task = man.tasks.iter().next().filter(|_| !is_walking);
    let now = task.map_or_else(|| of_walk(man), |task| of_task(field, man, task));
    let own = if task.is_none() { man.waypoints.iter().len() } else { 0 };
    match (own + man.tasks.len()).saturating_sub(1) {
        0 => now,
        1 => format!("{now}; 1 more order is queued"),
        more => format!("{now}; {more} more orders are queued"),
    }
}

fn of_walk(man: &UnitQueryItem<'_, '_>) -> String {
    if man.fighting.target().is_some() {
        return "Fights".into();
    }
    match man.doing {
        Doing::Holding => "Holds its position".into(),
        Doing::Unreachable(_) => "Went as near as it could: there is no way".into(),
        Doing::GoalTaken(_) => "Went as near as it could: the place is taken".into(),
        Doing::MakingWay => "Makes way".into(),
        Doing::Idle | Doing::Arrived | Doing::Stopped => "Nothing to do".into(),
        Doing::Moving => "On its way".into(),
        Doing::Waiting { .. } => "Waits for a free way".into(),
    }
}

fn of_task(field: &Field, man: &UnitQueryItem<'_, '_>, task: &Task) -> String {
    let rules = field.rules();
    let carries = match man.cargo.load() {
        Some((Resource::Gold, amount)) => format!(", carries {amount} gold"),
        Some((Resource::Wood, amount)) => format!(", carries {amount} wood"),
        None => String::new(),
    };
    let name = |id| {
        let unit = field.man(id).map(|man| rules.kind(man.kind.0).title().to_owned());
        unit.or_else(|| field.house(id).map(|house| rules.building(house.building.kind()).title.clone()))
    };
    let at = |verb: &str, id, nobody: &str| name(id).map_or_else(|| nobody.into(), |name| format!("{verb} the {name}"));
    match task {
        Task::Walk(_) => "On its way".into(),
        Task::AttackMove(_) if man.fighting.target().is_some() => "Fights on its way".into(),
        Task::AttackMove(_) => "Attack-moving".into(),
        Task::Patrol { .. } => "Patrols".into(),
        Task::Attack(target) => at("Attacks", *target, "Attacks"),
        Task::Guard(friend) => at("Guards", *friend, "Guards"),
        Task::Hold => "Holds its position".into(),
        Task::Gather { .. } if man.inside.mine().is_some() => "Mines gold".into(),
        Task::Gather { resource: Resource::Gold, .. } => format!("Fetches gold{carries}"),
        Task::Gather { resource: Resource::Wood, since: Some(_), .. } => "Chops wood".into(),
        Task::Gather { resource: Resource::Wood, .. } => format!("Fetches wood{carries}"),
        Task::Return => format!("Brings home what it has{carries}"),
        Task::Build { kind, waits: Waits::ForMoney, .. } => {
            let kind = rules.building(*kind);
            format!("{} waits: {}", kind.title, missing(field, man.owner.0, kind.cost))
        }
        Task::Build { kind, .. } => format!("Goes to build: {}", rules.building(*kind).title),
        Task::Repair(building) => match field.house(*building) {
            Some(house) if !house.building.is_finished() => at("Builds", *building, "Builds"),
            _ => at("Repairs", *building, "Repairs"),
        },
    }
}

/// What a building does, in one sentence.
pub(super) fn of_building(field: &Field, house: &BuildingQueryItem<'_, '_>) -> String {
    let rules = field.rules();
    let kind = rules.building(house.building.kind());
    if !house.building.is_finished() {
        let now = field.clock.tick();
        let is_worked_on = now.saturating_sub(house.building.worked_at()) < u32::from(rules.tick_hz);
        let percent = house.building.percent();
        return if is_worked_on {
            format!("Under construction: {percent} %")
        } else {
            format!("Nobody builds here: {percent} %. Right click it with workers.")
        };
    }
    if kind.is_mine() {
        return format!("{} gold left", house.building.gold());
    }
    let Some(first) = house.production.queue().next() else {
        return if kind.supply > 0 { format!("Gives {} supply", kind.supply) } else { String::new() };
    };
    let percent = house.production.percent(rules);
    let title = capitalised(first.title(rules));
    if house.production.waits_to_be_paid() && !house.production.is_held() {
        return format!("{title} waits: {}", missing(field, house.owner.0, first.price(rules)));
    }
    if house.production.is_held() { format!("{title}: held at {percent} %") } else { format!("{title}: {percent} %") }
}

/// What a side lacks for a price, as a sentence.
fn missing(field: &Field, side: u8, price: Price) -> String {
    let side = field.sides().and_then(|sides| sides.get(side));
    side.map_or_else(String::new, |side| Warning::Short(side.lacks(price)).text(field.rules()))
}

/// The name of a stance.
pub(super) const fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "aggressive",
        Stance::Defensive => "defensive",
        Stance::StandGround => "stands ground",
        Stance::Passive => "passive",
    }
}
