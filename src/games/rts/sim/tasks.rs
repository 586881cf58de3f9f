//! What units are to do beside walking, one thing after the other.
//!
//! A unit has places to walk to ([`Waypoints`](super::waypoints::Waypoints)) and tasks. While no task is on, the waypoints are
//! its own: a plain walk, and when it has come to the end of it the next task begins. While a task is on, the task alone sets
//! the waypoints, leg by leg. A walk that is queued behind a task is a task too.

use crate::base::Cell;
use crate::games::rts::rules::{BuildingId, Resource};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    Walk(Waypoint),
    /// Walk to a place and fight whomever it meets on the way.
    AttackMove(Waypoint),
    /// Walk to and fro between two places and fight whomever it meets.
    Patrol {
        here: Waypoint,
        /// The place that it is on its way to.
        there: Waypoint,
    },
    /// Fight one enemy until it is dead or out of sight.
    Attack(UnitId),
    /// Stay near a friend and fight who comes near it.
    Guard(UnitId),
    /// Stand and make way for nobody.
    Hold,
    /// Fetch gold or wood, bring it home, and again.
    Gather {
        resource: Resource,
        /// The mine's upper left cell, or the forest cell.
        at: Cell,
        /// First tick of chopping, while it chops.
        since: Option<Tick>,
    },
    Return,
    Build {
        kind: BuildingId,
        /// The upper left cell of the site.
        at: Cell,
        waits: Waits,
    },
    /// Repair a building, or go on with its construction.
    Repair(UnitId),
}

/// What a builder waits for who stands at its site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Waits {
    /// Nothing: it is on its way, or begins.
    #[default]
    No,
    /// For what the building costs; its player has been told.
    ForMoney,
    /// For others to leave the site, since this tick.
    ForRoom(Tick),
}

/// The task that a unit is at, and those that come after it.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tasks {
    pub(super) now: Option<Task>,
    pub(super) queue: VecDeque<Task>,
}

impl Tasks {
    pub const fn current(&self) -> Option<&Task> {
        self.now.as_ref()
    }

    /// The task that the unit is at and those after it, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Task> {
        self.now.iter().chain(&self.queue)
    }

    /// Number of tasks, the present one included.
    pub fn len(&self) -> usize {
        self.queue.len() + usize::from(self.now.is_some())
    }

    pub fn is_empty(&self) -> bool {
        self.now.is_none() && self.queue.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.now = None;
        self.queue.clear();
    }

    pub(crate) fn add(&mut self, task: Task) {
        self.queue.push_back(task);
    }

    /// The last place that the tasks name.
    pub(crate) fn last_place(&self) -> Option<Cell> {
        self.queue.iter().rev().chain(&self.now).find_map(Task::place)
    }

    /// Where the last of the tasks that are walks leads.
    pub(crate) fn last_walk(&self) -> Option<Waypoint> {
        self.queue.iter().rev().chain(&self.now).find_map(Task::waypoint)
    }

    /// The walk that the unit is on leads to another place of its group.
    pub(crate) fn lead_to(&mut self, waypoint: Waypoint) {
        if let Some(Task::AttackMove(present)) = &mut self.now
            && present.group == waypoint.group
        {
            *present = waypoint;
        }
    }

    /// Takes the task at a position away. Whether there was one.
    pub(super) fn drop_at(&mut self, index: usize) -> bool {
        let has_now = usize::from(self.now.is_some());
        if index < has_now {
            self.now = None;
            return true;
        }
        self.queue.remove(index - has_now).is_some()
    }
}

impl Task {
    /// Whether two are the same, whatever somebody waits for.
    pub(super) fn is_same(self, other: Self) -> bool {
        let plain = |task| match task {
            Self::Build { kind, at, .. } => Self::Build { kind, at, waits: Waits::No },
            _ => task,
        };
        plain(self) == plain(other)
    }

    /// The waypoint of one that is a walk.
    pub(crate) const fn waypoint(&self) -> Option<Waypoint> {
        match self {
            Self::Walk(waypoint) | Self::AttackMove(waypoint) | Self::Patrol { there: waypoint, .. } => Some(*waypoint),
            _ => None,
        }
    }

    /// The cell that the task leads to, if it is one that stands still.
    pub fn place(&self) -> Option<Cell> {
        match self {
            Self::Gather { at, .. } | Self::Build { at, .. } => Some(*at),
            _ => self.waypoint().map(|waypoint| waypoint.goal),
        }
    }
}

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cargo(pub(super) Option<(Resource, u16)>);

impl Cargo {
    pub const fn load(&self) -> Option<(Resource, u16)> {
        self.0
    }
}

/// The mine that a worker is in, and the tick at which it will be ready to come out. A worker inside stands on no cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Inside(pub(super) Option<(UnitId, Tick)>);

impl Inside {
    pub fn mine(&self) -> Option<UnitId> {
        self.0.map(|(mine, _)| mine)
    }
}
