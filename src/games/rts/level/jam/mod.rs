//! Scenarios of the movement suite: a place, groups of units on it, orders, and what has to come of them.
//!
//! Read from `levels/jams/*.ron` ([`spec`] tells the format). Every scenario is played from [`STARTS`] enumerated starts
//! ([`Jam::start`]), because one cell of shift can decide whether a crowd jams: the shift of the groups by -1, 0, 1
//! columns and rows, times three sequences of numbers and delays. The definitions follow the movement bench of Warzone
//! 2100, stricter: all units count, not three quarters of them. **Invariant**: each of
//! the starts is a level that passes [`super::check`]. Pure; only [`Jam::load`] touches a file.

mod spec;

use super::{Level, LevelProblem, UnitSpawn, check};
use crate::base::rng::stream;
use crate::base::{Cell, FileError, Grid};
use crate::files;
use crate::games::rts::rules::{KindId, Rules};
use crate::nav::coop::mapf::Instance;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::BTreeSet;
use std::path::Path;
use thiserror::Error;

/// Starts of every scenario: three columns, three rows, three sequences.
pub const STARTS: usize = 27;

/// Ticks by which every second group is late in two of the three sequences.
pub(crate) const DELAY: Tick = 10;

/// A unit has come to its place if it rests within so many cells of it.
pub(crate) const NEAR: u32 = 6;

#[derive(Debug, Clone, PartialEq)]
pub struct Jam {
    /// The name, which is that of the file without `.ron`.
    pub name: String,
    pub description: String,
    pub terrain: Grid<Terrain>,
    /// Cells that are to be kept free, as in a level.
    pub lanes: BTreeSet<Cell>,
    pub groups: Vec<Group>,
    /// What they are told, in the order in which it is carried out.
    pub orders: Vec<GroupOrder>,
    /// Ticks after which a run ends.
    pub limit: Tick,
    pub expect: Expect,
    /// Whether that is possible at all.
    pub solvable: bool,
    /// Why it is, or is not.
    pub reason: String,
    /// A small instance that can be solved exactly if the scenario can.
    pub proof: Option<Proof>,
}

/// Units that are shifted and ordered together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its letter in the picture, `a` to `z`.
    pub letter: char,
    /// The kinds of its units, dealt out in turn.
    pub kinds: Vec<KindId>,
    pub side: u8,
    /// How the shift of a start moves the group: factors -1, 0 or 1 for columns and rows.
    pub shift: (i16, i16),
    /// Whether it moves by the rows of the shift in columns and by its columns in rows: for lanes, in which units can
    /// be shifted along one line only.
    pub turned: bool,
    /// Where its units stand in the picture, row by row.
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupOrder {
    /// When, before the delay of the start.
    pub tick: Tick,
    /// Positions of the groups in [`Jam::groups`]; none for what happens to the ground.
    pub groups: Vec<usize>,
    pub what: What,
}

/// What groups are told to do, or what happens to the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// All go to one place as a group.
    March { to: Cell },
    /// One unit after the other gets the order to go to one place.
    Each { to: Cell, every: Tick },
    /// Every unit goes by the same vector, from where it stands in the picture.
    By { by: (i16, i16) },
    /// Every unit gets a random cell of its own in a rectangle: grass, and not beside where units stand in the picture,
    /// because a cell that is taken when the order comes would be given as another one.
    Scatter { seed: u64, from: Cell, size: (u16, u16) },
    /// Every unit goes to one cell and back to where it started, several times.
    Trips { to: Cell, times: u16 },
    /// A rectangle of the ground becomes another terrain.
    Paint { from: Cell, size: (u16, u16), terrain: Terrain },
}

/// What has to come of a scenario. Always: no collision, and units of a side that is given no order have not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Expect {
    /// All ordered units rest within [`NEAR`] cells of the spot that the game gave them, and that is near the place.
    #[default]
    Arrive,
    /// The same, and every one knows that the place it was sent to cannot be reached.
    Unreachable,
    /// Nobody gets through: the ordered units stand at the end, on their orders or at rest.
    Held,
}

/// A reduced copy of a scenario, small enough for a search through all joint positions (`tests/suite/oracle.rs`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub instance: Instance,
    /// Cells (Chebyshev) within which a unit counts as arrived.
    pub reach: u32,
}

/// What one start does to a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// The ground and the units, whose numbers are their positions in the list.
    pub level: Level,
    /// For each of the units the position of its group in [`Jam::groups`].
    pub groups: Vec<usize>,
    /// The orders in the order in which they are to be given.
    pub orders: Vec<StartOrder>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartOrder {
    pub tick: Tick,
    pub side: u8,
    pub action: Action,
}

/// The orders of the simulation, as far as scenarios use them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// With `queue` after what they are told already.
    Go {
        units: Vec<UnitId>,
        to: Cell,
        queue: bool,
    },
    Paint {
        cells: Vec<Cell>,
        terrain: Terrain,
    },
}

/// Why a file is not a scenario.
pub type JamError = FileError<JamProblem>;

#[derive(Debug, Error)]
pub enum JamProblem {
    /// With its ground, its units or its syntax.
    #[error(transparent)]
    Level(#[from] LevelProblem),
    #[error("field `{field}`: {problem}")]
    Field { field: String, problem: String },
    #[error("start {number} of {STARTS} (groups shifted by {columns} columns and {rows} rows): {problem}")]
    Start { number: usize, columns: i16, rows: i16, problem: LevelProblem },
}

/// Columns and rows of the shift of a start, and its sequence.
fn variant(start: usize) -> (i16, i16, usize) {
    ((start % 3) as i16 - 1, (start / 3 % 3) as i16 - 1, start / 9 % 3)
}

impl Jam {
    /// Reads a scenario from RON text; `file` is for messages only.
    ///
    /// # Errors
    /// [`JamError`] with the first problem, which may be one of any of the starts.
    pub fn parse(text: &str, file: &str, rules: &Rules) -> Result<Self, JamError> {
        let error = |(place, problem)| JamError { file: file.into(), place, problem };
        let jam = spec::parse(text, rules).map_err(error)?;
        for number in 0..STARTS {
            let (columns, rows, _) = variant(number);
            check(&jam.start(number).level, rules)
                .map_err(|problem| error((None, JamProblem::Start { number, columns, rows, problem })))?;
        }
        Ok(jam)
    }

    /// Reads a scenario file.
    ///
    /// # Errors
    /// [`JamError`] if the file cannot be read or is not a scenario.
    pub fn load(path: &Path, rules: &Rules) -> Result<Self, JamError> {
        let file = path.display().to_string();
        match files::read_text(path, files::MAX_TEXT) {
            Ok(text) => Self::parse(&text, &file, rules),
            Err(source) => Err(JamError { file, place: None, problem: LevelProblem::Unreadable(source).into() }),
        }
    }

    pub fn units(&self) -> usize {
        self.groups.iter().map(|group| group.cells.len()).sum()
    }

    /// One of the [`STARTS`] starts. The first nine number the units as they stand in the picture, group by group; the
    /// next nine the other way round, and every second group is told [`DELAY`] ticks later; the last nine in random
    /// sequence, and the other groups are late.
    pub fn start(&self, number: usize) -> Start {
        let (columns, rows, sequence) = variant(number);
        let mut members: Vec<(usize, usize)> = (0..self.groups.len())
            .flat_map(|group| (0..self.groups[group].cells.len()).map(move |member| (group, member)))
            .collect();
        match sequence {
            0 => {}
            1 => members.reverse(),
            _ => members.shuffle(&mut stream(number as u64, "jam sequence")),
        }
        let units = members
            .iter()
            .map(|(group, member)| {
                let Group { kinds, side, shift, turned, cells, .. } = &self.groups[*group];
                let (columns, rows) = if *turned { (rows, columns) } else { (columns, rows) };
                let at = cells[*member];
                let at = Cell::new(at.x + columns * shift.0, at.y + rows * shift.1);
                UnitSpawn { kind: kinds[member % kinds.len()], side: *side, at }
            })
            .collect();
        let mut orders: Vec<StartOrder> = Vec::new();
        for order in &self.orders {
            let first = order.groups.first();
            let is_late = first.is_some_and(|group| sequence == 1 + (group + 1) % 2);
            let tick = order.tick + if is_late { DELAY } else { 0 };
            let side = first.map_or(0, |group| self.groups[*group].side);
            // With the cell in the picture, which the shift does not change.
            let ordered: Vec<(UnitId, Cell)> = (0..)
                .map(UnitId)
                .zip(&members)
                .filter(|(_, (group, _))| order.groups.contains(group))
                .map(|(unit, (group, member))| (unit, self.groups[*group].cells[*member]))
                .collect();
            let mut order_one = |tick, action| orders.push(StartOrder { tick, side, action });
            self.give(&order.what, tick, &ordered, &mut order_one);
        }
        orders.sort_by_key(|order| order.tick);
        let level = Level {
            name: format!("{}-{number}", self.name),
            description: self.description.clone(),
            lanes: self.lanes.clone(),
            units,
            ..Level::of_ground(self.terrain.clone())
        };
        let groups = members.into_iter().map(|(group, _)| group).collect();
        Start { level, groups, orders }
    }

    /// The orders to single units that an order to groups stands for.
    fn give(&self, what: &What, tick: Tick, ordered: &[(UnitId, Cell)], order: &mut impl FnMut(Tick, Action)) {
        let one = |unit: UnitId, to: Cell, queue: bool| Action::Go { units: vec![unit], to, queue };
        match *what {
            What::March { to } => {
                let units = ordered.iter().map(|(unit, _)| *unit).collect();
                order(tick, Action::Go { units, to, queue: false });
            }
            What::Each { to, every } => {
                for ((unit, _), position) in ordered.iter().zip(0..) {
                    order(tick + every * position, one(*unit, to, false));
                }
            }
            What::By { by: (columns, rows) } => {
                for (unit, at) in ordered {
                    order(tick, one(*unit, Cell::new(at.x + columns, at.y + rows), false));
                }
            }
            What::Scatter { seed, from, size } => {
                let mut cells = free_cells(&self.terrain, &self.groups, from, size);
                let mut rng = stream(seed, "jam scatter");
                for (unit, _) in ordered {
                    // The file is checked: there are at least as many cells as units.
                    let to = cells.swap_remove(rng.random_range(0..cells.len()));
                    order(tick, one(*unit, to, false));
                }
            }
            What::Trips { to, times } => {
                for (unit, home) in ordered {
                    for trip in 0..times {
                        order(tick, one(*unit, to, trip > 0));
                        order(tick, one(*unit, *home, true));
                    }
                }
            }
            What::Paint { from, size, terrain } => {
                order(tick, Action::Paint { cells: rectangle(from, size).collect(), terrain });
            }
        }
    }
}

/// The cells of a rectangle that are grass and not within one cell of a unit in the picture, row by row.
fn free_cells(terrain: &Grid<Terrain>, groups: &[Group], from: Cell, size: (u16, u16)) -> Vec<Cell> {
    let mut is_near = terrain.map(|_| false);
    for at in groups.iter().flat_map(|group| &group.cells) {
        for cell in rectangle(Cell::new(at.x - 1, at.y - 1), (3, 3)) {
            if let Some(near) = is_near.get_mut(cell) {
                *near = true;
            }
        }
    }
    rectangle(from, size).filter(|cell| terrain.get(*cell) == Some(&Terrain::Grass) && !is_near[*cell]).collect()
}

fn rectangle(from: Cell, (columns, rows): (u16, u16)) -> impl Iterator<Item = Cell> {
    let row = move |y: i16| (0..columns as i16).map(move |x| Cell::new(from.x + x, from.y + y));
    (0..rows as i16).flat_map(row)
}
