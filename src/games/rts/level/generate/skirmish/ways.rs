//! Roads from the middle to homes and mines, wide enough for carts of two cells, and what becomes of ground that nobody
//! can reach.

use super::symmetry::{Point, Symmetry, length, point, square_at};
use crate::base::{Cell, Dir, Grid};
use crate::games::rts::level::generate::connect::{areas, fill};
use crate::games::rts::level::generate::noise::Noise;
use crate::games::rts::level::generate::roads::{pave, ways_to};
use crate::games::rts::placement::{footprint, gap, rim};
use crate::nav::terrain::{CostTable, Ground, MovementClass, Terrain};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Half cells around a hall in which only the road of its own gate lies: the hall, its mine and the way between them.
const HOME: i32 = 30;

/// Lays a way from the middle of the map to each of these points. Under an exact symmetry the points of side 0 are enough:
/// the others get the same ways.
pub(super) fn lay(land: &mut Grid<Terrain>, symmetry: &Symmetry, homes: &[Point], goals: &[Point], winding: &Noise) {
    let hub = square_at(land, (0, 0), 1);
    let mut homely: Grid<bool> = land.map(|_| false);
    for cell in land.cells() {
        let (x, y) = point(land, cell);
        homely[cell] = homes.iter().any(|home| length((x - home.0, y - home.1)) <= HOME);
    }
    let is_home = |cell: Cell| homely.get(cell).copied().unwrap_or(true);
    for goal in goals {
        // Roads that lie already are followed; homes are gone around, as a road of others in one would not be fair.
        let mut priced = land.clone();
        for cell in land.cells().filter(|cell| is_home(*cell)) {
            priced[cell] = Terrain::Building;
        }
        let back = ways_to(&priced, hub, winding);
        let mut cell = square_at(land, *goal, 1);
        let mut way = vec![cell];
        while let Some(dir) = back.get(cell).copied().flatten() {
            if dir.is_diagonal() {
                way.push(Cell::new(cell.x + dir.offset().0, cell.y));
            }
            cell = cell.step(dir);
            way.push(cell);
        }
        let turns = if symmetry.is_exact { symmetry.turns.as_slice() } else { &symmetry.turns[..1] };
        for (cell, turn) in way.iter().flat_map(|cell| turns.iter().map(move |turn| (*cell, turn))) {
            let at = square_at(land, turn.apply(point(land, cell)), 1);
            for beside in Dir::ALL.into_iter().map(|dir| at.step(dir)) {
                if !is_home(beside) {
                    open(land, beside);
                }
            }
            if !is_home(at) {
                pave(land, at);
            }
        }
    }
}

/// Lets wheels onto a cell.
fn open(land: &mut Grid<Terrain>, cell: Cell) {
    if let Some(ground) = land.get_mut(cell) {
        *ground = match *ground {
            Terrain::Deep | Terrain::Shallow => Terrain::Bridge,
            Terrain::Forest => Terrain::Grass,
            Terrain::Rock | Terrain::Wall => Terrain::Hill,
            ground => ground,
        };
    }
}

/// Cells of the smallest bridge: what is smaller only cuts the corner of a lake.
const SMALLEST_BRIDGE: usize = 8;

/// Where a way only cuts the corner of a lake there is a road along the shore, and no bridge that joins land to itself.
pub(super) fn fill_corners(land: &mut Grid<Terrain>) {
    let mut is_met = land.map(|_| false);
    for start in land.cells().collect::<Vec<_>>() {
        if land[start] != Terrain::Bridge || is_met[start] {
            continue;
        }
        is_met[start] = true;
        let mut bridge = vec![start];
        let mut next = 0;
        while let Some(cell) = bridge.get(next).copied() {
            next += 1;
            for beside in Dir::ALL.into_iter().map(|dir| cell.step(dir)) {
                if land.get(beside) == Some(&Terrain::Bridge) && !is_met[beside] {
                    is_met[beside] = true;
                    bridge.push(beside);
                }
            }
        }
        if bridge.len() < SMALLEST_BRIDGE {
            bridge.into_iter().for_each(|cell| land[cell] = Terrain::Road);
        }
    }
}

/// Turns ground that cannot be walked to from `start` into the obstacle that most of its border is.
pub(super) fn fill_pockets(land: &mut Grid<Terrain>, costs: &CostTable, start: Cell) {
    let areas = areas(land, costs, MovementClass::Foot);
    if let Some(home) = areas.region(start) {
        fill(land, &areas, |area| area != home);
    }
}

/// Whether carts of two cells can drive from beside the first square to beside each of the others, and everybody on foot
/// and on horseback as well: `squares` are those of halls and mines, which are in the way themselves. Who is on foot must come
/// to all ground that can be stood on.
pub(super) fn all_joined(land: &Grid<Terrain>, costs: &CostTable, squares: &[(Cell, u8)]) -> bool {
    MovementClass::ALL.into_iter().all(|class| {
        let size = if class == MovementClass::Wheeled { 2 } else { 1 };
        let mut free = land.map(|ground| costs.quarters(class, *ground).is_some());
        for (at, side) in squares {
            footprint(*at, *side).for_each(|cell| free[cell] = false);
        }
        let fits = |at: Cell| footprint(at, size).all(|cell| free.get(cell).copied().unwrap_or(false));
        // Upper left cells from which such a unit touches the square.
        let beside = |at: Cell, side: u8| {
            let (low, high) = (-i16::from(size), i16::from(side));
            let line = low..=high;
            line.clone()
                .flat_map(move |y| line.clone().map(move |x| (x, y)))
                .filter(move |(x, y)| [low, high].contains(x) || [low, high].contains(y))
                .map(move |(x, y)| Cell::new(at.x + x, at.y + y))
        };
        let Some(((first, side), rest)) = squares.split_first() else { return true };
        let mut seen = land.map(|_| false);
        let mut open: Vec<Cell> = beside(*first, *side).find(|cell| fits(*cell)).into_iter().collect();
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            let straight = Dir::ALL.into_iter().step_by(2).map(|dir| cell.step(dir));
            open.extend(straight.filter(|next| fits(*next) && !seen[*next]));
        }
        // A mine or a tree that was planted last may have cut off ground from the rest of it.
        let is_whole = class != MovementClass::Foot || land.cells().all(|cell| seen[cell] || !free[cell]);
        is_whole
            && rest.iter().all(|(at, side)| beside(*at, *side).any(|cell| seen.get(cell).copied().unwrap_or(false)))
    })
}

/// Hundredths by which the longest way from a home to the second mine on its side is longer than the shortest: on foot,
/// from beside its square to beside that mine. The mines of the homes are the first `homes.len()` of `mines`, those beside
/// them the next.
pub(super) fn spread(land: &Grid<Terrain>, costs: &CostTable, homes: &[(Cell, u8)], mines: &[(Cell, u8)]) -> u32 {
    let mut sites = land.map(|_| false);
    for (at, size) in homes.iter().chain(mines) {
        footprint(*at, *size).for_each(|cell| sites[cell] = true);
    }
    let ground = Ground::new(land, costs, MovementClass::Foot).without(&sites);
    let second = &mines[homes.len()..2 * homes.len()];
    let ways = homes.iter().map(|(at, size)| {
        let mut cost: Grid<u32> = land.map(|_| u32::MAX);
        let mut open = BinaryHeap::new();
        for cell in rim(*at, *size).filter(|cell| ground.is_passable(*cell)) {
            cost[cell] = 0;
            open.push((Reverse(0), cell));
        }
        while let Some((Reverse(now), cell)) = open.pop() {
            if second.iter().any(|(mine, side)| gap(cell, 1, *mine, *side) == 1) {
                return now;
            }
            for dir in Dir::ALL {
                let Some(step) = ground.step_cost(cell, dir) else { continue };
                let next = cell.step(dir);
                if now + step < cost[next] {
                    cost[next] = now + step;
                    open.push((Reverse(now + step), next));
                }
            }
        }
        u32::MAX
    });
    let ways: Vec<u32> = ways.collect();
    let (least, most) = (ways.iter().min().copied().unwrap_or(0), ways.iter().max().copied().unwrap_or(0));
    if most == u32::MAX { u32::MAX } else { (most - least) * 100 / least.max(1) }
}
