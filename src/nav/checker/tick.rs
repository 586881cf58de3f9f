//! Checks a running match tick by tick: units of several sizes and speeds.
//!
//! The law: a unit is a square of `size` × `size` cells. Its movement leads to a neighbouring place and takes some
//! ticks; at one tick in between the unit changes from the old place to the new one, and a movement once begun goes on
//! to its end. Squares never overlap, and at most one unit is on its way into a cell. While a diagonal movement is
//! under way no other movement crosses the same 2×2 blocks, where a body counts as `size`² cells that all make the
//! same step: a cell's diagonal step crosses one block, a straight one the blocks on both sides of its line. A body of more
//! than one cell has the rectangle that it sweeps for itself instead: who comes in behind it, and belongs to no cell of that
//! rectangle before it has ended, may round its corner.

use super::by_cell::ByCell;
use super::{Findings, Kind};
use crate::base::Cell;
use crate::nav::step::Step;
use std::collections::BTreeMap;

/// A movement from one place to a neighbouring one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Movement {
    /// Where it begins: the top left cell of the body.
    pub from: Cell,
    pub to: Cell,
    pub start: u32,
    pub end: u32,
}

impl From<Step> for Movement {
    fn from(step: Step) -> Self {
        Self { from: step.from, to: step.to(), start: step.start, end: step.end() }
    }
}

impl Movement {
    const fn is_under_way(&self, now: u32) -> bool {
        self.start <= now && now < self.end
    }

    const fn is_diagonal(&self) -> bool {
        self.from.x != self.to.x && self.from.y != self.to.y
    }
}

/// One unit at one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    pub unit: u32,
    /// Side of its square in cells, at least 1.
    pub size: u16,
    /// The place it belongs to now: its top left cell.
    pub at: Cell,
    /// The movement under way, or the last one, which is not looked at once it has ended.
    pub moving: Option<Movement>,
}

fn square(at: Cell, size: u16) -> impl Iterator<Item = Cell> {
    let side = size as i16;
    (0..side).flat_map(move |dy| (0..side).map(move |dx| Cell::new(at.x + dx, at.y + dy)))
}

/// The blocks, named by their top left cells, that the step of one cell crosses.
fn blocks(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (x, y) = (from.x.min(to.x), from.y.min(to.y));
    let beside = if from.x == to.x {
        Some(Cell::new(x - 1, y))
    } else if from.y == to.y {
        Some(Cell::new(x, y - 1))
    } else {
        None
    };
    std::iter::once(Cell::new(x, y)).chain(beside)
}

/// Whether a body is on the rectangle that another one, of more than one cell, sweeps.
fn is_swept(large: &Body, movement: &Movement, other: &Body) -> bool {
    let (left, top) = (movement.from.x.min(movement.to.x), movement.from.y.min(movement.to.y));
    let right = movement.from.x.max(movement.to.x) + large.size as i16;
    let bottom = movement.from.y.max(movement.to.y) + large.size as i16;
    let is_inside = |cell: Cell| (left..right).contains(&cell.x) && (top..bottom).contains(&cell.y);
    large.size > 1 && square(other.at, other.size).any(is_inside)
}

/// Whether one of two bodies is on the rectangle of the other.
fn is_one_swept(first: &(Body, Movement), second: &(Body, Movement)) -> bool {
    is_swept(&first.0, &first.1, &second.0) || is_swept(&second.0, &second.1, &first.0)
}

/// Remembers the last tick and judges the next.
///
/// A wrong pair of movements is reported once, at the tick when the later one begins; bodies that overlap are
/// reported with each cell and tick.
#[derive(Debug, Clone, Default)]
pub struct TickChecker {
    last: BTreeMap<u32, Body>,
    findings: Findings,
}

impl TickChecker {
    pub fn new() -> Self {
        Self::default()
    }

    pub const fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Takes all units at tick `now`, one later than the last time. Units may appear and vanish. `passable` tells
    /// whether a unit may be on a cell, which may lie outside of the map.
    pub fn tick(&mut self, now: u32, bodies: &[Body], passable: impl Fn(u32, Cell) -> bool) {
        for body in bodies {
            self.ground(now, body, &passable);
            self.continuity(now, body);
        }
        let moving: Vec<(Body, Movement)> = bodies
            .iter()
            .filter_map(|body| Some((*body, body.moving.filter(|movement| movement.is_under_way(now))?)))
            .collect();
        let places = bodies.iter().enumerate();
        let taken =
            ByCell::new(places.flat_map(|(index, body)| square(body.at, body.size).map(move |c| (c, index))).collect());
        for (cell, first, second) in taken.pairs() {
            self.findings.add(Kind::Vertex, (bodies[first].unit, Some(bodies[second].unit)), cell, now);
        }
        self.crossings(now, &moving);
        self.last = bodies.iter().map(|body| (body.unit, *body)).collect();
    }

    /// Standing on ground, and no corner cut.
    fn ground(&mut self, now: u32, body: &Body, passable: &impl Fn(u32, Cell) -> bool) {
        if let Some(cell) = square(body.at, body.size).find(|cell| !passable(body.unit, *cell)) {
            self.findings.add(Kind::Blocked, (body.unit, None), cell, now);
        }
        let Some(movement) = body.moving.filter(|movement| self.is_new(now, body.unit, movement)) else { return };
        if movement.is_diagonal() && movement.from.chebyshev(movement.to) == 1 {
            let swept = Cell::new(movement.from.x.min(movement.to.x), movement.from.y.min(movement.to.y));
            let ends = |cell: &Cell| {
                [movement.from, movement.to].iter().any(|at| square(*at, body.size).any(|part| part == *cell))
            };
            let corner = square(swept, body.size + 1).find(|cell| !ends(cell) && !passable(body.unit, *cell));
            if let Some(corner) = corner {
                self.findings.add(Kind::Corner, (body.unit, None), corner, now);
            }
        }
    }

    /// Whether a movement is under way and was not seen the tick before.
    fn is_new(&self, now: u32, unit: u32, movement: &Movement) -> bool {
        movement.is_under_way(now) && self.last.get(&unit).and_then(|body| body.moving) != Some(*movement)
    }

    /// A place changes only along the movement under way, and movements are carried out.
    fn continuity(&mut self, now: u32, body: &Body) {
        let under_way = body.moving.filter(|movement| movement.is_under_way(now));
        if let Some(movement) = under_way {
            let is_step = movement.from.chebyshev(movement.to) == 1;
            if !is_step || (body.at != movement.from && body.at != movement.to) {
                self.findings.add(Kind::Jump, (body.unit, None), body.at, now);
                return;
            }
        }
        let Some(last) = self.last.get(&body.unit) else { return };
        // Movements of the tick before that were under way then.
        let before = last.moving.filter(|movement| movement.is_under_way(now.saturating_sub(1)));
        let is_broken = before.is_some_and(|before| {
            if before.is_under_way(now) {
                under_way != Some(before)
            } else {
                last.at == before.from && body.at == before.from
            }
        });
        if is_broken {
            self.findings.add(Kind::Broken, (body.unit, None), body.at, now);
            return;
        }
        // A movement that is new now begins where the last one ended, even if it changes place in its first tick.
        let is_led = |movement: Option<Movement>, at: Cell| movement.filter(|m| m.from == at).map(|m| m.to);
        let after_before = is_led(before, last.at);
        let reachable =
            body.at == last.at || after_before == Some(body.at) || is_led(under_way, last.at) == Some(body.at);
        let begins_elsewhere = under_way.is_some_and(|movement| {
            before != Some(movement) && movement.from != last.at && Some(movement.from) != after_before
        });
        if !reachable || begins_elsewhere {
            self.findings.add(Kind::Jump, (body.unit, None), body.at, now);
        }
    }

    /// Movements that meet: into one cell, through each other, across one block. One kind per pair.
    fn crossings(&mut self, now: u32, moving: &[(Body, Movement)]) {
        let by_cell = |place: fn(&Movement) -> Cell| {
            let cells = |(index, (body, movement)): (usize, &(Body, Movement))| {
                square(place(movement), body.size).map(move |cell| (cell, index)).collect::<Vec<_>>()
            };
            ByCell::new(moving.iter().enumerate().flat_map(cells).collect())
        };
        let (targets, origins) = (by_cell(|movement| movement.to), by_cell(|movement| movement.from));
        let mut block_entries = Vec::new();
        for (index, (body, movement)) in moving.iter().enumerate() {
            let (dx, dy) = (movement.to.x - movement.from.x, movement.to.y - movement.from.y);
            for cell in square(movement.from, body.size) {
                block_entries.extend(blocks(cell, Cell::new(cell.x + dx, cell.y + dy)).map(|block| (block, index)));
            }
        }
        let crossed = ByCell::new(block_entries);
        let mut known: BTreeMap<(usize, usize), (Kind, Cell)> = BTreeMap::new();
        for (index, (body, movement)) in moving.iter().enumerate() {
            let key = |other: usize| (index.min(other), index.max(other));
            for cell in square(movement.to, body.size) {
                for other in targets.at(cell).filter(|other| *other != index) {
                    known.entry(key(other)).or_insert((Kind::SameTarget, cell));
                }
                for other in origins.at(cell).filter(|other| *other != index) {
                    let meets = |place: Cell| square(moving[other].1.to, moving[other].0.size).any(|at| at == place);
                    if square(movement.from, body.size).any(meets) {
                        known.entry(key(other)).or_insert((Kind::Swap, cell));
                    }
                }
            }
        }
        for (index, (body, movement)) in moving.iter().enumerate().filter(|(_, (_, movement))| movement.is_diagonal()) {
            for cell in square(movement.from, body.size) {
                let to = Cell::new(cell.x + movement.to.x - movement.from.x, cell.y + movement.to.y - movement.from.y);
                for block in blocks(cell, to) {
                    for other in crossed.at(block).filter(|other| *other != index) {
                        let is_large = body.size.max(moving[other].0.size) > 1;
                        if is_large && !is_one_swept(&moving[index], &moving[other]) {
                            continue;
                        }
                        known.entry((index.min(other), index.max(other))).or_insert((Kind::Block, block));
                    }
                }
            }
        }
        for ((first, second), (kind, cell)) in known {
            let pair = [&moving[first], &moving[second]];
            let begins = pair.iter().any(|(body, movement)| self.is_new(now, body.unit, movement));
            // A unit comes onto the rectangle of a large body in the middle of its movement.
            let last = pair.map(|(body, movement)| (*self.last.get(&body.unit).unwrap_or(body), *movement));
            let is_large = pair.iter().any(|(body, _)| body.size > 1);
            let comes = kind == Kind::Block && is_large && !is_one_swept(&last[0], &last[1]);
            if begins || comes {
                self.findings.add(kind, (moving[first].0.unit, Some(moving[second].0.unit)), cell, now);
            }
        }
    }
}
