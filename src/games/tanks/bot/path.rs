//! The path of one tank through what the others leave free, in time.
//!
//! Between two times in which somebody else needs some cell of an anchor lies a *safe interval*; of all moments of one only
//! the first has to be looked at (M. Phillips and M. Likhachev, "SIPP: safe interval path planning for dynamic
//! environments", ICRA 2011). The times of a cell are the bits of one number, those of an anchor are those of its cells
//! together, so that tanks of all sizes are planned alike.

use super::queue::Queue;
use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::{STEP, Way};
use serde::{Deserialize, Serialize};

/// Ticks of a unit of time. The last one of a plan stands for all that come after.
pub const UNIT: u32 = 8;
pub(super) const UNITS: u32 = u128::BITS;
/// Units that a tank is given to be gone again from where it wanted to be: it will want something else then, or make room.
const REST: u32 = 12;
/// Cells of a board that cost a search as much at its beginning, for its tables, as a place that is looked at.
const CELLS: u32 = 128;
/// Parts of a step that costs are told apart by.
const PART: u32 = STEP / 2;
/// Places at a time that the search for one path looks at, unless it has none by then.
const ENOUGH: u32 = 500;

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
pub const fn overlap(one: Cell, size: u8, other: Cell, other_size: u8) -> bool {
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
    /// The least rest of the way that it has had so far, and for how many units it has had no less.
    pub nearest: u32,
    pub waited: u32,
}

impl Member<'_> {
    pub(super) fn is_content(&self, at: Cell) -> bool {
        self.way.is_none_or(|way| way.is_there(at))
    }

    /// The cost of the rest of its way in the parts of units that paths are compared by.
    pub(super) fn rest(&self, at: Cell) -> Option<u32> {
        self.way.map_or(Some(0), |way| way.cost(at)).map(|cost| cost * self.pace)
    }

    /// The units that the rest of its way takes if nobody is in the way.
    pub(super) fn alone(&self) -> u32 {
        self.rest(self.at).map_or(0, |rest| rest / STEP)
    }

    /// The cost of a step, and that of the shots before it.
    pub(super) fn price(&self, field: &Field, at: Cell, dir: Dir) -> Option<u32> {
        let next = at.step(dir);
        if field.fits(next, self.size) {
            return Some(STEP);
        }
        let way = self.way?;
        Some(way.via(at, dir)? - way.cost(next)?)
    }

    /// The units that the shots before a step of a price take.
    pub(super) const fn digs(&self, price: u32) -> u32 {
        self.pace * price.saturating_sub(STEP) / STEP
    }
}

/// The path of one.
#[derive(Debug, Clone, Default)]
pub(super) struct Path {
    /// The units in which the steps begin, with their directions.
    pub steps: Vec<(u32, Dir)>,
    pub end: Cell,
    /// The unit from which on it stands there.
    pub arrives: u32,
}

impl Path {
    /// That of one who stays where it is.
    pub(super) fn of(member: &Member) -> Self {
        Self { steps: Vec::new(), end: member.at, arrives: 0 }
    }

    /// Adds what comes after it.
    pub(super) fn go_on(&mut self, mut after: Self) {
        self.steps.append(&mut after.steps);
        (self.end, self.arrives) = (after.end, after.arrives);
    }
}

/// More was looked at than a plan may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMuch;

/// A place at a time in a search.
#[derive(Debug, Clone, Copy)]
struct Node {
    at: Cell,
    time: u32,
    /// The unit in which the step to it begins, its direction, and the node before it.
    came: Option<(u32, Dir, u32)>,
}

/// When steps begin that are driven in their order, each as soon as nobody before it needs its square any more.
pub(super) fn timed(field: &Field, members: &[Member], steps: &[Step]) -> Vec<Path> {
    let mut paths: Vec<Path> = members.iter().map(Path::of).collect();
    let mut ends: Vec<(Step, u32)> = Vec::new();
    for step in steps {
        let Some(who) = members.iter().position(|member| member.slot == step.slot) else { continue };
        let member = &members[who];
        let price = member.price(field, step.from, step.dir).unwrap_or(STEP);
        let touches = |other: &Step, at: Cell| overlap(at, other.size, step.to(), step.size);
        let meets =
            |other: &Step| other.slot != step.slot && (touches(other, other.from) || touches(other, other.to()));
        let free = ends.iter().filter(|(other, _)| meets(other)).map(|(_, end)| *end).max().unwrap_or(0);
        let begin = free.max(paths[who].arrives + member.digs(price));
        ends.push((*step, begin + member.pace));
        paths[who].steps.push((begin, step.dir));
        (paths[who].end, paths[who].arrives) = (step.to(), begin + member.pace);
    }
    paths
}

/// The bits of all units before one.
pub(super) const fn below(unit: u32) -> u128 {
    if unit >= UNITS { u128::MAX } else { (1 << unit) - 1 }
}

/// Whether a tank is expected to be gone soon from where it wants to be: not where it has taken the place of one that was
/// content there.
fn goes_on(member: &Member, at: Cell, content: &CellSet) -> bool {
    member.way.is_some_and(|way| way.is_there(at)) && !square(at, member.size).any(|cell| content.contains(cell))
}

/// The squares of a path with the first unit of each and the first after it.
fn stays<'a>(member: &Member, path: &'a Path, content: &CellSet) -> impl Iterator<Item = (Cell, u32, u32)> + use<'a> {
    let (mut at, mut since, pace) = (member.at, 0, member.pace);
    let last = path.steps.iter().fold(at, |at, (_, dir)| at.step(*dir));
    let end = path.steps.last().map_or(0, |(begins, _)| *begins);
    let goes_on = !path.steps.is_empty() && goes_on(member, last, content);
    let until = if goes_on { (path.arrives + REST).min(UNITS) } else { UNITS };
    let moved = path.steps.iter().map(move |(begins, dir)| {
        let stay = (at, since, begins + pace);
        (at, since) = (at.step(*dir), *begins);
        stay
    });
    moved.chain([(last, end, until)])
}

/// Takes the cells of a path for their times; whether all were free.
pub(super) fn reserve(taken: &mut Grid<u128>, member: &Member, path: &Path, content: &CellSet) -> bool {
    let units = |since: u32, until: u32| below(until) & !below(since);
    let cells = || {
        stays(member, path, content)
            .flat_map(|(at, since, until)| square(at, member.size).map(move |cell| (cell, units(since, until))))
    };
    let is_free = cells().all(|(cell, units)| taken.get(cell).is_some_and(|times| times & units == 0));
    for (cell, units) in cells() {
        if let Some(times) = taken.get_mut(cell) {
            *times |= units;
        }
    }
    is_free
}

/// What a search knows of an anchor.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    is_known: bool,
    fits: bool,
    /// The units in which somebody else needs some cell of it.
    taken: u128,
    /// The beginnings of the safe intervals that were looked at.
    seen: u128,
}

/// The soonest path of one through what is free; Ok(None): it cannot stay free of the others.
pub(super) fn search(
    field: &Field,
    member: &Member,
    (taken, content): (&Grid<u128>, &CellSet),
    (from, since, avoided): (Cell, u32, Option<&CellSet>),
    budget: &mut u32,
) -> Result<Option<Path>, TooMuch> {
    let is_goal = |at: Cell| match avoided {
        Some(cells) => square(at, member.size).all(|cell| !cells.contains(cell)),
        None => member.is_content(at),
    };
    let rest = |at: Cell| if avoided.is_some() { Some(0) } else { member.rest(at) };
    *budget = budget.checked_sub(u32::from(field.width()) * u32::from(field.height()) / CELLS).ok_or(TooMuch)?;
    let mut places: Grid<Place> = Grid::filled(field.width(), field.height(), Place::default());
    let look = |places: &mut Grid<Place>, at: Cell| -> Option<Place> {
        let place = places.get_mut(at)?;
        if !place.is_known {
            let fits = field.fits(at, member.size);
            let is_inside = fits || square(at, member.size).all(|cell| taken.contains(cell));
            let times =
                if is_inside { square(at, member.size).fold(0, |all, cell| all | taken[cell]) } else { u128::MAX };
            *place = Place { is_known: true, fits, taken: times, seen: 0 };
        }
        Some(*place)
    };
    let mut nodes = vec![Node { at: from, time: since, came: None }];
    let mut open = Queue::default();
    open.push(0);
    let mut best: Option<(u32, u32, u32)> = None;
    let mut enough = ENOUGH;
    while let Some(number) = open.pop() {
        if enough == 0 && best.is_some() {
            break;
        }
        let Node { at, time, .. } = nodes[number as usize];
        let Some(Place { taken: here, seen, .. }) = look(&mut places, at) else { continue };
        let start = (here & below(time)).checked_ilog2().map_or(0, |last| last + 1);
        if time >= UNITS || here >> time & 1 != 0 || seen >> start & 1 != 0 {
            continue;
        }
        places[at].seen |= 1 << start;
        *budget = budget.checked_sub(1).ok_or(TooMuch)?;
        enough = enough.saturating_sub(1);
        let ends = time + (here >> time).trailing_zeros().min(UNITS - time);
        if ends == UNITS {
            let rest = rest(at).unwrap_or(u32::MAX);
            if avoided.is_none() && best.is_none_or(|best| (rest, time) < (best.0, best.1)) {
                best = Some((rest, time, number));
            }
        }
        let goes_on = || number != 0 && goes_on(member, at, content);
        let stays = if avoided.is_none() && goes_on() { time + REST } else { UNITS };
        if ends >= stays.min(UNITS) && is_goal(at) {
            best = Some((0, time, number));
            break;
        }
        for dir in Dir::STRAIGHT {
            let next = at.step(dir);
            let Some(Place { fits, taken: there, .. }) = look(&mut places, next) else { continue };
            let Some(price) = (if fits { Some(STEP) } else { member.price(field, at, dir) }) else { continue };
            let digs = member.digs(price);
            let free = !(here | there);
            let mut begins = (1..member.pace).fold(free, |all, unit| all & free >> unit);
            begins &= below(ends) & !below(time + digs);
            if begins == 0 {
                continue;
            }
            let Some(rest) = rest(next) else { continue };
            while begins != 0 {
                let begin = begins.trailing_zeros();
                let arrives = begin + member.pace;
                let left = (there >> begin).trailing_zeros();
                nodes.push(Node { at: next, time: arrives, came: Some((begin, dir, number)) });
                open.push((arrives * STEP + rest) / PART);
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
