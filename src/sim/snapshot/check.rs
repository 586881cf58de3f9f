//! Whether a snapshot is one of a match: whoever reads a file cannot know who wrote it.

use super::{Snapshot, UnitState, WarState};
use crate::base::{Cell, Grid};
use crate::level::SIDES;
use crate::modes::rts::rules::Rules;
use crate::modes::rts::sight::SightGrid;
use crate::modes::rts::sight::memory::Memory;
use crate::nav::occupancy::{Occupancy, body};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::sim::matches::MatchSetup;
use crate::sim::units::Waypoint;
use crate::sim::war::production::Item;
use crate::sim::war::tasks::Waits;
use crate::sim::war::{NEUTRAL, Task};
use std::collections::BTreeSet;

/// Ticks and numbers beyond it are of no match: three years of play.
const MOST: u32 = 1 << 30;

/// Looks at everything that could not be on this map and by these rules.
///
/// # Errors
/// The first thing that is wrong, in a sentence.
pub(super) fn check(snapshot: &Snapshot, rules: &Rules, setup: &MatchSetup) -> Result<(), String> {
    let ground = &setup.level.terrain;
    if snapshot.tick > MOST || snapshot.next > MOST || snapshot.version > MOST {
        return Err(format!("No match has come to tick {}.", snapshot.tick));
    }
    let sides = setup.war.as_ref().map_or(SIDES, |war| war.players.len() as u8);
    match (&snapshot.war, &setup.war) {
        (Some(war), Some(players)) => {
            if war.sides.iter().len() != players.players.len() {
                let (found, expected) = (war.sides.iter().len(), players.players.len());
                return Err(format!("It has {found} sides, the match has {expected}."));
            }
            if war.sight.is_some() != players.fog {
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
    let Some(occupancy) = Occupancy::restore(ground.width(), ground.height(), &snapshot.occupancy) else {
        return Err("Units stand on cells that are not on the map.".into());
    };
    let mut known = BTreeSet::new();
    for unit in &snapshot.units {
        let id = unit.body.0.0;
        if id.0 >= snapshot.next || known.last().is_some_and(|last| *last >= id) {
            return Err(format!("{id} is out of order."));
        }
        known.insert(id);
        check_unit(unit, snapshot.tick, (rules, ground, &occupancy, sides))?;
    }
    let ghost = |unit: UnitId| !known.contains(&unit);
    for place in &snapshot.occupancy.0 {
        let on_cell = [place.holder.map(|(unit, _)| unit), place.comer];
        if let Some(unit) = on_cell.into_iter().flatten().find(|unit| ghost(*unit)) {
            return Err(format!("{unit} stands at {} and is not there.", place.cell));
        }
    }
    if let Some(war) = &snapshot.war {
        check_war(war, snapshot, (rules, &terrain, sides), &known)?;
    }
    Ok(())
}

fn check_unit(
    unit: &UnitState,
    now: Tick,
    (rules, ground, occupancy, sides): (&Rules, &Grid<Terrain>, &Occupancy, u8),
) -> Result<(), String> {
    let (id, owner, kind, at, _, stepping) = &unit.body;
    let (waypoints, intent, _, tasks) = &unit.will;
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
    let is_inside = unit.fate.2.mine().is_some();
    if !is_inside && body(at, size).any(|cell| occupancy.holder(cell) != Some(id)) {
        return Err(format!("{id} stands at {at}, where somebody else is."));
    }
    if let Some(step) = stepping.last() {
        let is_possible =
            step.ticks > 0 && step.start <= now && ground.contains(step.from) && ground.contains(step.to());
        if !is_possible {
            return Err(format!("{id} takes a step that is not possible."));
        }
        if step.end() > now
            && size == 1
            && step.mid() > now
            && (at != step.from || occupancy.entering(step.to()) != Some(id))
        {
            return Err(format!("{id} walks to {}, where somebody else goes.", step.to()));
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
    let places = waypoints.iter().chain(&intent.post);
    if places.into_iter().any(is_off) || tasks.iter().any(task_off) {
        return Err(format!("{id} is on its way to a place that is not on the map."));
    }
    if intent.pushed_at > now || intent.looked_at > now || intent.next.is_some() {
        return Err(format!("{id} has done something at a tick that has not been."));
    }
    Ok(())
}

fn check_war(
    war: &WarState,
    snapshot: &Snapshot,
    (rules, terrain, sides): (&Rules, &Grid<Terrain>, u8),
    units: &BTreeSet<UnitId>,
) -> Result<(), String> {
    let mut known = BTreeSet::new();
    for (id, owner, at, building, _, _, production) in &war.buildings {
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
        let (entries, unpaid) = (production.queue().len(), production.unpaid());
        if unpaid > entries || entries > usize::from(rules.economy.queue_length) {
            return Err(format!("The queue of the building {} has {entries} entries, {unpaid} not paid.", id.0));
        }
        let ends_otherwise = |item: Item| !matches!(item, Item::Train(_));
        if production.queue().skip(entries - unpaid).any(ends_otherwise) {
            return Err(format!("The building {} makes something again that is made once.", id.0));
        }
    }
    let is_wrong = |(cell, id, _): &&(Cell, UnitId, Terrain)| {
        terrain.get(*cell) != Some(&Terrain::Building) || !known.contains(id)
    };
    if let Some((cell, ..)) = war.plots.iter().find(is_wrong) {
        return Err(format!("There is no building at {cell}."));
    }
    for side in war.sides.iter() {
        let has_strange = side.upgrades.iter().any(|upgrade| usize::from(upgrade.0) >= rules.upgrades.len());
        if has_strange || usize::from(side.faction.0) >= rules.factions.len() || !terrain.contains(side.start) {
            return Err("A side has what the rules do not have.".into());
        }
    }
    if let Some((sight, memory)) = &war.sight {
        let sight =
            SightGrid::restore(terrain, sight).map_err(|problem| format!("The sight of the sides: {problem}."))?;
        if sight.sides() != sides {
            return Err(format!("The sight is that of {} sides, there are {sides}.", sight.sides()));
        }
        Memory::restore(terrain, &sight, memory).map_err(|problem| format!("The memory of the sides: {problem}."))?;
    }
    Ok(())
}
