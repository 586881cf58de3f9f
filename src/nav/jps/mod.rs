//! Jump point search: shortest paths for one unit on a map that may change at any time.
//!
//! D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), and "Improving Jump
//! Point Search" (ICAPS 2014), there JPS(B+P): scans of whole words (§3) and no nodes where a way only turns from a
//! diagonal into a straight line (§4). Of all shortest paths the search follows those that go diagonally first; only
//! cells behind a corner (*jump points*) become nodes, and everything between them is scanned over.
//!
//! Where we differ:
//! - **No corner is cut**: a diagonal step needs both cells beside it. Then a diagonal line has no forced neighbours,
//!   and on a straight line they belong to the cell *behind* the end of the wall (see `bits`).
//! - The places where scans end are bit sets themselves, renewed word by word with each edit, so that a scan reads one
//!   word for 64 cells instead of three.
//! - All ways on from a node depend on the direction it was entered in, and a node can be reached at equal length
//!   from two sides. Both are followed; a longer arrival is dropped.
//! - Nodes are a sparse set (P. Briggs and L. Torczon, "An efficient representation for sparse sets", ACM Letters on
//!   Programming Languages and Systems 2, 1993): a search begins with none without clearing anything.
//! - A goal in plain sight (diagonally, then straight) is answered without a search.
//! - Lengths are exact integers ([`super::octile`]), so what is found is the true optimum.

pub mod bits;

use super::octile::{DIAGONAL, Length, STRAIGHT, distance};
use crate::base::{Cell, Dir, Grid};
use bits::{Bits, inner};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A jump point that has been reached.
#[derive(Debug, Clone, Copy)]
struct Node {
    x: u16,
    y: u16,
    /// Position in the list of nodes; the start is its own parent.
    parent: u32,
    /// Least length found so far.
    length: Length,
    /// Directions to go on in that nobody has followed yet, one bit each.
    waiting: u8,
    /// Directions that have been followed from here.
    followed: u8,
}

/// The searcher: the ground as bit sets and the memory of searches, used again by the next.
#[derive(Debug, Clone)]
pub struct Jps {
    bits: Bits,
    /// Cells of one row with rim and padding.
    stride: u32,
    /// For every cell where its node is, if that node is of this cell; else it means nothing.
    slots: Vec<u32>,
    nodes: Vec<Node>,
    /// Estimated length through a node; then the rest of the way and the node in one word.
    open: BinaryHeap<Reverse<(Length, u64)>>,
    expanded: u64,
}

/// Low bits of an open entry's second word: the position of the node. A map has at most 2²⁴ cells; the estimate above
/// it is less than 2⁴⁰ (4096 diagonal steps).
const NODE_BITS: u32 = 24;

/// What one search looks for and has found.
#[derive(Debug, Clone, Copy)]
struct Target {
    x: u32,
    y: u32,
    /// Length of the best way found, and the node from which it was seen.
    best: Length,
    from: u32,
}

const fn bit(dir: Dir) -> u8 {
    1 << dir as u8
}

impl Jps {
    /// A searcher on the cells that are `true`.
    pub fn new(passable: &Grid<bool>) -> Self {
        let bits = Bits::new(passable);
        let (stride, cells) = bits.layout();
        Self { bits, stride, slots: vec![0; cells], nodes: Vec::new(), open: BinaryHeap::new(), expanded: 0 }
    }

    /// Makes a cell passable or not. The next search sees it; cells outside of the map stay blocked.
    pub fn set(&mut self, cell: Cell, passable: bool) {
        if self.bits.contains(cell) {
            self.bits.set(cell, passable);
        }
    }

    /// Whether a cell is on the map and passable.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.bits.is_passable(cell)
    }

    /// Jump points expanded by the last search.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The cells of a shortest path with both ends, or `None` if there is no path.
    pub fn path(&mut self, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
        self.expanded = 0;
        if !self.is_passable(start) || !self.is_passable(goal) {
            return None;
        }
        if start == goal {
            return Some(vec![start]);
        }
        self.nodes.clear();
        self.open.clear();
        let ((x, y), (goal_x, goal_y)) = (inner(start), inner(goal));
        let mut target = Target { x: goal_x, y: goal_y, best: Length::MAX, from: 0 };
        self.nodes.push(Node { x: x as u16, y: y as u16, parent: 0, length: 0, waiting: u8::MAX, followed: 0 });
        self.slots[(y * self.stride + x) as usize] = 0;
        if self.is_in_sight(&target, x, y) {
            target.offer(0, distance(x.abs_diff(goal_x), y.abs_diff(goal_y)));
            return Some(self.trace(&target));
        }
        self.open.push(Reverse((0, 0)));
        while let Some(Reverse((estimate, low))) = self.open.pop() {
            if estimate >= target.best {
                break;
            }
            let from = low as u32 & ((1 << NODE_BITS) - 1);
            let node = &mut self.nodes[from as usize];
            // A node that was reached again stands in the list twice; the better entry came first and left nothing.
            let mut dirs = std::mem::take(&mut node.waiting);
            if dirs == 0 {
                continue;
            }
            node.followed |= dirs;
            let node = *node;
            self.expanded += 1;
            // Towards the goal first: what is found there ends most of the others before they begin.
            let first = target.dir_from(node.x.into(), node.y.into());
            dirs = dirs.rotate_right(first);
            while dirs != 0 {
                let dir = Dir::ALL[(dirs.trailing_zeros() + first) as usize & 7];
                dirs &= dirs - 1;
                self.follow(&mut target, from, node, dir);
            }
        }
        (target.best != Length::MAX).then(|| self.trace(&target))
    }

    /// Whether the way that goes diagonally first and then straight is free: many queries of a game are that short.
    fn is_in_sight(&self, target: &Target, mut x: u32, mut y: u32) -> bool {
        while x != target.x && y != target.y {
            let (right, down) = (target.x > x, target.y > y);
            if !self.bits.is_square(x - u32::from(!right), y - u32::from(!down)) {
                return false;
            }
            x = if right { x + 1 } else { x - 1 };
            y = if down { y + 1 } else { y - 1 };
        }
        let (lines, line, at, goal) =
            if y == target.y { (&self.bits.rows, y, x, target.x) } else { (&self.bits.columns, x, y, target.y) };
        lines.is_free_between(line, at, goal)
    }

    /// Follows one direction from a node.
    fn follow(&mut self, target: &mut Target, from: u32, node: Node, dir: Dir) {
        let (x, y, length) = (u32::from(node.x), u32::from(node.y), node.length);
        match dir {
            Dir::NorthEast => self.go_diagonally::<true, false>(target, from, node),
            Dir::SouthEast => self.go_diagonally::<true, true>(target, from, node),
            Dir::SouthWest => self.go_diagonally::<false, true>(target, from, node),
            Dir::NorthWest => self.go_diagonally::<false, false>(target, from, node),
            Dir::North => self.go_straight::<false, false>(target, from, x, y, length),
            Dir::East => self.go_straight::<true, true>(target, from, x, y, length),
            Dir::South => self.go_straight::<false, true>(target, from, x, y, length),
            Dir::West => self.go_straight::<true, false>(target, from, x, y, length),
        }
    }

    /// Scans from a cell along its row or column to the first jump point or the goal.
    #[inline(always)]
    fn go_straight<const ROW: bool, const FORWARD: bool>(
        &mut self,
        target: &mut Target,
        from: u32,
        x: u32,
        y: u32,
        length: Length,
    ) {
        let (lines, line, at, goal_line, goal_at) = if ROW {
            (&self.bits.rows, y, x, target.y, target.x)
        } else {
            (&self.bits.columns, x, y, target.x, target.y)
        };
        let stop = if FORWARD { lines.next_stop(line, at) } else { lines.previous_stop(line, at) };
        let is_passed = || if FORWARD { at < goal_at && goal_at <= stop } else { stop <= goal_at && goal_at < at };
        if line == goal_line && is_passed() {
            target.offer(from, length + Length::from(goal_at.abs_diff(at)) * STRAIGHT);
        } else if lines.is_passable(line, stop) {
            let length = length + Length::from(stop.abs_diff(at)) * STRAIGHT;
            let (place, dir) = match (ROW, FORWARD) {
                (true, true) => ((stop, y), Dir::East),
                (true, false) => ((stop, y), Dir::West),
                (false, true) => ((x, stop), Dir::South),
                (false, false) => ((x, stop), Dir::North),
            };
            self.reach(target, from, place, dir, length);
        }
    }

    /// Walks diagonally to the last cell, and from every cell on the way straight in both directions.
    fn go_diagonally<const RIGHT: bool, const DOWN: bool>(&mut self, target: &mut Target, from: u32, node: Node) {
        let (mut x, mut y, mut length) = (u32::from(node.x), u32::from(node.y), node.length);
        while self.bits.is_square(x - u32::from(!RIGHT), y - u32::from(!DOWN)) {
            x = if RIGHT { x + 1 } else { x - 1 };
            y = if DOWN { y + 1 } else { y - 1 };
            length += DIAGONAL;
            if length + distance(x.abs_diff(target.x), y.abs_diff(target.y)) >= target.best {
                // What this line could still find is no better than what is known: the estimate only grows.
                return;
            }
            if (x, y) == (target.x, target.y) {
                target.offer(from, length);
                return;
            }
            self.go_straight::<false, DOWN>(target, from, x, y, length);
            self.go_straight::<true, RIGHT>(target, from, x, y, length);
        }
    }

    /// Notes that a jump point is reached in direction `dir`.
    fn reach(&mut self, target: &Target, from: u32, (x, y): (u32, u32), dir: Dir, length: Length) {
        let rest = distance(x.abs_diff(target.x), y.abs_diff(target.y));
        if length + rest >= target.best {
            return;
        }
        let at = (y * self.stride + x) as usize;
        let slot = self.slots[at];
        let known = self.nodes.get(slot as usize).filter(|node| (u32::from(node.x), u32::from(node.y)) == (x, y));
        let (slot, node) = match known.copied() {
            None => {
                let waiting = self.ways_on((x, y), dir);
                let slot = self.nodes.len() as u32;
                self.slots[at] = slot;
                (slot, Node { x: x as u16, y: y as u16, parent: from, length, waiting, followed: 0 })
            }
            Some(node) if length < node.length => {
                let waiting = self.ways_on((x, y), dir);
                (slot, Node { parent: from, length, waiting, followed: 0, ..node })
            }
            Some(node) if length == node.length => {
                let new = self.ways_on((x, y), dir) & !node.followed & !node.waiting;
                if new == 0 {
                    return;
                }
                (slot, Node { waiting: node.waiting | new, ..node })
            }
            Some(_) => return,
        };
        match self.nodes.get_mut(slot as usize) {
            Some(known) => *known = node,
            None => self.nodes.push(node),
        }
        self.open.push(Reverse((length + rest, rest << NODE_BITS | u64::from(slot))));
    }

    /// The directions to follow from a jump point that was entered in direction `dir`: on, and around each corner.
    fn ways_on(&self, (x, y): (u32, u32), dir: Dir) -> u8 {
        let rows = &self.bits.rows;
        let (dx, dy) = dir.offset();
        let turned = |steps: u8| Dir::ALL[usize::from((dir as u8 + steps) & 7)];
        let mut ways = bit(dir);
        for (side, between) in [(turned(2), turned(1)), (turned(6), turned(7))] {
            let (side_x, side_y) = side.offset();
            let (x, y) = (x.wrapping_add_signed(side_x.into()), y.wrapping_add_signed(side_y.into()));
            let behind = (x.wrapping_add_signed((-dx).into()), y.wrapping_add_signed((-dy).into()));
            if rows.is_passable(y, x) && !rows.is_passable(behind.1, behind.0) {
                ways |= bit(side) | bit(between);
            }
        }
        ways
    }

    /// The cells of the best way: from node to node diagonally first, then straight.
    fn trace(&self, target: &Target) -> Vec<Cell> {
        // No path has more steps than its length has cells.
        let mut path = Vec::with_capacity((target.best / STRAIGHT) as usize + 1);
        // Backwards: from the later node straight until only the diagonal is left.
        let (mut x, mut y) = (target.x as i32, target.y as i32);
        let mut from = target.from;
        loop {
            let node = self.nodes[from as usize];
            let (to_x, to_y) = (i32::from(node.x), i32::from(node.y));
            while (x, y) != (to_x, to_y) {
                // Without the rim, which is below `i16::MAX` on every map.
                path.push(Cell::new((x - 1) as i16, (y - 1) as i16));
                let (dx, dy) = (to_x - x, to_y - y);
                if dx.abs() >= dy.abs() {
                    x += dx.signum();
                }
                if dy.abs() >= dx.abs() {
                    y += dy.signum();
                }
            }
            if node.parent == from {
                break;
            }
            from = node.parent;
        }
        path.push(Cell::new((x - 1) as i16, (y - 1) as i16));
        path.reverse();
        path
    }
}

impl Target {
    /// The direction from a cell towards the goal, as its position in [`Dir::ALL`]. Any for the goal itself.
    fn dir_from(&self, x: u32, y: u32) -> u32 {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self.x.cmp(&x), self.y.cmp(&y)) {
            (Equal, Equal | Less) => 0,
            (Greater, Less) => 1,
            (Greater, Equal) => 2,
            (Greater, Greater) => 3,
            (Equal, Greater) => 4,
            (Less, Greater) => 5,
            (Less, Equal) => 6,
            (Less, Less) => 7,
        }
    }

    /// A way to the goal through a node.
    fn offer(&mut self, from: u32, length: Length) {
        if length < self.best {
            (self.best, self.from) = (length, from);
        }
    }
}
