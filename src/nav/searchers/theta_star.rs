//! Theta*: ways on maps whose parts are straight lines in any direction.
//!
//! A. Nash, K. Daniel, S. Koenig and A. Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007: like A*, but a cell
//! that the parent of its neighbour sees is linked to that parent. Complete; neither optimal nor far from it.
//!
//! Where we differ: cells are joined from middle to middle; a line must not touch a blocked cell, not even at a corner, as
//! steps must not; and it holds only over ground of one price, so that its cost is its length times that.

use super::best_first::LOOK;
use super::grid::{GridMap, GridSpace};
use super::listener::{EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Cost, Space};
use crate::base::{Budget, Cell};
use crate::nav::octile::STRAIGHT;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of the straight line between two cells over ground of a price.
pub fn line_cost(from: Cell, to: Cell, price: u8) -> Cost {
    let length = f64::from(from.distance_squared(to)).sqrt() * (2 * Cost::from(price) * STRAIGHT) as f64;
    length.round() as Cost
}

/// The price of the ground between the middles of two cells, if the straight line touches only free cells of one price.
pub fn sees(map: &GridMap, from: Cell, to: Cell) -> Option<u8> {
    let price = *map.prices().get(from)?;
    let same = |x: i32, y: i32| map.prices().get(Cell::new(x as i16, y as i16)) == Some(&price);
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let (step_x, step_y) = (dx.signum(), dy.signum());
    let (mut x, mut y) = (i32::from(from.x), i32::from(from.y));
    // Borders that were crossed, in both directions. The next column is entered before the next row if it is nearer.
    let (mut columns, mut rows) = (0, 0);
    while price > 0 && same(x, y) {
        if columns == dx.abs() && rows == dy.abs() {
            return Some(price);
        }
        match ((2 * columns + 1) * dy.abs()).cmp(&((2 * rows + 1) * dx.abs())) {
            std::cmp::Ordering::Less => (x, columns) = (x + step_x, columns + 1),
            std::cmp::Ordering::Greater => (y, rows) = (y + step_y, rows + 1),
            std::cmp::Ordering::Equal => {
                if !same(x + step_x, y) || !same(x, y + step_y) {
                    return None;
                }
                (x, columns, y, rows) = (x + step_x, columns + 1, y + step_y, rows + 1);
            }
        }
    }
    None
}

/// A short way, by the estimated cost of the rest from a cell. Its cells are the corners, both ends included; between
/// two of them it is straight.
pub fn search<L: Listener>(
    space: &GridSpace<'_>,
    estimate: impl Fn(Cell) -> Cost,
    budget: &Budget,
    listener: &mut L,
) -> Answer<GridSpace<'static>> {
    let mut nodes = Nodes::new(space, CycleCheck::Visited, Side::Forward, estimate(space.start));
    let mut counts = Counts { generated: 1, peak_open: 1, peak_stored: 1, rounds: 1, ..Counts::default() };
    let first = nodes.list[0].h;
    nodes.tell(space, listener, EventKind::Generate, 0, first);
    let mut heap = BinaryHeap::from([Reverse((first, Cost::MAX, u32::MAX))]);
    let mut open: u64 = 1;
    while let Some(Reverse((rank, cost, number))) = heap.pop() {
        let (cost, number) = (!cost, !number);
        let node = &mut nodes.list[number as usize];
        if node.is_closed || node.g != cost {
            continue;
        }
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Outcome::without_way(End::Stopped, counts);
        }
        node.is_closed = true;
        let (from, above) = (node.state, node.parent);
        open -= 1;
        counts.expanded += 1;
        nodes.tell(space, listener, EventKind::Expand, number, rank);
        if space.is_goal(from) {
            // Lines are no steps of the map.
            return Outcome { operators: Vec::new(), ..nodes.found(number, counts) };
        }
        space.each_step(from, |dir, to, price| {
            let known = nodes.of(space.key(to));
            if known != NOBODY && nodes.list[known as usize].is_closed {
                counts.refused += 1;
                return;
            }
            let above = nodes.list.get(above as usize).map(|node| (node.state, node.g));
            let line = above.and_then(|(corner, g)| Some(g + line_cost(corner, to, sees(space.map, corner, to)?)));
            let (g, parent) = match line {
                Some(line) if line <= cost + price => (line, nodes.list[number as usize].parent),
                _ => (cost + price, number),
            };
            let (reached, kind) = if known == NOBODY {
                let h = estimate(to);
                open += 1;
                let node = Node { state: to, operator: Some(dir), is_closed: false, parent, g, h };
                (nodes.add(space, node), EventKind::Generate)
            } else {
                let node = &mut nodes.list[known as usize];
                if g >= node.g {
                    counts.refused += 1;
                    return;
                }
                (node.g, node.parent) = (g, parent);
                (known, EventKind::Update)
            };
            counts.generated += 1;
            let rank = g.saturating_add(nodes.list[reached as usize].h);
            heap.push(Reverse((rank, !g, !reached)));
            nodes.tell(space, listener, kind, reached, rank);
        });
        counts.peak_open = counts.peak_open.max(open);
        counts.peak_stored = nodes.list.len() as u64;
        nodes.tell(space, listener, EventKind::Close, number, rank);
    }
    Outcome::without_way(End::NoWay, counts)
}
