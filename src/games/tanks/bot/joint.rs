//! How a few tanks get past each other where none can simply get out of the way of the others: in which order they step.
//!
//! All are looked at together, as one point in the space of their places (coupled search; for what that costs and when it is
//! needed see T. Standley, "Finding optimal solutions to cooperative pathfinding problems", AAAI 2010). Times are left out:
//! a move is a step of one of them. Who has been where it wants to be may go on from there. The way is found by A* with the
//! cost of what is left trusted more than it should be (I. Pohl, "Heuristic search viewed as path finding in a graph",
//! Artificial Intelligence 1, 1970), so that it is found sooner and is not always the shortest.

use super::path::{Member, Step, TooMuch, overlap};
use super::queue::Queue;
use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::STEP;
use std::collections::{HashSet, VecDeque};

/// Tanks that are looked at together at most.
pub const AT_ONCE: usize = 8;
/// Places of one tank that are looked at: those nearest to it.
const PLACES: usize = 700;
/// States that are kept as bits of a table: where there are more of them, the ones that were seen are kept.
const BITS: u128 = 1 << 22;
/// None of the places.
const NOWHERE: u16 = u16::MAX;

/// How long is looked.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// States that are looked at, at most.
    pub states: u32,
    /// How much more than it is the cost of what is left counts for, in halves.
    pub trust: u32,
}

/// The places of one tank.
#[derive(Debug)]
struct Places {
    cells: Vec<Cell>,
    /// By place and direction: the place of a step, and what it costs.
    next: Vec<[(u16, u32); 4]>,
    /// By place: the cost of the rest of its way; none where there is none.
    rest: Vec<u32>,
    /// Whether there are more.
    are_more: bool,
}

impl Places {
    fn of(field: &Field, member: &Member, is_closed: impl Fn(Cell) -> bool) -> Self {
        let mut number = Grid::filled(field.width(), field.height(), NOWHERE);
        let mut places = Self { cells: Vec::new(), next: Vec::new(), rest: Vec::new(), are_more: false };
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
                    if square(next, member.size).any(&is_closed) {
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

/// Who is where, by the order of the tanks, and who has been where it wants to be: a bit each.
type State = ([u16; AT_ONCE], u8);

/// A state that was come to.
#[derive(Debug, Clone, Copy)]
struct Node {
    state: State,
    spent: u32,
    /// Who stepped, where to, and the node before.
    came: Option<(u8, Dir, u32)>,
}

/// The states that were come to.
#[derive(Debug)]
enum Seen {
    Bits(Vec<u64>),
    Set(HashSet<u128>),
}

impl Seen {
    fn of(places: &[Places]) -> Self {
        let many = places.iter().fold(1_u128, |many, places| many * places.cells.len() as u128 * 2);
        if many <= BITS { Self::Bits(vec![0; (many as usize).div_ceil(64)]) } else { Self::Set(HashSet::new()) }
    }

    /// Whether a state is new; it is not any more.
    fn adds(&mut self, places: &[Places], (at, been): &State) -> bool {
        let index = at.iter().zip(places).fold(0, |index, (at, places)| {
            index * places.cells.len() as u128 + u128::from(*at)
        });
        let index = index << places.len() | u128::from(*been);
        match self {
            Self::Bits(bits) => {
                let (word, bit) = (&mut bits[index as usize / 64], 1 << (index % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Self::Set(set) => set.insert(index),
        }
    }
}

/// Steps in order that bring all of some tanks to where they want to be, one after the other at least; Ok(None): there are
/// none. `is_closed`: cells that none of them may enter. `budget`: two states are taken from it as one.
///
/// # Errors
/// As much was looked at as may be, or the budget has come to its end.
pub fn pass(
    field: &Field,
    tanks: &[&Member],
    is_closed: impl Fn(Cell) -> bool,
    effort: Effort,
    budget: &mut u32,
) -> Result<Option<Vec<Step>>, TooMuch> {
    if tanks.len() > AT_ONCE {
        return Err(TooMuch);
    }
    let places: Vec<Places> = tanks.iter().map(|member| Places::of(field, member, &is_closed)).collect();
    if places.iter().any(|places| places.cells.is_empty()) {
        return Ok(None);
    }
    let cell = |who: usize, at: u16| places[who].cells[usize::from(at)];
    let is_there = |who: usize, at: u16| u8::from(tanks[who].is_content(cell(who, at))) << who;
    let left = |(at, been): &State| -> u32 {
        let open = (0..tanks.len()).filter(|who| been >> who & 1 == 0);
        open.map(|who| places[who].rest[usize::from(at[who])]).sum()
    };
    let first: State = ([0; AT_ONCE], (0..tanks.len()).map(|who| is_there(who, 0)).sum());
    let all = ((1_u16 << tanks.len()) - 1) as u8;
    let mut nodes = vec![Node { state: first, spent: 0, came: None }];
    let mut open = Queue::default();
    open.push(0);
    let mut seen = Seen::of(&places);
    seen.adds(&places, &first);
    let mut looked_at = 0;
    while let Some(number) = open.pop() {
        let Node { state, spent, .. } = nodes[number as usize];
        if state.1 == all {
            return Ok(Some(told(&nodes, number, tanks)));
        }
        looked_at += 1;
        if looked_at > effort.states {
            return Err(TooMuch);
        }
        if looked_at.is_multiple_of(2) {
            *budget = budget.checked_sub(1).ok_or(TooMuch)?;
        }
        for who in 0..tanks.len() {
            for (dir, (next, price)) in Dir::STRAIGHT.into_iter().zip(places[who].next[usize::from(state.0[who])]) {
                if next == NOWHERE {
                    continue;
                }
                let (to, size) = (cell(who, next), tanks[who].size);
                let meets = |other: usize| {
                    other != who && overlap(to, size, cell(other, state.0[other]), tanks[other].size)
                };
                if (0..tanks.len()).any(meets) {
                    continue;
                }
                let mut state = state;
                state.0[who] = next;
                state.1 |= is_there(who, next);
                if seen.adds(&places, &state) {
                    let spent = spent + price;
                    nodes.push(Node { state, spent, came: Some((who as u8, dir, number)) });
                    open.push((spent + left(&state) * effort.trust / 2) / STEP);
                }
            }
        }
    }
    // Farther places may still have been the way.
    if places.iter().any(|places| places.are_more) { Err(TooMuch) } else { Ok(None) }
}

/// Steps in order that bring one of some tanks to where it wants to be, with all those that have to step aside for that,
/// whatever they want themselves; and who has a part in it, by the places among the members. At first it is led round nobody;
/// whoever its steps would meet is led together with those before, until they meet nobody (independence detection: T.
/// Standley, as above). Ok(None): it cannot get there.
///
/// # Errors
/// As [`pass`]; where all who have a part are more than [`AT_ONCE`].
pub fn lead(
    field: &Field,
    members: &[Member],
    who: usize,
    closed: &CellSet,
    effort: Effort,
    budget: &mut u32,
) -> Result<Option<(Vec<Step>, Vec<usize>)>, TooMuch> {
    let aside: Vec<Member> = members.iter().map(|member| Member { way: None, ..*member }).collect();
    let mut led = vec![who];
    loop {
        let member = |place: &usize| if *place == who { &members[who] } else { &aside[*place] };
        let together: Vec<&Member> = led.iter().map(member).collect();
        let Some(steps) = pass(field, &together, |cell| closed.contains(cell), effort, budget)? else { return Ok(None) };
        let is_met = |place: &usize| {
            let Member { at, size, .. } = members[*place];
            !led.contains(place) && steps.iter().any(|step| overlap(at, size, step.to(), step.size))
        };
        // The largest first: small ones find room, and make many more states.
        let met = (0..members.len()).filter(is_met).max_by_key(|place| members[*place].size);
        let Some(met) = met else { return Ok(Some((steps, led))) };
        led.push(met);
    }
}

/// The steps to a state.
fn told(nodes: &[Node], number: u32, tanks: &[&Member]) -> Vec<Step> {
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
