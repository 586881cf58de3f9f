//! Goals for a group: free cells around the target, and who takes which.

use crate::base::{Cell, CellSet, Dir};
use crate::nav::occupancy::body;
use crate::nav::regions::Regions;
use crate::nav::walk::Walk;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Up to `count` places around `target` in the order of their straight-line distance from it, as far as a way leads for the
/// units of one sort: anchors of bodies that do not overlap and cover no cell that is `taken`, to which theirs are added.
/// Places on lanes come last, when there are no others. Fewer if the region around the target has no more.
pub fn around(ground: impl Walk, target: Cell, count: usize, taken: &mut CellSet) -> Vec<Cell> {
    let size = ground.layer().size;
    let is_free = |taken: &CellSet, at: Cell| !body(at, size).any(|cell| taken.contains(cell));
    let mut slots = Vec::with_capacity(count);
    let mut on_lanes = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = BinaryHeap::new();
    if ground.is_passable(target) {
        seen.insert(target);
        open.push(Reverse((0u32, target.y, target.x)));
    }
    while slots.len() < count {
        let Some(Reverse((_, y, x))) = open.pop() else { break };
        let cell = Cell::new(x, y);
        if ground.is_lane(cell) {
            on_lanes.push(cell);
        } else if is_free(taken, cell) {
            taken.extend(body(cell, size));
            slots.push(cell);
        }
        for dir in Dir::ALL {
            let next = cell.step(dir);
            // By straight-line distance, so that the group stands in a round patch, but only over ways that exist.
            if ground.step_cost(cell, dir).is_some() && seen.insert(next) {
                open.push(Reverse((target.distance_squared(next), next.y, next.x)));
            }
        }
    }
    for cell in on_lanes {
        if slots.len() < count && is_free(taken, cell) {
            taken.extend(body(cell, size));
            slots.push(cell);
        }
    }
    slots
}

/// A place for each of the `wanted` cells: the nearest in `region` that no other body covers, or the wanted one itself when
/// the region is full. Adds the bodies to `taken`.
pub fn near(
    ground: impl Walk,
    regions: &Regions,
    region: u32,
    wanted: impl Iterator<Item = Cell>,
    taken: &mut CellSet,
) -> Vec<Cell> {
    wanted
        .map(|cell| {
            let start = regions.nearest(region, cell).unwrap_or(cell);
            around(ground, start, 1, taken).first().copied().unwrap_or(start)
        })
        .collect()
}

/// Passes of pairwise exchange in [`assign`]; more change almost nothing.
const PASSES: usize = 4;
/// Pairs that one pass compares at most, a tenth of a millisecond: all pairs of up to 200 units, of larger groups those who
/// are near each other in the order along the march.
const PAIRS: usize = 20_000;

/// Which unit goes where so that few paths cross: for each of `units` the position of its slot in `slots`, one each.
/// There are at least as many slots as units.
///
/// Starts from the order along the direction of the march (the front of the group takes the far slots) and exchanges
/// pairs while that shortens the sum of squared distances, which also punishes the longest way.
pub fn assign(units: &[Cell], slots: &[Cell]) -> Vec<usize> {
    let centre = |cells: &[Cell]| {
        let count = cells.len().max(1) as i64;
        let sum = cells.iter().fold((0, 0), |sum, cell| (sum.0 + i64::from(cell.x), sum.1 + i64::from(cell.y)));
        (sum.0 / count, sum.1 / count)
    };
    let slots = &slots[..units.len()];
    let (here, there) = (centre(units), centre(slots));
    let (dx, dy) = (there.0 - here.0, there.1 - here.1);
    let along = |cell: Cell| i64::from(cell.x) * dx + i64::from(cell.y) * dy;
    let across = |cell: Cell| i64::from(cell.x) * dy - i64::from(cell.y) * dx;
    let ordered = |cells: &[Cell]| {
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|index| (Reverse(along(cells[*index])), across(cells[*index]), *index));
        order
    };
    let mut slot_of = vec![0; units.len()];
    let marching = ordered(units);
    for (unit, slot) in marching.iter().zip(ordered(slots)) {
        slot_of[*unit] = slot;
    }
    let (all, reach) = (units.len() * units.len() / 2 <= PAIRS, PAIRS / units.len().max(1));
    let sequence = if all { (0..units.len()).collect() } else { marching };
    let price = |unit: usize, slot: usize| units[unit].distance_squared(slots[slot]);
    for _ in 0..PASSES {
        let mut improved = false;
        for (position, first) in sequence.iter().enumerate() {
            let near = if all { units.len() } else { (position + 1 + reach).min(units.len()) };
            for second in &sequence[position + 1..near] {
                let (a, b) = (slot_of[*first], slot_of[*second]);
                if price(*first, b) + price(*second, a) < price(*first, a) + price(*second, b) {
                    slot_of.swap(*first, *second);
                    improved = true;
                }
            }
        }
        if !improved {
            break;
        }
    }
    slot_of
}
