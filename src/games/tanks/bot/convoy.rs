//! Who drives where and when, so that friends of all sizes get past each other: a plan of steps for all of them.
//!
//! One after the other, in the order of their rank, is given the soonest way through what those before it leave free, each
//! of which keeps all cells between and under the ends of a step for as long as the step takes (cooperative A*: D. Silver,
//! "Cooperative pathfinding", AIIDE 2005). Between two times in which somebody else needs some cell of an anchor lies a *safe
//! interval*; of all moments of one only the first has to be looked at (M. Phillips and M. Likhachev, "SIPP: safe interval
//! path planning for dynamic environments", ICRA 2011). The times of a cell are the bits of one number, those of an anchor
//! are those of its cells together, so that tanks of all sizes are planned alike.
//!
//! Who cannot get out of the way of those before it is given time, and if that does not help, the first rank: then the
//! others get out of *its* way. Whoever cannot reach its goal as long as the others are where they are waits as near to
//! it as it can.

use crate::base::rng::mix;
use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::{STEP, Way};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ticks of a unit of time. The last one of a plan stands for all that come after.
pub const UNIT: u32 = 8;
const UNITS: u32 = u128::BITS;
/// Orders of rank that are tried at most: around steps that are kept, and anew; and places that all searches of a plan look at.
const TRIES: [usize; 2] = [16, 28];
const LOOKED_AT: u32 = 15_000;
/// Cells of a board that cost a search as much at its beginning, for its tables, as a place that is looked at.
const CELLS: u32 = 128;
/// Plans of which the best is taken where all is planned anew, and at most as long as there is none in which the first in
/// rank gets to its goal.
const PLANS: usize = 4;
const MOST_PLANS: usize = 8;
/// Units that a tank is given to get out of the way of those before it, one after the other; at last it may stay.
const HELD: [u32; 5] = [3, 12, 36, 80, UNITS];

/// A step of a tank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub slot: u8,
    pub size: u8,
    pub from: Cell,
    pub dir: Dir,
}

impl Step {
    pub fn to(&self) -> Cell {
        self.from.step(self.dir)
    }
}

/// Whether two squares with these top left cells overlap.
pub(super) const fn overlap(one: Cell, size: u8, other: Cell, other_size: u8) -> bool {
    one.x < other.x + other_size as i16
        && other.x < one.x + size as i16
        && one.y < other.y + other_size as i16
        && other.y < one.y + size as i16
}

/// A tank that is planned.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    pub slot: u8,
    pub size: u8,
    pub at: Cell,
    /// Units that a step takes.
    pub pace: u32,
    /// The way to its goal; none: it is content where it is.
    pub way: Option<Way<'a>>,
}

impl Member<'_> {
    fn is_content(&self, at: Cell) -> bool {
        self.way.is_none_or(|way| way.is_there(at))
    }

    /// The cost of the rest of its way in the parts of units that paths are compared by.
    fn rest(&self, at: Cell) -> Option<u32> {
        self.way.map_or(Some(0), |way| way.cost(at)).map(|cost| cost * self.pace)
    }

    /// The cost of a step, and that of the shots before it.
    fn price(&self, field: &Field, at: Cell, dir: Dir) -> Option<u32> {
        let next = at.step(dir);
        if field.fits(next, self.size) {
            return Some(STEP);
        }
        let way = self.way?;
        Some(way.via(at, dir)? - way.cost(next)?)
    }

    /// The units that the shots before a step of a price take.
    const fn digs(&self, price: u32) -> u32 {
        self.pace * price.saturating_sub(STEP) / STEP
    }
}

/// What is planned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps of all in the order in which they begin.
    pub steps: Vec<Step>,
    /// The slots of those who wait at the end of their steps for the others to be gone.
    pub waiting: Vec<u8>,
    /// Whether somebody has to wait for somebody else, or to go round.
    pub is_needed: bool,
}

/// The path of one.
#[derive(Debug, Default)]
struct Path {
    /// The units in which the steps begin, with their directions.
    steps: Vec<(u32, Dir)>,
    end: Cell,
    /// The unit from which on it stands there.
    arrives: u32,
}

/// A place at a time in a search.
#[derive(Debug, Clone, Copy)]
struct Node {
    at: Cell,
    time: u32,
    /// The unit in which the step to it begins, its direction, and the node before it.
    came: Option<(u32, Dir, u32)>,
}

/// Finds a plan for tanks in the order of their rank. `closed`: cells that nobody may enter; `kept`: steps in order that some of
/// them drive already, which are kept if the others find ways round them; `draw`: by what orders of rank are drawn.
pub fn plan(field: &Field, members: &[Member], closed: &CellSet, kept: &[Step], draw: u64) -> Option<Plan> {
    let mut budget = LOOKED_AT;
    let is_kept = |who: &usize| kept.iter().any(|step| step.slot == members[*who].slot);
    let around: Vec<usize> = (0..members.len()).filter(|who| !is_kept(who)).collect();
    if !kept.is_empty()
        && let Some(paths) = tried(field, members, closed, (around, kept, TRIES[0]), &mut budget)
    {
        return Some(joined(members, &paths));
    }
    let by_rank: Vec<usize> = (0..members.len()).collect();
    let mut best: Option<(u32, Vec<Path>)> = None;
    for turn in 0..MOST_PLANS {
        let found = best.as_ref().map(|(_, paths)| paths);
        let is_first_there = || found.is_some_and(|paths| members.first().is_none_or(|it| it.is_content(paths[0].end)));
        if turn >= PLANS && is_first_there() {
            break;
        }
        let mut order = by_rank.clone();
        match (turn, found) {
            (0, _) => {}
            (1, _) => order.sort_by_key(|who| Reverse(members[*who].size)),
            (2 | 3, Some(paths)) => {
                // First all who got there, then those who did not; at last one of the latter first.
                order.sort_by_key(|who| members[*who].is_content(paths[*who].end));
                order[usize::from(turn > 2)..].reverse();
            }
            // By chance, half of them after the first in rank.
            _ => order[turn % 2..].sort_by_key(|who| mix(mix(draw << 8 | turn as u64) ^ *who as u64)),
        }
        let Some(paths) = tried(field, members, closed, (order, &[], TRIES[1]), &mut budget) else { continue };
        let cost = cost(members, &paths);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, paths));
        }
        if budget < CELLS || best.as_ref().is_some_and(|(_, paths)| !joined(members, paths).is_needed) {
            break;
        }
    }
    best.map(|(_, paths)| joined(members, &paths))
}

/// How late all are, and how far from their goals; the first in rank counts thrice.
fn cost(members: &[Member], paths: &[Path]) -> u32 {
    let left = |member: &Member, end: Cell| 2 * UNITS + member.rest(end).unwrap_or(STEP * UNITS) / STEP;
    let cost = |(member, path): (&Member, &Path)| {
        if member.is_content(path.end) { path.arrives } else { left(member, path.end) }
    };
    members.iter().zip(paths).map(cost).enumerate().map(|(place, cost)| if place == 0 { 3 * cost } else { cost }).sum()
}

/// Paths of all in an order of rank that is changed where somebody cannot get out of the way.
fn tried(
    field: &Field,
    members: &[Member],
    closed: &CellSet,
    (mut order, kept, tries): (Vec<usize>, &[Step], usize),
    budget: &mut u32,
) -> Option<Vec<Path>> {
    let mut held = vec![0; members.len()];
    let (mut raised, mut evades) = (vec![false; members.len()], vec![false; members.len()]);
    for _ in 0..tries {
        let place = match attempt(field, members, closed, (&order, &held, &evades, kept), budget) {
            Ok(paths) => return Some(paths),
            Err(place) => place?,
        };
        let who = order[place];
        if held[who] + 3 < HELD.len() && !evades[who] {
            held[who] += 1;
        } else if place > 0 && !raised[who] && !evades[who] {
            evades[who] = true;
        } else if place > 0 && !raised[who] {
            order.remove(place);
            order.insert(0, who);
            (held[who], raised[who], evades[who]) = (0, true, false);
        } else if kept.is_empty() && held[who] + 1 < HELD.len() {
            held[who] = HELD.len() - 1;
        } else {
            return None;
        }
    }
    None
}

/// The paths of all; Err: the place in the order of one that has none, or nothing: too much was looked at.
fn attempt(
    field: &Field,
    members: &[Member],
    closed: &CellSet,
    (order, held, evades, kept): (&[usize], &[usize], &[bool], &[Step]),
    budget: &mut u32,
) -> Result<Vec<Path>, Option<usize>> {
    let mut taken = Grid::filled(field.width(), field.height(), 0_u128);
    for cell in (0..field.height() as i16).flat_map(|y| (0..field.width() as i16).map(move |x| Cell::new(x, y))) {
        if closed.contains(cell) {
            taken[cell] = u128::MAX;
        }
    }
    let mut paths = timed(field, members, kept, (order, held));
    for (member, path) in members.iter().zip(&paths).filter(|(_, path)| !path.steps.is_empty()) {
        reserve(&mut taken, member, path);
    }
    // First those who get off the ways of all before them, and stay there until it is their turn.
    let mut evading: Vec<Option<(Path, Grid<u128>)>> = members.iter().map(|_| None).collect();
    for (place, who) in order.iter().enumerate().filter(|(_, who)| evades[**who]) {
        let mut ways = CellSet::new(field.width(), field.height());
        for before in order[..place].iter().filter(|before| !evades[**before]) {
            let Member { at, size, way, .. } = members[*before];
            let route = way.map_or_else(Vec::new, |way| way.route(at, Dir::North));
            ways.extend(route.into_iter().chain([at]).flat_map(|at| square(at, size)));
        }
        let mut seen = merged(&taken, &evading);
        for other in order.iter().filter(|other| !evades[**other]) {
            let Member { at, size, .. } = members[*other];
            square(at, size).for_each(|cell| seen[cell] |= below(HELD[2]));
        }
        let member = &members[*who];
        let path = search(field, member, &seen, (member.at, 0, Some(&ways)), budget)?.ok_or(Some(place))?;
        let mut cells = Grid::filled(field.width(), field.height(), 0_u128);
        reserve(&mut cells, member, &path);
        evading[*who] = Some((path, cells));
    }
    for (place, who) in order.iter().enumerate() {
        let member = &members[*who];
        let evaded = evading[*who].take();
        // Those after it need time to get out of its way.
        let mut seen = merged(&taken, &evading);
        for later in order[place + 1..].iter().filter(|later| !evades[**later]) {
            let Member { at, size, .. } = members[*later];
            square(at, size).for_each(|cell| seen[cell] |= below(HELD[held[*later]]));
        }
        let (from, since) = evaded.as_ref().map_or((member.at, 0), |(path, _)| (path.end, path.arrives));
        let mut path = search(field, member, &seen, (from, since, None), budget)?.ok_or(Some(place))?;
        if let Some((mut evaded, _)) = evaded {
            evaded.steps.append(&mut path.steps);
            path.steps = evaded.steps;
        }
        reserve(&mut taken, member, &path);
        paths[*who] = path;
    }
    Ok(paths)
}

/// The times of cells that are taken, with those of who evades.
fn merged(taken: &Grid<u128>, evading: &[Option<(Path, Grid<u128>)>]) -> Grid<u128> {
    let mut all = taken.clone();
    for (cell, times) in evading.iter().flatten().flat_map(|(_, cells)| cells.iter()) {
        all[cell] |= *times;
    }
    all
}

/// When steps begin that are driven in their order, each as soon as nobody before it needs its square any more. The others
/// are given time to leave theirs.
fn timed(field: &Field, members: &[Member], steps: &[Step], (order, held): (&[usize], &[usize])) -> Vec<Path> {
    let path = |member: &Member| Path { steps: Vec::new(), end: member.at, arrives: 0 };
    let mut paths: Vec<Path> = members.iter().map(path).collect();
    let mut ends: Vec<(Step, u32)> = Vec::new();
    for step in steps {
        let Some(who) = members.iter().position(|member| member.slot == step.slot) else { continue };
        let member = &members[who];
        let price = member.price(field, step.from, step.dir).unwrap_or(STEP);
        let touches = |other: &Step, at: Cell| overlap(at, other.size, step.to(), step.size);
        let meets =
            |other: &Step| other.slot != step.slot && (touches(other, other.from) || touches(other, other.to()));
        let free = ends.iter().filter(|(other, _)| meets(other)).map(|(_, end)| *end).max().unwrap_or(0);
        let stands = |other: &&usize| overlap(members[**other].at, members[**other].size, step.to(), step.size);
        let left = order.iter().filter(stands).map(|other| HELD[held[*other]]).max().unwrap_or(0);
        let begin = free.max(left).max(paths[who].arrives + member.digs(price));
        ends.push((*step, begin + member.pace));
        paths[who].steps.push((begin, step.dir));
        (paths[who].end, paths[who].arrives) = (step.to(), begin + member.pace);
    }
    paths
}

/// The bits of all units before one.
const fn below(unit: u32) -> u128 {
    if unit >= UNITS { u128::MAX } else { (1 << unit) - 1 }
}

/// Takes the cells of a path for their times.
fn reserve(taken: &mut Grid<u128>, member: &Member, path: &Path) {
    let (mut at, mut since) = (member.at, 0);
    for (begins, dir) in &path.steps {
        let ends = begins + member.pace;
        square(at, member.size).for_each(|cell| taken[cell] |= below(ends) & !below(since));
        at = at.step(*dir);
        square(at, member.size).for_each(|cell| taken[cell] |= below(ends) & !below(*begins));
        since = ends;
    }
    square(at, member.size).for_each(|cell| taken[cell] |= !below(since));
}

/// The soonest path of one through what is free; Ok(None): it cannot stay free of the others.
fn search(
    field: &Field,
    member: &Member,
    taken: &Grid<u128>,
    (from, since, avoided): (Cell, u32, Option<&CellSet>),
    budget: &mut u32,
) -> Result<Option<Path>, Option<usize>> {
    let is_goal = |at: Cell| match avoided {
        Some(cells) => square(at, member.size).all(|cell| !cells.contains(cell)),
        None => member.is_content(at),
    };
    let rest = |at: Cell| if avoided.is_some() { Some(0) } else { member.rest(at) };
    let times = |at: Cell| square(at, member.size).fold(0, |all, cell| all | taken[cell]);
    *budget = budget.checked_sub(u32::from(field.width()) * u32::from(field.height()) / CELLS).ok_or(None)?;
    let mut nodes = vec![Node { at: from, time: since, came: None }];
    // The beginnings of the safe intervals that were looked at.
    let mut seen: Grid<u128> = Grid::filled(field.width(), field.height(), 0);
    let mut open = BinaryHeap::from([Reverse((0, 0, 0_u32))]);
    let mut best: Option<(u32, u32, u32)> = None;
    while let Some(Reverse((_, _, number))) = open.pop() {
        let Node { at, time, .. } = nodes[number as usize];
        let here = times(at);
        let start = (here & below(time)).checked_ilog2().map_or(0, |last| last + 1);
        if time >= UNITS || here >> time & 1 != 0 || seen[at] >> start & 1 != 0 {
            continue;
        }
        seen[at] |= 1 << start;
        *budget = budget.checked_sub(1).ok_or(None)?;
        let ends = time + (here >> time).trailing_zeros().min(UNITS - time);
        if ends == UNITS {
            let rest = rest(at).unwrap_or(u32::MAX);
            if avoided.is_none() && best.is_none_or(|best| (rest, time) < (best.0, best.1)) {
                best = Some((rest, time, number));
            }
            if is_goal(at) {
                best = Some((0, time, number));
                break;
            }
        }
        for dir in Dir::STRAIGHT {
            let next = at.step(dir);
            let Some(price) = member.price(field, at, dir) else { continue };
            let digs = member.digs(price);
            let there = times(next);
            let free = !(here | there);
            let mut begins = (1..member.pace).fold(free, |all, unit| all & free >> unit);
            begins &= below(ends) & !below(time + digs);
            while begins != 0 {
                let begin = begins.trailing_zeros();
                let arrives = begin + member.pace;
                let left = (there >> begin).trailing_zeros();
                if let Some(rest) = rest(next) {
                    nodes.push(Node { at: next, time: arrives, came: Some((begin, dir, number)) });
                    let last = nodes.len() as u32 - 1;
                    open.push(Reverse((arrives * STEP + rest, rest, last)));
                }
                begins &= !below(begin + left.min(UNITS - begin));
            }
        }
    }
    let Some((_, arrives, number)) = best else { return Ok(None) };
    let (mut steps, mut node) = (Vec::new(), nodes[number as usize]);
    let end = node.at;
    while let Some((begin, dir, before)) = node.came {
        steps.push((begin, dir));
        node = nodes[before as usize];
    }
    steps.reverse();
    Ok(Some(Path { steps, end, arrives }))
}

/// The plan of the paths of all.
fn joined(members: &[Member], paths: &[Path]) -> Plan {
    let mut plan = Plan::default();
    let mut steps = Vec::new();
    for (member, path) in members.iter().zip(paths) {
        let mut at = member.at;
        for (begin, dir) in &path.steps {
            steps.push((*begin, Step { slot: member.slot, size: member.size, from: at, dir: *dir }));
            at = at.step(*dir);
        }
        let alone = member.rest(member.at).map_or(0, |rest| rest / STEP);
        if !member.is_content(path.end) {
            plan.waiting.push(member.slot);
        }
        plan.is_needed |= !member.is_content(path.end) || path.arrives > alone + 1;
    }
    steps.sort_by_key(|(begin, step)| (*begin, step.slot));
    plan.steps = steps.into_iter().map(|(_, step)| step).collect();
    plan
}
