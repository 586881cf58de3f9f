//! Who drives where and when, so that friends of all sizes get past each other: a plan of steps for all of them.
//!
//! A plan is made better step by step, and is one at any moment (large neighbourhood search: J. Li, Z. Chen, D. Harabor, P.
//! Stuckey, S. Koenig, "Anytime multi-agent path finding via large neighborhood search", IJCAI 2021). It begins with the
//! steps that are driven already, or with everybody where he is. Then the paths of some are taken out: the one that waits
//! longest, and those around it. One after the other, in a drawn order, each is given the soonest way through what those before
//! it and all others leave free ([`super::path`]; cooperative A*: D. Silver, "Cooperative pathfinding", AIIDE 2005). What is
//! cheaper is kept. Dear is above all that somebody gets no nearer to its goal for long.
//!
//! Who cannot get out of the way of those before it is given time, and if that does not help, the first rank: then the
//! others get out of *its* way. Whoever cannot reach its goal as long as the others are where they are waits as near to
//! it as it can.

use super::joint::{Lead, lead};
pub use super::path::{Member, Step};
use super::path::{Path, TooMuch, UNITS, below, overlap, reserve, search, timed};
use crate::base::rng::mix;
use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::STEP;

/// Places that all searches of a plan look at.
const LOOKED_AT: u32 = 15_000;
/// Orders of rank that are tried at most: for all, and for some.
const TRIES: [usize; 2] = [28, 6];
/// Units that a tank is given to get out of the way of those before it, one after the other; at last it may stay.
const HELD: [u32; 5] = [3, 12, 36, 80, UNITS];
/// Units without getting nearer that cost nothing, and from which on all of them count.
const SHORT: u32 = 32;
const LONG: u32 = 75;
/// Plans in a row that are not better, after which none is looked for any more; and the part of its cost that a plan must save
/// to take the place of another one, so that nobody turns about for little.
const IN_VAIN: u32 = 40;
const MARGIN: u32 = 16;
/// What those units cost beside one of being late.
const WAITING: u32 = 8;
/// States that are looked at, at most, for steps on which one is led with those who step aside.
const LED: u32 = 1_000;

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

/// What a plan is made for.
#[derive(Debug, Clone, Copy)]
pub struct Board<'a> {
    pub field: &'a Field,
    /// In the order of their rank.
    pub members: &'a [Member<'a>],
    /// Cells that nobody may enter.
    pub closed: &'a CellSet,
    /// What the draws of the search are made from.
    pub seed: u64,
}

/// Finds a plan. `kept`: steps in order that some drive already; `fresh`: who wants something else than what they lead to, by
/// the place in the order of rank.
pub fn plan(board: &Board, kept: &[Step], fresh: &[bool]) -> Plan {
    let Board { field, members, closed, seed } = *board;
    let mut content = CellSet::new(field.width(), field.height());
    let stay = members.iter().filter(|member| member.is_content(member.at));
    stay.for_each(|member| content.extend(square(member.at, member.size)));
    let planner = Planner { field, members, closed, content: &content };
    let mut budget = LOOKED_AT;
    let mut paths = timed(field, members, &driven(members, kept.iter().copied()));
    if !planner.agree(&paths) {
        paths = members.iter().map(Path::of).collect();
    }
    let mut in_vain = 0;
    let mut leads: Vec<Option<Option<Lead>>> = members.iter().map(|_| None).collect();
    let mut costs: Vec<Cost> = members.iter().zip(&paths).map(|(member, path)| Cost::of(member, path)).collect();
    let all: Vec<usize> = (0..members.len()).collect();
    let anew: Vec<usize> = all.iter().copied().filter(|who| fresh[*who] || paths[*who].steps.is_empty()).collect();
    // First round the steps that are kept, then without them, then some drawn ones at a time.
    for turn in 0_u64.. {
        let drawn = mix(seed ^ turn << 32);
        let (order, tries) = match turn {
            0 => (anew.clone(), TRIES[0]),
            1 if anew.len() == all.len() => continue,
            1 => (all.clone(), TRIES[0]),
            _ => (planner.drawn(&costs, drawn), TRIES[1]),
        };
        let least = total(&costs);
        let limit = if turn == 0 { least } else { least - least / MARGIN };
        let result = if turn >= 2 && drawn >> 40 & 1 == 0 {
            let led = leads[order[0]].get_or_insert_with(|| planner.lead(order[0], &mut budget));
            led.as_ref().map_or(Ok(None), |led| planner.led(led, (&paths, limit), drawn >> 41, &mut budget))
        } else {
            planner.tried((order, tries), (&paths, limit), &mut budget)
        };
        in_vain += 1;
        if let Ok(Some(better)) = &result {
            let new: Vec<Cost> = members.iter().zip(better).map(|(member, path)| Cost::of(member, path)).collect();
            if total(&new) < limit {
                (paths, costs, in_vain) = (better.clone(), new, 0);
            }
        }
        if result.is_err() || costs.iter().all(|cost| cost.waits == 0) || in_vain > IN_VAIN {
            break;
        }
    }
    joined(members, &paths)
}

/// What a path costs in units.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    /// How late it is there, and how far from its goal it ends.
    late: u32,
    /// What the times cost in which it gets no nearer.
    waits: u32,
}

impl Cost {
    const fn sum(self) -> u32 {
        self.late + WAITING * self.waits
    }

    fn of(member: &Member, path: &Path) -> Self {
        let rest = member.rest(path.end).unwrap_or(STEP * UNITS) / STEP;
        let late = if member.is_content(path.end) { path.arrives } else { 2 * UNITS + rest };
        let Some(way) = member.way else { return Self { late, waits: 0 } };
        let (mut at, mut nearest, mut since, mut waits) = (member.at, member.nearest, 0, 0);
        let mut waited = member.waited;
        for (begins, dir) in &path.steps {
            at = at.step(*dir);
            let Some(rest) = way.cost(at).filter(|rest| *rest < nearest) else { continue };
            let now = begins + member.pace;
            waits += dear(now - since + waited);
            (nearest, since, waited) = (rest, now, 0);
            if way.is_there(at) {
                return Self { late, waits };
            }
        }
        if !member.is_content(path.end) {
            waits += dear(UNITS - since + waited);
        }
        Self { late, waits }
    }
}

/// What a time without getting nearer costs.
const fn dear(units: u32) -> u32 {
    let more = units.saturating_sub(SHORT);
    if units < LONG { more * more / (LONG - SHORT) * LONG / (LONG - SHORT) } else { units }
}

fn total(costs: &[Cost]) -> u32 {
    costs.iter().map(|cost| cost.sum()).sum()
}

/// What an attempt at paths came to.
enum Found {
    Paths,
    /// They cost too much.
    Dear,
    /// The place in the order of one that has none.
    NoneFor(usize),
}

/// A plan that is being made.
#[derive(Clone, Copy)]
struct Planner<'a> {
    field: &'a Field,
    members: &'a [Member<'a>],
    closed: &'a CellSet,
    /// Cells of those who are content where they are: who takes the place of one does not make room for it again.
    content: &'a CellSet,
}

impl Planner<'_> {
    /// The cells that are taken: those that nobody may enter, and those of some paths.
    fn taken<'p>(&self, paths: impl Iterator<Item = (&'p Member<'p>, &'p Path)>) -> (Grid<u128>, bool) {
        let (width, height) = (self.field.width(), self.field.height());
        let mut taken = Grid::filled(width, height, 0_u128);
        for cell in (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| Cell::new(x, y))) {
            if self.closed.contains(cell) {
                taken[cell] = u128::MAX;
            }
        }
        let mut is_free = true;
        for (member, path) in paths {
            is_free &= reserve(&mut taken, member, path, self.content);
        }
        (taken, is_free)
    }

    /// Whether no two paths meet.
    fn agree(&self, paths: &[Path]) -> bool {
        self.taken(self.members.iter().zip(paths)).1
    }

    /// Whose paths are taken out, in a drawn order of rank: one that waits, the more likely the longer, and some around it.
    fn drawn(&self, costs: &[Cost], drawn: u64) -> Vec<usize> {
        let all: u32 = costs.iter().map(|cost| cost.waits).sum();
        let mut left = (drawn % u64::from(all.max(1))) as u32;
        let is_it = |cost: &Cost| {
            let is_it = left < cost.waits;
            left = left.saturating_sub(cost.waits);
            is_it
        };
        let first = costs.iter().position(is_it).unwrap_or(0);
        let at = self.members[first].at;
        let many = costs.len();
        let far = |who: &usize| {
            let far = u64::from(self.members[*who].at.chebyshev(at));
            (*who != first, far + mix(drawn ^ *who as u64) % 16, *who)
        };
        let mut order: Vec<usize> = (0..many).collect();
        order.sort_by_key(far);
        order.truncate(2 + (mix(drawn) % many as u64) as usize);
        let keeps = !mix(drawn ^ 1 << 20).is_multiple_of(4);
        order.sort_by_key(|who| (keeps && *who != first, mix(drawn ^ 1 << 21 ^ *who as u64)));
        order
    }

    /// How one gets where it wants to be, with those that have to step aside.
    fn lead(&self, who: usize, budget: &mut u32) -> Option<Lead> {
        lead(self.field, self.members, who, self.closed, LED, budget).ok().flatten()
    }

    /// Paths on which one is led there, those that stepped aside go on to where they want to be, in a drawn order, and all
    /// others drive round them; Ok(None): there are none.
    fn led(
        &self,
        (steps, led): &Lead,
        (paths, limit): (&[Path], u32),
        drawn: u64,
        budget: &mut u32,
    ) -> Result<Option<Vec<Path>>, TooMuch> {
        let mut begun = paths.to_vec();
        let timed = timed(self.field, self.members, steps);
        led.iter().for_each(|who| begun[*who] = timed[*who].clone());
        let mut order = led.clone();
        order.sort_by_key(|who| mix(drawn ^ *who as u64));
        for who in order {
            let (member, path) = (&self.members[who], &begun[who]);
            if !member.is_content(path.end) {
                let others = led.iter().filter(|other| **other != who);
                let (taken, _) = self.taken(others.map(|other| (&self.members[*other], &begun[*other])));
                let from = (path.end, path.arrives, None);
                if let Some(on) = search(self.field, member, (&taken, self.content), from, budget)? {
                    begun[who].go_on(on);
                }
            }
        }
        let free = (0..self.members.len()).filter(|who| !led.contains(who));
        self.tried((free.collect(), TRIES[1]), (&begun, limit), budget)
    }

    /// Paths of some in an order of rank that is changed where somebody cannot get out of the way, and those of the others as
    /// they are; Ok(None): there are none.
    fn tried(
        &self,
        (mut order, tries): (Vec<usize>, usize),
        (paths, limit): (&[Path], u32),
        budget: &mut u32,
    ) -> Result<Option<Vec<Path>>, TooMuch> {
        let many = self.members.len();
        let mut held = vec![0; many];
        let (mut raised, mut evades) = (vec![false; many], vec![false; many]);
        let others = (0..many).filter(|who| !order.contains(who)).map(|who| (&self.members[who], &paths[who]));
        let mut spent: u32 = others.clone().map(|(member, path)| Cost::of(member, path).sum()).sum();
        spent += order.iter().map(|who| self.members[*who].alone()).sum::<u32>();
        let (taken, _) = self.taken(others);
        for _ in 0..tries {
            let mut paths = paths.to_vec();
            let place = match self.attempt(
                (&order, &held, &evades),
                taken.clone(),
                (&mut paths, limit - spent.min(limit)),
                budget,
            )? {
                Found::Paths => return Ok(Some(paths)),
                Found::Dear => return Ok(None),
                Found::NoneFor(place) => place,
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
            } else if held[who] + 1 < HELD.len() {
                held[who] = HELD.len() - 1;
            } else {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Finds the paths of some in their order that cost less than a limit more than they would if nobody else was there.
    fn attempt(
        &self,
        (order, held, evades): (&[usize], &[usize], &[bool]),
        mut taken: Grid<u128>,
        (paths, mut limit): (&mut [Path], u32),
        budget: &mut u32,
    ) -> Result<Found, TooMuch> {
        let Self { field, members, .. } = *self;
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
            let Some(path) = search(field, member, (&seen, self.content), (member.at, 0, Some(&ways)), budget)? else {
                return Ok(Found::NoneFor(place));
            };
            let mut cells = Grid::filled(field.width(), field.height(), 0_u128);
            reserve(&mut cells, member, &path, self.content);
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
            let Some(mut path) = search(field, member, (&seen, self.content), (from, since, None), budget)? else {
                return Ok(Found::NoneFor(place));
            };
            if let Some((mut evaded, _)) = evaded {
                evaded.go_on(path);
                path = evaded;
            }
            reserve(&mut taken, member, &path, self.content);
            let Some(left) = limit.checked_sub(Cost::of(member, &path).sum().saturating_sub(member.alone())) else {
                return Ok(Found::Dear);
            };
            limit = left;
            paths[*who] = path;
        }
        Ok(Found::Paths)
    }
}

/// The times of cells that are taken, with those of who evades.
fn merged(taken: &Grid<u128>, evading: &[Option<(Path, Grid<u128>)>]) -> Grid<u128> {
    let mut all = taken.clone();
    for (cell, times) in evading.iter().flatten().flat_map(|(_, cells)| cells.iter()) {
        all[cell] |= *times;
    }
    all
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
        plan.is_needed |= path.arrives > member.alone() + 1;
    }
    steps.sort_by_key(|(begin, step)| (*begin, step.slot));
    plan.steps = driven(members, steps.into_iter().map(|(_, step)| step));
    for member in members {
        let at = plan.steps.iter().rfind(|step| step.slot == member.slot).map_or(member.at, Step::to);
        if !member.is_content(at) {
            plan.waiting.push(member.slot);
        }
    }
    plan.is_needed |= !plan.waiting.is_empty();
    plan
}

/// The steps that can be driven in their order. Who would have to drive through somebody who may be gone by then ends before
/// it, and so do those who would have to drive through it.
fn driven(members: &[Member], steps: impl Iterator<Item = Step>) -> Vec<Step> {
    let mut places: Vec<(Cell, bool)> = members.iter().map(|member| (member.at, true)).collect();
    let is_driven = |step: &Step| {
        let Some(who) = members.iter().position(|member| member.slot == step.slot) else { return false };
        let meets = |(other, (at, _)): (usize, &(Cell, bool))| {
            other != who && overlap(*at, members[other].size, step.to(), step.size)
        };
        let is_free = !places.iter().enumerate().any(meets);
        let (at, drives) = &mut places[who];
        *drives &= is_free;
        if *drives {
            *at = step.to();
        }
        *drives
    };
    steps.filter(is_driven).collect()
}
