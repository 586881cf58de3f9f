//! Who is where and goes where, so that friends do not stand in each other's way.
//!
//! A tank drives from anchor to anchor. Before a step it claims the square that it goes to, and keeps the claim until it is
//! there; nobody of its side begins a step into a claimed square. A tank that another one needs out of its way is asked for
//! room: it goes to the nearest place beside the way of the other. Ranks say who asks whom: large tanks, which hardly get
//! out of the way, before small ones, then by slot; one that only stands always makes room. Who cannot make room asks
//! back, with the highest rank.

use super::path::Step;
use super::sight::Sight;
use crate::base::{Cell, Dir, Grid};
use crate::games::tanks::field::{SUB, covered, square};
use crate::games::tanks::ways::{STEP, Way};
use crate::games::tanks::world::Tank;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Ticks that room is made after the last time that it was asked for, and at most while the other one passes.
const ROOM: u32 = 20;
const MOST_ROOM: u32 = 200;
/// Steps of a way that room is asked for.
const AHEAD: usize = 8;
/// Anchors that a search in the traffic looks at, at most.
const LOOKED_AT: usize = 400;

/// Room that somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// The slot that wants to pass, and its rank.
    pub of: u8,
    pub rank: u32,
    /// The cells that it needs.
    pub cells: Vec<Cell>,
    /// The ticks in which it was asked for first and last.
    pub since: u32,
    pub until: u32,
}

/// What a tank is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    pub side: u8,
    /// The step that it was granted.
    pub step: Option<(Cell, Dir)>,
    /// It does not want to go anywhere.
    pub is_parked: bool,
    /// A program steers it: it can be asked.
    pub is_program: bool,
    pub rank: u32,
}

/// What a tank is to do for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The next step; none: it waits.
    pub step: Option<Step>,
    /// Whether nobody has to leave its square first.
    pub is_free: bool,
}

/// What is in front of a tank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ahead {
    Free,
    /// A tank of another side.
    Foe(u8),
    /// A friend stands there or is about to go there.
    Friend(u8),
}

/// The traffic of one tick.
#[derive(Debug)]
pub struct Traffic {
    /// One more than the slot of a tank that touches a cell.
    standing: Grid<u8>,
    /// One more than the slot that claims a cell.
    claimed: Grid<u8>,
    /// One more than the slot of some tank that has a cell among its steps to come, and who drives for orders, by slot.
    planned: Grid<u8>,
    drives: Vec<bool>,
    moves: Vec<Option<Move>>,
    /// What was asked for in this tick, by the slot that was asked.
    asked: Vec<(u8, Room)>,
}

/// The rank of a tank that wants to go somewhere.
pub const fn rank(tank: &Tank) -> u32 {
    (tank.size as u32) << 8 | (255 - tank.slot()) as u32
}

/// The direction that brings a tank nearer to an anchor beside which it is; none: it is there.
pub fn exact(tank: &Tank, at: Cell) -> Option<Dir> {
    let (x, y) = (tank.x - i32::from(at.x) * SUB, tank.y - i32::from(at.y) * SUB);
    match (x.abs() >= y.abs(), x, y) {
        (_, 0, 0) => None,
        (true, ..) => Some(if x > 0 { Dir::West } else { Dir::East }),
        (false, ..) => Some(if y > 0 { Dir::North } else { Dir::South }),
    }
}

impl Traffic {
    /// The traffic of tanks with their moves by slot. `planned`: one more than the slot of some tank that has a cell among its
    /// steps to come; `drives`: who drives for orders, by slot.
    pub fn new(sight: &Sight, moves: Vec<Option<Move>>, planned: Grid<u8>, drives: Vec<bool>) -> Self {
        let field = sight.world.field();
        let mut standing = Grid::filled(field.width(), field.height(), 0);
        let mut claimed = standing.clone();
        for tank in sight.world.tanks() {
            let number = tank.slot() + 1;
            tank.cells().for_each(|cell| standing[cell] = number);
            if let Some((from, dir)) = moves[usize::from(tank.slot())].and_then(|own: Move| own.step) {
                square(from.step(dir), tank.size)
                    .filter(|cell| field.contains(*cell))
                    .for_each(|cell| claimed[cell] = number);
            }
        }
        Self { standing, claimed, planned, drives, moves, asked: Vec::new() }
    }

    /// What was asked for, by the slot that was asked.
    pub fn into_asked(self) -> Vec<(u8, Room)> {
        self.asked
    }

    pub fn of(&self, slot: u8) -> Option<&Move> {
        self.moves[usize::from(slot)].as_ref()
    }

    /// A tank gives up its claim and says what it is about.
    pub fn leave(&mut self, tank: &Tank, is_parked: bool) {
        let number = tank.slot() + 1;
        if let Some(own) = &mut self.moves[usize::from(tank.slot())] {
            if let Some((from, dir)) = own.step.take() {
                square(from.step(dir), tank.size).for_each(|cell| {
                    if let Some(claim) = self.claimed.get_mut(cell).filter(|claim| **claim == number) {
                        *claim = 0;
                    }
                });
            }
            own.is_parked = is_parked;
        }
    }

    /// A tank claims the square of a step.
    pub fn claim(&mut self, tank: &Tank, from: Cell, dir: Dir) {
        self.leave(tank, false);
        if let Some(own) = &mut self.moves[usize::from(tank.slot())] {
            own.step = Some((from, dir));
            square(from.step(dir), tank.size).for_each(|cell| {
                if let Some(claim) = self.claimed.get_mut(cell) {
                    *claim = tank.slot() + 1;
                }
            });
        }
    }

    /// What is in the square of a step.
    pub fn ahead(&self, sight: &Sight, tank: &Tank, from: Cell, dir: Dir) -> Ahead {
        let mut found = Ahead::Free;
        // Off the squares of orders, unless it stands on them anyway.
        let keeps_off = !self.drives[usize::from(tank.slot())];
        for cell in square(from.step(dir), tank.size) {
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let place = (i32::from(cell.x) * 2 + x, i32::from(cell.y) * 2 + y);
                let Some(other) = sight.world.holder(place.0, place.1).filter(|other| other.id != tank.id) else {
                    continue;
                };
                if other.side != tank.side {
                    return Ahead::Foe(other.slot());
                }
                found = Ahead::Friend(other.slot());
            }
            let leader = if keeps_off { self.planned.get(cell).copied().unwrap_or(0) } else { 0 };
            if found == Ahead::Free
                && leader != 0
                && self.of(leader - 1).is_some_and(|other| other.side == tank.side)
                && !tank.cells().any(|own| own == cell)
            {
                found = Ahead::Friend(leader - 1);
            }
            let claim = self.claimed.get(cell).copied().unwrap_or(0);
            if found == Ahead::Free
                && claim != 0
                && claim != tank.slot() + 1
                && self.of(claim - 1).is_some_and(|other| other.side == tank.side)
            {
                found = Ahead::Friend(claim - 1);
            }
        }
        found
    }

    /// Asks a friend for room along a way that begins with a step.
    pub fn ask(&mut self, sight: &Sight, tank: &Tank, whom: u8, cells: Vec<Cell>, rank: u32) {
        let tick = sight.world.tick();
        let room = Room { of: tank.slot(), rank, cells, since: tick, until: tick + ROOM };
        self.asked.push((whom, room));
    }

    /// The cells that a tank needs for the next steps of a way, with those that it touches.
    pub fn corridor(tank: &Tank, way: Way, from: Cell, dir: Dir) -> Vec<Cell> {
        let mut cells: Vec<Cell> = tank.cells().chain(square(from.step(dir), tank.size)).collect();
        let (mut at, mut heading) = (from.step(dir), dir);
        for _ in 1..AHEAD {
            let Some(dir) = way.step(at, heading) else { break };
            (at, heading) = (at.step(dir), dir);
            cells.extend(square(at, tank.size));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether somebody who stays stands on the square of an anchor. `all`: whether those count who are on their way.
    fn is_taken(&self, tank: &Tank, at: Cell, all: bool) -> bool {
        square(at, tank.size).any(|cell| {
            let holder = self.standing.get(cell).copied().unwrap_or(0);
            holder != 0
                && holder != tank.slot() + 1
                && self.of(holder - 1).is_none_or(|other| {
                    // Tanks of other sides are shot at first.
                    all || other.side == tank.side && other.is_parked
                })
        })
    }

    /// Whether somebody who stays stands on the next steps of a way.
    pub fn is_way_taken(&self, tank: &Tank, way: Way, from: Cell, heading: Dir) -> bool {
        let (mut at, mut heading) = (from, heading);
        (0..4).any(|_| match way.step(at, heading) {
            Some(dir) => {
                (at, heading) = (at.step(dir), dir);
                self.is_taken(tank, at, false)
            }
            None => false,
        })
    }

    /// The first step of the best way round those who stay, and its cost; `all`: round those on their way as well. None:
    /// there is none near.
    pub fn around(&self, tank: &Tank, way: Way, from: Cell, all: bool) -> Option<(u32, Dir)> {
        let mut seen = self.standing.map(|_| false);
        let mut open = BinaryHeap::new();
        open.push(Reverse((way.cost(from)?, 0, from, None::<Dir>)));
        let mut looked_at = 0;
        while let Some(Reverse((total, gone, at, first))) = open.pop() {
            if seen.get(at).is_none_or(|seen| *seen) {
                continue;
            }
            if let Some(first) = first
                && (gone >= 12 * STEP || way.is_there(at))
            {
                return Some((total, first));
            }
            seen[at] = true;
            looked_at += 1;
            if looked_at > LOOKED_AT {
                return None;
            }
            for dir in Dir::STRAIGHT {
                let next = at.step(dir);
                let (Some(via), Some(rest)) = (way.via(at, dir), way.cost(next)) else { continue };
                if !self.is_taken(tank, next, all) {
                    let gone = gone + (via - rest);
                    open.push(Reverse((gone + rest, gone, next, first.or(Some(dir)))));
                }
            }
        }
        None
    }

    /// The first step to the nearest place that is not among the cells that somebody needs; Ok(None): it is there.
    /// Err: there is none.
    pub(super) fn refuge(&self, sight: &Sight, tank: &Tank, from: Cell, room: &Room) -> Result<Option<Dir>, ()> {
        let field = sight.world.field();
        let is_clear =
            |mut cells: Box<dyn Iterator<Item = Cell>>| cells.all(|cell| room.cells.binary_search(&cell).is_err());
        if is_clear(Box::new(tank.cells())) {
            return Ok(None);
        }
        // It only sticks out a little.
        if is_clear(Box::new(square(from, tank.size))) {
            return Ok(exact(tank, from));
        }
        // First round all that stand, then as if friends made room.
        for round_friends in [true, false] {
            let mut seen = self.standing.map(|_| false);
            let mut open: VecDeque<(Cell, Option<Dir>)> = VecDeque::from([(from, None)]);
            let mut looked_at = 0;
            while let Some((at, first)) = open.pop_front() {
                looked_at += 1;
                if looked_at > LOOKED_AT {
                    break;
                }
                if let Some(first) = first
                    && is_clear(Box::new(square(at, tank.size)))
                {
                    return Ok(Some(first));
                }
                for dir in Dir::STRAIGHT {
                    let next = at.step(dir);
                    let blocks = |cell: Cell| {
                        let holder = self.standing.get(cell).copied().unwrap_or(0);
                        holder != 0 && holder != tank.slot() + 1 && {
                            let other = self.of(holder - 1);
                            let gives = other.is_some_and(|other| other.side == tank.side && other.is_program);
                            holder == room.of + 1 || !gives || round_friends
                        }
                    };
                    let is_new = seen.get(next).is_some_and(|seen| !seen);
                    if is_new && field.fits(next, tank.size) && !square(next, tank.size).any(blocks) {
                        seen[next] = true;
                        open.push_back((next, first.or(Some(dir))));
                    }
                }
            }
        }
        Err(())
    }

    /// Whether room must be made no longer.
    pub fn is_over(sight: &Sight, room: &Room) -> bool {
        let tick = sight.world.tick();
        let passes = sight.world.in_slot(usize::from(room.of)).is_some_and(|other| {
            covered(other.x, other.y, other.size).any(|cell| room.cells.binary_search(&cell).is_ok())
        });
        tick > room.until && !passes || tick > room.since + MOST_ROOM
    }
}
