//! Sending units somewhere: who goes to which cell around the place that the order names, and in which order.

use crate::base::{Cell, CellSet};
use crate::games::rts::sim::board::{At, Board, Distances, TerrainGrid, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{Walker, WalkerReadOnlyItem};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Refusal;
use crate::games::rts::sim::tasks::Task;
use crate::games::rts::sim::units::{Priority, Roster, Unit};
use crate::games::rts::sim::waypoints::{MAX_WAYPOINTS, Waypoint};
use crate::nav::coop::slots;
use crate::nav::occupancy::body;
use crate::nav::step::UnitId;
use crate::nav::walk::Walk;
use bevy::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

type Movers<'w, 's> = Query<'w, 's, (Walker, &'static At, &'static mut Priority, &'static mut Fighting), With<Unit>>;

/// What units are sent somewhere for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Walk,
    Fight,
    /// To go to and fro between here and there, fighting whomever they meet.
    Patrol,
}

pub(crate) struct March {
    pub(crate) side: u8,
    pub(crate) units: Vec<UnitId>,
    pub(crate) to: Cell,
    pub(crate) queue: bool,
    pub(crate) formation: bool,
    pub(crate) purpose: Purpose,
    /// The place of the order among those of this tick.
    pub(crate) number: usize,
    /// Which orders of this tick send which units away from where they stand.
    pub(crate) sent: Arc<Vec<(UnitId, usize)>>,
}

/// A member of a group that is sent somewhere.
#[derive(Debug, Clone, Copy)]
struct Member {
    entity: Entity,
    unit: UnitId,
    /// Where it starts: its cell, or its last waypoint.
    from: Cell,
    ticks_per_cell: u16,
}

/// Sends units of a side to a cell, each to a place of its own around it.
pub(crate) fn send(
    In(march): In<March>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&mut Roster, &TerrainGrid, &mut Walks, &mut Distances), With<Board>>,
    mut movers: Movers,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (mut roster, terrain, mut walks, mut distances) = board.into_inner();
    let March { side, units, to, queue, formation, purpose, number: own_number, sent } = march;
    walks.refresh(terrain, &rules.0, &mut distances);
    let ordered: BTreeSet<UnitId> = units.into_iter().collect();
    // Large units choose their places first, then the rest by the sort of ground and the region that they share. Regions come
    // in the order of their first members: their numbers depend on what has been edited before.
    let mut parties: BTreeMap<(Reverse<u8>, u8, usize), (u32, Vec<Member>)> = BTreeMap::new();
    let mut regions_met: Vec<(u8, u32)> = Vec::new();
    let mut taken_on = Vec::new();
    let mut full = 0;
    let mut pace = 0;
    for unit in &ordered {
        let Some(entity) = roster.entity(*unit) else { continue };
        let Ok((WalkerReadOnlyItem { owner, kind, waypoints, tasks, .. }, at, ..)) = movers.get(entity) else {
            continue;
        };
        if owner.0 != side {
            continue;
        }
        if queue && waypoints.0.len() + tasks.len() >= MAX_WAYPOINTS {
            full += 1;
            continue;
        }
        let Some(region) = walks.regions(kind.0).region(at.0) else { continue };
        let last = || tasks.last_place().or(waypoints.0.back().map(|last| last.goal));
        let from = if queue { last().unwrap_or(at.0) } else { at.0 };
        let met = (walks.index(kind.0), region);
        let place = regions_met.iter().position(|other| *other == met).unwrap_or_else(|| {
            regions_met.push(met);
            regions_met.len() - 1
        });
        let sort = (Reverse(rules.0.kind(kind.0).size), met.0, place);
        parties.entry(sort).or_insert_with(|| (region, Vec::new())).1.push(Member {
            entity,
            unit: *unit,
            from,
            ticks_per_cell: rules.0.kind(kind.0).ticks_per_cell,
        });
        taken_on.push(*unit);
        pace = pace.max(rules.0.kind(kind.0).ticks_per_cell);
    }
    // Where somebody outside of the group stands at rest or means to end, no member is sent; who is sent away by a later
    // order of this tick does neither.
    let mut is_gone = vec![false; roster.next as usize];
    let later = sent.iter().filter(|(_, number)| *number > own_number).map(|(unit, _)| unit);
    for unit in ordered.iter().chain(later) {
        if let Some(is_gone) = is_gone.get_mut(unit.0 as usize) {
            *is_gone = true;
        }
    }
    let outside = movers.iter().filter(|(walker, ..)| !is_gone[walker.id.0.0 as usize]);
    let mut taken = CellSet::new(terrain.cells().width(), terrain.cells().height());
    taken.extend(outside.flat_map(|(walker, at, ..)| body(walker.place(at.0), rules.0.kind(walker.kind.0).size)));
    roster.groups += 1;
    let group = roster.groups;
    let middle = middle_of(parties.values().flat_map(|(_, party)| party).map(|member| member.from));
    for ((_, sort, _), (region, party)) in parties {
        let (map, regions) = (&walks.maps[usize::from(sort)], walks.regions_at(sort));
        let unreachable = regions.region(to) != Some(region);
        let Some(anchor) = regions.nearest(region, to) else { continue };
        let cells: Vec<Cell> = party.iter().map(|member| member.from).collect();
        let (places, slot_of) = if formation {
            let wanted = cells.iter().map(|cell| Cell::new(anchor.x + cell.x - middle.x, anchor.y + cell.y - middle.y));
            let places = slots::near(map, regions, region, wanted, &mut taken);
            let own = (0..places.len()).collect();
            (places, own)
        } else {
            let mut places = slots::around(map, anchor, party.len(), &mut taken);
            // A region without room for all: the rest go to the middle and end as near as they come.
            places.resize(party.len(), anchor);
            let slot_of = slots::assign(&cells, &places);
            (places, slot_of)
        };
        // Those who will be there first go first: the foremost and the quick make room for the others.
        let mut order: Vec<usize> = (0..party.len()).collect();
        let time = |member: usize| {
            map.octile(cells[member], places[slot_of[member]]) * u32::from(party[member].ticks_per_cell)
        };
        order.sort_by_key(|member| (time(*member), party[*member].unit));
        let mut rank_of = vec![0; party.len()];
        order.iter().enumerate().for_each(|(rank, member)| rank_of[*member] = rank as u32);
        for (number, member) in party.iter().enumerate() {
            let Ok((mut walker, at, mut priority, mut fighting)) = movers.get_mut(member.entity) else { continue };
            if walker.tasks.current().is_none() && fighting.target().is_some() {
                // It was following somebody on its own account.
                walker.waypoints.0.clear();
            }
            if !queue || walker.tasks.current().is_none() {
                fighting.forget();
            }
            let rank = (clock.tick(), (group & 0xFFF) << 20 | rank_of[number].min(0xF_FFFF));
            let pace = if formation { pace } else { 0 };
            let waypoint = Waypoint { goal: places[slot_of[number]], anchor, asked: to, unreachable, group, pace };
            let idle = walker.waypoints.0.is_empty();
            if !queue {
                walker.waypoints.0.clear();
                walker.tasks.clear();
            }
            if purpose != Purpose::Walk || !walker.tasks.is_empty() {
                // It is begun when its turn comes; see [`crate::games::rts::sim::skirmish::tasks`].
                let from = Waypoint { goal: member.from, anchor: member.from, asked: member.from, ..waypoint };
                walker.tasks.add(match purpose {
                    Purpose::Walk => Task::Walk(waypoint),
                    Purpose::Fight => Task::AttackMove(waypoint),
                    Purpose::Patrol => Task::Patrol { here: from, there: waypoint },
                });
                if !queue {
                    walker.stand(at.0);
                    priority.0 = rank;
                }
                continue;
            }
            walker.waypoints.0.push_back(waypoint);
            walker.post.0 = Some(waypoint);
            if !queue || idle {
                walker.set_out(terrain.version(), clock.tick());
                priority.0 = rank;
            }
        }
    }
    if full > 0 {
        outcomes.write(Outcome::Refused { side: Some(side), reason: Refusal::TooManyWaypoints(full), at: Some(to) });
    }
    if !taken_on.is_empty() {
        outcomes.write(Outcome::OrderTaken { units: taken_on });
    }
}

/// The cell in the middle of some.
fn middle_of(cells: impl Iterator<Item = Cell>) -> Cell {
    let (mut x, mut y, mut count) = (0, 0, 0);
    for cell in cells {
        (x, y, count) = (x + i32::from(cell.x), y + i32::from(cell.y), count + 1);
    }
    Cell::new((x / count.max(1)) as i16, (y / count.max(1)) as i16)
}
