//! Terrain kinds, movement classes and what a step costs.
//!
//! The price list is rules data ([`CostTable`]); this module gives it meaning. Costs are integers in *quarters*:
//! 4 is plain grass, 3 a quarter faster, 8 half the speed. A step costs the mean of the two cells it joins, times
//! its length: [`STRAIGHT`] or [`DIAGONAL`] (ratio 17/12, 0.17 % above √2). The mean makes every edge cost the same
//! in both directions, so that a search may run from the goal backwards.

use super::heuristics::octile;
use crate::base::{Cell, Dir, Grid};
use serde::{Deserialize, Serialize};

/// What a cell is made of. The order is the drawing order, low first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Terrain {
    Deep,
    Shallow,
    #[default]
    Grass,
    Road,
    Hill,
    Forest,
    Rock,
    Wall,
    Bridge,
    /// The site of a building. Nobody walks here, no level file holds it; what it stands on comes back when it is gone.
    Building,
}

impl Terrain {
    /// All kinds of ground, in drawing order; [`Self::Building`] is none.
    pub const ALL: [Self; 9] = [
        Self::Deep,
        Self::Shallow,
        Self::Grass,
        Self::Road,
        Self::Hill,
        Self::Forest,
        Self::Rock,
        Self::Wall,
        Self::Bridge,
    ];

    /// The character in a level picture and the name shown to people.
    const fn words(self) -> (char, &'static str) {
        match self {
            Self::Deep => ('~', "deep water"),
            Self::Shallow => ('-', "shallow water"),
            Self::Grass => ('.', "grass"),
            Self::Road => ('=', "road"),
            Self::Hill => ('^', "hill"),
            Self::Forest => ('T', "forest"),
            Self::Rock => ('@', "rock"),
            Self::Wall => ('#', "wall"),
            Self::Bridge => ('+', "bridge"),
            Self::Building => ('B', "a building"),
        }
    }

    /// The character of this kind in a level picture.
    pub const fn symbol(self) -> char {
        self.words().0
    }

    /// The kind behind a character of a level picture.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.symbol() == symbol)
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        self.words().1
    }
}

/// How a unit moves; decides where it can go and how fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum MovementClass {
    /// On foot: anywhere but deep water, trees and stone.
    Foot,
    /// On horseback: quick on open ground, slow in water and uphill.
    Mounted,
    /// On wheels: loves roads, cannot ford or climb.
    Wheeled,
}

impl MovementClass {
    pub const ALL: [Self; 3] = [Self::Foot, Self::Mounted, Self::Wheeled];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Foot => "foot",
            Self::Mounted => "mounted",
            Self::Wheeled => "wheeled",
        }
    }
}

/// Length of a straight step in cost units.
pub const STRAIGHT: u32 = 24;
/// Length of a diagonal step in cost units: 24 × 17/12.
pub const DIAGONAL: u32 = 34;
/// Cost of one straight step over plain grass: two half cells of 4 quarters.
pub(crate) const GRASS_STEP: u32 = 2 * 4 * STRAIGHT;

/// Price of entering half a cell, in quarters, by class and terrain; 0 is "cannot go there".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CostTable([[u8; Terrain::ALL.len()]; MovementClass::ALL.len()]);

impl CostTable {
    /// A table from rows in the order of [`MovementClass::ALL`], columns in the order of [`Terrain::ALL`].
    pub const fn new(quarters: [[u8; Terrain::ALL.len()]; MovementClass::ALL.len()]) -> Self {
        Self(quarters)
    }

    /// Quarters for a class on a terrain, or `None` where it cannot go.
    pub const fn quarters(&self, class: MovementClass, terrain: Terrain) -> Option<u8> {
        if matches!(terrain, Terrain::Building) {
            return None;
        }
        match self.0[class as usize][terrain as usize] {
            0 => None,
            quarters => Some(quarters),
        }
    }

    /// The lowest price of a class on any terrain: what an admissible heuristic may assume everywhere.
    pub(crate) fn cheapest(&self, class: MovementClass) -> u8 {
        self.0[class as usize].iter().copied().filter(|quarters| *quarters > 0).min().unwrap_or(4)
    }
}

/// One movement class on one map: which steps are legal and what they cost.
///
/// **Corners**: a diagonal step needs both side cells passable, as in the MovingAI benchmarks.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    terrain: &'a Grid<Terrain>,
    costs: &'a CostTable,
    class: MovementClass,
    blocked: Option<&'a Grid<bool>>,
}

impl<'a> Ground<'a> {
    pub const fn new(terrain: &'a Grid<Terrain>, costs: &'a CostTable, class: MovementClass) -> Self {
        Self { terrain, costs, class, blocked: None }
    }

    /// The same ground, on which some cells cannot be entered: those that stand still for now, like units of others.
    pub const fn without(self, blocked: &'a Grid<bool>) -> Self {
        Self { blocked: Some(blocked), ..self }
    }

    pub const fn terrain(&self) -> &'a Grid<Terrain> {
        self.terrain
    }

    pub const fn class(&self) -> MovementClass {
        self.class
    }

    /// Quarters at a cell; `None` outside of the map and where the class cannot go.
    pub fn quarters(&self, cell: Cell) -> Option<u8> {
        let quarters = self.costs.quarters(self.class, *self.terrain.get(cell)?)?;
        let is_blocked = self.blocked.is_some_and(|blocked| blocked.get(cell) == Some(&true));
        (!is_blocked).then_some(quarters)
    }

    /// Whether the class can stand on `cell`.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.quarters(cell).is_some()
    }

    /// Cost of the step from `from` in `dir`, or `None` if it is not legal. The same as the step back.
    pub fn step_cost(&self, from: Cell, dir: Dir) -> Option<u32> {
        let (dx, dy) = dir.offset();
        let sum = u32::from(self.quarters(from)?) + u32::from(self.quarters(from.step(dir))?);
        if !dir.is_diagonal() {
            return Some(sum * STRAIGHT);
        }
        let sides_free =
            self.is_passable(Cell::new(from.x + dx, from.y)) && self.is_passable(Cell::new(from.x, from.y + dy));
        sides_free.then_some(sum * DIAGONAL)
    }

    /// A lower bound of the cost between two cells: octile distance over the cheapest terrain of the class.
    /// Admissible and consistent for this cost model.
    pub fn octile(&self, from: Cell, to: Cell) -> u32 {
        2 * u32::from(self.costs.cheapest(self.class)) * octile(from, to, STRAIGHT, DIAGONAL)
    }
}

/// Ticks that a step of `cost` takes a unit that needs `ticks_per_cell` for a straight step over grass; at least 1.
pub fn step_ticks(cost: u32, ticks_per_cell: u16) -> u16 {
    let exact = cost * u32::from(ticks_per_cell);
    ((exact + GRASS_STEP / 2) / GRASS_STEP).max(1) as u16
}
