//! The state of a round and the rules of a step: simultaneous moves, deaths, draws, make and undo.
//!
//! A step. All living players order at once. Every head moves one cell; who leaves the board (without wrap-around) or
//! meets an obstacle at its edge dies at a *wall*, who meets another *obstacle* at that, who meets a trail, any head's old cell included, dies at a *trail* (so two
//! players who swap places both die), and all who enter one free cell together die *head-on*; that cell stays free.
//! Judging comes first, trails grow afterwards. With the boost option a player with enough energy may boost: after
//! everyone has moved, the boosting players who live move a second cell in the same direction, judged the same way
//! while the others stand. A boost costs [`BOOST_COST`], a step without one gives back 1, up to [`BOOST_FULL`]; the
//! energy is full at the start. Trails of the dead stay, or vanish at the end of the step in which their owner died.
//!
//! The round ends when at most one player lives: he wins, or the players who died in the last step draw.
//!
//! Invariants: bit `x` of row `y` is set if and only if the cell is an obstacle or holds a trail that has not
//! vanished; `key` depends on the position alone and not on how it was reached (A. L. Zobrist, "A new hashing method
//! with application for game playing", 1970; the random words are computed by a mixing function, not stored).

mod death;

use super::arena::{Arena, MAX_SEATS, MOVES};
use crate::base::rng::mix;
use crate::base::{Cell, Dir, Grid};

pub use crate::search::Outcome;
pub use death::Death;

pub const BOOST_COST: u8 = 4;

/// The most energy, and the energy at the start: three boosts.
pub const BOOST_FULL: u8 = 12;

/// Rules that can be chosen. The default is the classic game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    pub vanish: bool,
    /// Whether the edges of the board are joined, left with right and top with bottom.
    pub wrap: bool,
    pub boost: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Go(Dir),
    /// Two cells in a direction; one cell where boosting is off or the energy is too low.
    Boost(Dir),
    /// The referee takes the player out of the round before the step.
    Forfeit(Death),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rider {
    pub head: Cell,
    pub heading: Dir,
    /// Why and in which step (from 1) the player went out, or `None` while alive.
    pub out: Option<(Death, u32)>,
    pub energy: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    Floor,
    Obstacle,
    /// The trail or the head of a seat.
    Trail(u8),
}

/// What [`Position::undo`] needs.
#[derive(Debug, Clone)]
struct Record {
    riders: [Rider; MAX_SEATS],
    lengths: [usize; MAX_SEATS],
    vanished: u8,
    key: u64,
}

#[derive(Debug, Clone)]
pub struct Position {
    width: u16,
    height: u16,
    options: Options,
    seats: usize,
    rows: Vec<u128>,
    contents: Grid<Content>,
    riders: [Rider; MAX_SEATS],
    trails: [Vec<Cell>; MAX_SEATS],
    key: u64,
    history: Vec<Record>,
}

impl Position {
    /// The start of a round with one player on each of the first `seats` starts (2 to the number of starts; more are
    /// cut off).
    pub fn new(arena: &Arena, seats: usize, options: Options) -> Self {
        let seats = seats.clamp(2, arena.starts().len());
        let nobody = Rider { head: Cell::new(0, 0), heading: Dir::North, out: None, energy: 0 };
        let mut position = Self {
            width: arena.width(),
            height: arena.height(),
            options,
            seats,
            rows: vec![0; usize::from(arena.height())],
            contents: arena.heights().map(|height| if *height > 0 { Content::Obstacle } else { Content::Floor }),
            riders: [nobody; MAX_SEATS],
            trails: Default::default(),
            key: 0,
            history: Vec::new(),
        };
        for (cell, height) in arena.heights().iter() {
            position.rows[cell.y as usize] |= u128::from(*height > 0) << cell.x;
        }
        for (seat, start) in arena.starts().iter().take(seats).enumerate() {
            let energy = if options.boost { BOOST_FULL } else { 0 };
            position.riders[seat] = Rider { head: start.cell, heading: start.heading, out: None, energy };
            position.grow(seat, start.cell);
        }
        position.key = position.whole_key();
        position
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    pub fn options(&self) -> Options {
        self.options
    }

    /// The players in the order of the seats, dead ones included.
    pub fn riders(&self) -> &[Rider] {
        &self.riders[..self.seats]
    }

    pub fn steps(&self) -> u32 {
        self.history.len() as u32
    }

    /// The cells of a player's trail from the start to the head. A vanished trail keeps its list.
    pub fn trail(&self, seat: usize) -> &[Cell] {
        &self.trails[seat]
    }

    pub fn contents(&self) -> &Grid<Content> {
        &self.contents
    }

    /// The rows as bits: bit `x` of row `y` is set where no head can enter.
    pub fn rows(&self) -> &[u128] {
        &self.rows
    }

    /// A number that is equal for equal positions and differs for others (up to chance).
    pub fn key(&self) -> u64 {
        self.key
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        self.contains(cell) && self.rows[cell.y as usize] >> cell.x & 1 == 0
    }

    /// The neighbour of `cell` in `dir`, around the edge with wrap-around; it may lie outside of the board without.
    pub fn neighbour(&self, cell: Cell, dir: Dir) -> Cell {
        let next = cell.step(dir);
        if self.options.wrap {
            Cell::new(next.x.rem_euclid(self.width as i16), next.y.rem_euclid(self.height as i16))
        } else {
            next
        }
    }

    /// The moves of a seat that do not run into anything that stands there now, in the order of [`MOVES`].
    pub fn free_moves(&self, seat: usize) -> impl Iterator<Item = Dir> + use<'_> {
        let head = self.riders[seat].head;
        MOVES.into_iter().filter(move |dir| self.is_free(self.neighbour(head, *dir)))
    }

    pub fn can_boost(&self, seat: usize) -> bool {
        self.options.boost && self.riders[seat].out.is_none() && self.riders[seat].energy >= BOOST_COST
    }

    pub fn living(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.seats).filter(|seat| self.riders[*seat].out.is_none())
    }

    /// How the round ended, or `None` while at least two live.
    pub fn outcome(&self) -> Option<Outcome> {
        let mut living = self.living();
        match (living.next(), living.next()) {
            (Some(_), Some(_)) => None,
            (Some(seat), None) => Some(Outcome::Win(seat)),
            _ => Some(Outcome::Draw),
        }
    }

    /// Makes one step. `orders` has one order per seat; those of the dead are not looked at, and a living player
    /// without an order goes straight on. A direction that is not one of [`MOVES`] counts as [`Death::Nonsense`].
    /// After the end of the round nothing changes.
    pub fn make(&mut self, orders: &[Order]) {
        if self.outcome().is_some() {
            return;
        }
        let record = Record {
            riders: self.riders,
            lengths: std::array::from_fn(|seat| self.trails[seat].len()),
            vanished: 0,
            key: self.key,
        };
        self.history.push(record);
        self.key ^= self.rider_key();
        let step = self.steps();
        let mut moving = [None; MAX_SEATS];
        let mut boosting = [None; MAX_SEATS];
        for seat in 0..self.seats {
            if self.riders[seat].out.is_some() {
                continue;
            }
            let order = orders.get(seat).copied().unwrap_or(Order::Go(self.riders[seat].heading));
            let boost = matches!(order, Order::Boost(_)) && self.can_boost(seat);
            match order {
                Order::Forfeit(reason) => self.riders[seat].out = Some((reason, step)),
                Order::Go(dir) | Order::Boost(dir) if dir.is_diagonal() => {
                    self.riders[seat].out = Some((Death::Nonsense, step));
                }
                Order::Go(dir) | Order::Boost(dir) => {
                    moving[seat] = Some(dir);
                    boosting[seat] = Some(dir).filter(|_| boost);
                    let energy = &mut self.riders[seat].energy;
                    if boost {
                        *energy -= BOOST_COST;
                    } else if self.options.boost {
                        *energy = (*energy + 1).min(BOOST_FULL);
                    }
                }
            }
        }
        self.advance(moving, step);
        if boosting.iter().any(Option::is_some) {
            self.advance(boosting, step);
        }
        if self.options.vanish {
            self.vanish(step);
        }
        self.key ^= self.rider_key();
    }

    /// Takes the last step back; does nothing at the start.
    pub fn undo(&mut self) {
        let Some(record) = self.history.pop() else {
            return;
        };
        for seat in 0..self.seats {
            while self.trails[seat].len() > record.lengths[seat] {
                if let Some(cell) = self.trails[seat].pop() {
                    self.clear(cell);
                }
            }
            if record.vanished >> seat & 1 == 1 {
                for index in 0..self.trails[seat].len() {
                    self.set(self.trails[seat][index], seat);
                }
            }
        }
        self.riders = record.riders;
        self.key = record.key;
    }

    /// Moves the heads of all living players who have a direction by one cell, judged together.
    fn advance(&mut self, moving: [Option<Dir>; MAX_SEATS], step: u32) {
        let mut targets = [None; MAX_SEATS];
        for seat in 0..self.seats {
            if let (Some(dir), None) = (moving[seat], self.riders[seat].out) {
                self.riders[seat].heading = dir;
                targets[seat] = Some(self.neighbour(self.riders[seat].head, dir));
            }
        }
        let mut verdicts = [None; MAX_SEATS];
        for seat in 0..self.seats {
            let Some(cell) = targets[seat] else { continue };
            verdicts[seat] = match self.contents.get(cell) {
                Some(Content::Obstacle) if !self.is_edge(cell) => Some(Death::Obstacle),
                None | Some(Content::Obstacle) => Some(Death::Wall),
                Some(Content::Trail(_)) => Some(Death::Trail),
                Some(Content::Floor) => {
                    let shared = targets.iter().filter(|target| **target == Some(cell)).count() > 1;
                    shared.then_some(Death::HeadOn)
                }
            };
        }
        for seat in 0..self.seats {
            match (targets[seat], verdicts[seat]) {
                (Some(_), Some(reason)) => self.riders[seat].out = Some((reason, step)),
                (Some(cell), None) => {
                    self.riders[seat].head = cell;
                    self.grow(seat, cell);
                }
                (None, _) => {}
            }
        }
    }

    /// Takes the trails of those who died in this step off the board.
    fn vanish(&mut self, step: u32) {
        for seat in 0..self.seats {
            if self.riders[seat].out.is_some_and(|(_, when)| when == step) {
                for index in 0..self.trails[seat].len() {
                    let cell = self.trails[seat][index];
                    self.clear(cell);
                    self.key ^= trail_key(seat, cell);
                }
                if let Some(record) = self.history.last_mut() {
                    record.vanished |= 1 << seat;
                }
            }
        }
    }

    fn grow(&mut self, seat: usize, cell: Cell) {
        self.trails[seat].push(cell);
        self.set(cell, seat);
        self.key ^= trail_key(seat, cell);
    }

    fn set(&mut self, cell: Cell, seat: usize) {
        self.rows[cell.y as usize] |= 1 << cell.x;
        self.contents[cell] = Content::Trail(seat as u8);
    }

    fn clear(&mut self, cell: Cell) {
        self.rows[cell.y as usize] &= !(1 << cell.x);
        self.contents[cell] = Content::Floor;
    }

    fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i16 && cell.y < self.height as i16
    }

    fn is_edge(&self, cell: Cell) -> bool {
        [cell.x, self.width as i16 - 1 - cell.x, cell.y, self.height as i16 - 1 - cell.y].contains(&0)
    }

    /// The key computed anew.
    pub fn whole_key(&self) -> u64 {
        self.contents.iter().fold(self.rider_key(), |key, (cell, content)| match content {
            Content::Trail(seat) => key ^ trail_key(usize::from(*seat), cell),
            _ => key,
        })
    }

    /// The part of the key that heads, headings, lives and energies make.
    fn rider_key(&self) -> u64 {
        self.riders().iter().enumerate().fold(0, |key, (seat, rider)| {
            let state =
                u64::from(rider.out.is_some()) | u64::from(rider.energy) << 1 | u64::from(rider.heading as u8) << 8;
            key ^ mix(place(seat, rider.head) | 1 << 40 | state << 48)
        })
    }
}

fn trail_key(seat: usize, cell: Cell) -> u64 {
    mix(place(seat, cell))
}

fn place(seat: usize, cell: Cell) -> u64 {
    (seat as u64) << 32 | (cell.y as u64) << 16 | cell.x as u64
}
