//! Jump point search that tells what it does, cell by cell.
//!
//! D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011: of all cheapest ways the
//! search follows those that go diagonally first, and only cells where such a way may turn (*jump points*) enter the open
//! list. Optimal, on maps with eight directions and one price. The game's own, [`crate::nav::jps`], scans whole words and
//! has no cell to tell of; this one is to be watched and counted.
//!
//! Where we differ: no corner is cut, so that diagonal lines have no forced neighbours and straight ones have theirs behind
//! the end of a wall; and where a jump point is reached at equal cost in another direction, both are followed.

use super::best_first::LOOK;
use super::grid::{GridMap, GridSpace};
use super::listener::{Event, EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Cost, Space};
use crate::base::{Budget, Cell, Dir};
use crate::nav::octile::length;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const fn bit(dir: Dir) -> u8 {
    1 << dir as u8
}

const fn turned(dir: Dir, eighths: u8) -> Dir {
    Dir::ALL[(dir as usize + eighths as usize) % 8]
}

/// The directions to follow from a cell that was entered in a direction.
fn ways_on(map: &GridMap, cell: Cell, dir: Dir) -> u8 {
    if dir.is_diagonal() {
        return bit(dir) | bit(turned(dir, 1)) | bit(turned(dir, 7));
    }
    let behind = dir.reverse();
    let mut ways = bit(dir);
    for (side, between) in [(2, 1), (6, 7)] {
        let beside = cell.step(turned(dir, side));
        if map.is_free(beside) && !map.is_free(beside.step(behind)) {
            ways |= bit(turned(dir, side)) | bit(turned(dir, between));
        }
    }
    ways
}

/// A jump under way.
struct Jump<'a, L> {
    space: &'a GridSpace<'a>,
    listener: &'a mut L,
    /// Where it has begun, and at what cost.
    from: Cell,
    cost: Cost,
}

impl<L: Listener> Jump<'_, L> {
    /// The next jump point in a direction.
    fn to(&mut self, mut at: Cell, dir: Dir) -> Option<Cell> {
        let map = self.space.map;
        while map.legal(at) & bit(dir) != 0 {
            at = at.step(dir);
            self.scan(at);
            if at == self.space.goal {
                return Some(at);
            }
            let is_jump_point = if dir.is_diagonal() {
                self.to(at, turned(dir, 7)).is_some() || self.to(at, turned(dir, 1)).is_some()
            } else {
                ways_on(map, at, dir) != bit(dir)
            };
            if is_jump_point {
                return Some(at);
            }
        }
        None
    }

    fn scan(&mut self, at: Cell) {
        if L::HEARS {
            let (key, parent) = (self.space.key(at), Some(self.space.key(self.from)));
            let g = self.cost;
            self.listener.hear(Event { kind: EventKind::Scan, side: Side::Forward, key, parent, g, h: 0, f: g });
        }
    }
}

/// The cells of a way that is given by its jump points.
fn filled(corners: &[Cell]) -> (Vec<Cell>, Vec<Dir>) {
    let mut path: Vec<Cell> = corners.first().copied().into_iter().collect();
    let mut operators = Vec::new();
    for pair in corners.windows(2) {
        let mut at = pair[0];
        let (dx, dy) = ((pair[1].x - at.x).signum(), (pair[1].y - at.y).signum());
        let dir = at.dir_to(Cell::new(at.x + dx, at.y + dy));
        while let Some(dir) = dir.filter(|_| at != pair[1]) {
            at = at.step(dir);
            path.push(at);
            operators.push(dir);
        }
    }
    (path, operators)
}

/// The cheapest way on a map with eight directions and one price, by the estimated cost of the rest from a cell. On other
/// maps the way is one, but perhaps not the cheapest.
pub fn search<L: Listener>(
    space: &GridSpace<'_>,
    estimate: impl Fn(Cell) -> Cost,
    budget: &Budget,
    listener: &mut L,
) -> Answer<GridSpace<'static>> {
    let (map, price) = (space.map, space.map.least_step() / crate::nav::octile::STRAIGHT);
    let mut nodes = Nodes::new(space, CycleCheck::Visited, Side::Forward, estimate(space.start));
    // Directions of each node: those that wait, and those that were followed.
    let mut ways: Vec<(u8, u8)> = vec![(u8::MAX, 0)];
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
        let from = node.state;
        open -= 1;
        counts.expanded += 1;
        nodes.tell(space, listener, EventKind::Expand, number, rank);
        if space.is_goal(from) {
            let found = nodes.found(number, counts);
            let (path, operators) = filled(&found.path);
            return Outcome { path, operators, ..found };
        }
        let (waiting, followed) = &mut ways[number as usize];
        let dirs = std::mem::take(waiting);
        *followed |= dirs;
        for dir in Dir::ALL.into_iter().filter(|dir| dirs & bit(*dir) != 0) {
            let Some(to) = (Jump { space, listener, from, cost }).to(from, dir) else { continue };
            let steps = Cost::from(from.chebyshev(to));
            let g = cost + steps * price * length(dir);
            let on = ways_on(map, to, dir);
            let known = nodes.of(space.key(to));
            let (reached, kind) = if known == NOBODY {
                let node =
                    Node { state: to, operator: Some(dir), is_closed: false, parent: number, g, h: estimate(to) };
                ways.push((on, 0));
                open += 1;
                (nodes.add(space, node), EventKind::Generate)
            } else {
                let (node, ways) = (&mut nodes.list[known as usize], &mut ways[known as usize]);
                let new = on & !ways.0 & !ways.1;
                if g > node.g || g == node.g && new == 0 {
                    counts.refused += 1;
                    continue;
                }
                *ways = if g < node.g { (on, 0) } else { (ways.0 | new, ways.1) };
                open += u64::from(node.is_closed);
                counts.reopened += u64::from(node.is_closed);
                node.is_closed = false;
                if g < node.g {
                    (node.g, node.parent) = (g, number);
                }
                (known, EventKind::Update)
            };
            counts.generated += 1;
            let rank = g.saturating_add(nodes.list[reached as usize].h);
            heap.push(Reverse((rank, !g, !reached)));
            nodes.tell(space, listener, kind, reached, rank);
        }
        counts.peak_open = counts.peak_open.max(open);
        counts.peak_stored = nodes.list.len() as u64;
        nodes.tell(space, listener, EventKind::Close, number, rank);
    }
    Outcome::without_way(End::NoWay, counts)
}
