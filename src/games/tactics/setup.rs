//! How a battle begins: level, rules, squads, who starts, random obstacles. A [`Setup`] is all that a save or a replay
//! needs besides the actions.

use super::class::{Class, Classes};
use super::field::{Field, Ground};
use super::file::{LevelProblem, LevelSpec, TacticsLevel};
use super::placement::{Placement, PlacementRecord};
use super::position::Position;
use super::rules::{Mode, Rules, Side};
use super::scene::{MAX_SQUAD, Scene};
use super::square::Square;
use crate::base::wording::{between, count};
use crate::base::{Cell, Grid, rng};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// Most random obstacles, in percent of the board.
pub(crate) const MAX_OBSTACLES: u8 = 30;

/// How a battle begins.
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
    pub(crate) placement: Option<Placement>,
}

/// Why a battle cannot begin.
#[derive(Debug, Error)]
pub enum SetupProblem {
    #[error("the level {0:?} has no {1}, it cannot be played as {2}")]
    Mode(String, &'static str, &'static str),
    #[error("side {} has {}, expected {}", .0, count(*.1, "character"), between(1, *.2))]
    Count(Side, usize, usize),
    #[error("{0}")]
    Rules(String),
    #[error("{0} % of obstacles, expected 0 to {MAX_OBSTACLES}")]
    Obstacles(u8),
    #[error("level: {0}")]
    Level(#[from] LevelProblem),
    #[error("classes: {0}")]
    Class(String),
    #[error("placement: {0}")]
    Placement(String),
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

    /// Whether the battle can begin.
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
        problem.map_or(Ok(()), |problem| Err(SetupProblem::Placement(problem)))
    }

    /// The first position.
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

    /// The form for saves and replays.
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

    /// Takes a set-up out of a save or a replay.
    pub(crate) fn from_record(record: &SetupRecord) -> Result<Self, SetupProblem> {
        let setup = Self {
            level: TacticsLevel::from_spec(&record.level)?,
            rules: record.rules,
            squads: record.squads.clone(),
            first: record.first,
            obstacles: record.obstacles,
            seed: record.seed,
            placement: match &record.placement {
                Some(placement) => Some(Placement::from_record(placement).map_err(SetupProblem::Placement)?),
                None => None,
            },
        };
        let all = setup.squads.iter().flatten();
        all.into_iter().try_for_each(|class| {
            class
                .check()
                .map_err(|(field, problem)| SetupProblem::Class(format!("{}: `{field}`: {problem}", class.name)))
        })?;
        setup.check()?;
        Ok(setup)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The source's board with a hill.
    pub(crate) fn open_level() -> TacticsLevel {
        TacticsLevel::built_in()
    }

    #[test]
    fn the_classic_start_is_the_sources() {
        let setup = Setup::soldiers(open_level(), Rules::of(Mode::Classic), [3, 2]);
        let position = setup.begin().expect("a battle");
        let places: Vec<String> =
            Side::BOTH.iter().flat_map(|side| position.characters(*side)).map(|one| one.at.to_string()).collect();
        assert_eq!(places, ["b2", "b4", "b6", "i3", "i5"]);
        assert_eq!((position.health(Side::A), position.side()), (30, Side::A));
    }

    #[test]
    fn some_of_those_who_start_rest_in_their_first_turn_on_the_hill() {
        let ready = |rules: Rules, counts: [usize; 2], first: Side| {
            let setup = Setup { first, ..Setup::soldiers(open_level(), rules, counts) };
            let position = setup.begin().expect("a battle");
            assert_eq!(position.side(), first);
            let ready = position.characters(first).filter(|one| !one.acted).map(|one| one.at.to_string());
            (ready.collect::<Vec<_>>().join(" "), position.characters(first.other()).filter(|one| one.acted).count())
        };
        let hill = Rules::default();
        assert_eq!(ready(hill, [3, 3], Side::A), ("b4".to_string(), 0));
        assert_eq!(ready(hill, [3, 3], Side::B), ("i4".to_string(), 0));
        assert_eq!(ready(Rules { rests: 1, ..hill }, [3, 3], Side::A).0, "b2 b4");
        assert_eq!(ready(hill, [1, 2], Side::A).0, "b4", "at least one acts");
        assert_eq!(ready(Rules { rests: 0, ..hill }, [3, 3], Side::A).0, "b2 b4 b6");
        assert_eq!(ready(Rules::of(Mode::Classic), [3, 3], Side::A).0, "b2 b4 b6", "as in the source");
    }

    #[test]
    fn random_obstacles_are_mirrored_and_leave_one_board() {
        let mut setup = Setup::soldiers(open_level(), Rules::default(), [3, 3]);
        setup.obstacles = 20;
        for seed in 0..20 {
            setup.seed = seed;
            let position = setup.begin().expect("a battle");
            let ground = position.scene().field.ground();
            let (width, height) = (ground.width() as i16, ground.height() as i16);
            let count = ground.cells().filter(|cell| ground[*cell] == Ground::Obstacle).count();
            assert!((10..=14).contains(&count), "{count}");
            for cell in ground.cells() {
                assert_eq!(ground[cell], ground[Cell::new(width - 1 - cell.x, height - 1 - cell.y)]);
            }
            assert!(position.scene().field.is_connected());
        }
    }

    #[test]
    fn what_cannot_begin_is_told() {
        let told = |change: &dyn Fn(&mut Setup)| {
            let mut setup = Setup::soldiers(open_level(), Rules::default(), [3, 3]);
            change(&mut setup);
            setup.begin().expect_err("cannot begin").to_string()
        };
        assert_eq!(told(&|setup| setup.squads[1].clear()), "side B has 0 characters, expected 1 to 6");
        assert!(told(&|setup| setup.level.marks.hill = Default::default()).contains("has no hill"));
        assert!(told(&|setup| setup.rules.head_start = 8).contains("head start: expected less than the 6 points"));
        assert!(told(&|setup| setup.obstacles = 31).starts_with("31 % of obstacles"));
    }

    #[test]
    fn a_placement_keeps_through_its_record_and_begins_as_it_says() {
        let mut setup = Setup::soldiers(open_level(), Rules { points: 4, ..Rules::default() }, [1, 2]);
        let at = |name: &str| name.parse::<Square>().expect("a square");
        let placement = Placement {
            characters: [vec![(at("c3"), 4)], vec![(at("d3"), 10), (at("e5"), 1)]],
            leaders: [0, 1],
            points: [3, 1],
            flags: None,
        };
        setup.placement = Some(placement.clone());
        let text = serde_json::to_string(&setup.record()).expect("JSON");
        let record: SetupRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(Setup::from_record(&record).expect("a set-up"), setup);
        let position = setup.begin().expect("a battle");
        assert_eq!((position.points(), position.health(Side::A), position.health(Side::B)), ([3, 1], 4, 11));
        assert_eq!(Placement::of(&position).0.characters, placement.characters);
        for (from, to, told) in [
            ("d3", "c3", "placement: side B: the soldier cannot stand on c3"),
            ("[\"d3\",10]", "[\"d3\",11]", "placement: side B: the soldier has 11 points of 10"),
            ("[\"c3\",4]", "[\"c3\",4],[\"c4\",4]", "placement: side A: 2 squares for 1 characters"),
            ("\"points\":[3,1]", "\"points\":[4,1]", "placement: [4, 1] points, expected less than the 4 that win"),
            (
                "\"c3\"",
                "\"z3\"",
                "placement: \"z3\" is no square, expected a column a to p and a row 1 to 16, for example c4",
            ),
        ] {
            let wrong: SetupRecord = serde_json::from_str(&text.replace(from, to)).expect("a record");
            assert_eq!(Setup::from_record(&wrong).expect_err("wrong").to_string(), told);
        }
    }

    #[test]
    fn a_setup_keeps_through_its_record() {
        let mut setup = Setup::soldiers(open_level(), Rules::of(Mode::Flag), [3, 2]);
        setup.squads[0][1] = Classes::built_in().by_name("rider").expect("a class").clone();
        let text = serde_json::to_string(&setup.record()).expect("JSON");
        let record: SetupRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(Setup::from_record(&record).expect("a set-up"), setup);
        let wrong: SetupRecord = serde_json::from_str(&text.replace("\"hp\":10", "\"hp\":99")).expect("a record");
        let told = Setup::from_record(&wrong).expect_err("too strong").to_string();
        assert_eq!(told, "classes: soldier: `hp`: expected 1 to 20, got 99");
    }
}
