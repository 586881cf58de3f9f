//! What units at rest do for a unit of their side that cannot get on.
//!
//! *Members of its own group* exchange goals with it: whoever rests on the next cell of its way goes on to where the unit
//! wanted to go, and the unit takes the place; both goals are as good for the group (after Okumura and Défago, "Solving
//! Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent Execution", 2022, TSWAP). *Others*
//! step aside, pushing those behind them along a chain to the nearest free cell, and stay there.

use super::planning::{Desk, OWN_PLACE_REACH, Planned, target};
use super::units::{Doing, Owner, Waypoint};
use crate::base::{Cell, Dir};
use crate::nav::terrain::Ground;
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Longest chain of exchanges for one unit.
const LONGEST_CHAIN: usize = 64;
/// Cells that are looked at for a free one: a block of 16 × 16 units opens in one go.
const SEARCHED_CELLS: usize = 256;
/// Cells of the way ahead that nobody steps into when making way, unless there is no other.
const AHEAD: usize = 8;

/// A unit that wants to get on.
struct Blocked<'a> {
    side: Owner,
    from: Cell,
    waypoint: Waypoint,
    is_last: bool,
    ground: Ground<'a>,
}

impl<'a> Desk<'a> {
    fn blocked(&self, entity: Entity, units: &Planned) -> Option<Blocked<'a>> {
        let (_, kind, owner, at, stepping, waypoints, ..) = units.get(entity).ok()?;
        if stepping.under_way(self.now).is_some() {
            return None;
        }
        Some(Blocked {
            side: *owner,
            from: at.0,
            waypoint: waypoints.0.front().copied()?,
            is_last: waypoints.0.len() == 1,
            ground: Ground::new(self.terrain.cells(), &self.rules.costs, self.rules.kind(kind.0).class),
        })
    }

    /// The neighbour through which the way to `goal` is shortest.
    fn next_cell(&mut self, ground: Ground<'_>, from: Cell, goal: Cell) -> Option<Cell> {
        let search = self.distances.pool.search(ground, goal, from);
        let before = search.expanded();
        let neighbours = Dir::ALL.into_iter().filter_map(|dir| {
            let cell = from.step(dir);
            Some((ground.step_cost(from, dir)? + search.distance(ground, cell)?, cell))
        });
        let nearest = neighbours.min_by_key(|(cost, cell)| (*cost, cell.y, cell.x)).map(|(_, cell)| cell);
        self.nodes_left -= (search.expanded() - before) as i64;
        nearest
    }

    /// The unit of `side` that rests on a cell.
    fn resting(&self, cell: Cell, side: Owner, units: &Planned) -> Option<Entity> {
        let entity = self.roster.entity(self.reservations.0.parked_by(cell, self.now)?)?;
        let (_, _, owner, at, stepping, waypoints, _, doing) = units.get(entity).ok()?;
        let rests =
            at.0 == cell && waypoints.0.is_empty() && doing.is_at_rest() && stepping.under_way(self.now).is_none();
        (rests && *owner == side).then_some(entity)
    }

    /// Exchanges goals along a chain of members of one group. Adds to `chain` who is to be planned, in order, the
    /// unit itself last; nobody if there is nothing to exchange.
    pub(super) fn exchange_places(&mut self, entity: Entity, units: &mut Planned, chain: &mut Vec<Entity>) {
        let mut last = entity;
        while chain.len() < LONGEST_CHAIN
            && let Some(member) = self.exchange_with_next(last, units)
        {
            if chain.is_empty() {
                chain.push(entity);
            }
            chain.push(member);
            last = member;
        }
        chain.reverse();
    }

    fn exchange_with_next(&mut self, entity: Entity, units: &mut Planned) -> Option<Entity> {
        let Blocked { side, from, waypoint, is_last, ground } = self.blocked(entity, units)?;
        if !is_last || from.chebyshev(waypoint.goal) > OWN_PLACE_REACH {
            return None;
        }
        let next = self.next_cell(ground, from, waypoint.goal)?;
        let other = self.resting(next, side, units).filter(|other| *other != entity)?;
        let (_, kind, .., intent, _) = units.get(other).ok()?;
        let regions = self.connectivity.of(self.rules.kind(kind.0).class);
        let can_go_there = regions.region(waypoint.goal).is_some_and(|region| regions.region(next) == Some(region));
        if !can_go_there || intent.post.is_none_or(|post| post.asked != waypoint.asked) {
            return None;
        }
        self.send(other, waypoint, units);
        if let Ok((.., mut intent, _)) = units.get_mut(other) {
            intent.post = Some(waypoint);
        }
        if let Ok((.., mut ours, mut intent, _)) = units.get_mut(entity)
            && let Some(current) = ours.0.front_mut()
        {
            current.goal = next;
            intent.post = Some(*current);
        }
        Some(other)
    }

    /// Gives a resting unit a place to go to.
    fn send(&self, entity: Entity, waypoint: Waypoint, units: &mut Planned) {
        if let Ok((.., mut waypoints, mut intent, mut doing)) = units.get_mut(entity) {
            waypoints.0.push_back(waypoint);
            intent.terrain_version = self.terrain.version();
            intent.plan_due = self.now;
            *doing = Doing::Waiting { since: self.now, obstacle: None };
        }
    }

    /// Lets those who rest on the next cell of a unit's way step aside. Adds to `chain` who is to be planned, in
    /// order, the unit itself last; nobody if there is no room or nobody who would make way.
    pub(super) fn make_way(&mut self, entity: Entity, units: &mut Planned, chain: &mut Vec<Entity>) {
        let Some(Blocked { side, from, waypoint, ground, .. }) = self.blocked(entity, units) else { return };
        let goal = target(ground, from, &waypoint);
        let Some(next) = self.next_cell(ground, from, goal) else { return };
        if self.resting(next, side, units).is_none() {
            return;
        }
        let mut ahead = BTreeSet::from([from]);
        let mut cell = next;
        while ahead.len() < AHEAD
            && ahead.insert(cell)
            && let Some(further) = self.next_cell(ground, cell, goal)
        {
            cell = further;
        }
        let way = self.way_out(next, side, &ahead, units).or_else(|| {
            // In a lane there is no way out but ahead.
            self.way_out(next, side, &BTreeSet::from([from]), units)
        });
        let Some(way) = way else { return };
        for pair in way.windows(2).rev() {
            let Some(resting) = self.resting(pair[0], side, units) else { continue };
            let aside = Waypoint { goal: pair[1], anchor: pair[1], asked: pair[1], unreachable: false };
            self.send(resting, aside, units);
            chain.push(resting);
        }
        chain.push(entity);
    }

    /// The cells from `start`, where somebody rests, over cells where others rest to the nearest free one, found
    /// breadth first; steps that the units on them can make, none into `closed`.
    fn way_out(&self, start: Cell, side: Owner, closed: &BTreeSet<Cell>, units: &Planned) -> Option<Vec<Cell>> {
        let mut parents = BTreeMap::from([(start, start)]);
        let mut open = VecDeque::from([start]);
        while let Some(cell) = open.pop_front() {
            if parents.len() > SEARCHED_CELLS {
                return None;
            }
            let (_, kind, ..) = units.get(self.resting(cell, side, units)?).ok()?;
            let ground = Ground::new(self.terrain.cells(), &self.rules.costs, self.rules.kind(kind.0).class);
            for dir in Dir::ALL {
                let next = cell.step(dir);
                if ground.step_cost(cell, dir).is_none() || closed.contains(&next) || parents.contains_key(&next) {
                    continue;
                }
                let is_free = self.occupied.0.is_free(next) && self.reservations.0.parked_by(next, self.now).is_none();
                if is_free || self.resting(next, side, units).is_some() {
                    parents.insert(next, cell);
                }
                if is_free {
                    let mut way = vec![next];
                    while let Some(last) = way.last().filter(|last| **last != start) {
                        way.push(parents[last]);
                    }
                    way.reverse();
                    return Some(way);
                }
                if parents.contains_key(&next) {
                    open.push_back(next);
                }
            }
        }
        None
    }
}
