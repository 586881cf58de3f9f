//! Where and how tanks come onto the board.

use super::{Event, Tank, TankId, World};
use crate::base::{Cell, CellSet, Dir};
use crate::games::tanks::field::SUB;
use crate::games::tanks::rules::Kind;
use crate::games::tanks::setup::Mode;

/// Cells around the place of a seat, and of an enemy, that are looked at when it is taken.
const SEAT_REACH: usize = 160;
const GATE_REACH: usize = 12;
/// Places that are tried on the whole board where all others are taken.
const TRIES: usize = 32;

impl World {
    /// Seats whose time has come get their next tank.
    pub(super) fn return_seats(&mut self) {
        for slot in 0..self.seats.len() {
            let seat = &mut self.seats[slot];
            if seat.is_out || self.tanks[slot].is_some() {
                continue;
            }
            seat.returns_in = seat.returns_in.saturating_sub(1);
            if seat.returns_in > 0 {
                continue;
            }
            let (side, stars, size) = (seat.side, seat.stars, self.setup.seats[slot].size);
            if let Some((at, facing)) = self.place_of_seat(slot, size) {
                self.arrive(slot as u8, side, Kind::Marcher, size, at, facing, stars);
            }
        }
    }

    /// A free place for the next tank of a seat: at a start of its side, or near one. Where everybody is alone, as far from
    /// the others as there is a start.
    fn place_of_seat(&mut self, slot: usize, size: u8) -> Option<(Cell, Dir)> {
        let side = self.seats[slot].side;
        let is_alone = self.setup.mode == Mode::FreeForAll;
        let own = |(_, of): &&(Cell, u8)| is_alone || *of == side;
        let mut posts: Vec<Cell> = self.starts.iter().filter(own).map(|(at, _)| *at).collect();
        let rank = self.seats[..slot].iter().filter(|seat| is_alone || seat.side == side).count();
        let count = posts.len().max(1);
        posts.rotate_left(rank % count);
        if is_alone {
            // The sort keeps the order of the seats where nobody is on the board yet.
            let from = |at: Cell| move |tank: &Tank| tank.anchor().distance_squared(at);
            posts.sort_by_key(|at| std::cmp::Reverse(self.tanks().map(from(*at)).min()));
        }
        let found = posts.iter().find(|at| self.is_free(**at, size)).copied();
        let found = found.or_else(|| posts.iter().find_map(|at| self.near(*at, size, SEAT_REACH)));
        let found = found.or_else(|| {
            let tries: Vec<Cell> = (0..if is_alone { TRIES } else { 0 }).map(|_| self.random_cell()).collect();
            tries.into_iter().find(|at| self.is_free(*at, size))
        });
        found.map(|at| (at, self.heading(at)))
    }

    /// Where an enemy of a size can arrive: the gates are taken in turn, those that are taken are left out.
    pub(super) fn place_of_enemy(&mut self, size: u8) -> Option<(Cell, Dir)> {
        let gates = self.gates.len();
        let turns: Vec<usize> = (0..gates).map(|step| (self.gate + step) % gates).collect();
        let find = |gate: &usize| self.near(self.gates[*gate], size, GATE_REACH).map(|at| (*gate, at));
        let (gate, at) = turns.iter().find_map(find)?;
        self.gate = (gate + 1) % gates;
        Some((at, self.heading(at)))
    }

    /// A tank begins to arrive at a place that is free.
    pub(super) fn arrive(&mut self, slot: u8, side: u8, kind: Kind, size: u8, at: Cell, facing: Dir, stars: u8) {
        self.born += 1;
        let id = TankId::new(slot, self.born);
        let (x, y) = (i32::from(at.x) * SUB, i32::from(at.y) * SUB);
        let tank = Tank {
            id,
            side,
            kind,
            size,
            x,
            y,
            facing,
            stars,
            health: self.rules.health(kind, size),
            arriving: self.rules.arrival.max(1),
            shield: 0,
            held: 0,
            reload: 0,
            shots: 0,
            slide: 0,
            carries: false,
            flag: None,
            moved: 0,
        };
        self.claims.set(x, y, tank.side_length(), Some(slot));
        self.tanks[usize::from(slot)] = Some(tank);
        self.events.push(Event::Arrives(id));
    }

    /// Whether a tank of a size can arrive with its top left cell on a cell.
    pub(super) fn is_free(&self, at: Cell, size: u8) -> bool {
        let side = i32::from(size) * SUB;
        let (x, y) = (i32::from(at.x) * SUB, i32::from(at.y) * SUB);
        // A slot that no tank has: nobody's own half cells are free.
        self.field.fits(at, size) && self.claims.is_free(x, y, side, u8::MAX - 1)
    }

    /// The nearest cell by roads on which a tank of a size can arrive, `most` cells are looked at.
    fn near(&self, at: Cell, size: u8, most: usize) -> Option<Cell> {
        let mut seen = CellSet::new(self.field.width(), self.field.height());
        let mut open = vec![at];
        seen.insert(at);
        let mut next = 0;
        while let Some(cell) = open.get(next).copied().filter(|_| next < most) {
            next += 1;
            if self.is_free(cell, size) {
                return Some(cell);
            }
            for beside in Dir::STRAIGHT.map(|dir| cell.step(dir)) {
                if !self.field.stops_tanks(beside) && !seen.contains(beside) {
                    seen.insert(beside);
                    open.push(beside);
                }
            }
        }
        None
    }

    /// Where a tank looks that arrives: away from the nearer of the upper and the lower rim.
    fn heading(&self, at: Cell) -> Dir {
        if 2 * at.y + 2 > self.field.height() as i16 { Dir::North } else { Dir::South }
    }
}
