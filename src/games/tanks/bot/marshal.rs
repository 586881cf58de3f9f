//! Who gets friends past each other: it has their steps planned ([`super::convoy`]) where they would meet, and keeps the
//! orders of steps while they are driven.
//!
//! Each step is driven as soon as nobody else has to leave its square first: what counts is the order, not the time, so that
//! who is late holds up those only who need the same place after it. The others stay off the squares of steps to come.
//! Orders are made anew when somebody is there, wants something else or leaves them (hit, or out of the way of a shell), or
//! when nothing of them happens for a while. Whoever has wanted the same for longest goes first, so that everybody's turn
//! comes.

use super::convoy::{Board, plan};
use super::drive::profile;
use super::path::{Member, Step, UNIT, overlap};
use super::sight::{Sight, anchor};
use super::thoughts::{Object, Thoughts};
use super::traffic::Part;
use crate::base::{Cell, CellSet, Grid};
use crate::games::tanks::field::{SUB, square};
use crate::games::tanks::ways::Atlas;
use crate::games::tanks::world::{Tank, World};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Ticks between two plans of a side at least, and after which a plan is made anew while somebody waits.
const EVERY: u32 = 8;
const AGAIN: u32 = 60;
/// Ticks after which an order is given up of which no step was driven.
const GIVEN_UP: u32 = 120;
/// Ticks without getting nearer after which a tank goes before all others.
const STARVED: u32 = 400;
/// Ticks without getting nearer after which a plan is made where there is none.
const WAITED: u32 = 16;
/// Tanks that are planned together.
const TOGETHER: usize = 12;

/// An order of steps that is driven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Orders {
    side: u8,
    /// Those still to be driven, in order.
    steps: Vec<Step>,
    tanks: Vec<Ordered>,
    /// The tick of the last step.
    last: u32,
}

/// A tank with orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Ordered {
    slot: u8,
    /// Its number.
    tank: u32,
    /// The tick in which it began to want what its steps lead to.
    since: u32,
    /// Whether it waits at the end of its steps.
    waits: bool,
}

/// What a tank wants, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Wish {
    tank: u32,
    object: Object,
    since: u32,
}

/// When was planned for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Planned {
    /// The tick of the last plan.
    last: u32,
    /// Whether another one is due.
    is_due: bool,
}

/// All orders that are driven.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marshal {
    orders: Vec<Orders>,
    /// By slot.
    wishes: Vec<Wish>,
    /// By side.
    planned: Vec<Planned>,
}

/// What a program is about, for plans.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    pub thoughts: Thoughts,
    /// The shortest rest of the way to its target so far, and the tick in which it became that.
    pub rest: u32,
    pub since: u32,
}

impl Marshal {
    /// Takes steps off that are driven, and ends orders.
    pub fn update(&mut self, sight: &Sight) {
        let world = sight.world;
        let tick = world.tick();
        // Also of a state that somebody has sent.
        self.planned.resize(usize::from(u8::MAX) + 1, Planned::default());
        let planned = &mut self.planned;
        self.orders.retain_mut(|orders| {
            for Ordered { slot, tank: number, .. } in &orders.tanks {
                let Some(next) = orders.steps.iter().position(|step| step.slot == *slot) else { continue };
                let tank = world.in_slot(usize::from(*slot)).filter(|tank| tank.id.number() == *number);
                let at = tank.map(|tank| anchor(world, tank));
                let step = orders.steps[next];
                // Not before it has left the whole square.
                if tank.is_some_and(|tank| has_left(tank, &step)) && at == Some(step.to()) {
                    orders.steps.remove(next);
                    orders.last = tick;
                } else if at != Some(step.to()) && !tank.is_some_and(|tank| is_beside(tank, step.from)) {
                    orders.steps.retain(|step| step.slot != *slot);
                    planned[usize::from(orders.side)].is_due = true;
                }
            }
            let goes_on = !orders.steps.is_empty() && tick <= orders.last + GIVEN_UP;
            planned[usize::from(orders.side)].is_due |= !goes_on;
            goes_on
        });
    }

    /// What the tank of a slot is to do.
    pub fn part(&self, slot: u8) -> Option<Part> {
        self.orders.iter().find_map(|orders| {
            let ordered = orders.tanks.iter().find(|ordered| ordered.slot == slot)?;
            let Some(next) = orders.steps.iter().position(|step| step.slot == slot) else {
                return ordered.waits.then_some(Part { step: None, is_free: false });
            };
            let step = orders.steps[next];
            let meets = |other: &Step| {
                let touches = |at: Cell| overlap(at, other.size, step.to(), step.size);
                other.slot != slot && (touches(other.from) || touches(other.to()))
            };
            Some(Part { step: Some(step), is_free: !orders.steps[..next].iter().any(meets) })
        })
    }

    /// One more than the slot of some tank that has a cell among its steps to come.
    pub fn planned(&self, width: u16, height: u16) -> Grid<u8> {
        let mut planned = Grid::filled(width, height, 0);
        for step in self.orders.iter().flat_map(|orders| &orders.steps) {
            square(step.from, step.size).chain(square(step.to(), step.size)).for_each(|cell| {
                if let Some(held) = planned.get_mut(cell) {
                    *held = step.slot + 1;
                }
            });
        }
        planned
    }

    /// Plans for a side for which that is due. `aims`: what the programs are about, by slot.
    pub fn plan(&mut self, sight: &Sight, atlas: &mut Atlas, aims: &[Option<Aim>]) {
        let world = sight.world;
        let tick = world.tick();
        self.wishes.resize(aims.len(), Wish::default());
        let mut sides: Vec<u8> = Vec::new();
        for (slot, aim) in aims.iter().enumerate() {
            let (Some(aim), Some(tank)) = (aim, world.in_slot(slot)) else { continue };
            let is_second =
                sides.contains(&tank.side) || world.tanks().filter(|other| other.side == tank.side).count() > 1;
            if !is_second {
                continue;
            }
            if !sides.contains(&tank.side) {
                sides.push(tank.side);
            }
            let wish = &mut self.wishes[slot];
            let (number, object) = (tank.id.number(), aim.thoughts.object);
            let planned = &mut self.planned[usize::from(tank.side)];
            if (wish.tank, wish.object) != (number, object) {
                *wish = Wish { tank: number, object, since: tick };
                planned.is_due = true;
            }
            let ordered = self.orders.iter().any(|orders| orders.side == tank.side);
            let (waited, again) = if ordered { (AGAIN, AGAIN) } else { (WAITED, EVERY) };
            planned.is_due |= tick >= aim.since + waited && tick >= planned.last + again;
        }
        // One side a tick, so that no tick has more to do than one plan: first the one that has waited longest.
        let due = sides.into_iter().filter(|side| {
            let planned = &self.planned[usize::from(*side)];
            planned.is_due && (planned.last == 0 || tick >= planned.last + EVERY)
        });
        if let Some(side) = due.min_by_key(|side| (self.planned[usize::from(*side)].last, *side)) {
            let planned = &mut self.planned[usize::from(side)];
            (planned.last, planned.is_due) = (tick, false);
            self.plan_side(sight, atlas, aims, side);
        }
    }

    fn plan_side(&mut self, sight: &Sight, atlas: &mut Atlas, aims: &[Option<Aim>], side: u8) {
        let world = sight.world;
        let (field, tick) = (world.field(), world.tick());
        let target = |tank: &Tank| aims[usize::from(tank.slot())].and_then(|aim| aim.thoughts.target);
        let mut rank = |tank: &Tank| {
            let slot = usize::from(tank.slot());
            let aim = aims[slot]?;
            let starved = tick.saturating_sub(aim.since).max(STARVED) - STARVED;
            // Who is there makes room for all others.
            let way = target(tank).map(|target| atlas.way(field, target.goal(), profile(world, tank)));
            let is_there = way.is_none_or(|way| way.is_there(anchor(world, tank)));
            Some((is_there, Reverse(starved), self.wishes[slot].since, tank.slot()))
        };
        let is_planned =
            |tank: &&Tank| tank.side == side && tank.is_here() && field.fits(anchor(world, tank), tank.size);
        let mut ranked: Vec<_> =
            world.tanks().filter(is_planned).filter_map(|tank| Some((rank(tank)?, tank))).collect();
        ranked.sort_unstable_by_key(|(rank, _)| *rank);
        ranked.truncate(TOGETHER);
        let mut closed = CellSet::new(field.width(), field.height());
        let others = world.tanks().filter(|tank| ranked.iter().all(|(_, other)| other.id != tank.id));
        others.for_each(|tank| closed.extend(tank.cells()));
        // Steps of those who want the same as before, and come to it, are kept, unless somebody has waited too long.
        let old = self.orders.iter().position(|orders| orders.side == side).map(|place| self.orders.remove(place));
        let (tanks, steps, last) = old.map_or_else(Default::default, |old| (old.tanks, old.steps, old.last));
        let is_it = |old: &Ordered, tank: &Tank| (old.slot, old.tank) == (tank.slot(), tank.id.number());
        let keeps = |tank: &Tank| {
            let own = steps.iter().filter(|step| step.slot == tank.slot());
            tanks.iter().any(|old| is_it(old, tank)) && can_be_driven(world, tank, own, &closed)
        };
        let next = |tank: &Tank| steps.iter().find(|step| step.slot == tank.slot() && keeps(tank));
        let is_kept = |step: &&Step| ranked.iter().any(|(_, tank)| tank.slot() == step.slot && keeps(tank));
        let kept: Vec<Step> = steps.iter().filter(is_kept).copied().collect();
        // Who wants something else now, or waits, is planned anew.
        let is_fresh = |(_, tank): &(_, &Tank)| {
            let since = self.wishes[usize::from(tank.slot())].since;
            !tanks.iter().any(|old| is_it(old, tank) && old.since == since && !old.waits)
        };
        let fresh: Vec<bool> = ranked.iter().map(is_fresh).collect();
        let atlas = &*atlas;
        let member = |(_, tank): &(_, &Tank)| {
            let aim = aims[usize::from(tank.slot())];
            Member {
                slot: tank.slot(),
                size: tank.size,
                at: next(tank).map_or_else(|| anchor(world, tank), |step| step.from),
                pace: pace(world, tank),
                way: target(tank)
                    .and_then(|target| atlas.known(target.goal(), profile(world, tank)))
                    .filter(|way| way.cost(anchor(world, tank)).is_some()),
                nearest: aim.map_or(u32::MAX, |aim| aim.rest),
                waited: aim.map_or(0, |aim| tick.saturating_sub(aim.since) / UNIT),
            }
        };
        let members: Vec<Member> = ranked.iter().map(member).collect();
        let seed = u64::from(tick) << 8 | u64::from(side);
        let made = plan(&Board { field, members: &members, closed: &closed, seed }, &kept, &fresh);
        if !made.is_needed {
            return;
        }
        let ordered = |(_, tank): &(_, &Tank)| Ordered {
            slot: tank.slot(),
            tank: tank.id.number(),
            since: self.wishes[usize::from(tank.slot())].since,
            waits: made.waiting.contains(&tank.slot()),
        };
        let tanks = ranked.iter().map(ordered).collect();
        // Steps that nobody drives are given up in the end, however often others are planned around them.
        let last = if kept.is_empty() { tick } else { last };
        self.orders.push(Orders { side, steps: made.steps, tanks, last });
    }
}

/// Whether steps follow on each other over the board, and nobody but friends with orders is in the way of the first.
fn can_be_driven<'a>(world: &World, tank: &Tank, steps: impl Iterator<Item = &'a Step>, closed: &CellSet) -> bool {
    let field = world.field();
    let mut before: Option<Cell> = None;
    for step in steps {
        let is_first = before.is_none();
        let is_on_board =
            |cell: Cell| (0..field.width() as i16).contains(&cell.x) && (0..field.height() as i16).contains(&cell.y);
        let goes_on = before.is_none_or(|before| before == step.from) && step.size == tank.size;
        if !goes_on || !square(step.to(), step.size).chain(square(step.from, step.size)).all(is_on_board) {
            return false;
        }
        if is_first && square(step.to(), step.size).any(|cell| closed.contains(cell)) {
            return false;
        }
        before = Some(step.to());
    }
    true
}

/// The units of time that a step of a tank takes.
fn pace(world: &World, tank: &Tank) -> u32 {
    let speed = UNIT as i32 * world.rules().speed(tank.kind, tank.size);
    ((SUB + speed / 2) / speed).clamp(1, 16) as u32
}

/// Whether a tank is less than a cell off an anchor.
fn is_beside(tank: &Tank, at: Cell) -> bool {
    (tank.x - i32::from(at.x) * SUB).abs().max((tank.y - i32::from(at.y) * SUB).abs()) < SUB
}

/// Whether a tank has come to the end of a step.
fn has_left(tank: &Tank, step: &Step) -> bool {
    let to = step.to();
    let (x, y) = (tank.x - i32::from(to.x) * SUB, tank.y - i32::from(to.y) * SUB);
    let (dx, dy) = step.dir.offset();
    x * i32::from(dx) + y * i32::from(dy) >= 0
}
