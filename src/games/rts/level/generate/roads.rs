//! Roads along the easiest way, with bridges where they meet water.

use super::Draft;
use super::noise::Noise;
use super::paint::{clear, start_place};
use crate::base::rng::Rng;
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

const PRICES: usize = 4096;

/// What a road pays for a cell, before the noise that makes it wind.
const fn price(terrain: Terrain) -> usize {
    match terrain {
        Terrain::Road | Terrain::Bridge => 4,
        Terrain::Grass => 10,
        Terrain::Hill => 20,
        Terrain::Shallow => 50,
        Terrain::Forest => 30,
        Terrain::Deep => 250,
        Terrain::Rock => 120,
        Terrain::Wall | Terrain::Building => 400,
    }
}

/// Lays roads from `hub` to each place: one tree of cheapest ways (E. W. Dijkstra 1959), so that roads share trunks.
/// Diagonal parts are filled up so that wheels and eyes see one connected line.
pub(super) fn lay(land: &mut Grid<Terrain>, hub: Cell, places: &[Cell], winding: &Noise) {
    let back = ways_to(land, hub, winding);
    // On a large map a road of one cell is a thread.
    let wide = land.width().min(land.height()) >= 96;
    for &place in places {
        let mut cell = place;
        while cell != hub && land.contains(cell) {
            pave(land, cell);
            if wide {
                for beside in [Dir::East, Dir::South, Dir::SouthEast].map(|dir| cell.step(dir)) {
                    pave(land, beside);
                }
            }
            let Some(dir) = back[cell] else { break };
            if dir.is_diagonal() {
                let (dx, dy) = dir.offset();
                let sides = [Cell::new(cell.x + dx, cell.y), Cell::new(cell.x, cell.y + dy)];
                // The easier of the two corners; both lie on the map because both ends do.
                let corner = if price(land[sides[0]]) <= price(land[sides[1]]) { sides[0] } else { sides[1] };
                pave(land, corner);
            }
            cell = cell.step(dir);
        }
    }
    pave(land, hub);
}

/// Chooses a start on ground that is drawn, clears it, and lays roads from there to `count` places.
pub(super) fn settle(mut land: Grid<Terrain>, count: usize, ragged: &Noise, rng: &mut Rng) -> Draft {
    let start = start_place(&land, rng);
    clear(&mut land, start, ragged);
    let places = places(&land, start, count, rng);
    lay(&mut land, start, &places, ragged);
    Draft { terrain: land, start, mirrored: false }
}

/// Puts a road on a cell, a bridge on water.
pub(super) fn pave(land: &mut Grid<Terrain>, cell: Cell) {
    if let Some(terrain) = land.get_mut(cell) {
        *terrain = match *terrain {
            Terrain::Deep | Terrain::Shallow | Terrain::Bridge => Terrain::Bridge,
            _ => Terrain::Road,
        };
    }
}

/// For each cell the first step of the cheapest way to `hub`.
pub(super) fn ways_to(land: &Grid<Terrain>, hub: Cell, winding: &Noise) -> Grid<Option<Dir>> {
    let mut tolls = land.map(|terrain| price(*terrain));
    for cell in land.cells() {
        // 0 to 8 more than the price: as much as grass costs, so that roads wind but shun what is worse.
        tolls[cell] += ((i32::from(winding.at(cell)) + 1000) / 250) as usize;
    }
    let step = |to: Cell, dir: Dir| tolls[to] * if dir.is_diagonal() { 7 } else { 5 };
    ways(land, vec![hub], &Dir::ALL, PRICES, step, |_, _| {}).back
}

/// The cheapest ways from the nearest of some cells to all others.
pub(super) struct Ways {
    pub(super) cost: Grid<u32>,
    /// The step back; none where no way leads and at the beginnings.
    pub(super) back: Grid<Option<Dir>>,
}

/// Dijkstra's algorithm with a bucket for each cost (R. B. Dial 1969). `price` is that of a step to a cell, less than
/// `prices`; `reach` is told from where a cell is reached whenever that is cheaper than before.
pub(super) fn ways(
    land: &Grid<Terrain>,
    sources: Vec<Cell>,
    dirs: &[Dir],
    prices: usize,
    price: impl Fn(Cell, Dir) -> usize,
    mut reach: impl FnMut(Cell, Cell),
) -> Ways {
    let mut ways = Ways { cost: land.map(|_| u32::MAX), back: land.map(|_| None) };
    sources.iter().for_each(|cell| ways.cost[*cell] = 0);
    let mut queue: Vec<Vec<Cell>> = vec![Vec::new(); prices];
    queue[0] = sources;
    let (mut now, mut idle) = (0_usize, 0);
    while idle < prices {
        let due = std::mem::take(&mut queue[now % prices]);
        idle = if due.is_empty() { idle + 1 } else { 0 };
        for cell in due {
            if ways.cost[cell] as usize != now {
                continue;
            }
            for dir in dirs {
                let next = cell.step(*dir);
                if !land.contains(next) {
                    continue;
                }
                let total = now + price(next, *dir);
                if (total as u32) < ways.cost[next] {
                    ways.cost[next] = total as u32;
                    ways.back[next] = Some(dir.reverse());
                    reach(cell, next);
                    queue[total % prices].push(next);
                }
            }
        }
        now += 1;
    }
    ways
}

/// Up to `count` cells of plain ground, each far from `from` and the others: the best of a few hundred by
/// farthest-point sampling.
pub(super) fn places(land: &Grid<Terrain>, from: Cell, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let margin = (land.width().min(land.height()) / 10) as i16;
    let candidates: Vec<Cell> = (0..400)
        .map(|_| {
            let x = rng.random_range(margin..land.width() as i16 - margin);
            Cell::new(x, rng.random_range(margin..land.height() as i16 - margin))
        })
        .filter(|cell| matches!(land[*cell], Terrain::Grass | Terrain::Road))
        .collect();
    let mut chosen = vec![from];
    for _ in 0..count {
        let nearest = |cell: &Cell| chosen.iter().map(|other| cell.distance_squared(*other)).min().unwrap_or(0);
        match candidates.iter().copied().max_by_key(|cell| (nearest(cell), *cell)) {
            Some(best) if nearest(&best) > 36 => chosen.push(best),
            _ => break,
        }
    }
    chosen.remove(0);
    chosen
}
