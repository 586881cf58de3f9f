//! What listening costs: A* of the lab without a listener against the same A* in which nobody could listen, and with one.
//!
//! `cargo bench --no-default-features --bench listener`. CPU time of this thread, the least of many rounds taken in turn.

use gridmarch::arena::thread_time;
use gridmarch::base::{Budget, Cell, Dir, rng};
use gridmarch::lab::cursor::Cursor;
use gridmarch::lab::maps::clutter;
use gridmarch::lab::run::{Recorder, Report, Spot};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::searchers::estimates::{Estimate, Heuristic};
use gridmarch::nav::searchers::grid::{GridMap, GridSpace, UNIT};
use gridmarch::nav::searchers::table::Table;
use gridmarch::nav::searchers::{Answer, Cost, Counts, CycleCheck, End, Outcome, Space, a_star};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;

const NOBODY: u32 = u32::MAX;
/// As in `searchers/best_first.rs`.
const LOOK: u64 = 256;

#[derive(Clone, Copy)]
struct Node {
    state: Cell,
    operator: Option<Dir>,
    is_closed: bool,
    parent: u32,
    g: Cost,
    h: Cost,
}

/// `searchers/nodes.rs` without what it tells.
struct Nodes {
    list: Vec<Node>,
    known: Option<Table<u32>>,
    check: CycleCheck,
}

impl Nodes {
    #[inline]
    fn add<S: Space<State = Cell>>(&mut self, space: &S, node: Node) -> u32 {
        let number = self.list.len() as u32;
        if let Some(known) = &mut self.known {
            known.set(space.key(node.state), number);
        }
        self.list.push(node);
        number
    }

    #[inline]
    fn of(&self, key: u64) -> u32 {
        self.known.as_ref().map_or(NOBODY, |known| known.get(key))
    }

    #[inline]
    fn refuses(&self, from: u32, to: Cell) -> bool {
        match self.check {
            CycleCheck::None | CycleCheck::Visited => false,
            CycleCheck::Parent => {
                let parent = self.list[from as usize].parent;
                parent != NOBODY && self.list[parent as usize].state == to
            }
            CycleCheck::Ancestors => {
                let mut at = from;
                while at != NOBODY && self.list[at as usize].state != to {
                    at = self.list[at as usize].parent;
                }
                at != NOBODY
            }
        }
    }

    fn found(&self, number: u32, counts: Counts) -> Answer<GridSpace<'static>> {
        let nodes = &self.list;
        let back = || std::iter::successors(nodes.get(number as usize), |node| nodes.get(node.parent as usize));
        let mut path: Vec<Cell> = back().map(|node| node.state).collect();
        let mut operators: Vec<Dir> = back().filter_map(|node| node.operator).collect();
        path.reverse();
        operators.reverse();
        Outcome { end: End::Found, path, operators, cost: Some(nodes[number as usize].g), counts }
    }
}

/// The A* of `searchers/best_first.rs` with every word about listeners struck out, and nothing else.
#[inline(never)]
fn deaf<S: Space<State = Cell, Operator = Dir>>(
    space: &S,
    estimate: impl Fn(Cell) -> Cost,
    check: CycleCheck,
    budget: &Budget,
) -> Answer<GridSpace<'static>> {
    let reopens = black_box(true);
    let rank = |g: Cost, h: Cost| g.saturating_add(h);
    let h = estimate(space.start());
    let known = (check == CycleCheck::Visited).then(|| Table::new(space, NOBODY));
    let mut nodes = Nodes { list: Vec::new(), known, check };
    nodes.add(space, Node { state: space.start(), operator: None, is_closed: false, parent: NOBODY, g: 0, h });
    let mut counts = Counts { generated: 1, peak_open: 1, peak_stored: 1, rounds: 1, ..Counts::default() };
    let mut heap = BinaryHeap::from([Reverse((rank(0, h), Cost::MAX, u32::MAX))]);
    let mut open: u64 = 1;
    while let Some(Reverse((_, cost, number))) = heap.pop() {
        let (cost, number) = (!cost, !number);
        let node = &mut nodes.list[number as usize];
        if node.is_closed || node.g != cost {
            continue;
        }
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Outcome { end: End::Stopped, path: Vec::new(), operators: Vec::new(), cost: None, counts };
        }
        node.is_closed = true;
        let from = node.state;
        open -= 1;
        counts.expanded += 1;
        if space.is_goal(from) {
            return nodes.found(number, counts);
        }
        space.each_step(from, |operator, to, price| {
            let g = cost + price;
            let known = nodes.of(space.key(to));
            if known != NOBODY {
                let node = &mut nodes.list[known as usize];
                if g >= node.g || node.is_closed && !reopens {
                    counts.refused += 1;
                    return;
                }
                if node.is_closed {
                    counts.reopened += 1;
                    open += 1;
                    node.is_closed = false;
                }
                (node.g, node.parent, node.operator) = (g, number, Some(operator));
                heap.push(Reverse((rank(g, node.h), !g, !known)));
            } else if nodes.refuses(number, to) {
                counts.refused += 1;
                return;
            } else {
                let h = estimate(to);
                let node = Node { state: to, operator: Some(operator), is_closed: false, parent: number, g, h };
                let new = nodes.add(space, node);
                heap.push(Reverse((rank(g, h), !g, !new)));
                open += 1;
            }
            counts.generated += 1;
        });
        counts.peak_open = counts.peak_open.max(open);
        counts.peak_stored = nodes.list.len() as u64;
    }
    Outcome { end: End::NoWay, path: Vec::new(), operators: Vec::new(), cost: None, counts }
}

/// The lab's own, by its own name, so that both are compiled alike.
#[inline(never)]
fn silent<S: Space<State = Cell, Operator = Dir>>(
    space: &S,
    estimate: impl Fn(Cell) -> Cost,
    check: CycleCheck,
    budget: &Budget,
) -> Answer<S> {
    a_star::search(space, estimate, check, budget, &mut ())
}

/// Does something; its CPU time in milliseconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = thread_time();
    let result = work();
    (result, (thread_time() - begin).as_secs_f64() * 1e3)
}

fn main() {
    const SIDE: u16 = 512;
    const ROUNDS: usize = 60;
    let free = clutter(SIDE, 25, 1);
    let map = GridMap::uniform(&free, Moves::Eight);
    let (start, goal) = (Cell::new(0, 0), Cell::new(SIDE as i16 - 1, SIDE as i16 - 1));
    let space = GridSpace { map: &map, start, goal };
    for heuristic in [Heuristic::Octile, Heuristic::Zero] {
        let estimate = Estimate::new(heuristic, &map, goal, None, &Budget::unlimited()).expect("an estimate");
        let (mut without, mut with) = (Vec::new(), Vec::new());
        let (budget, check) = (Budget::unlimited(), black_box(CycleCheck::Visited));
        for round in 0..ROUNDS {
            let mut take = |is_deaf: bool| {
                let (expanded, time) = if is_deaf {
                    timed(|| deaf(&space, |cell| estimate.of(cell), check, &budget).counts)
                } else {
                    timed(|| silent(&space, |cell| estimate.of(cell), check, &budget).counts)
                };
                if is_deaf {
                    without.push(time)
                } else {
                    with.push(time)
                };
                expanded
            };
            // Who comes first changes.
            let (first, second) = (take(round % 2 == 0), take(round % 2 != 0));
            assert_eq!(first, second, "both do the same");
        }
        let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        let median = |times: &[f64]| {
            let mut sorted = times.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted[sorted.len() / 2]
        };
        let expanded = silent(&space, |cell| estimate.of(cell), check, &budget).counts.expanded;
        println!(
            "A*, {}: {expanded} expanded; deaf {:.2} ms (median {:.2}), without a listener {:.2} ms ({:.2}): {:+.2} % ({:+.2} %)",
            heuristic.name(),
            least(&without),
            median(&without),
            least(&with),
            median(&with),
            (least(&with) / least(&without) - 1.0) * 100.0,
            (median(&with) / median(&without) - 1.0) * 100.0,
        );
    }
    // A run of a million events, on ground of several prices, and moving in it.
    let mut rng = rng::stream(1, "bench of listeners");
    let prices = clutter(SIDE, 5, 1).map(|free| if *free { rng.random_range(3..=12) } else { 0 });
    let map = GridMap::new(prices, Moves::Eight);
    let space = GridSpace { map: &map, start, goal };
    let estimate = Estimate::new(Heuristic::Zero, &map, goal, None, &Budget::unlimited()).expect("an estimate");
    let mut recorder = Recorder::on_grid(SIDE, SIDE, UNIT);
    let (answer, time) = timed(|| {
        a_star::search(&space, |cell| estimate.of(cell), CycleCheck::Visited, &Budget::unlimited(), &mut recorder)
    });
    let path = answer.path.iter().map(|cell| space.key(*cell)).collect();
    let ended = Report { end: answer.end, cost: None, path, counts: answer.counts };
    let run = recorder.finish("a run".into(), &ended, |_| Spot::default());
    let events = run.records.len() as u32;
    println!("recorded {events} events in {time:.1} ms, {:.1} MiB", run.bytes() as f64 / 1048576.0);
    let mut cursor = Cursor::new(&run);
    let (_, there) = timed(|| cursor.seek(&run, events));
    let (_, back) = timed(|| cursor.seek(&run, 0));
    cursor.seek(&run, events / 2);
    let (_, steps) = timed(|| {
        for step in 0..100_000 {
            cursor.seek(&run, events / 2 + step % 2);
        }
    });
    println!("to the end {there:.2} ms, back to the beginning {back:.2} ms, one step {:.1} ns", steps * 10.0);
    let (text, writing) = timed(|| gridmarch::lab::trace::write(&run));
    let (back, reading) = timed(|| gridmarch::lab::trace::read(&text, "a"));
    assert!(back.is_ok_and(|back| back == run));
    println!(
        "as a trace {:.1} MiB, written in {writing:.0} ms, read in {reading:.0} ms",
        text.len() as f64 / 1048576.0
    );
}
