//! Maps as spaces: cells with prices, steps in four or eight directions.
//!
//! A step costs the mean of the prices of both cells times its length, so it costs the same both ways. A diagonal step needs
//! both cells beside it (no corner is cut). Lengths are those of [`crate::nav::octile`], so that the cheapest way in whole
//! numbers is the cheapest way.

use super::space::{Cost, Space, TwoWay};
use crate::base::{Cell, Dir, Grid};
use crate::nav::coop::mapf::Moves;
use crate::nav::octile::{STRAIGHT, length};
use crate::nav::terrain::{CostTable, MovementClass, Terrain};

/// The price of plain ground, in quarters; a cell of 8 takes twice as long.
pub const PLAIN: u8 = 4;

/// Cost of a straight step over plain ground.
pub const UNIT: Cost = 2 * PLAIN as Cost * STRAIGHT;

/// A map for searches: prices, and which steps are legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridMap {
    /// In quarters; 0 where nobody can go.
    prices: Grid<u8>,
    moves: Moves,
    /// One bit for each direction.
    legal: Vec<u8>,
    cheapest: u8,
    dearest: u8,
}

impl GridMap {
    /// A map of prices in quarters, 0 where nobody can go.
    pub fn new(prices: Grid<u8>, moves: Moves) -> Self {
        let among = moves.dirs().iter().fold(0, |among, dir| among | 1 << *dir as u8);
        let free = |cell: Cell| prices.get(cell).is_some_and(|price| *price > 0);
        let legal = |from: Cell| {
            let is_legal = |dir: &Dir| {
                let (dx, dy) = dir.offset();
                let reached = [from, from.step(*dir), Cell::new(from.x + dx, from.y), Cell::new(from.x, from.y + dy)];
                among >> *dir as u8 & 1 == 1 && reached.into_iter().all(free)
            };
            Dir::ALL.into_iter().filter(is_legal).fold(0, |legal, dir| legal | 1 << dir as u8)
        };
        let legal = prices.cells().map(legal).collect();
        let passable = || prices.values().iter().copied().filter(|price| *price > 0);
        let (cheapest, dearest) = (passable().min().unwrap_or(PLAIN), passable().max().unwrap_or(PLAIN));
        Self { prices, moves, legal, cheapest, dearest }
    }

    /// A map on which every free cell costs the same.
    pub fn uniform(passable: &Grid<bool>, moves: Moves) -> Self {
        Self::new(passable.map(|free| if *free { PLAIN } else { 0 }), moves)
    }

    /// A map of terrain as a movement class sees it.
    pub fn of_terrain(terrain: &Grid<Terrain>, costs: &CostTable, class: MovementClass, moves: Moves) -> Self {
        Self::new(terrain.map(|kind| costs.quarters(class, *kind).unwrap_or(0)), moves)
    }

    pub const fn prices(&self) -> &Grid<u8> {
        &self.prices
    }

    pub const fn moves(&self) -> Moves {
        self.moves
    }

    /// Whether somebody can be there.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.prices.get(cell).is_some_and(|price| *price > 0)
    }

    /// Whether all free cells cost the same.
    pub const fn is_uniform(&self) -> bool {
        self.cheapest == self.dearest
    }

    /// Cost of a straight step over the cheapest ground that there is: what an estimate may assume everywhere.
    pub const fn least_step(&self) -> Cost {
        2 * self.cheapest as Cost * STRAIGHT
    }

    /// The price of the cheapest ground, in quarters.
    pub const fn least_price(&self) -> u8 {
        self.cheapest
    }

    /// Directions of the legal steps from a cell of the map, one bit each.
    #[inline]
    pub fn legal(&self, cell: Cell) -> u8 {
        self.legal[self.prices.index(cell)]
    }

    /// Every legal step from a cell of the map, clockwise from north.
    #[inline]
    pub fn each_step(&self, from: Cell, mut visit: impl FnMut(Dir, Cell, Cost)) {
        let index = self.prices.index(from);
        let (mut left, price) = (self.legal[index], Cost::from(self.prices.values()[index]));
        while left != 0 {
            let dir = Dir::ALL[left.trailing_zeros() as usize & 7];
            left &= left - 1;
            let to = from.step(dir);
            visit(dir, to, (price + Cost::from(self.prices[to])) * length(dir));
        }
    }
}

/// The question for a way between two cells.
#[derive(Debug, Clone, Copy)]
pub struct GridSpace<'a> {
    pub map: &'a GridMap,
    /// A free cell of the map.
    pub start: Cell,
    /// A free cell of the map.
    pub goal: Cell,
}

impl Space for GridSpace<'_> {
    type State = Cell;
    type Operator = Dir;

    fn start(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, cell: Cell) -> bool {
        cell == self.goal
    }

    #[inline]
    fn key(&self, cell: Cell) -> u64 {
        self.map.prices.index(cell) as u64
    }

    fn keys(&self) -> Option<usize> {
        Some(self.map.prices.len())
    }

    fn unit(&self) -> Cost {
        UNIT
    }

    #[inline]
    fn each_step(&self, from: Cell, visit: impl FnMut(Dir, Cell, Cost)) {
        self.map.each_step(from, visit);
    }
}

impl TwoWay for GridSpace<'_> {
    fn goal(&self) -> Cell {
        self.goal
    }

    /// Steps cost the same both ways.
    #[inline]
    fn each_step_back(&self, to: Cell, mut visit: impl FnMut(Dir, Cell, Cost)) {
        self.map.each_step(to, |dir, from, cost| visit(dir.reverse(), from, cost));
    }
}
