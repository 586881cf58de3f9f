//! Commands to units: everything beyond walking, stopping and holding.

use super::sight::Seen;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::rules::{Resource, Rules};
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::stand;
use crate::games::rts::sim::march::sending::{March, Purpose, send};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Command, run};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::{NEUTRAL, Sides};
use crate::games::rts::sim::tasks::{Task, Tasks, Waits};
use crate::games::rts::sim::units::{Doing, Intent, Kind, Owner, Roster, Unit};
use crate::games::rts::sim::waypoints::{MAX_WAYPOINTS, Waypoints};
use crate::nav::occupancy::body;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use std::sync::Arc;

type Told<'w, 's> = Query<
    'w,
    's,
    (
        &'static Owner,
        &'static Kind,
        &'static At,
        &'static mut Waypoints,
        &'static mut Tasks,
        &'static mut Intent,
        &'static mut Doing,
        &'static mut Fighting,
    ),
    With<Unit>,
>;

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
    mut parts: ParamSet<(Places, Told)>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, building_index, sides, terrain, seen) = *board;
    let task = {
        let places = parts.p0();
        let find = |id: UnitId| {
            roster.entity(id).or_else(|| building_index.entity(id)).and_then(|entity| places.get(entity).ok())
        };
        match command {
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
                match gathered_at(
                    &rules.0,
                    cell,
                    building_index,
                    terrain,
                    seen.map(|seen| (seen, sides.team_mask(side))),
                    &places,
                ) {
                    Some((resource, at)) => Ok(Some(Task::Gather { resource, at, since: None })),
                    None => Err((Warning::NothingToGather, Some(cell))),
                }
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
        }
    };
    let task = match task {
        Ok(task) => task,
        Err((reason, at)) => {
            outcomes.write(Outcome::Warned { side, reason, at });
            return;
        }
    };
    let mut movers = parts.p1();
    let mut taken_on = Vec::new();
    let mut full = 0;
    for unit in units {
        let Some(entity) = roster.entity(unit) else { continue };
        let Ok((owner, kind, at, mut waypoints, mut tasks, mut intent, mut doing, mut fighting)) =
            movers.get_mut(entity)
        else {
            continue;
        };
        let kind = rules.0.kind(kind.0);
        if owner.0 != side
            || task.is_some_and(|task| !is_able(kind.works, kind.weapon.is_some() || kind.heals.is_some(), task))
        {
            continue;
        }
        if matches!(task, Some(Task::Attack(target) | Task::Guard(target)) if target == unit) {
            continue;
        }
        match (command, task) {
            (Command::Behave(stance), _) => fighting.stance = stance,
            (Command::Forget(index), _) => {
                if !forget(usize::from(index), &mut waypoints, &mut tasks, &mut intent, &mut doing, at.0) {
                    continue;
                }
            }
            (Command::ForgetLast, _) => {
                let steps = waypoints.0.len() * usize::from(tasks.current().is_none()) + tasks.len();
                if steps == 0 || !forget(steps - 1, &mut waypoints, &mut tasks, &mut intent, &mut doing, at.0) {
                    continue;
                }
            }
            (_, Some(task)) => {
                if queue && waypoints.0.len() + tasks.len() >= MAX_WAYPOINTS {
                    full += 1;
                    continue;
                }
                if !queue {
                    tasks.clear();
                    fighting.forget();
                    stand(&mut waypoints, &mut intent, &mut doing, at.0);
                    intent.rank = (clock.tick(), unit.0 & 0xF_FFFF);
                }
                tasks.add(task);
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

/// Takes the step at a position away. The steps are the own waypoints, if no task is on, and then the tasks.
fn forget(
    index: usize,
    waypoints: &mut Waypoints,
    tasks: &mut Tasks,
    intent: &mut Intent,
    doing: &mut Doing,
    at: Cell,
) -> bool {
    let own = if tasks.current().is_none() { waypoints.0.len() } else { 0 };
    if index < own {
        waypoints.0.remove(index);
        if waypoints.0.is_empty() {
            stand(waypoints, intent, doing, at);
        } else if index == 0 {
            intent.plan_due = 0;
            intent.nearest = (u32::MAX, intent.nearest.1);
        } else {
            intent.post = waypoints.0.back().copied();
        }
        return true;
    }
    let is_present = tasks.current().is_some() && index == own;
    let is_there = tasks.drop_at(index - own);
    if is_there && is_present {
        stand(waypoints, intent, doing, at);
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
