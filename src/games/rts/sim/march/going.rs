//! How units are sent somewhere, whoever sends them.

use crate::base::Cell;
use crate::games::rts::sim::board::{Reservations, Walks};
use crate::games::rts::sim::tasks::Tasks;
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, PlannedRoute, Post, Progress, Stepping, StillSince};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::step::Tick;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;

/// A unit that is told where to go: what orders, tasks and fights write of it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Walker {
    pub(crate) entity: Entity,
    pub(crate) id: &'static Id,
    pub(crate) kind: &'static Kind,
    pub(crate) owner: &'static Owner,
    pub(crate) stepping: &'static Stepping,
    pub(crate) waypoints: &'static mut Waypoints,
    pub(crate) tasks: &'static mut Tasks,
    pub(crate) doing: &'static mut Doing,
    pub(crate) post: &'static mut Post,
    pub(crate) planned: &'static mut PlannedRoute,
    pub(crate) progress: &'static mut Progress,
    still: &'static mut StillSince,
}

impl WalkerItem<'_, '_> {
    /// Sends the unit to one place, instead of wherever it was going. Its priority stays: a unit that has been on its task
    /// for long goes first, however often it turns.
    pub(crate) fn go(&mut self, to: Waypoint, now: Tick) {
        if self.waypoints.0.front() == Some(&to) && self.waypoints.0.len() == 1 {
            return;
        }
        self.waypoints.0.clear();
        self.waypoints.0.push_back(to);
        self.post.0 = Some(to);
        // Whatever has changed on the map since, the waypoint is looked at again.
        self.set_out(u32::MAX, now);
    }

    /// Sends the unit towards a cell, or the nearest to it that it can reach. Whether it can go anywhere at all.
    pub(crate) fn go_towards(&mut self, to: Cell, from: Cell, walks: &Walks, now: Tick) -> bool {
        let regions = walks.regions(self.kind.0);
        let goal = regions.region(from).and_then(|region| regions.nearest(region, to));
        if let Some(goal) = goal {
            self.go(Waypoint::here(goal), now);
        }
        goal.is_some()
    }

    /// Lets the unit begin the way to its waypoints, which were checked against a version of the terrain.
    pub(crate) fn set_out(&mut self, terrain_version: u32, now: Tick) {
        self.planned.due = now;
        self.planned.terrain_version = terrain_version;
        self.progress.begin_anew(now);
        if self.doing.is_at_rest() {
            *self.doing = Doing::Waiting { since: now, obstacle: None };
            self.still.0 = now;
        }
    }

    /// Gives the unit another place of the order that it is on.
    pub(crate) fn turn_to(&mut self, waypoint: Waypoint, now: Tick) {
        self.waypoints.0[0] = waypoint;
        self.tasks.lead_to(waypoint);
        self.post.0 = Some(waypoint);
        self.planned.due = now;
        self.progress.begin_anew(now);
    }

    /// Lets the unit stand where it is, or where its step ends; it makes way for its friends and comes back.
    pub(crate) fn stand(&mut self, at: Cell) {
        self.waypoints.0.clear();
        self.post.0 = Some(Waypoint::here(at));
        *self.doing = Doing::Idle;
    }

    /// Replaces the route by staying, for good, where the unit is or where its step ends.
    pub(crate) fn settle(&mut self, reservations: &mut Reservations, at: Cell, now: Tick) {
        self.planned.settle(reservations, self.id.0, at, now, self.stepping.under_way(now));
    }

    /// Lets a unit that stood on no cell stand on one again.
    pub(crate) fn come_out(&mut self, reservations: &mut Reservations, at: Cell, now: Tick) {
        match self.waypoints.0.front().copied() {
            // It was sent away meanwhile.
            Some(to) => {
                *self.doing = Doing::Waiting { since: now, obstacle: None };
                self.post.0 = Some(to);
                self.planned.due = now + 1;
            }
            None => self.stand(at),
        }
        self.still.0 = now;
        self.settle(reservations, at, now);
    }
}

impl WalkerReadOnlyItem<'_, '_> {
    /// Where the unit rests, or will rest when it has done what it is told as far as that is known.
    pub(crate) fn place(&self, at: Cell) -> Cell {
        let own = self.waypoints.0.back().copied().or(self.post.0);
        match (self.tasks.last_walk(), own) {
            // A unit that fights on its way goes on afterwards; in a group it may have another place by now.
            (Some(walk), own) if own.is_none_or(|own| own.group != walk.group) => walk.goal,
            (_, own) => own.map_or(at, |own| own.goal),
        }
    }
}
