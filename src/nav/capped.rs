//! Capped search: A* that stops after a number of expansions, for bots that must answer at once.
//!
//! Moves are straight steps of cost 1 between cells on which the unit fits (the anchors of a large unit,
//! [`super::clearance`]); the heuristic is the Manhattan distance or a better one. P. E. Hart, N. J. Nilsson and
//! B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (IEEE Transactions on Systems
//! Science and Cybernetics 4(2), 1968); of equal promises the cell nearest to the goal is expanded first.
//!
//! A search that hit its cap is not lost: its expanded cells learn better estimates from its frontier, as in
//! LSS-LRTA* (S. Koenig and X. Sun, "Comparing Real-Time and Incremental Heuristic Search for Real-Time Situated
//! Agents", JAAMAS 18(3), 2009, §3). [`super::follower`] is the unit that uses it.

use crate::base::{Cell, Chunked, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Expansions of one search in the source system, whose full searches stalled the game.
pub const EXPANSIONS: u32 = 100;

const STRAIGHT: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];
const UNSEEN: u32 = u32::MAX;

/// How a capped search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The goal was reached: [`CappedSearch::path_to`] it is shortest.
    Found,
    /// Everything that can be reached was seen, and the goal is not there.
    NoWay,
    /// The cap was hit first.
    Capped,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Steps from the start, the least found so far.
    steps: u32,
    /// The direction in which the cell was entered.
    entered: Dir,
    closed: bool,
}

/// The memory of capped searches on one map, used again by each.
#[derive(Debug, Clone)]
pub struct CappedSearch {
    nodes: Chunked<Node>,
    /// Estimated length, then estimated rest: of equal promises the one farther on.
    open: BinaryHeap<Reverse<(u32, u32, Cell)>>,
    /// Cells expanded by the last search, in order.
    closed: Vec<Cell>,
    start: Cell,
    size: (u16, u16),
}

impl CappedSearch {
    /// For a map of `width` × `height` cells.
    pub fn new(width: u16, height: u16) -> Self {
        let blank = Node { steps: UNSEEN, entered: Dir::North, closed: false };
        let nodes = Chunked::new(width, height, 1, blank);
        Self { nodes, open: BinaryHeap::new(), closed: Vec::new(), start: Cell::new(0, 0), size: (width, height) }
    }

    /// A* from `from` to `to` over cells that are `free`, with at most `cap` expansions. `free` is asked about cells
    /// of the map only. `estimate` must be consistent and 0 at `to`.
    pub fn run(
        &mut self,
        (from, to): (Cell, Cell),
        cap: u32,
        free: impl Fn(Cell) -> bool,
        estimate: impl Fn(Cell) -> u32,
    ) -> Ending {
        self.nodes.clear();
        self.open.clear();
        self.closed.clear();
        self.start = from;
        if !self.contains(from) || !free(from) {
            return Ending::NoWay;
        }
        self.nodes.touch(from)[0].steps = 0;
        self.open.push(Reverse((estimate(from), estimate(from), from)));
        while let Some((_, cell)) = self.promising() {
            if cell == to {
                return Ending::Found;
            }
            if self.closed.len() as u32 >= cap {
                return Ending::Capped;
            }
            self.open.pop();
            let node = &mut self.nodes.touch(cell)[0];
            node.closed = true;
            self.closed.push(cell);
            let steps = node.steps + 1;
            for dir in STRAIGHT {
                let next = cell.step(dir);
                if !self.contains(next) || !free(next) {
                    continue;
                }
                let there = &mut self.nodes.touch(next)[0];
                if steps < there.steps {
                    *there = Node { steps, entered: dir, closed: false };
                    let rest = estimate(next);
                    self.open.push(Reverse((steps + rest, rest, next)));
                }
            }
        }
        Ending::NoWay
    }

    /// Cells that the last search expanded.
    pub fn expanded(&self) -> &[Cell] {
        &self.closed
    }

    /// The way from the start of the last search to a cell it has seen, the last cell first, without the start.
    pub fn path_to(&self, to: Cell) -> Vec<Cell> {
        let (mut path, mut at) = (Vec::new(), to);
        while at != self.start {
            path.push(at);
            match self.nodes.get(at).map(|node| node[0]) {
                Some(node) if node.steps != UNSEEN => at = at.step(node.entered.reverse()),
                _ => return Vec::new(),
            }
        }
        path
    }

    fn contains(&self, cell: Cell) -> bool {
        (0..self.size.0 as i16).contains(&cell.x) && (0..self.size.1 as i16).contains(&cell.y)
    }

    /// The open cell that promises the shortest way, with that length.
    pub(super) fn promising(&mut self) -> Option<(u32, Cell)> {
        loop {
            let Reverse((length, _, cell)) = *self.open.peek()?;
            if self.nodes.get(cell).is_some_and(|node| !node[0].closed) {
                return Some((length, cell));
            }
            self.open.pop();
        }
    }

    /// Teaches the expanded cells of a capped search their distance to the frontier plus the estimate there: Dijkstra's
    /// algorithm from the frontier inwards. Uses up the search.
    pub(super) fn learn(&mut self, learned: &mut Chunked<u32>, estimate: impl Fn(&Chunked<u32>, Cell) -> u32) {
        let mut queue = BinaryHeap::new();
        while let Some((_, cell)) = self.promising() {
            self.open.pop();
            self.nodes.touch(cell)[0].steps = UNSEEN;
            queue.push(Reverse((estimate(learned, cell), cell)));
        }
        // From here on, a node is closed until its new value is final.
        while let Some(Reverse((rest, cell))) = queue.pop() {
            let node = &mut self.nodes.touch(cell)[0];
            if node.closed {
                node.closed = false;
                let value = &mut learned.touch(cell)[0];
                *value = rest.max(*value);
            }
            for dir in STRAIGHT {
                let next = cell.step(dir);
                if self.contains(next) && self.nodes.get(next).is_some_and(|node| node[0].closed) {
                    queue.push(Reverse((rest + 1, next)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Grid;
    use crate::base::rng::{Rng, stream};
    use crate::nav::heuristics::manhattan;
    use rand::RngExt;

    fn random_map(rng: &mut Rng) -> Grid<bool> {
        let (width, height) = (rng.random_range(2..24), rng.random_range(2..24));
        let share = rng.random_range(50..95);
        Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
    }

    fn random_free(map: &Grid<bool>, rng: &mut Rng) -> Option<Cell> {
        let free: Vec<_> = map.cells().filter(|cell| map[*cell]).collect();
        (!free.is_empty()).then(|| free[rng.random_range(0..free.len())])
    }

    /// Steps from every cell to `goal`, by going through the whole map until nothing improves.
    fn exhaustive(map: &Grid<bool>, goal: Cell) -> Grid<Option<u32>> {
        let mut steps = map.map(|_| None);
        steps[goal] = map[goal].then_some(0);
        loop {
            let mut better = Vec::new();
            for cell in map.cells().filter(|cell| map[*cell]) {
                let around = STRAIGHT.into_iter().filter_map(|dir| *steps.get(cell.step(dir))?).min();
                if around.is_some_and(|least| steps[cell].is_none_or(|known| known > least + 1)) {
                    better.push((cell, around.map(|least| least + 1)));
                }
            }
            if better.is_empty() {
                return steps;
            }
            better.into_iter().for_each(|(cell, value)| steps[cell] = value);
        }
    }

    #[test]
    fn without_a_cap_ways_are_shortest_and_missing_ones_are_told() {
        let mut rng = stream(1, "capped");
        let mut found = 0;
        for _ in 0..150 {
            let map = random_map(&mut rng);
            let Some(goal) = random_free(&map, &mut rng) else { continue };
            let steps = exhaustive(&map, goal);
            let mut search = CappedSearch::new(map.width(), map.height());
            for from in map.cells() {
                let ending = search.run((from, goal), u32::MAX, |cell| map[cell], |cell| manhattan(cell, goal, 1));
                let expected = if steps[from].is_some() { Ending::Found } else { Ending::NoWay };
                assert_eq!(ending, expected);
                if let Some(length) = steps[from] {
                    let path = search.path_to(goal);
                    assert_eq!(path.len() as u32, length);
                    assert!(path.iter().all(|cell| map[*cell]));
                    assert!(path.windows(2).all(|pair| manhattan(pair[0], pair[1], 1) == 1));
                    found += 1;
                }
            }
        }
        assert!(found > 1000);
    }

    #[test]
    fn learned_estimates_grow_but_never_exceed_the_true_distance() {
        let mut rng = stream(3, "capped");
        let mut raised = 0;
        for _ in 0..150 {
            let map = random_map(&mut rng);
            let Some(goal) = random_free(&map, &mut rng) else { continue };
            let steps = exhaustive(&map, goal);
            let mut search = CappedSearch::new(map.width(), map.height());
            let mut learned = Chunked::new(map.width(), map.height(), 1, 0u32);
            let estimate = |learned: &Chunked<u32>, cell| {
                learned.get(cell).map_or(0, |known| known[0]).max(manhattan(cell, goal, 1))
            };
            for _ in 0..20 {
                let Some(from) = random_free(&map, &mut rng) else { continue };
                let cap = rng.random_range(1..20);
                let before = learned.clone();
                if search.run((from, goal), cap, |cell| map[cell], |cell| estimate(&learned, cell)) == Ending::Capped {
                    search.learn(&mut learned, estimate);
                }
                for cell in map.cells() {
                    let (old, new) = (estimate(&before, cell), estimate(&learned, cell));
                    assert!(new >= old && steps[cell].is_none_or(|steps| new <= steps), "{cell} to {goal}");
                    let around =
                        STRAIGHT.into_iter().map(|dir| cell.step(dir)).filter(|next| map.get(*next) == Some(&true));
                    for next in around.filter(|_| map[cell]) {
                        assert!(new <= estimate(&learned, next) + 1, "{cell} to {next} is not consistent");
                    }
                    raised += usize::from(new > old);
                }
            }
        }
        assert!(raised > 1000, "{raised} estimates raised");
    }
}
