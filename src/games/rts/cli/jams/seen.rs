//! A match, and who is where in it.

use super::measures::Glance;
use super::travel::Traveller;
use crate::base::{Cell, Grid};
use crate::games::rts::level::Level;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::units::{Doing, Id, Kind, Post, Stepping, Unit, Waypoints};
use crate::nav::checker::Body;
use crate::nav::step::{Step, Tick, UnitId};
use crate::nav::terrain::{Ground, Terrain};
use bevy::prelude::*;

/// One unit.
pub(super) struct Seen {
    pub(super) id: UnitId,
    pub(super) at: Cell,
    pub(super) kind: KindId,
    pub(super) step: Option<Step>,
    pub(super) doing: Doing,
    pub(super) goals: Vec<Cell>,
    pub(super) post: Option<Cell>,
}

impl Seen {
    pub(super) fn glance(&self, now: Tick) -> Glance<'_> {
        Glance { now, at: self.at, step: self.step, doing: self.doing, goals: &self.goals, post: self.post }
    }

    /// For the judge of movement, after the tick in which it was seen.
    pub(super) fn body(&self, rules: &Rules) -> Body {
        Body {
            unit: self.id.0,
            size: rules.kind(self.kind).size.into(),
            at: self.at,
            moving: self.step.map(Into::into),
        }
    }

    pub(super) fn traveller<'a>(&self, terrain: &'a Grid<Terrain>, rules: &'a Rules) -> Traveller<'a> {
        let kind = rules.kind(self.kind);
        let ground = Ground::new(terrain, &rules.costs, kind.class);
        Traveller { ground, ticks_per_cell: kind.ticks_per_cell, footprint: kind.size }
    }
}

type Looked =
    (&'static Id, &'static At, &'static Kind, &'static Stepping, &'static Doing, &'static Waypoints, &'static Post);

/// A match and everything that is kept about it.
pub(super) struct Run<'a> {
    pub(super) game: Match,
    pub(super) rules: &'a Rules,
    query: QueryState<Looked, With<Unit>>,
    board: QueryState<&'static TerrainGrid, With<Board>>,
    /// In the order of their numbers.
    pub(super) seen: Vec<Seen>,
    pub(super) terrain: Grid<Terrain>,
    terrain_version: u32,
}

impl<'a> Run<'a> {
    /// Begins a match and looks at it.
    pub(super) fn begin(level: Level, rules: &'a Rules) -> Self {
        let terrain = level.terrain.clone();
        let mut game = Match::new(level, rules.clone(), 1);
        game.use_one_thread();
        let world = game.app.world_mut();
        let (query, board) = (world.query_filtered(), world.query_filtered());
        let mut run = Self { game, rules, query, board, seen: Vec::new(), terrain, terrain_version: u32::MAX };
        run.look();
        run
    }

    /// Sees what the last tick has changed.
    pub(super) fn look(&mut self) {
        let world = self.game.app.world_mut();
        let mut old = std::mem::take(&mut self.seen);
        self.seen.extend(self.query.iter(world).map(|(id, at, kind, stepping, doing, waypoints, post)| {
            // The lists of the tick before are used again.
            let mut goals = old.pop().map_or_else(Vec::new, |seen| seen.goals);
            goals.clear();
            goals.extend(waypoints.iter().map(|waypoint| waypoint.goal));
            Seen { id: id.0, at: at.0, kind: kind.0, step: stepping.last(), doing: *doing, goals, post: post.cell() }
        }));
        self.seen.sort_unstable_by_key(|seen| seen.id);
        if let Ok(board) = self.board.single(world)
            && board.version() != self.terrain_version
        {
            self.terrain_version = board.version();
            self.terrain = board.cells().clone();
        }
    }

    pub(super) fn seen(&self, unit: UnitId) -> Option<&Seen> {
        self.seen.binary_search_by_key(&unit, |seen| seen.id).ok().map(|index| &self.seen[index])
    }
}
