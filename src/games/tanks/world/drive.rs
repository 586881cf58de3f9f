//! How tanks drive: turning onto half cell lines, sliding into gaps, sliding on over ice.

use super::claims::HALF;
use super::{Tank, World};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Ground, SUB};
use crate::games::tanks::order::Input;

impl World {
    /// All tanks drive, slot by slot.
    pub(super) fn drive(&mut self, inputs: &[Input]) {
        for slot in 0..self.tanks.len() {
            let Some(mut tank) = self.tanks[slot].take() else { continue };
            let steer = inputs.get(slot).and_then(|input| input.steer).filter(|dir| !dir.is_diagonal());
            let (x, y) = (tank.x, tank.y);
            if tank.is_here() && tank.held == 0 && !self.is_stopped(&tank) {
                self.drive_one(&mut tank, steer);
            }
            tank.moved = (tank.x - x).abs().max((tank.y - y).abs());
            self.tanks[slot] = Some(tank);
        }
    }

    fn drive_one(&mut self, tank: &mut Tank, steer: Option<Dir>) {
        let speed = self.rules.speed(tank.kind, tank.size);
        let dir = match steer {
            Some(dir) => dir,
            None if tank.slide > 0 => tank.facing,
            None => return,
        };
        if dir != tank.facing {
            self.turn(tank, dir);
        }
        let has_moved = self.advance(tank, dir, speed) || steer.is_some() && self.slip(tank, dir, speed);
        tank.slide = match steer {
            _ if !has_moved || !self.is_on_ice(tank) => 0,
            Some(_) => self.rules.slide,
            None => tank.slide - 1,
        };
    }

    /// Turns a tank. From a street into a crossing one, it is set on a half cell line: on the nearest one on which it can
    /// go on, or the nearest that is free.
    fn turn(&mut self, tank: &mut Tank, dir: Dir) {
        let is_crossing = dir != tank.facing.reverse();
        tank.facing = dir;
        let across = if dir.offset().0 == 0 { tank.x } else { tank.y };
        let over = across.rem_euclid(HALF);
        if !is_crossing || over == 0 {
            return;
        }
        let mut shifts = [-over, HALF - over];
        // Streets are as wide as whole cells.
        shifts.sort_unstable_by_key(|shift| (shift.abs(), (across + shift) % SUB));
        let places = shifts.map(|shift| beside(tank, dir, shift));
        let free = |place: &&(i32, i32)| self.has_room(place.0, place.1, tank.size, tank.slot());
        let goes_on = |place: &&(i32, i32)| {
            let (x, y) = ahead(**place, dir, 1);
            free(place) && self.has_room(x, y, tank.size, tank.slot())
        };
        if let Some(place) = places.iter().find(goes_on).or_else(|| places.iter().find(free)).copied() {
            self.place(tank, place);
        }
    }

    /// Moves a tank ahead as far as it can, `distance` at most. Says whether it moved.
    fn advance(&mut self, tank: &mut Tank, dir: Dir, distance: i32) -> bool {
        let front = match dir {
            Dir::North => -tank.y,
            Dir::South => tank.y + tank.side_length(),
            Dir::West => -tank.x,
            _ => tank.x + tank.side_length(),
        };
        // What is in the way begins at a line of half cells.
        let line = (-front).rem_euclid(HALF);
        for distance in [distance, line.min(distance)] {
            let place = ahead((tank.x, tank.y), dir, distance);
            if distance > 0 && self.has_room(place.0, place.1, tank.size, tank.slot()) {
                self.place(tank, place);
                return true;
            }
        }
        false
    }

    /// Ground is in the way, but on a line of cells up to half a cell beside it is not: the tank moves towards that line.
    fn slip(&mut self, tank: &mut Tank, dir: Dir, distance: i32) -> bool {
        let (x, y) = ahead((tank.x, tank.y), dir, 1);
        let across = if dir.offset().0 == 0 { tank.x } else { tank.y };
        let over = across.rem_euclid(SUB);
        if over == 0 || self.field.has_room(x, y, tank.size) {
            return false;
        }
        let mut shifts = [-over, SUB - over];
        shifts.sort_unstable_by_key(|shift| shift.abs());
        for shift in shifts.into_iter().filter(|shift| shift.abs() <= HALF) {
            let (x, y) = ahead(beside(tank, dir, shift), dir, 1);
            let step = beside(tank, dir, shift.clamp(-distance, distance));
            let is_gap = self.has_room(x, y, tank.size, tank.slot());
            if is_gap && self.has_room(step.0, step.1, tank.size, tank.slot()) {
                self.place(tank, step);
                return true;
            }
        }
        false
    }

    fn is_on_ice(&self, tank: &Tank) -> bool {
        let (x, y) = tank.centre();
        self.field.ground(Cell::new((x / SUB) as i16, (y / SUB) as i16)) == Ground::Ice
    }

    /// Sets a tank on a place where it has room.
    fn place(&mut self, tank: &mut Tank, (x, y): (i32, i32)) {
        let side = tank.side_length();
        self.claims.set(tank.x, tank.y, side, None);
        (tank.x, tank.y) = (x, y);
        self.claims.set(x, y, side, Some(tank.slot()));
    }
}

/// The place so far ahead of another one.
fn ahead((x, y): (i32, i32), dir: Dir, distance: i32) -> (i32, i32) {
    let (dx, dy) = dir.offset();
    (x + i32::from(dx) * distance, y + i32::from(dy) * distance)
}

/// The place so far beside a tank that looks to `dir`: to the right or downwards.
fn beside(tank: &Tank, dir: Dir, shift: i32) -> (i32, i32) {
    if dir.offset().0 == 0 { (tank.x + shift, tank.y) } else { (tank.x, tank.y + shift) }
}
