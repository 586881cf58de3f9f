//! Crowded one-shot problems drawn by number, every one of which can be solved.
//!
//! Four kinds of ground (rooms with doors of one cell, mazes, caves, corridors of one cell with bays), of which 30 to
//! 95 percent of the cells are filled. The goals are where the agents come by a long random walk: gaps wander to places
//! drawn at random and move everybody on their way by one cell, which is a legal step each time. So the way back and
//! forth exists, however narrow the ground is.

use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir, Grid};
use crate::nav::coop::mapf::{Instance, Moves};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    Rooms,
    Maze,
    Cave,
    Bays,
}

impl Ground {
    pub const ALL: [Self; 4] = [Self::Rooms, Self::Maze, Self::Cave, Self::Bays];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Maze => "maze",
            Self::Cave => "cave",
            Self::Bays => "bays",
        }
    }

    /// Ground of this kind; only its largest connected part is passable.
    pub fn draw(self, width: u16, height: u16, rng: &mut Rng) -> Grid<bool> {
        let ground = match self {
            Self::Rooms => rooms(width, height, rng),
            Self::Maze => maze(width, height, rng),
            Self::Cave => cave(width, height, rng),
            Self::Bays => bays(width, height, rng),
        };
        largest_part(&ground)
    }
}

/// One of the problems that [`draw`] gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dense {
    pub ground: Ground,
    /// Filled cells, of a hundred.
    pub percent: u32,
    pub instance: Instance,
}

/// Problem `number` of a series: kinds of ground, occupancies and sizes in turn.
pub fn draw(number: u64, moves: Moves) -> Dense {
    let mut rng = stream(number, "dense");
    let ground = Ground::ALL[(number % 4) as usize];
    let percent = 30 + 5 * (number / 4 % 14) as u32;
    let size = 9 + 4 * (number / 4 % 6) as u16;
    let passable = ground.draw(size + rng.random_range(0..4), size, &mut rng);
    Dense { ground, percent, instance: fill(passable, percent, moves, &mut rng) }
}

/// Fills so many of a hundred passable cells (at least one stays free) and draws goals that can be reached.
pub fn fill(passable: Grid<bool>, percent: u32, moves: Moves, rng: &mut Rng) -> Instance {
    let mut cells: Vec<Cell> = passable.iter().filter(|(_, free)| **free).map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    let agents = (cells.len() * percent as usize / 100).clamp(1, cells.len() - 1);
    let starts = cells[..agents].to_vec();
    let mut gaps = cells[agents..].to_vec();
    let mut at = passable.map(|_| None);
    for (agent, cell) in starts.iter().enumerate() {
        at[*cell] = Some(agent);
    }
    let mut left = STEPS_PER_CELL * cells.len();
    while left > 0 {
        let gap = rng.random_range(0..gaps.len());
        let from = cells[rng.random_range(0..cells.len())];
        let way = way(&passable, from, gaps[gap], rng);
        left = left.saturating_sub(way.len().max(1));
        for next in way {
            let own = gaps[gap];
            if at[next].is_some() {
                at[own] = at[next].take();
            } else if let Some(other) = gaps.iter().position(|other| *other == next) {
                gaps[other] = own;
            }
            gaps[gap] = next;
        }
    }
    let mut goals = starts.clone();
    for (cell, agent) in at.iter() {
        if let Some(agent) = agent {
            goals[*agent] = cell;
        }
    }
    Instance { passable, moves, starts, goals }
}

/// Steps of gaps in the random walk, for each passable cell.
const STEPS_PER_CELL: usize = 6;

/// A shortest way of straight steps to `from` for one who stands on `to`, without the latter.
fn way(passable: &Grid<bool>, from: Cell, to: Cell, rng: &mut Rng) -> Vec<Cell> {
    let mut next = passable.map(|_| None);
    let mut queue = VecDeque::from([from]);
    next[from] = Some(from);
    let mut dirs = Dir::STRAIGHT;
    dirs.shuffle(rng);
    while let Some(cell) = queue.pop_front().filter(|cell| *cell != to) {
        for beside in dirs.map(|dir| cell.step(dir)) {
            if passable.get(beside) == Some(&true) && next[beside].is_none() {
                next[beside] = Some(cell);
                queue.push_back(beside);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = to;
    while at != from {
        let Some(on) = next[at] else { break };
        way.push(on);
        at = on;
    }
    way
}

/// Rooms of three by three cells; a door of one cell between most neighbours.
fn rooms(width: u16, height: u16, rng: &mut Rng) -> Grid<bool> {
    let cell = |place: usize| {
        let (x, y) = (place % usize::from(width) % 4, place / usize::from(width) % 4);
        x != 3 && y != 3
    };
    let mut ground = Grid::from_rows(width, height, (0..usize::from(width) * usize::from(height)).map(cell).collect());
    for y in (0..height as i16).step_by(4) {
        for x in (0..width as i16).step_by(4) {
            for (right, down) in [(3, rng.random_range(0..3)), (rng.random_range(0..3), 3)] {
                let door = Cell::new(x + right, y + down);
                let beyond = if right == 3 { Cell::new(door.x + 1, door.y) } else { Cell::new(door.x, door.y + 1) };
                if rng.random_range(0..16) > 0 && ground.get(beyond).is_some() {
                    ground[door] = true;
                }
            }
        }
    }
    ground
}

/// Corridors of one cell: a spanning tree by random walks without return, with some walls opened afterwards.
fn maze(width: u16, height: u16, rng: &mut Rng) -> Grid<bool> {
    let mut ground = Grid::filled(width, height, false);
    let mut trail = vec![Cell::new(0, 0)];
    ground[trail[0]] = true;
    while let Some(at) = trail.last().copied() {
        let mut dirs = Dir::STRAIGHT;
        dirs.shuffle(rng);
        let next = dirs.into_iter().find(|dir| ground.get(at.step(*dir).step(*dir)) == Some(&false));
        let Some(dir) = next else {
            trail.pop();
            continue;
        };
        ground[at.step(dir)] = true;
        ground[at.step(dir).step(dir)] = true;
        trail.push(at.step(dir).step(dir));
    }
    for _ in 0..u32::from(width) * u32::from(height) / 16 {
        let wall = Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
        // Not where two corridors cross: pillars stay.
        ground[wall] |= wall.x % 2 != wall.y % 2;
    }
    ground
}

/// Caves: noise that becomes like most of its neighbours, three times.
fn cave(width: u16, height: u16, rng: &mut Rng) -> Grid<bool> {
    let noise = (0..u32::from(width) * u32::from(height)).map(|_| rng.random_range(0..100) >= 42).collect();
    let mut ground = Grid::from_rows(width, height, noise);
    for _ in 0..3 {
        let before = ground.clone();
        for cell in before.cells() {
            let free = Dir::ALL.into_iter().filter(|dir| before.get(cell.step(*dir)) == Some(&true)).count();
            ground[cell] = free > 4 || free == 4 && before[cell];
        }
    }
    ground
}

/// Corridors of one cell with bays beside them, joined at both ends and now and then between.
fn bays(width: u16, height: u16, rng: &mut Rng) -> Grid<bool> {
    let mut ground = Grid::filled(width, height, false);
    let last = width as i16 - 1;
    for y in (0..height as i16).step_by(3) {
        for x in 0..=last {
            ground[Cell::new(x, y)] = true;
            if y + 1 < height as i16 && (x == 0 || x == last || x % 2 == 1 && rng.random_range(0..2) == 0) {
                ground[Cell::new(x, y + 1)] = true;
                let joins = x == 0 || x == last || rng.random_range(0..4) == 0;
                if joins && y + 3 < height as i16 {
                    ground[Cell::new(x, y + 2)] = true;
                }
            }
        }
    }
    ground
}

pub(super) fn largest_part(ground: &Grid<bool>) -> Grid<bool> {
    let mut part = ground.map(|_| 0);
    let mut largest = (0, 0);
    for (number, first) in (1..).zip(ground.cells().filter(|cell| ground[*cell]).collect::<Vec<Cell>>()) {
        let mut open = vec![first];
        let mut size = 0;
        while let Some(cell) = open.pop() {
            if part[cell] == 0 {
                part[cell] = number;
                size += 1;
                let beside = Dir::STRAIGHT.map(|dir| cell.step(dir));
                open.extend(beside.into_iter().filter(|cell| ground.get(*cell) == Some(&true)));
            }
        }
        largest = largest.max((size, number));
    }
    part.map(|part| *part == largest.1 && largest.0 > 0)
}
