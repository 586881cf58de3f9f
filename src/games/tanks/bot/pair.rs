//! How two tanks get past each other where neither can simply get out of the way of the other: in which order they step.
//!
//! Both are looked at together, as one point in the space of both places (coupled search; for what that costs and when it is
//! needed see T. Standley, "Finding optimal solutions to cooperative pathfinding problems", AAAI 2010). Times are left out:
//! a move is a step of one of them. Who has been where it wants to be may go on from there. The way is found by A* with the
//! cost of what is left trusted more than it should be (I. Pohl, "Heuristic search viewed as path finding in a graph",
//! Artificial Intelligence 1, 1970), so that it is found sooner and is not always the shortest.

use super::path::{Member, Step, overlap};
use super::queue::Queue;
use crate::base::{Cell, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::STEP;
use std::collections::VecDeque;

/// Places of one tank that are looked at: those nearest to it.
const PLACES: usize = 700;
/// How much more than it is the cost of what is left counts for, in halves.
const TRUST: u32 = 3;
/// States that cost a plan as much as a place at a time that one path looks at.
const STATES: u32 = 2;
/// States that are looked at, at most.
const ENOUGH: u32 = 8_000;
/// None of the places.
const NOWHERE: u16 = u16::MAX;

/// The places of one tank.
#[derive(Debug)]
struct Places {
    cells: Vec<Cell>,
    /// By place and direction: the place of a step, and what it costs.
    next: Vec<[(u16, u32); 4]>,
    /// By place: the cost of the rest of its way; none where there is none.
    rest: Vec<u32>,
}

impl Places {
    fn of(field: &Field, member: &Member, is_closed: impl Fn(Cell) -> bool) -> Self {
        let mut number = Grid::filled(field.width(), field.height(), NOWHERE);
        let mut places = Self { cells: Vec::new(), next: Vec::new(), rest: Vec::new() };
        let mut open = VecDeque::from([member.at]);
        let Some(first) = number.get_mut(member.at) else { return places };
        *first = 0;
        places.cells.push(member.at);
        while let Some(at) = open.pop_front() {
            places.rest.push(member.rest(at).unwrap_or(STEP * 1_000));
            let next = Dir::STRAIGHT.map(|dir| {
                let next = at.step(dir);
                let Some(price) = member.price(field, at, dir) else { return (NOWHERE, 0) };
                let Some(place) = number.get_mut(next) else { return (NOWHERE, 0) };
                if *place == NOWHERE {
                    if places.cells.len() >= PLACES || square(next, member.size).any(&is_closed) {
                        return (NOWHERE, 0);
                    }
                    *place = places.cells.len() as u16;
                    places.cells.push(next);
                    open.push_back(next);
                }
                (*place, price.max(STEP) * member.pace)
            });
            places.next.push(next);
        }
        places
    }
}

/// A state of both.
#[derive(Debug, Clone, Copy)]
struct Node {
    at: [u16; 2],
    /// Who has been where it wants to be.
    been: [bool; 2],
    spent: u32,
    /// Who stepped, where to, and the node before.
    came: Option<(usize, Dir, u32)>,
}

/// Steps in order that bring two tanks to where they want to be, one after the other at least; None: there are none, or too
/// much was looked at. `is_closed`: cells that neither may enter.
pub(super) fn pass(
    field: &Field,
    both: [&Member; 2],
    is_closed: impl Fn(Cell) -> bool,
    budget: &mut u32,
) -> Option<Vec<Step>> {
    let places = both.map(|member| Places::of(field, member, &is_closed));
    let count = places.each_ref().map(|places| places.cells.len());
    if count.contains(&0) {
        return None;
    }
    let state = |at: [u16; 2], been: [bool; 2]| {
        (usize::from(at[0]) * count[1] + usize::from(at[1])) << 2 | usize::from(been[0]) << 1 | usize::from(been[1])
    };
    let mut seen = vec![0_u64; (count[0] * count[1] * 4).div_ceil(64)];
    let left = |at: [u16; 2], been: [bool; 2]| -> u32 {
        (0..2).filter(|who| !been[*who]).map(|who| places[who].rest[usize::from(at[who])]).sum()
    };
    let is_there = |who: usize, at: u16| both[who].is_content(places[who].cells[usize::from(at)]);
    let first = Node { at: [0, 0], been: [0, 1].map(|who| is_there(who, 0)), spent: 0, came: None };
    let mut nodes = vec![first];
    let mut open = Queue::default();
    open.push(0);
    seen[0] |= 1 << (state([0, 0], nodes[0].been) % 64);
    let mut enough = ENOUGH;
    while let Some(number) = open.pop() {
        let Node { at, been, spent, .. } = nodes[number as usize];
        if been == [true, true] {
            return Some(told(&nodes, number, both));
        }
        enough = enough.checked_sub(1)?;
        if enough.is_multiple_of(STATES) {
            *budget = budget.checked_sub(1)?;
        }
        for who in 0..2 {
            for (dir, (next, price)) in Dir::STRAIGHT.into_iter().zip(places[who].next[usize::from(at[who])]) {
                if next == NOWHERE {
                    continue;
                }
                let (mut at, mut been) = (at, been);
                at[who] = next;
                let cells = [0, 1].map(|who| places[who].cells[usize::from(at[who])]);
                if overlap(cells[0], both[0].size, cells[1], both[1].size) {
                    continue;
                }
                been[who] |= is_there(who, next);
                let bit = state(at, been);
                if seen[bit / 64] >> (bit % 64) & 1 == 0 {
                    seen[bit / 64] |= 1 << (bit % 64);
                    let (spent, left) = (spent + price, left(at, been));
                    nodes.push(Node { at, been, spent, came: Some((who, dir, number)) });
                    open.push((spent + left * TRUST / 2) / STEP);
                }
            }
        }
    }
    None
}

/// The steps to a state.
fn told(nodes: &[Node], number: u32, both: [&Member; 2]) -> Vec<Step> {
    let (mut moves, mut node) = (Vec::new(), nodes[number as usize]);
    while let Some((who, dir, before)) = node.came {
        moves.push((who, dir));
        node = nodes[before as usize];
    }
    let mut at = both.map(|member| member.at);
    let step = |(who, dir): (usize, Dir)| {
        let step = Step { slot: both[who].slot, size: both[who].size, from: at[who], dir };
        at[who] = step.to();
        step
    };
    moves.into_iter().rev().map(step).collect()
}
