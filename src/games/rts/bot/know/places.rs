//! Regions of open ground and the chokes between them, and what each own base makes of them.
//!
//! The ground is a landscape whose heights are clearances ([`crate::nav::clearance`]): the side of the largest free square at a
//! cell. It is flooded from the heights down, as by L. Vincent and P. Soille ("Watersheds in Digital Spaces", IEEE PAMI 13(6),
//! 1991), turned over. Where two basins meet the clearance is the width of the pass between them: if that is much less than
//! both basins are wide it is a choke, otherwise they are one region, as in L. Perkins ("Terrain Analysis in Real-Time Strategy
//! Games", AIIDE 2010), who prunes by the same ratio.

use super::work::Tally;
use crate::base::{Cell, Grid};
use crate::games::rts::rules::Rules;
use crate::nav::clearance::Clearance;
use crate::nav::terrain::{MovementClass, Terrain};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Clearances beyond this are open ground.
const WIDEST: u8 = 24;
/// Cells across beyond which a pass is none.
const CHOKE: u8 = 9;
/// Hundredths of the narrower basin up to which a pass divides.
const NARROW: u32 = 70;
/// Cells below which a basin is a corner of its neighbour.
const LEAST: u32 = 48;
/// Cells between two chokes of the same regions.
const APART: u32 = 8;

/// A narrow place between two regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choke {
    /// Its middle.
    pub at: Cell,
    /// Cells across.
    pub width: u8,
}

/// Regions and chokes of a map.
#[derive(Debug)]
pub struct Places {
    /// The region of each cell; 0 where nobody walks.
    regions: Grid<u32>,
    /// The chokes of each pair of regions, the lower number first.
    pub chokes: BTreeMap<(u32, u32), Vec<Choke>>,
}

impl Places {
    /// Regions and chokes of a ground.
    pub fn of(rules: &Rules, terrain: &Grid<Terrain>, tally: &Tally) -> Self {
        let (width, height) = (terrain.width(), terrain.height());
        let walks = |cell: Cell| rules.costs.quarters(MovementClass::Foot, terrain[cell]).is_some();
        let clearance = Clearance::new(width, height, WIDEST, walks);
        let mut flood = Flood { basins: Vec::new(), labels: Grid::filled(width, height, 0) };
        let mut levels: Vec<Vec<usize>> = vec![Vec::new(); usize::from(WIDEST) + 1];
        for (index, side) in clearance.sides().values().iter().enumerate().filter(|(_, side)| **side > 0) {
            levels[usize::from(*side)].push(index);
        }
        let mut meetings = Vec::new();
        for (level, cells) in levels.iter().enumerate().rev() {
            for index in cells {
                flood.take(*index, level as u8, &mut meetings);
            }
        }
        tally.cells(2 * terrain.len());
        let names: Vec<u32> = (0..flood.basins.len()).map(|basin| flood.root(basin) as u32 + 1).collect();
        let regions = flood.labels.map(|label| if *label == 0 { 0 } else { names[*label as usize - 1] });
        let mut chokes: BTreeMap<(u32, u32), Vec<Choke>> = BTreeMap::new();
        for (one, other, choke) in meetings {
            let (one, other) = (names[one], names[other]);
            let known = chokes.entry((one.min(other), one.max(other))).or_default();
            if one != other && known.iter().all(|other| other.at.chebyshev(choke.at) > APART) {
                known.push(choke);
            }
        }
        chokes.retain(|_, list| !list.is_empty());
        Self { regions, chokes }
    }

    /// The region of a cell, or of the ground beside it.
    fn region(&self, at: Cell) -> Option<u32> {
        let around = (0..=4).flat_map(|radius| crate::nav::regions::ring(at, radius));
        around.filter_map(|cell| self.regions.get(cell).copied()).find(|region| *region != 0)
    }

    /// The chokes on the shortest way from one place to another, the first one first; none if both are in one region.
    pub fn between(&self, from: Cell, to: Cell) -> Vec<Choke> {
        let (Some(first), Some(last)) = (self.region(from), self.region(to)) else { return Vec::new() };
        // From choke to choke; there are few.
        let mut open: BTreeMap<(u32, u32), (Cell, Vec<Choke>)> = BTreeMap::from([((0, first), (from, Vec::new()))]);
        let mut done = Vec::new();
        while let Some(((cost, region), (at, way))) = open.pop_first() {
            if region == last {
                return way;
            }
            if done.contains(&region) {
                continue;
            }
            done.push(region);
            for ((one, other), list) in
                self.chokes.iter().filter(|((one, other), _)| *one == region || *other == region)
            {
                let next = if *one == region { *other } else { *one };
                for choke in list {
                    let cost = cost + at.chebyshev(choke.at);
                    let mut way = way.clone();
                    way.push(*choke);
                    open.entry((cost, next)).or_insert((choke.at, way));
                }
            }
        }
        Vec::new()
    }
}

struct Basin {
    parent: usize,
    /// Clearance where it is widest.
    peak: u8,
    cells: u32,
}

struct Flood {
    basins: Vec<Basin>,
    /// The number of the basin of each cell plus one.
    labels: Grid<u32>,
}

impl Flood {
    /// Takes in a cell at the level of the flood; meetings of basins that stay apart are added.
    fn take(&mut self, index: usize, level: u8, meetings: &mut Vec<(usize, usize, Choke)>) {
        let cell = self.labels.cell(index);
        let mut own: Option<usize> = None;
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let beside = self.labels.get(Cell::new(cell.x + dx, cell.y + dy)).copied().filter(|label| *label != 0);
            let Some(beside) = beside.map(|label| self.root(label as usize - 1)) else { continue };
            let Some(basin) = own.filter(|basin| *basin != beside) else {
                own = Some(beside);
                continue;
            };
            let (wide, narrow) = if self.rank(basin) >= self.rank(beside) { (basin, beside) } else { (beside, basin) };
            let lower = &self.basins[narrow];
            let is_pass =
                level <= CHOKE && u32::from(level) * 100 <= u32::from(lower.peak) * NARROW && lower.cells >= LEAST;
            if is_pass {
                let half = i16::from(level / 2);
                let at = Cell::new(cell.x + half, cell.y + half);
                meetings.push((wide, narrow, Choke { at, width: level }));
                own = Some(wide);
            } else {
                self.basins[wide].cells += self.basins[narrow].cells;
                self.basins[narrow].parent = wide;
                own = Some(wide);
            }
        }
        let basin = own.unwrap_or_else(|| {
            let number = self.basins.len();
            self.basins.push(Basin { parent: number, peak: level, cells: 0 });
            number
        });
        self.basins[basin].cells += 1;
        self.labels[cell] = basin as u32 + 1;
    }

    /// Of two basins the wider one takes in the other; of equals the older one.
    fn rank(&self, basin: usize) -> (u8, std::cmp::Reverse<usize>) {
        (self.basins[basin].peak, std::cmp::Reverse(basin))
    }

    /// The basin that has taken in another one; shortens the way there for the next time.
    fn root(&mut self, mut basin: usize) -> usize {
        while self.basins[basin].parent != basin {
            let parent = self.basins[basin].parent;
            self.basins[basin].parent = self.basins[parent].parent;
            basin = parent;
        }
        basin
    }
}
