//! How one tank gets where it wants to be where others have to step aside for it, however many and however far: in which
//! order all of them step.
//!
//! At first it is led round nobody. Whoever its steps would meet is led together with it, until the steps meet nobody
//! (independence detection). Those who are led together are looked at as one point in the space of their places (coupled
//! search; both: T. Standley, "Finding optimal solutions to cooperative pathfinding problems", AAAI 2010). Times are left
//! out: a move is a step of one of them. The way is found by A* with the cost of what is left to the one trusted far more
//! than it should be (I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1, 1970), so that
//! it is found soon and is not always the shortest.

use super::path::{Member, Step, TooMuch, overlap};
use super::queue::Queue;
use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::STEP;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Tanks that are led together at most.
const AT_ONCE: usize = 8;
/// Places of one tank that are looked at: those nearest to it.
const PLACES: usize = 700;
/// Places of a tank that cost as much, when they are found, as one that is looked at.
const PLACES_AS_ONE: u32 = 8;
/// How often the cost of what is left counts.
const TRUST: u32 = 10;
/// None of the places.
const NOWHERE: u16 = u16::MAX;

/// Steps in order that bring one there, and who has a part in them, by the places among the members: first that one.
pub type Lead = (Vec<Step>, Vec<usize>);

/// Leads one of some tanks to where it wants to be, with all those that have to step aside for that, whatever they want
/// themselves; Ok(None): it cannot get there. Only the one that is led digs. `closed`: cells that nobody may enter. `states`:
/// how many of those who are led together are looked at, at most, before another one joins them; two are taken from the
/// budget as one.
///
/// # Errors
/// As much was looked at as may be, or more have a part in it than can be looked at.
pub fn lead(
    field: &Field,
    members: &[Member],
    who: usize,
    closed: &CellSet,
    states: u32,
    budget: &mut u32,
) -> Result<Option<Lead>, TooMuch> {
    let (mut led, mut tanks, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = who;
    while led.len() < AT_ONCE {
        let member = Member { way: members[next].way.filter(|_| next == who), ..members[next] };
        let its = Places::of(field, &member, closed);
        *budget = budget.checked_sub(its.cells.len() as u32 / PLACES_AS_ONE).ok_or(TooMuch)?;
        led.push(next);
        tanks.push(member);
        places.push(its);
        let Some(steps) = steps(&tanks, &places, states, budget)? else { return Ok(None) };
        let is_met = |place: &usize| {
            let Member { at, size, .. } = members[*place];
            !led.contains(place) && steps.iter().any(|step| overlap(at, size, step.to(), step.size))
        };
        // The largest first: small ones find room, and make many more states.
        match (0..members.len()).filter(is_met).max_by_key(|place| members[*place].size) {
            Some(met) => next = met,
            None => return Ok(Some((steps, led))),
        }
    }
    Err(TooMuch)
}

/// The places of one tank.
#[derive(Debug)]
struct Places {
    cells: Vec<Cell>,
    /// By place and direction: the place of a step, and what it costs.
    next: Vec<[(u16, u32); 4]>,
    /// Whether there are more.
    are_more: bool,
}

impl Places {
    fn of(field: &Field, member: &Member, closed: &CellSet) -> Self {
        let mut number = Grid::filled(field.width(), field.height(), NOWHERE);
        let mut places = Self { cells: Vec::new(), next: Vec::new(), are_more: false };
        let mut open = VecDeque::from([member.at]);
        let Some(first) = number.get_mut(member.at) else { return places };
        *first = 0;
        places.cells.push(member.at);
        while let Some(at) = open.pop_front() {
            let next = Dir::STRAIGHT.map(|dir| {
                let next = at.step(dir);
                let Some(price) = member.price(field, at, dir) else { return (NOWHERE, 0) };
                let Some(place) = number.get_mut(next) else { return (NOWHERE, 0) };
                if *place == NOWHERE {
                    if square(next, member.size).any(|cell| closed.contains(cell)) {
                        return (NOWHERE, 0);
                    }
                    if places.cells.len() >= PLACES {
                        places.are_more = true;
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

/// The places of all, in their order.
type State = [u16; AT_ONCE];

/// A state that was come to.
#[derive(Debug, Clone, Copy)]
struct Node {
    state: State,
    spent: u32,
    /// Who stepped, where to, and the node before.
    came: Option<(u8, Dir, u32)>,
}

/// Steps in order that bring the first of some tanks to where it wants to be; Ok(None): there are none.
fn steps(tanks: &[Member], places: &[Places], states: u32, budget: &mut u32) -> Result<Option<Vec<Step>>, TooMuch> {
    if places.iter().any(|places| places.cells.is_empty()) {
        return Ok(None);
    }
    let cell = |who: usize, at: u16| places[who].cells[usize::from(at)];
    let mut nodes = vec![Node { state: [0; AT_ONCE], spent: 0, came: None }];
    let mut open = Queue::default();
    open.push(0);
    let mut seen = FxHashSet::default();
    seen.insert(nodes[0].state);
    let mut looked_at = 0;
    while let Some(number) = open.pop() {
        let Node { state, spent, .. } = nodes[number as usize];
        if tanks[0].is_content(cell(0, state[0])) {
            return Ok(Some(told(&nodes, number, tanks)));
        }
        looked_at += 1;
        if looked_at > states {
            return Err(TooMuch);
        }
        if looked_at.is_multiple_of(2) {
            *budget = budget.checked_sub(1).ok_or(TooMuch)?;
        }
        for who in 0..tanks.len() {
            for (dir, (next, price)) in Dir::STRAIGHT.into_iter().zip(places[who].next[usize::from(state[who])]) {
                if next == NOWHERE {
                    continue;
                }
                let (to, size) = (cell(who, next), tanks[who].size);
                let meets =
                    |other: usize| other != who && overlap(to, size, cell(other, state[other]), tanks[other].size);
                if (0..tanks.len()).any(meets) {
                    continue;
                }
                let mut state = state;
                state[who] = next;
                if seen.insert(state) {
                    let left = tanks[0].rest(cell(0, state[0])).unwrap_or(STEP * 1_000);
                    let spent = spent + price;
                    nodes.push(Node { state, spent, came: Some((who as u8, dir, number)) });
                    open.push((spent + left * TRUST) / STEP);
                }
            }
        }
    }
    // Farther places may still have been the way.
    if places.iter().any(|places| places.are_more) { Err(TooMuch) } else { Ok(None) }
}

/// The steps to a state.
fn told(nodes: &[Node], number: u32, tanks: &[Member]) -> Vec<Step> {
    let (mut moves, mut node) = (Vec::new(), nodes[number as usize]);
    while let Some((who, dir, before)) = node.came {
        moves.push((usize::from(who), dir));
        node = nodes[before as usize];
    }
    let mut at: Vec<Cell> = tanks.iter().map(|member| member.at).collect();
    let step = |(who, dir): (usize, Dir)| {
        let step = Step { slot: tanks[who].slot, size: tanks[who].size, from: at[who], dir };
        at[who] = step.to();
        step
    };
    moves.into_iter().rev().map(step).collect()
}
