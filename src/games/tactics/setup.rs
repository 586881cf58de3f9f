//! How a battle begins: level, rules, squads, who starts, random obstacles. A [`Setup`] is all that a save or a replay
//! needs besides the actions.

use super::class::{Class, ClassProblem, Classes};
use super::field::{Field, Ground};
use super::file::{LevelProblem, LevelSpec, TacticsLevel};
use super::placement::{Placement, PlacementProblem, PlacementRecord};
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::{Mode, Rules, RulesProblem, Side};
use super::scene::Scene;
use super::square::Square;
use crate::base::{Cell, Grid, rng};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

pub(crate) const MAX_OBSTACLES: u8 = 30;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub level: TacticsLevel,
    pub rules: Rules,
    /// The classes of each side's characters, from the top; 1 to [`MAX_SQUAD`] each, not necessarily equally many. In
    /// escort the one in the middle is the leader.
    pub squads: [Vec<Class>; 2],
    pub first: Side,
    /// Random obstacles, in percent of the board, mirrored so that neither side is favoured.
    pub obstacles: u8,
    pub seed: u64,
    /// Where everybody stands, if not on the level's starts; then there are no random obstacles.
    pub placement: Option<Placement>,
}

#[derive(Debug, Error)]
pub enum SetupProblem {
    Mode(String, &'static str, &'static str),
    Count(Side, usize, usize),
    Rules(RulesProblem),
    Obstacles(u8),
    Level(#[from] LevelProblem),
    Class(String, &'static str, ClassProblem),
    Placement(#[from] PlacementProblem),
}

/// The form of a [`Setup`] in saves and replays: the classes with all numbers, so that a changed rules file does not
/// change an old battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupRecord {
    level: LevelSpec,
    rules: Rules,
    squads: [Vec<Class>; 2],
    first: Side,
    obstacles: u8,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    placement: Option<PlacementRecord>,
}

impl Setup {
    /// `counts` soldiers a side, side A first, no random obstacles.
    pub fn soldiers(level: TacticsLevel, rules: Rules, counts: [usize; 2]) -> Self {
        let soldier = Classes::built_in().soldier().clone();
        let squads = counts.map(|count| vec![soldier.clone(); count]);
        Self { level, rules, squads, first: Side::A, obstacles: 0, seed: 1, placement: None }
    }

    pub fn check(&self) -> Result<(), SetupProblem> {
        let mode = self.rules.mode;
        if !self.level.suits(mode) {
            let missing = match mode {
                Mode::Flag => "flags",
                Mode::Escort => "goals",
                Mode::Classic | Mode::Hill => "hill",
            };
            return Err(SetupProblem::Mode(self.level.name.clone(), missing, mode.name()));
        }
        for side in Side::BOTH {
            let starts = self.placement.as_ref().map_or(self.level.starts[side.index()].len(), |_| MAX_SQUAD);
            let (count, most) = (self.squads[side.index()].len(), starts.min(MAX_SQUAD));
            if !(1..=most).contains(&count) {
                return Err(SetupProblem::Count(side, count, most));
            }
        }
        if self.obstacles > MAX_OBSTACLES {
            return Err(SetupProblem::Obstacles(self.obstacles));
        }
        if let Some(problem) = self.rules.problem() {
            return Err(SetupProblem::Rules(problem));
        }
        let Some(placement) = &self.placement else { return Ok(()) };
        let problem = placement.problem(&self.squads, self.rules, &Field::new(self.level.ground.clone()));
        problem.map_or(Ok(()), |problem| Err(problem.into()))
    }

    pub fn begin(&self) -> Result<Position, SetupProblem> {
        self.check()?;
        let ground = if self.placement.is_some() { self.level.ground.clone() } else { self.ground() };
        let squads = [0, 1].map(|side| {
            let leader = self.placement.as_ref().map_or(self.squads[side].len() / 2, |given| given.leaders[side]);
            self.squads[side].iter().enumerate().map(|(index, class)| (class.clone(), index == leader)).collect()
        });
        let scene = Scene::new(Field::new(ground), self.rules, self.level.marks.clone(), self.first, &squads);
        if let Some(placement) = &self.placement {
            return Ok(placement.complete(Position::new(Arc::new(scene), &placement.placed(), self.first)));
        }
        let placed: Vec<(usize, Square, u8)> = Side::BOTH
            .into_iter()
            .flat_map(|side| {
                let squad = &self.squads[side.index()];
                let places = self.level.places(side, squad.len());
                let first = side.index() * MAX_SQUAD;
                places.into_iter().zip(squad).enumerate().map(move |(index, (at, class))| (first + index, at, class.hp))
            })
            .collect();
        let position = Position::new(Arc::new(scene), &placed, self.first);
        let points = position.points();
        Ok(position.with(points, 0, 0, self.resting()))
    }

    /// Who rests in the first turn, a bit per slot; in a position that is given it is told with the characters.
    pub(super) fn resting(&self) -> u16 {
        if self.placement.is_some() {
            return 0;
        }
        let count = self.squads[self.first.index()].len();
        let mut by_distance: Vec<usize> = (0..count).collect();
        // Twice the distance from the middle, the last of equals first.
        by_distance.sort_by_key(|index| std::cmp::Reverse(((2 * index + 1).abs_diff(count), *index)));
        let rests = usize::from(self.rules.rests).min(count - 1);
        by_distance.iter().take(rests).fold(0, |bits, index| bits | 1 << (self.first.index() * MAX_SQUAD + index))
    }

    /// The ground with the random obstacles: in pairs that lie opposite each other, on floor that is no start and no
    /// mark, and never so that a part is cut off.
    fn ground(&self) -> Grid<Ground> {
        let mut ground = self.level.ground.clone();
        let (width, height) = (ground.width() as i16, ground.height() as i16);
        let mut rng = rng::stream(self.seed, "tactics obstacles");
        let wanted = usize::from(self.obstacles) * ground.len() / 100;
        let marks = &self.level.marks;
        let is_kept = |cell: Cell| {
            Square::of(cell).is_none_or(|square| {
                marks.hill.contains(square)
                    || marks.goals.iter().any(|goals| goals.contains(square))
                    || marks.flags.is_some_and(|flags| flags.contains(&square))
                    || self.level.starts.iter().any(|starts| starts.contains(&square))
            })
        };
        let mut placed = 0;
        // A crowded board may have no room for all of them.
        for _ in 0..20 * wanted {
            if placed >= wanted {
                break;
            }
            let cell = Cell::new(rng.random_range(0..width), rng.random_range(0..height));
            let opposite = Cell::new(width - 1 - cell.x, height - 1 - cell.y);
            let pair = [cell, opposite];
            if pair.iter().any(|cell| is_kept(*cell) || ground[*cell] != Ground::Floor) {
                continue;
            }
            pair.iter().for_each(|cell| ground[*cell] = Ground::Obstacle);
            if Field::new(ground.clone()).is_connected() {
                placed += if cell == opposite { 1 } else { 2 };
            } else {
                pair.iter().for_each(|cell| ground[*cell] = Ground::Floor);
            }
        }
        ground
    }

    pub fn record(&self) -> SetupRecord {
        SetupRecord {
            level: self.level.spec(),
            rules: self.rules,
            squads: self.squads.clone(),
            first: self.first,
            obstacles: self.obstacles,
            seed: self.seed,
            placement: self.placement.as_ref().map(Placement::record),
        }
    }

    pub fn from_record(record: &SetupRecord) -> Result<Self, SetupProblem> {
        let setup = Self {
            level: TacticsLevel::from_spec(&record.level)?,
            rules: record.rules,
            squads: record.squads.clone(),
            first: record.first,
            obstacles: record.obstacles,
            seed: record.seed,
            placement: record.placement.as_ref().map(Placement::from_record).transpose()?,
        };
        for class in setup.squads.iter().flatten() {
            let told = |(field, problem)| SetupProblem::Class(class.name.clone(), field, problem);
            class.check().map_err(told)?;
        }
        setup.check()?;
        Ok(setup)
    }
}
