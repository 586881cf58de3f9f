//! Commands to units: everything beyond walking, stopping and holding.

use super::sight::Seen;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::rules::{Resource, Rules};
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{Walker, WalkerItem};
use crate::games::rts::sim::march::sending::{March, Purpose, send};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Command, run};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::{NEUTRAL, Sides};
use crate::games::rts::sim::tasks::{Task, Waits};
use crate::games::rts::sim::units::{Owner, Priority, Roster, Unit};
use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::occupancy::body;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use std::sync::Arc;

type Commanded<'w, 's> = Query<'w, 's, (Walker, &'static At, &'static mut Priority, &'static mut Fighting), With<Unit>>;

/// Carries out a command. `number` is the place of the order among those of this tick, `sent` who is sent by which.
pub(crate) fn command_units(
    world: &mut World,
    (side, units, command, queue): (u8, Vec<UnitId>, Command, bool),
    (number, sent): (usize, &Arc<Vec<(UnitId, usize)>>),
) {
    let (to, purpose, formation) = match command {
        Command::AttackMove { to, formation } => (to, Purpose::Fight, formation),
        Command::Patrol { to } => (to, Purpose::Patrol, false),
        _ => {
            run(world, tell, (side, units, command, queue));
            return;
        }
    };
    let sent = Arc::clone(sent);
    run(world, send, March { side, units, to, queue, formation, purpose, number, sent });
}

/// What stands where, for the question whether a command makes sense.
type Places<'w, 's> = Query<'w, 's, (&'static Owner, &'static At, Option<&'static Building>)>;

fn tell(
    In((side, units, command, queue)): In<(u8, Vec<UnitId>, Command, bool)>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &BuildingIndex, &Sides, &TerrainGrid, Option<&Seen>), With<Board>>,
    places: Places,
    mut movers: Commanded,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, building_index, sides, terrain, seen) = *board;
    let find =
        |id: UnitId| roster.entity(id).or_else(|| building_index.entity(id)).and_then(|entity| places.get(entity).ok());
    let task = match command {
        Command::Attack(target) => match find(target) {
            Some((owner, at, building)) if sides.are_enemies(side, owner.0) => {
                let mask = sides.team_mask(side);
                let size = building.map_or(1, |building| rules.0.building(building.kind()).size);
                // Houses stand where they were seen last.
                let is_known = seen.is_none_or(|seen| {
                    seen.grid().is_body_visible(mask, at.0, size)
                        || building.is_some() && seen.memory().buildings(seen.grid(), mask).contains_key(&target)
                });
                if is_known { Ok(Some(Task::Attack(target))) } else { Err((Warning::Unseen, None)) }
            }
            Some((_, at, _)) => Err((Warning::NoEnemy, Some(at.0))),
            None => Err((Warning::TargetGone, None)),
        },
        Command::Guard(friend) => match find(friend) {
            Some((owner, ..)) if sides.are_friends(side, owner.0) => Ok(Some(Task::Guard(friend))),
            Some((_, at, _)) => Err((Warning::NoFriend, Some(at.0))),
            None => Err((Warning::FriendGone, None)),
        },
        Command::Gather(cell) => {
            let eyes = seen.map(|seen| (seen, sides.team_mask(side)));
            let found = gathered_at(&rules.0, cell, building_index, terrain, eyes, &places);
            let task = found.map(|(resource, at)| Some(Task::Gather { resource, at, since: None }));
            task.ok_or((Warning::NothingToGather, Some(cell)))
        }
        Command::Repair(target) => match find(target) {
            Some((owner, _, Some(_))) if sides.are_friends(side, owner.0) => Ok(Some(Task::Repair(target))),
            Some((_, at, _)) => Err((Warning::NotRepairable, Some(at.0))),
            None => Err((Warning::BuildingGone, None)),
        },
        Command::Build { kind, at } => {
            let faction = sides.get(side).map(|side| rules.0.faction(side.faction).name.as_str());
            if faction == Some(rules.0.building(kind).faction.as_str()) {
                Ok(Some(Task::Build { kind, at, waits: Waits::No }))
            } else {
                Err((Warning::OtherFaction, Some(at)))
            }
        }
        Command::Hold => Ok(Some(Task::Hold)),
        Command::Return => Ok(Some(Task::Return)),
        _ => Ok(None),
    };
    let task = match task {
        Ok(task) => task,
        Err((reason, at)) => {
            outcomes.write(Outcome::Warned { side, reason, at });
            return;
        }
    };
    let mut taken_on = Vec::new();
    let mut full = 0;
    for unit in units {
        let Some(entity) = roster.entity(unit) else { continue };
        let Ok((mut walker, at, mut priority, mut fighting)) = movers.get_mut(entity) else { continue };
        let kind = rules.0.kind(walker.kind.0);
        if walker.owner.0 != side
            || task.is_some_and(|task| !is_able(kind.works, kind.weapon.is_some() || kind.heals.is_some(), task))
        {
            continue;
        }
        if matches!(task, Some(Task::Attack(target) | Task::Guard(target)) if target == unit) {
            continue;
        }
        match (command, task) {
            (Command::Behave(stance), _) => fighting.stance = stance,
            (Command::Forget(_) | Command::ForgetLast, _) => {
                let last = (own_waypoints(&walker) + walker.tasks.len()).checked_sub(1);
                let index = if let Command::Forget(index) = command { Some(index.into()) } else { last };
                if !index.is_some_and(|index| forget(index, &mut walker, at.0)) {
                    continue;
                }
            }
            (_, Some(task)) => {
                if queue && walker.waypoints.0.len() + walker.tasks.len() >= MAX_WAYPOINTS {
                    full += 1;
                    continue;
                }
                if !queue {
                    walker.tasks.clear();
                    fighting.forget();
                    walker.stand(at.0);
                    priority.0 = (clock.tick(), unit.0 & 0xF_FFFF);
                }
                walker.tasks.add(task);
            }
            (_, None) => continue,
        }
        taken_on.push(unit);
    }
    if full > 0 {
        outcomes.write(Outcome::Warned { side, reason: Warning::TooManySteps(full), at: None });
    }
    if !taken_on.is_empty() {
        outcomes.write(Outcome::OrderTaken { units: taken_on });
    }
}

/// Whether a unit that works or fights can do a task.
const fn is_able(works: bool, fights: bool, task: Task) -> bool {
    match task {
        Task::Gather { .. } | Task::Return | Task::Build { .. } | Task::Repair(_) => works,
        Task::Attack(_) => fights,
        _ => true,
    }
}

/// The waypoints that are a unit's own: those of a task are not.
fn own_waypoints(walker: &WalkerItem) -> usize {
    if walker.tasks.current().is_none() { walker.waypoints.0.len() } else { 0 }
}

/// Takes the step at a position away. The steps are the own waypoints and then the tasks.
fn forget(index: usize, walker: &mut WalkerItem, at: Cell) -> bool {
    let own = own_waypoints(walker);
    if index < own {
        walker.waypoints.0.remove(index);
        if walker.waypoints.0.is_empty() {
            walker.stand(at);
        } else if index == 0 {
            walker.planned.due = 0;
            walker.progress.nearest.0 = u32::MAX;
        } else {
            walker.post.0 = walker.waypoints.0.back().copied();
        }
        return true;
    }
    let is_present = walker.tasks.current().is_some() && index == own;
    let is_there = walker.tasks.drop_at(index - own);
    if is_there && is_present {
        walker.stand(at);
    }
    is_there
}

/// What can be gathered on a cell: the resource, and the mine's upper left cell or the forest cell.
fn gathered_at(
    rules: &Rules,
    cell: Cell,
    building_index: &BuildingIndex,
    terrain: &TerrainGrid,
    eyes: Option<(&Seen, u8)>,
    places: &Places,
) -> Option<(Resource, Cell)> {
    if let Some(building) = building_index.at(cell) {
        let (owner, at, building) = places.get(building_index.entity(building)?).ok()?;
        // Of a mine nobody ever sees more than the walls.
        let size = rules.building(building?.kind()).size;
        if eyes.is_some_and(|(seen, mask)| !body(at.0, size).any(|cell| seen.grid().is_explored(mask, cell))) {
            return None;
        }
        return (owner.0 == NEUTRAL && building?.gold() > 0).then_some((Resource::Gold, at.0));
    }
    // With fog, the ground as the side knows it: a tree that has fallen out of its sight is still worth a walk, and the
    // worker takes the next one. Of ground that it has never seen it knows nothing.
    let ground = match eyes {
        Some((seen, mask)) => seen.memory().ground(seen.grid(), mask, cell)?,
        None => *terrain.cells().get(cell)?,
    };
    (ground == Terrain::Forest).then_some((Resource::Wood, cell))
}
