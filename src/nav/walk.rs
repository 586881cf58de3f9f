//! The ground as one sort of unit sees it: legal steps and their price, looked up instead of worked out.
//!
//! A [`WalkMap`] is made once for each movement class and footprint and follows the terrain edit by edit. A unit of n × n
//! cells is named by its top left cell, its *anchor*: an anchor is passable if all n × n cells are, and costs as much as
//! the dearest of them; its diagonal steps need both side anchors, which together are the whole square that is swept.
//! [`Walk`] is what searches ask for; [`Ground`] answers it without preparation, for single questions.

use super::heuristics::octile;
use super::terrain::{CostTable, DIAGONAL, Ground, MovementClass, STRAIGHT, Terrain};
use crate::base::{Cell, Dir, Grid, Tiled};
use crate::nav::occupancy::body;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which [`WalkMap`] of a match: the movement class and the side of the footprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layer {
    pub class: MovementClass,
    /// Side of its footprint in cells, at least 1.
    pub size: u8,
}

/// Legal steps and their cost for one sort of unit.
pub trait Walk: Copy {
    fn layer(self) -> Layer;
    fn extent(self) -> (u16, u16);
    /// Whether the unit can stand there.
    fn is_passable(self, cell: Cell) -> bool;
    /// Cost of a step, or `None` if it is not legal; the same as the step back.
    fn step_cost(self, from: Cell, dir: Dir) -> Option<u32>;
    /// Every legal step from a cell of the map in one of some directions (bit `dir as u8`), in their order: where to, which
    /// way, and its cost.
    fn each_step(self, from: Cell, among: u8, mut visit: impl FnMut(Cell, Dir, u32)) {
        for dir in Dir::ALL.into_iter().filter(|dir| among & 1 << *dir as u8 != 0) {
            if let Some(cost) = self.step_cost(from, dir) {
                visit(from.step(dir), dir, cost);
            }
        }
    }
    /// A lower bound of the cost between two cells, consistent.
    fn octile(self, from: Cell, to: Cell) -> u32;
    /// Whether a unit that stands there is on a lane: it may walk there as anywhere, but is not sent there to stay.
    fn is_lane(self, cell: Cell) -> bool;
}

impl Walk for Ground<'_> {
    fn layer(self) -> Layer {
        Layer { class: self.class(), size: 1 }
    }

    fn extent(self) -> (u16, u16) {
        (self.terrain().width(), self.terrain().height())
    }

    #[inline]
    fn is_passable(self, cell: Cell) -> bool {
        Ground::is_passable(&self, cell)
    }

    #[inline]
    fn step_cost(self, from: Cell, dir: Dir) -> Option<u32> {
        Ground::step_cost(&self, from, dir)
    }

    #[inline]
    fn octile(self, from: Cell, to: Cell) -> u32 {
        Ground::octile(&self, from, to)
    }

    #[inline]
    fn is_lane(self, _cell: Cell) -> bool {
        false
    }
}

/// All that a unit asks about an anchor, side by side in memory: it looks at several around it at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot {
    /// Price of the dearest covered cell in quarters; 0: the unit cannot stand here.
    quarters: u8,
    /// Bit `dir as u8` is set where the step is legal.
    legal: u8,
    /// Passable anchors up to the nearest others on both sides, along the row and along the column: in the upper four bits
    /// on the left or above, in the lower ones on the right or below; [`NO_SECTION`] where the whole is wider than
    /// [`WIDEST_SECTION`], or the anchor is not passable.
    row: u8,
    column: u8,
}

const BLOCKED: Spot = Spot { quarters: 0, legal: 0, row: NO_SECTION, column: NO_SECTION };

/// Widest cross-section that is remembered, in anchors.
pub const WIDEST_SECTION: i16 = 16;

const NO_SECTION: u8 = 0xFF;

/// Legal steps and prices of one sort of unit for a whole map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkMap {
    layer: Layer,
    /// How many anchors there are of each price in quarters, from 1 on.
    prices: Vec<u32>,
    /// The least of them that occurs: it guides the searches.
    cheapest: u32,
    spots: Tiled<Spot>,
    /// The cells that the level marks as lanes; empty on most maps.
    lanes: Arc<BTreeSet<Cell>>,
}

impl WalkMap {
    /// The map of `terrain` for units of a layer.
    pub fn new(terrain: &Grid<Terrain>, costs: &CostTable, layer: Layer) -> Self {
        let blank = Tiled::filled(terrain.width(), terrain.height(), BLOCKED);
        let prices = vec![0; usize::from(u8::MAX) + 1];
        let mut map = Self { layer, prices, cheapest: 1, spots: blank, lanes: Arc::default() };
        for cell in terrain.cells() {
            let price = map.price(terrain, costs, cell);
            map.spots[cell].quarters = price;
            map.prices[usize::from(price)] += 1;
        }
        for cell in terrain.cells() {
            map.spots[cell].legal = map.legal_steps(cell);
        }
        map.cheapest = map.least_price();
        (0..map.spots.height() as i16).for_each(|y| map.measure_row(y));
        (0..map.spots.width() as i16).for_each(|x| map.measure_column(x));
        map
    }

    fn least_price(&self) -> u32 {
        self.prices.iter().skip(1).position(|count| *count > 0).map_or(1, |place| place as u32 + 1)
    }

    /// The least price of any anchor, in quarters of walking over grass. When an edit changes it, distances that were begun
    /// with another one have to be begun anew, because their open cells are in another order.
    pub(crate) const fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// Anchors on which nobody can stand: where it is another number, the map is another one.
    pub(crate) fn blocked(&self) -> u32 {
        self.prices[0]
    }

    pub fn with_lanes(self, lanes: Arc<BTreeSet<Cell>>) -> Self {
        Self { lanes, ..self }
    }

    fn price(&self, terrain: &Grid<Terrain>, costs: &CostTable, anchor: Cell) -> u8 {
        let quarters = |cell| terrain.get(cell).and_then(|kind| costs.quarters(self.layer.class, *kind));
        let dearest = body(anchor, self.layer.size).try_fold(0, |dearest, cell| Some(quarters(cell)?.max(dearest)));
        dearest.unwrap_or(0)
    }

    fn legal_steps(&self, from: Cell) -> u8 {
        if !self.passable(from) {
            return 0;
        }
        let is_legal = |dir: Dir| {
            let (dx, dy) = dir.offset();
            self.passable(from.step(dir))
                && (!dir.is_diagonal()
                    || self.passable(Cell::new(from.x + dx, from.y)) && self.passable(Cell::new(from.x, from.y + dy)))
        };
        Dir::ALL.into_iter().filter(|dir| is_legal(*dir)).fold(0, |mask, dir| mask | 1 << dir as u8)
    }

    fn measure_row(&mut self, y: i16) {
        let line = (0..self.spots.width() as i16).map(|x| Cell::new(x, y));
        measure(&mut self.spots, line, |spot| &mut spot.row);
    }

    fn measure_column(&mut self, x: i16) {
        let line = (0..self.spots.height() as i16).map(|y| Cell::new(x, y));
        measure(&mut self.spots, line, |spot| &mut spot.column);
    }

    /// The passable anchors beside one for who walks in a straight direction, on the left and on the right, up to the first
    /// that is not; `None` if the anchor is not passable or together they are more than [`WIDEST_SECTION`].
    #[inline]
    pub fn section(&self, anchor: Cell, along: Dir) -> Option<(i16, i16)> {
        let spot = self.spots.get(anchor)?;
        let section = if matches!(along, Dir::North | Dir::South) { spot.row } else { spot.column };
        let (before, after) = (i16::from(section >> 4), i16::from(section & 0xF));
        // West is on the left of who walks north, north on the left of who walks east.
        let sides = if matches!(along, Dir::North | Dir::East) { (before, after) } else { (after, before) };
        (section != NO_SECTION).then_some(sides)
    }

    #[inline]
    fn passable(&self, cell: Cell) -> bool {
        self.spots.get(cell).is_some_and(|spot| spot.quarters != 0)
    }

    /// Follows an edit. Returns the anchors whose steps or prices have changed, each once, in row order of the edit's
    /// surroundings: what distances that were found before have to look at again.
    pub fn update(&mut self, terrain: &Grid<Terrain>, costs: &CostTable, changed: &[Cell]) -> Vec<Cell> {
        let reach = i16::from(self.layer.size) - 1;
        let mut repriced = around(changed, reach, 0, &self.spots);
        repriced.retain(|cell| {
            let price = self.price(terrain, costs, *cell);
            let old = std::mem::replace(&mut self.spots[*cell].quarters, price);
            self.prices[usize::from(old)] -= 1;
            self.prices[usize::from(price)] += 1;
            old != price
        });
        self.cheapest = self.least_price();
        self.relink(&repriced)
    }

    /// Closes every anchor of which a covered cell is blocked: the map on which standing units are obstacles.
    pub fn without(&self, blocked: &Grid<bool>) -> Self {
        let mut map = self.clone();
        let reach = i16::from(self.layer.size) - 1;
        let covered: Vec<Cell> = blocked.iter().filter(|(_, blocked)| **blocked).map(|(cell, _)| cell).collect();
        let closed = around(&covered, reach, 0, &self.spots);
        for cell in &closed {
            map.spots[*cell].quarters = 0;
        }
        map.relink(&closed);
        map
    }

    /// Works out the steps of anchors with a new price, which come row by row, and of their neighbours, and how narrow it
    /// is around them.
    fn relink(&mut self, repriced: &[Cell]) -> Vec<Cell> {
        let touched = around(repriced, 1, 1, &self.spots);
        for cell in &touched {
            self.spots[*cell].legal = self.legal_steps(*cell);
        }
        let mut lines: Vec<i16> = repriced.iter().map(|cell| cell.y).collect();
        lines.dedup();
        lines.iter().for_each(|y| self.measure_row(*y));
        lines = repriced.iter().map(|cell| cell.x).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.iter().for_each(|x| self.measure_column(*x));
        touched
    }

    /// Bit `dir as u8` is set where the step from a cell of the map is legal.
    pub fn legal(&self, cell: Cell) -> u8 {
        self.spots[cell].legal
    }

    pub fn bytes(&self) -> usize {
        self.spots.len() * size_of::<Spot>()
    }
}

/// Finds the sections along one row or column, given from one end to the other; `section` is where they are noted.
fn measure(
    spots: &mut Tiled<Spot>,
    line: impl DoubleEndedIterator<Item = Cell> + Clone,
    section: impl Fn(&mut Spot) -> &mut u8,
) {
    let most = WIDEST_SECTION as u8;
    let mut before = Vec::new();
    let mut run = 0;
    for cell in line.clone() {
        before.push(run);
        run = if spots[cell].quarters == 0 { 0 } else { (run + 1).min(most) };
    }
    run = 0;
    for (cell, before) in line.rev().zip(before.into_iter().rev()) {
        let spot = &mut spots[cell];
        let is_passable = spot.quarters != 0;
        let is_narrow = is_passable && before + run < most;
        *section(spot) = if is_narrow { before << 4 | run } else { NO_SECTION };
        run = if is_passable { (run + 1).min(most) } else { 0 };
    }
}

/// The cells of the map up to `before` left of and above, and `after` right of and below, some cells; each once.
fn around(cells: &[Cell], before: i16, after: i16, map: &Tiled<Spot>) -> Vec<Cell> {
    let mut all: Vec<Cell> = cells
        .iter()
        .flat_map(|cell| {
            (-before..=after).flat_map(move |dy| (-before..=after).map(move |dx| Cell::new(cell.x + dx, cell.y + dy)))
        })
        .filter(|cell| map.contains(*cell))
        .collect();
    all.sort_unstable_by_key(|cell| (cell.y, cell.x));
    all.dedup();
    all
}

impl Walk for &WalkMap {
    fn layer(self) -> Layer {
        self.layer
    }

    fn extent(self) -> (u16, u16) {
        (self.spots.width(), self.spots.height())
    }

    #[inline]
    fn is_passable(self, cell: Cell) -> bool {
        self.passable(cell)
    }

    #[inline]
    fn step_cost(self, from: Cell, dir: Dir) -> Option<u32> {
        let spot = self.spots.get(from)?;
        if spot.legal & 1 << dir as u8 == 0 {
            return None;
        }
        let sum = u32::from(spot.quarters) + u32::from(self.spots[from.step(dir)].quarters);
        Some(sum * if dir.is_diagonal() { DIAGONAL } else { STRAIGHT })
    }

    #[inline]
    fn each_step(self, from: Cell, among: u8, mut visit: impl FnMut(Cell, Dir, u32)) {
        let spot = self.spots[from];
        let mut left = spot.legal & among;
        while left != 0 {
            let dir = Dir::ALL[left.trailing_zeros() as usize % 8];
            left &= left - 1;
            let next = from.step(dir);
            let sum = u32::from(spot.quarters) + u32::from(self.spots[next].quarters);
            visit(next, dir, sum * if dir.is_diagonal() { DIAGONAL } else { STRAIGHT });
        }
    }

    #[inline]
    fn octile(self, from: Cell, to: Cell) -> u32 {
        2 * self.cheapest() * octile(from, to, STRAIGHT, DIAGONAL)
    }

    #[inline]
    fn is_lane(self, cell: Cell) -> bool {
        !self.lanes.is_empty() && body(cell, self.layer.size).any(|cell| self.lanes.contains(&cell))
    }
}
