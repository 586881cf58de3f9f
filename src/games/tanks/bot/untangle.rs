//! How friends who block each other get apart: an order of steps after which one of them has passed the others.
//!
//! Whoever is in the way of the one that is to pass is pushed to the nearest place beside that way; whoever is in *its* way
//! is pushed first, and so on, the one that is to pass included: it backs out where the others have no other exit. The
//! steps are found as if one tank moved at a time, and kept in that order, so that they can be driven at the same time
//! as far as none enters a square that another one has not left yet (the order says who waits for whom, and cannot run in a circle).
//!
//! The idea of pushing and backing out is that of Push and Swap (R. Luna, K. E. Bekris, "Push and swap: fast cooperative
//! path-finding with completeness guarantees", IJCAI 2011), here for squares of several sizes and without its guarantee.

use crate::base::{Cell, CellSet, Dir, Grid};
use crate::games::tanks::field::{Field, square};
use crate::games::tanks::ways::{STEP, Way};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Anchors that one search looks at, searches of one try, and how deep pushing pushes, at most.
const LOOKED_AT: usize = 1500;
const SEARCHES: u32 = 32;
const DEPTH: u32 = 4;
/// Places to which somebody could be put aside that are tried at most.
const PLACES: u32 = 60;
/// What a step costs more onto a square that a friend stands on.
const PUSH: u32 = 5 * STEP;
/// Steps that the one that passes makes beyond the last one that was pushed.
const BEYOND: usize = 2;

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

/// A tank as it stands for the search: its anchor and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub at: Cell,
    pub size: u8,
}

impl Standing {
    fn cells(self) -> impl Iterator<Item = Cell> {
        square(self.at, self.size)
    }
}

/// Friends on a board.
#[derive(Debug)]
pub struct Tangle<'a> {
    field: &'a Field,
    /// Those who can be pushed, by slot.
    tanks: Vec<Option<Standing>>,
    /// One more than the slot of who stands on a cell; as the search goes on.
    standing: Grid<u8>,
    /// Cells that nobody may enter.
    closed: CellSet,
    steps: Vec<Step>,
    searches: u32,
}

impl<'a> Tangle<'a> {
    pub fn new(field: &'a Field, tanks: Vec<Option<Standing>>, closed: CellSet) -> Self {
        let mut standing = Grid::filled(field.width(), field.height(), 0);
        for (number, tank) in (1..).zip(&tanks) {
            tank.iter().flat_map(|tank| tank.cells()).for_each(|cell| {
                if let Some(held) = standing.get_mut(cell) {
                    *held = number;
                }
            });
        }
        Self { field, tanks, standing, closed, steps: Vec::new(), searches: SEARCHES }
    }

    /// The steps after which the tank of a slot has passed those in its way; none: that was not found, or nobody is in its
    /// way.
    pub fn pass(mut self, slot: u8, way: Way) -> Option<Vec<Step>> {
        let size = self.tanks[usize::from(slot)]?.size;
        // Those who were put where there is a way past them: they stay.
        let mut aside = Vec::new();
        for _ in 0..6 {
            let from = self.tanks[usize::from(slot)]?.at;
            let cost = |at: Cell, dir: Dir| Some(way.via(at, dir)? - way.cost(at.step(dir))?);
            self.searches = self.searches.checked_sub(1)?;
            let mut path = self.path(slot, &aside, None, cost, |at| way.is_there(at))?;
            // Only as far as it does not have to dig.
            let mut at = from;
            let drives = path.iter().take_while(|dir| {
                let is_free = way.shots(at, **dir) == Some(0);
                at = at.step(**dir);
                is_free
            });
            path.truncate(drives.count());
            let needed = self.needed(from, size, &path);
            match self.first_on(&needed, slot) {
                None => {
                    if self.steps.is_empty() {
                        return None;
                    }
                    let moved: Vec<Step> = self.steps.clone();
                    let last = self.last_meeting(from, size, &path, &moved);
                    path.truncate(last + usize::from(size) + BEYOND);
                    self.drive(slot, &path);
                    return Some(self.steps);
                }
                Some(other) => {
                    let before = (self.tanks.clone(), self.standing.clone(), self.steps.len());
                    if self.clear(&needed, slot, &mut aside.clone(), 0).is_none() {
                        (self.tanks, self.standing) = (before.0, before.1);
                        self.steps.truncate(before.2);
                        self.put_aside(slot, other, way, &aside)?;
                        aside.push(other);
                    }
                }
            }
        }
        None
    }

    /// Puts a tank where the one that is to pass finds a way past it.
    fn put_aside(&mut self, slot: u8, other: u8, way: Way, aside: &[u8]) -> Option<()> {
        let tank = self.tanks[usize::from(other)]?;
        let cost = |at: Cell, dir: Dir| Some(way.via(at, dir)? - way.cost(at.step(dir))?);
        let field = self.field;
        let push = |at: Cell, dir: Dir| field.fits(at.step(dir), tank.size).then_some(STEP);
        let mut held = aside.to_vec();
        held.push(other);
        let tried = std::cell::Cell::new(0_u32);
        let passes = |at: Cell| {
            tried.set(tried.get() + 1);
            let is_tried = tried.get().is_multiple_of(2) && tried.get() < 2 * PLACES;
            let place = Standing { at, size: tank.size };
            is_tried && self.path(slot, aside, Some((other, place)), cost, |at| way.is_there(at)).is_some()
        };
        let path = self.path(other, aside, None, push, passes)?;
        let swept = self.needed(tank.at, tank.size, &path);
        self.clear(&swept, other, &mut held, 1)?;
        self.drive(other, &path);
        Some(())
    }

    /// The place in a path after which it meets nothing of where the others were or went.
    fn last_meeting(&self, from: Cell, size: u8, path: &[Dir], moved: &[Step]) -> usize {
        let mut crossed = CellSet::new(self.field.width(), self.field.height());
        moved.iter().for_each(|step| crossed.extend(square(step.from, step.size)));
        let mut at = from;
        let mut last = 0;
        for (index, dir) in path.iter().enumerate() {
            at = at.step(*dir);
            if square(at, size).any(|cell| crossed.contains(cell)) {
                last = index + 1;
            }
        }
        last
    }

    /// The cells that a tank needs for a path.
    fn needed(&self, from: Cell, size: u8, path: &[Dir]) -> CellSet {
        let mut needed = CellSet::new(self.field.width(), self.field.height());
        let mut at = from;
        needed.extend(square(at, size));
        for dir in path {
            at = at.step(*dir);
            needed.extend(square(at, size));
        }
        needed
    }

    /// The one nearest to a tank who stands on some of these cells; the tank itself does not count.
    fn first_on(&self, needed: &CellSet, slot: u8) -> Option<u8> {
        let from = self.tanks[usize::from(slot)]?.at;
        let others = (0..).zip(&self.tanks).filter(|(other, _)| *other != slot);
        let on = others.filter_map(|(other, tank)| Some((other, (*tank)?)));
        let on = on.filter(|(_, tank)| tank.cells().any(|cell| needed.contains(cell)));
        on.min_by_key(|(other, tank)| (tank.at.distance_squared(from), *other)).map(|(other, _)| other)
    }

    /// Pushes everybody but the tank of a slot off these cells. `held`: who must stay where it is.
    fn clear(&mut self, needed: &CellSet, slot: u8, held: &mut Vec<u8>, depth: u32) -> Option<()> {
        if depth > DEPTH {
            return None;
        }
        for _ in 0..2 * self.tanks.len() {
            let Some(other) = self.first_on(needed, slot) else { return Some(()) };
            if held.contains(&other) {
                return None;
            }
            let tank = self.tanks[usize::from(other)]?;
            let field = self.field;
            let cost = |at: Cell, dir: Dir| field.fits(at.step(dir), tank.size).then_some(STEP);
            let is_beside = |at: Cell| square(at, tank.size).all(|cell| !needed.contains(cell));
            self.searches = self.searches.checked_sub(1)?;
            let path = self.path(other, held, None, cost, is_beside)?;
            let swept = self.needed(tank.at, tank.size, &path);
            held.push(other);
            self.clear(&swept, other, held, depth + 1)?;
            held.pop();
            self.drive(other, &path);
        }
        None
    }

    /// The cheapest path of a tank to where `is_there` says so. `held`: who stays; `moved`: who would be somewhere else, and stay there.
    fn path(
        &self,
        slot: u8,
        held: &[u8],
        moved: Option<(u8, Standing)>,
        cost: impl Fn(Cell, Dir) -> Option<u32>,
        is_there: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Dir>> {
        let Standing { at: from, size } = self.tanks[usize::from(slot)]?;
        let mut came: Grid<Option<Dir>> = self.standing.map(|_| None);
        let mut seen = CellSet::new(self.field.width(), self.field.height());
        let mut open = BinaryHeap::from([Reverse((0, 0, from, None::<Dir>))]);
        let (mut looked_at, mut order) = (0, 0);
        while let Some(Reverse((gone, _, at, dir))) = open.pop() {
            if seen.contains(at) {
                continue;
            }
            seen.insert(at);
            came[at] = dir;
            if is_there(at) {
                let mut path = Vec::new();
                let mut at = at;
                while let Some(dir) = came[at] {
                    path.push(dir);
                    at = at.step(dir.reverse());
                }
                path.reverse();
                return Some(path);
            }
            looked_at += 1;
            if looked_at > LOOKED_AT {
                return None;
            }
            for dir in Dir::STRAIGHT {
                let next = at.step(dir);
                if !self.field.contains(next) || seen.contains(next) {
                    continue;
                }
                let Some(step) = cost(at, dir) else { continue };
                let mut others = 0;
                let is_met = moved.is_some_and(|(_, place)| overlap(next, size, place.at, place.size));
                let is_shut = is_met
                    || square(next, size).any(|cell| {
                        let holder = self.standing.get(cell).copied().unwrap_or(0);
                        let is_moved = moved.is_some_and(|(other, _)| holder == other + 1);
                        let other = holder != 0 && holder != slot + 1 && !is_moved;
                        others |= u32::from(other);
                        self.closed.contains(cell) || other && held.contains(&(holder - 1))
                    });
                if !is_shut {
                    order += 1;
                    open.push(Reverse((gone + step + others * PUSH, order, next, Some(dir))));
                }
            }
        }
        None
    }

    /// A tank drives along a path.
    fn drive(&mut self, slot: u8, path: &[Dir]) {
        let Some(tank) = &mut self.tanks[usize::from(slot)] else { return };
        let size = tank.size;
        square(tank.at, size).for_each(|cell| self.standing[cell] = 0);
        for dir in path {
            self.steps.push(Step { slot, size, from: tank.at, dir: *dir });
            tank.at = tank.at.step(*dir);
        }
        square(tank.at, size).for_each(|cell| self.standing[cell] = slot + 1);
    }
}
