//! Where everybody stands at the beginning of a battle that does not begin with its level's starts: a puzzle.

use super::class::Class;
use super::field::Field;
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::{Mode, Rules, Side};
use super::square::{Square, SquareProblem};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Squares, points and flags at the beginning. Lists are A's first; characters are in the order of the squads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Square and points left of each character.
    pub characters: [Vec<(Square, u8)>; 2],
    /// Which one of each squad is the leader (escort), from 0.
    pub leaders: [usize; 2],
    pub points: [u8; 2],
    /// Where the flags are, if they are played for; a flag is carried by the enemy who stands there.
    pub flags: Option<[Square; 2]>,
}

/// Why nobody can stand so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlacementProblem {
    /// Squares for so many characters.
    Count(Side, usize, usize),
    Closed(Side, String, Square),
    /// Points of a class that has less.
    Health(Side, Class, u8),
    Leader(Side, usize),
    /// Points on the hill, of which so many win.
    Points([u8; 2], u8),
    Flag(Square),
    Square(#[from] SquareProblem),
}

/// The form of a [`Placement`] in saves and replays: squares by their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementRecord {
    characters: [Vec<(String, u8)>; 2],
    leaders: [usize; 2],
    points: [u8; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flags: Option<[String; 2]>,
}

impl Placement {
    /// How everybody stands in a position at the beginning of a turn, and the classes of both squads.
    pub fn of(position: &Position) -> (Self, [Vec<Class>; 2]) {
        let scene = position.scene();
        let characters = Side::BOTH.map(|side| position.characters(side).map(|one| (one.at, one.hp)).collect());
        let squads =
            Side::BOTH.map(|side| position.characters(side).map(|one| scene.class(one.slot).clone()).collect());
        let leader = |side| position.characters(side).position(|one| scene.leads(one.slot)).unwrap_or_default();
        let flags = Side::BOTH.map(|side| position.flag(side).map(|(at, _)| at));
        let flags = if let [Some(a), Some(b)] = flags { Some([a, b]) } else { None };
        (Self { characters, leaders: Side::BOTH.map(leader), points: position.points(), flags }, squads)
    }

    /// What is wrong with it for these squads on this board, if anything.
    pub(crate) fn problem(&self, squads: &[Vec<Class>; 2], rules: Rules, field: &Field) -> Option<PlacementProblem> {
        let mut taken: Vec<Square> = Vec::new();
        for side in Side::BOTH {
            let (placed, squad) = (&self.characters[side.index()], &squads[side.index()]);
            if placed.len() != squad.len() {
                return Some(PlacementProblem::Count(side, placed.len(), squad.len()));
            }
            for ((at, hp), class) in placed.iter().zip(squad) {
                if !field.open().contains(*at) || taken.contains(at) {
                    return Some(PlacementProblem::Closed(side, class.name.clone(), *at));
                }
                if !(1..=class.hp).contains(hp) {
                    return Some(PlacementProblem::Health(side, class.clone(), *hp));
                }
                taken.push(*at);
            }
            if self.leaders[side.index()] >= squad.len() {
                return Some(PlacementProblem::Leader(side, self.leaders[side.index()]));
            }
        }
        if rules.mode == Mode::Hill && self.points.iter().any(|points| *points >= rules.points) {
            return Some(PlacementProblem::Points(self.points, rules.points));
        }
        let lost = self.flags.into_iter().flatten().find(|at| !field.open().contains(*at));
        lost.map(PlacementProblem::Flag)
    }

    pub(super) fn placed(&self) -> Vec<(usize, Square, u8)> {
        let of = |side: usize| {
            let list = self.characters[side].iter().enumerate();
            list.map(move |(index, (at, hp))| (side * MAX_SQUAD + index, *at, *hp))
        };
        of(0).chain(of(1)).collect()
    }

    /// A position with everybody placed gets the points and the flags.
    pub(super) fn complete(&self, position: Position) -> Position {
        let position = position.with(self.points, 0, 0, 0);
        let Some(flags) = self.flags else { return position };
        let carried = [0, 1].map(|side| {
            let carrier = position.slot_on(flags[side]).filter(|slot| slot / MAX_SQUAD != side);
            (flags[side], carrier)
        });
        position.with_flags(carried)
    }

    pub(super) fn record(&self) -> PlacementRecord {
        let name = |(at, hp): &(Square, u8)| (at.to_string(), *hp);
        PlacementRecord {
            characters: [0, 1].map(|side| self.characters[side].iter().map(name).collect()),
            leaders: self.leaders,
            points: self.points,
            flags: self.flags.map(|flags| flags.map(|at| at.to_string())),
        }
    }

    pub(super) fn from_record(record: &PlacementRecord) -> Result<Self, PlacementProblem> {
        let square = |text: &String| text.parse::<Square>();
        let squad = |side: usize| {
            let list = record.characters[side].iter();
            list.map(|(at, hp)| Ok((square(at)?, *hp))).collect::<Result<Vec<_>, SquareProblem>>()
        };
        let flags = match &record.flags {
            Some([a, b]) => Some([square(a)?, square(b)?]),
            None => None,
        };
        Ok(Self { characters: [squad(0)?, squad(1)?], leaders: record.leaders, points: record.points, flags })
    }
}
