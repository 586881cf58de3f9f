//! Makes the ground one area for units on foot.
//!
//! A diagonal step needs both side cells, so areas of eight directions without corner cutting are exactly the areas of
//! four directions. Small leftovers are filled with what surrounds them. The others grow over the obstacles between
//! them, all at once (Dijkstra from many sources, with a price per kind of obstacle); where two grown areas meet is a
//! cheapest link, and the links of a minimum spanning tree (J. B. Kruskal 1956) are carved.

use super::paint::opposite;
use super::{GenerateError, roads};
use crate::base::{Cell, Dir, Grid};
use crate::nav::regions::Regions;
use crate::nav::terrain::{CostTable, Ground, MovementClass, Terrain};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Rounds of filling and carving; one is enough unless the rules are odd.
const ROUNDS: usize = 4;

/// The areas of a movement class.
pub(super) fn areas(land: &Grid<Terrain>, costs: &CostTable, class: MovementClass) -> Regions {
    Regions::new(Ground::new(land, costs, class))
}

/// The number of the largest area, the first of equals.
pub(super) fn largest(areas: &Regions) -> Option<u32> {
    areas.numbers().min_by_key(|area| Reverse(areas.size(*area)))
}

/// Turns areas into the obstacle that most of their borders have.
pub(super) fn fill(land: &mut Grid<Terrain>, areas: &Regions, is_filled: impl Fn(u32) -> bool) {
    let filled = |cell: Cell| areas.region(cell).filter(|area| is_filled(*area));
    let mut borders: BTreeMap<u32, [usize; Terrain::ALL.len()]> = BTreeMap::new();
    for cell in land.cells() {
        let Some(area) = filled(cell) else { continue };
        let counts = borders.entry(area).or_default();
        for beside in Dir::ALL.map(|dir| cell.step(dir)) {
            if let (None, Some(ground)) = (areas.region(beside), land.get(beside)) {
                counts[*ground as usize] += 1;
            }
        }
    }
    for cell in land.cells() {
        let Some(counts) = filled(cell).and_then(|area| borders.get(&area)) else { continue };
        let most = Terrain::ALL.into_iter().max_by_key(|kind| counts[*kind as usize]);
        land[cell] = most.filter(|kind| counts[*kind as usize] > 0).unwrap_or(Terrain::Rock);
    }
}

/// Fills small pockets and links the rest. Keeps point symmetry if `mirrored`.
pub(super) fn connect(land: &mut Grid<Terrain>, costs: &CostTable, mirrored: bool) -> Result<(), GenerateError> {
    for _ in 0..ROUNDS {
        let mut found = areas(land, costs, MovementClass::Foot);
        if found.count() > 1 {
            let largest = largest(&found);
            let pocket = (land.len() / 400).clamp(10, 60) as u32;
            fill(land, &found, |area| Some(area) != largest && found.size(area) < pocket);
            found = areas(land, costs, MovementClass::Foot);
        }
        match found.count() {
            0 => return Err(GenerateError::Disconnected),
            1 => return Ok(()),
            _ => link(land, &found, mirrored),
        }
    }
    Err(GenerateError::Disconnected)
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

fn link(land: &mut Grid<Terrain>, areas: &Regions, mirrored: bool) {
    // The land around each area, as far as it is the nearest one.
    let mut owners = land.map(|_| 0);
    let sources: Vec<Cell> = land.cells().filter(|cell| areas.region(*cell).is_some()).collect();
    sources.iter().for_each(|cell| owners[*cell] = areas.region(*cell).unwrap_or(0));
    let straight = [Dir::North, Dir::East, Dir::South, Dir::West];
    let step = |to: Cell, _| price(land[to]);
    let ways = roads::ways(land, sources, &straight, PRICES, step, |from, to| owners[to] = owners[from]);
    let mut meetings: BTreeMap<(u32, u32), (u32, Cell, Cell)> = BTreeMap::new();
    for cell in land.cells() {
        for dir in [Dir::East, Dir::South] {
            let beside = cell.step(dir);
            let (Some(&here), Some(&there)) = (owners.get(cell), owners.get(beside)) else { continue };
            if here != there {
                let cost = ways.cost[cell] + ways.cost[beside];
                let best = meetings.entry((here.min(there), here.max(there))).or_insert((cost, cell, beside));
                if cost < best.0 {
                    *best = (cost, cell, beside);
                }
            }
        }
    }
    let mut links: Vec<_> = meetings.into_iter().map(|(pair, (cost, a, b))| (cost, pair, a, b)).collect();
    links.sort_by_key(|&(cost, pair, ..)| (cost, pair));
    let mut root: Vec<usize> = (0..=areas.count()).collect();
    for (_, (first, second), a, b) in links {
        let (first, second) = (find(&mut root, first as usize), find(&mut root, second as usize));
        if first == second {
            continue;
        }
        root[first] = second;
        for end in [a, b] {
            carve(land, &ways.back, areas, end, mirrored);
        }
    }
}

/// The representative of the set of a member, with path halving (R. Tarjan and J. van Leeuwen 1984).
pub(super) fn find(root: &mut [usize], mut member: usize) -> usize {
    while root[member] != member {
        root[member] = root[root[member]];
        member = root[member];
    }
    member
}

/// Carves the way from `end` back to its area; two cells wide through trees and rock, where it should look trodden.
fn carve(land: &mut Grid<Terrain>, back: &Grid<Option<Dir>>, areas: &Regions, end: Cell, mirrored: bool) {
    let mut cell = end;
    while areas.region(cell).is_none() {
        let side = cell.step(Dir::South);
        let wide = matches!(land.get(side), Some(Terrain::Forest | Terrain::Rock));
        for cell in [Some(cell), wide.then_some(side)].into_iter().flatten() {
            for cell in [Some(cell), mirrored.then(|| opposite(land, cell))].into_iter().flatten() {
                // A way may run over cells that an earlier link or the mirror image has carved.
                if areas.region(cell).is_none() {
                    land[cell] = carved(land[cell]);
                }
            }
        }
        let Some(dir) = back[cell] else { return };
        cell = cell.step(dir);
    }
}
