//! Makes the ground one area for units on foot.
//!
//! A diagonal step needs both side cells, so areas of eight directions without corner cutting are exactly the areas of
//! four directions. Small leftovers are filled with what surrounds them. The others grow over the obstacles between
//! them, all at once (Dijkstra from many sources, with a price per kind of obstacle); where two grown areas meet is a
//! cheapest link, and the links of a minimum spanning tree (J. B. Kruskal 1956) are carved.

use super::GenerateError;
use super::paint::opposite;
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::{CostTable, MovementClass, Terrain};
use std::collections::BTreeMap;

/// Rounds of filling and carving; one is enough unless the rules are odd.
const ROUNDS: usize = 4;

/// No area: the cell is impassable.
const NONE: u32 = u32::MAX;

/// Areas of passable cells.
pub(super) struct Areas {
    /// Number of the area of each cell.
    labels: Grid<u32>,
    /// Cells of each area, by number.
    sizes: Vec<usize>,
}

impl Areas {
    /// The areas of a movement class.
    pub(super) fn of(land: &Grid<Terrain>, costs: &CostTable, class: MovementClass) -> Self {
        let mut labels: Grid<u32> = land.map(|_| NONE);
        let (mut sizes, mut stack) = (Vec::new(), Vec::new());
        let walkable = |cell| land.get(cell).is_some_and(|terrain| costs.quarters(class, *terrain).is_some());
        for seed in land.cells() {
            if labels[seed] != NONE || !walkable(seed) {
                continue;
            }
            let label = sizes.len() as u32;
            let mut size = 0;
            labels[seed] = label;
            stack.push(seed);
            while let Some(cell) = stack.pop() {
                size += 1;
                for dir in Dir::ALL.into_iter().step_by(2) {
                    let next = cell.step(dir);
                    if walkable(next) && labels[next] == NONE {
                        labels[next] = label;
                        stack.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        Self { labels, sizes }
    }

    /// The number of the largest area, the first of equals.
    pub(super) fn largest(&self) -> Option<u32> {
        (0..self.sizes.len()).min_by_key(|&label| std::cmp::Reverse(self.sizes[label])).map(|label| label as u32)
    }

    /// The number of a cell's area, if it is passable.
    pub(super) fn number(&self, cell: Cell) -> Option<u32> {
        self.labels.get(cell).copied().filter(|label| *label != NONE)
    }

    /// Whether a cell belongs to an area.
    pub(super) fn is_in(&self, cell: Cell, label: u32) -> bool {
        self.labels.get(cell) == Some(&label)
    }
}

/// Fills small pockets and links the rest. Keeps point symmetry if `mirrored`.
pub(super) fn connect(land: &mut Grid<Terrain>, costs: &CostTable, mirrored: bool) -> Result<(), GenerateError> {
    for _ in 0..ROUNDS {
        let mut areas = Areas::of(land, costs, MovementClass::Foot);
        if areas.sizes.len() > 1 {
            fill_pockets(land, &areas);
            areas = Areas::of(land, costs, MovementClass::Foot);
        }
        match areas.sizes.len() {
            0 => return Err(GenerateError::Disconnected),
            1 => return Ok(()),
            _ => link(land, &areas, mirrored),
        }
    }
    Err(GenerateError::Disconnected)
}

/// Turns small areas into the obstacle that most of their borders have.
fn fill_pockets(land: &mut Grid<Terrain>, areas: &Areas) {
    let largest = areas.largest();
    let pocket = (land.len() / 400).clamp(10, 60);
    let is_small = |label: u32| Some(label) != largest && areas.sizes[label as usize] < pocket;
    let mut borders = vec![[0_usize; Terrain::ALL.len()]; areas.sizes.len()];
    for (cell, &label) in areas.labels.iter() {
        if label == NONE || !is_small(label) {
            continue;
        }
        for dir in Dir::ALL {
            let beside = cell.step(dir);
            if areas.labels.get(beside) == Some(&NONE) {
                borders[label as usize][land[beside] as usize] += 1;
            }
        }
    }
    for (cell, &label) in areas.labels.iter() {
        if label != NONE && is_small(label) {
            let counts = &borders[label as usize];
            let most = Terrain::ALL.into_iter().max_by_key(|kind| counts[*kind as usize]);
            land[cell] = most.filter(|kind| counts[*kind as usize] > 0).unwrap_or(Terrain::Rock);
        }
    }
}

/// What it takes to carve a cell: trees are felled sooner than walls are broken.
const fn price(terrain: Terrain) -> usize {
    match terrain {
        Terrain::Forest => 2,
        Terrain::Deep => 3,
        Terrain::Wall => 6,
        _ => 4,
    }
}
/// One more than the highest price.
const PRICES: usize = 7;

/// What is left of an obstacle that was carved; open ground stays as it is.
const fn carved(terrain: Terrain) -> Terrain {
    match terrain {
        Terrain::Deep => Terrain::Bridge,
        Terrain::Wall => Terrain::Road,
        Terrain::Rock => Terrain::Hill,
        Terrain::Forest => Terrain::Grass,
        open => open,
    }
}

/// The land around each area, as far as it is the nearest one.
struct Growth {
    owner: Grid<u32>,
    cost: Grid<u32>,
    back: Grid<Dir>,
}

fn grow(land: &Grid<Terrain>, areas: &Areas) -> Growth {
    let mut growth = Growth {
        owner: areas.labels.clone(),
        cost: areas.labels.map(|label| if *label == NONE { u32::MAX } else { 0 }),
        back: areas.labels.map(|_| Dir::North),
    };
    let mut queue: [Vec<Cell>; PRICES] = Default::default();
    queue[0] = land.cells().filter(|cell| areas.labels[*cell] != NONE).collect();
    let (mut now, mut idle) = (0_usize, 0);
    while idle < PRICES {
        let due = std::mem::take(&mut queue[now % PRICES]);
        idle = if due.is_empty() { idle + 1 } else { 0 };
        for cell in due {
            if growth.cost[cell] as usize != now {
                continue;
            }
            for dir in Dir::ALL.into_iter().step_by(2) {
                let next = cell.step(dir);
                let Some(terrain) = land.get(next) else { continue };
                let cost = now + price(*terrain);
                if (cost as u32) < growth.cost[next] {
                    growth.cost[next] = cost as u32;
                    growth.owner[next] = growth.owner[cell];
                    growth.back[next] = dir.reverse();
                    queue[cost % PRICES].push(next);
                }
            }
        }
        now += 1;
    }
    growth
}

fn link(land: &mut Grid<Terrain>, areas: &Areas, mirrored: bool) {
    let growth = grow(land, areas);
    let mut meetings: BTreeMap<(u32, u32), (u32, Cell, Cell)> = BTreeMap::new();
    for cell in land.cells() {
        for dir in [Dir::East, Dir::South] {
            let beside = cell.step(dir);
            let (Some(&here), Some(&there)) = (growth.owner.get(cell), growth.owner.get(beside)) else { continue };
            if here != there {
                let cost = growth.cost[cell] + growth.cost[beside];
                let best = meetings.entry((here.min(there), here.max(there))).or_insert((cost, cell, beside));
                if cost < best.0 {
                    *best = (cost, cell, beside);
                }
            }
        }
    }
    let mut links: Vec<_> = meetings.into_iter().map(|(pair, (cost, a, b))| (cost, pair, a, b)).collect();
    links.sort_by_key(|&(cost, pair, ..)| (cost, pair));
    let mut root: Vec<u32> = (0..areas.sizes.len() as u32).collect();
    for (_, (first, second), a, b) in links {
        let (first, second) = (find(&mut root, first), find(&mut root, second));
        if first == second {
            continue;
        }
        root[first as usize] = second;
        for end in [a, b] {
            carve(land, &growth, areas, end, mirrored);
        }
    }
}

/// The representative of a set of areas, with path halving (R. Tarjan and J. van Leeuwen 1984).
fn find(root: &mut [u32], mut area: u32) -> u32 {
    while root[area as usize] != area {
        root[area as usize] = root[root[area as usize] as usize];
        area = root[area as usize];
    }
    area
}

/// Carves the way from `end` back to its area; two cells wide through trees and rock, where it should look trodden.
fn carve(land: &mut Grid<Terrain>, growth: &Growth, areas: &Areas, end: Cell, mirrored: bool) {
    let mut cell = end;
    while areas.labels[cell] == NONE {
        let side = cell.step(Dir::South);
        let wide = matches!(land.get(side), Some(Terrain::Forest | Terrain::Rock));
        for cell in [Some(cell), wide.then_some(side)].into_iter().flatten() {
            for cell in [Some(cell), mirrored.then(|| opposite(land, cell))].into_iter().flatten() {
                // A way may run over cells that an earlier link or the mirror image has carved.
                if areas.labels[cell] == NONE {
                    land[cell] = carved(land[cell]);
                }
            }
        }
        cell = cell.step(growth.back[cell]);
    }
}
