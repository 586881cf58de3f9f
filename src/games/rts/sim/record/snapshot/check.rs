//! Whether a snapshot is one of a match: whoever reads a file cannot know who wrote it.

use super::places::check_places;
use super::{SkirmishState, Snapshot, UnitState};
use crate::base::{Cell, Grid};
use crate::games::rts::level::SIDES;
use crate::games::rts::rules::Rules;
use crate::games::rts::sight::SightGrid;
use crate::games::rts::sight::memory::Memory;
use crate::games::rts::signals::{Signal, SignalKind};
use crate::games::rts::sim::door::Door;
use crate::games::rts::sim::matches::MatchSetup;
use crate::games::rts::sim::orders::Item;
use crate::games::rts::sim::sides::{NEUTRAL, SkirmishSetup};
use crate::games::rts::sim::skirmish::checking::{
    MOST, check_bots, check_cargo, check_ending, check_fate, check_missile, check_news, check_side, check_timber,
    check_work, on_map,
};
use crate::games::rts::sim::tasks::{Task, Waits};
use crate::games::rts::sim::units::{Detour, Doing};
use crate::games::rts::sim::waypoints::{MAX_WAYPOINTS, Waypoint};
use crate::nav::occupancy::body;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use std::collections::BTreeSet;

impl Snapshot {
    /// Looks at everything that could not be on this map and by these rules.
    ///
    /// # Errors
    /// The first thing that is wrong, in a sentence.
    pub(crate) fn check(&self, rules: &Rules, setup: &MatchSetup) -> Result<(), String> {
        check(self, rules, setup)
    }
}

fn check(snapshot: &Snapshot, rules: &Rules, setup: &MatchSetup) -> Result<(), String> {
    let ground = &setup.level.terrain;
    let numbers = [
        ("tick", snapshot.tick),
        ("next", snapshot.next),
        ("groups", snapshot.groups),
        ("version", snapshot.version),
        ("told", snapshot.told),
    ];
    if let Some((field, value)) = numbers.into_iter().find(|(_, value)| *value > MOST) {
        return Err(format!("`{field}` is {value}, no match has come so far."));
    }
    let sides = setup.skirmish.as_ref().map_or(SIDES, |skirmish| skirmish.players.len() as u8);
    match (&snapshot.skirmish, &setup.skirmish) {
        (Some(skirmish), Some(players)) => {
            if skirmish.sides.iter().len() != players.players.len() {
                let (found, expected) = (skirmish.sides.iter().len(), players.players.len());
                return Err(format!("It has {found} sides, the match has {expected}."));
            }
            if skirmish.sight.is_some() != players.fog {
                return Err("It has another sort of fog than the match.".into());
            }
        }
        (None, None) => {}
        _ => return Err("It is of another sort of match.".into()),
    }
    if let Some((cell, _)) = snapshot.terrain.iter().find(|(cell, _)| !ground.contains(*cell)) {
        return Err(format!("{cell} is not on the map."));
    }
    let mut terrain = ground.clone();
    snapshot.terrain.iter().for_each(|(cell, kind)| terrain[*cell] = *kind);
    let places = &snapshot.occupancy.0;
    if let Some(place) = places.iter().find(|place| !ground.contains(place.cell)) {
        return Err(format!("Units stand at {}, which is not on the map.", place.cell));
    }
    if places.iter().any(|place| place.locks.iter().any(|lock| *lock > MOST)) {
        return Err("A cell is locked until a tick that no match comes to.".into());
    }
    let mut known = BTreeSet::new();
    for unit in &snapshot.units {
        let id = unit.body.0.0;
        if id.0 >= snapshot.next || known.last().is_some_and(|last| *last >= id) {
            return Err(format!("{id} is out of order."));
        }
        known.insert(id);
        check_unit(unit, snapshot.tick, (rules, ground, sides))?;
    }
    check_places(snapshot, rules)?;
    let door = Door::of(setup, rules);
    if let Some(reason) = snapshot.orders.iter().find_map(|order| door.check(order).err()) {
        return Err(format!("An order that waits: {}", reason.text(rules)));
    }
    if let (Some(skirmish), Some(players)) = (&snapshot.skirmish, &setup.skirmish) {
        check_skirmish(skirmish, snapshot, (rules, &terrain, players), &known)?;
        let buildings: BTreeSet<UnitId> = skirmish.buildings.iter().map(|building| building.0.0).collect();
        let lost = |unit: &&UnitState| unit.fate.2.mine().is_some_and(|mine| !buildings.contains(&mine));
        if let Some(unit) = snapshot.units.iter().find(lost) {
            return Err(format!("{} is in a mine that is not there.", unit.body.0.0));
        }
    } else if let Some(unit) = snapshot.units.iter().find(|unit| unit.fate.2.mine().is_some()) {
        return Err(format!("{} is in a mine that is not there.", unit.body.0.0));
    }
    Ok(())
}

fn check_unit(unit: &UnitState, now: Tick, (rules, ground, sides): (&Rules, &Grid<Terrain>, u8)) -> Result<(), String> {
    let (id, owner, kind, at, _, stepping) = &unit.body;
    let (waypoints, (planned, next, priority, still, disturbed, progress), (_, post), doing, tasks) = &unit.will;
    let (health, fighting, inside, cargo) = &unit.fate;
    let (id, at) = (id.0, at.0);
    if usize::from(kind.0.0) >= rules.units.len() {
        return Err(format!("{id} is of kind {}, the rules have {}.", kind.0.0, rules.units.len()));
    }
    if owner.0 >= sides {
        return Err(format!("{id} is of side {}, there are {sides}.", owner.0));
    }
    let size = rules.kind(kind.0).size;
    if body(at, size).any(|cell| !ground.contains(cell)) {
        return Err(format!("{id} stands at {at}, which is not on the map."));
    }
    if let Some(step) = stepping.last() {
        let is_on_map = |at: Cell| body(at, size).all(|cell| ground.contains(cell));
        if step.ticks == 0 || step.start > now || !is_on_map(step.from) || !is_on_map(step.to()) {
            return Err(format!("{id} takes a step that is not possible."));
        }
    }
    let is_off = |waypoint: &Waypoint| {
        [waypoint.goal, waypoint.anchor, waypoint.asked].iter().any(|cell| !ground.contains(*cell))
    };
    let task_off = |task: &Task| match task {
        Task::Walk(waypoint) | Task::AttackMove(waypoint) => is_off(waypoint),
        Task::Patrol { here, there } => is_off(here) || is_off(there),
        Task::Gather { at, since, .. } => !ground.contains(*at) || since.is_some_and(|since| since > now),
        Task::Build { kind, at, waits } => {
            let is_ahead = matches!(waits, Waits::ForRoom(since) if *since > now);
            usize::from(kind.0) >= rules.buildings.len() || !ground.contains(*at) || is_ahead
        }
        _ => false,
    };
    let places = waypoints.iter().chain(&post.0);
    if places.into_iter().any(is_off) || tasks.iter().any(task_off) {
        return Err(format!("{id} is on its way to a place that is not on the map."));
    }
    if waypoints.iter().len() > MAX_WAYPOINTS || tasks.len() > 2 * MAX_WAYPOINTS {
        return Err(format!("{id} has more to do than {MAX_WAYPOINTS} steps."));
    }
    let past =
        [disturbed.pushed_at, disturbed.passed_at, progress.looked_at, disturbed.exchanged_at, progress.nearest.1];
    if past.iter().any(|tick| *tick > now) || next.0.is_some() {
        return Err(format!("{id} has done something at a tick that has not been."));
    }
    // A unit stands from the end of its step on.
    let since = if let Doing::Waiting { since, .. } = doing { *since } else { 0 };
    let later = if let Detour::NoWay(tick) = progress.detour { tick } else { 0 };
    let future = [still.0, since, planned.due, priority.0.0, later, inside.0.map_or(0, |(_, ready)| ready)];
    if future.iter().any(|tick| *tick > MOST) {
        return Err(format!("{id} has something to do at a tick that no match comes to."));
    }
    let named = if let Doing::Unreachable(cell) | Doing::GoalTaken(cell) = doing { Some(*cell) } else { None };
    on_map(ground, &[("doing", named), ("nearest_to", Some(progress.nearest_to))])
        .and_then(|()| check_fate(*health, fighting, now, ground, rules))
        .and_then(|()| check_cargo(*cargo, rules))
        .map_err(|problem| format!("{id}: {problem}."))
}

fn check_skirmish(
    skirmish: &SkirmishState,
    snapshot: &Snapshot,
    (rules, terrain, setup): (&Rules, &Grid<Terrain>, &SkirmishSetup),
    units: &BTreeSet<UnitId>,
) -> Result<(), String> {
    let (sides, now) = (setup.players.len() as u8, snapshot.tick);
    let mut known = BTreeSet::new();
    for (id, owner, at, building, health, fighting, production) in &skirmish.buildings {
        let (id, kind) = (id.0, building.kind());
        if id.0 >= snapshot.next || units.contains(&id) || known.last().is_some_and(|last| *last >= id) {
            return Err(format!("The building {} is out of order.", id.0));
        }
        known.insert(id);
        if usize::from(kind.0) >= rules.buildings.len() {
            return Err(format!(
                "The building {} is of kind {}, the rules have {}.",
                id.0,
                kind.0,
                rules.buildings.len()
            ));
        }
        if owner.0 != NEUTRAL && owner.0 >= sides {
            return Err(format!("The building {} is of side {}, there are {sides}.", id.0, owner.0));
        }
        if body(at.0, rules.building(kind).size).any(|cell| !terrain.contains(cell)) {
            return Err(format!("The building {} stands at {}, which is not on the map.", id.0, at.0));
        }
        let is_strange = |item: Item| match item {
            Item::Train(kind) => usize::from(kind.0) >= rules.units.len(),
            Item::Research(upgrade) => usize::from(upgrade.0) >= rules.upgrades.len(),
            Item::Advance(kind) => usize::from(kind.0) >= rules.buildings.len(),
        };
        if production.queue().any(is_strange) || production.rally().iter().any(|cell| !terrain.contains(*cell)) {
            return Err(format!("The building {} makes something that the rules do not have.", id.0));
        }
        check_fate(*health, fighting, now, terrain, rules)
            .and_then(|()| check_work(building, production, now, rules))
            .map_err(|problem| format!("The building {}: {problem}.", id.0))?;
    }
    let is_wrong = |(cell, id, _): &&(Cell, UnitId, Terrain)| {
        terrain.get(*cell) != Some(&Terrain::Building) || !known.contains(id)
    };
    if let Some((cell, ..)) = skirmish.plots.iter().find(is_wrong) {
        return Err(format!("There is no building at {cell}."));
    }
    for (number, (side, player)) in skirmish.sides.iter().zip(&setup.players).enumerate() {
        check_side(side, player, now, terrain, rules).map_err(|problem| format!("Side {number}: {problem}."))?;
    }
    check_timber(&skirmish.timber, terrain, rules)
        .and_then(|()| check_bots(&skirmish.bots, &skirmish.sides, now, terrain, rules))
        .and_then(|()| check_news(&skirmish.news, sides, terrain, rules))
        .and_then(|()| skirmish.ending.map_or(Ok(()), |ending| check_ending(ending, now)))
        .map_err(|problem| format!("The skirmish: {problem}."))?;
    for flying in skirmish.missiles.iter() {
        check_missile(flying, now, sides, terrain, rules).map_err(|problem| format!("A missile: {problem}."))?;
    }
    let is_signal = |signal: &Signal| {
        let is_ahead = matches!(signal.kind, SignalKind::Attack { arrive } if arrive > MOST);
        terrain.contains(signal.at) && !is_ahead
    };
    if skirmish.talk.is_wrong(now, sides, is_signal) {
        return Err("The sides have said what they cannot have said.".into());
    }
    if let Some((sight, memory)) = &skirmish.sight {
        let sight =
            SightGrid::restore(terrain, sight).map_err(|problem| format!("The sight of the sides: {problem}."))?;
        if sight.sides() != sides {
            return Err(format!("The sight is that of {} sides, there are {sides}.", sight.sides()));
        }
        Memory::restore(terrain, &sight, memory).map_err(|problem| format!("The memory of the sides: {problem}."))?;
    }
    Ok(())
}
