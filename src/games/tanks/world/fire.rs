//! Shots, and shells in flight: what they meet.

use super::claims::HALF;
use super::shell::HALF_SHELL;
use super::{Event, Met, Shell, World};
use crate::base::Dir;
use crate::games::tanks::field::{Ground, SUB, quarter_at};
use crate::games::tanks::order::Input;
use crate::games::tanks::rules::{MAX_STARS, SLICES};
use crate::games::tanks::setup::{FriendlyFire, WAVE};

impl World {
    /// All tanks that hold fire and may do so shoot, slot by slot.
    pub(super) fn fire(&mut self, inputs: &[Input]) {
        for slot in 0..self.tanks.len() {
            let Some(tank) = self.in_slot(slot).filter(|_| inputs.get(slot).is_some_and(|input| input.fire)) else {
                continue;
            };
            let may = tank.is_here() && tank.reload == 0 && !self.is_stopped(tank);
            if !may || tank.shots >= self.rules.shells(tank.kind, tank.stars) {
                continue;
            }
            let (dx, dy) = tank.facing.offset();
            let ((x, y), half) = (tank.centre(), tank.side_length() / 2);
            let shell = Shell {
                id: self.fired,
                owner: tank.id,
                side: tank.side,
                x: x + i32::from(dx) * half,
                y: y + i32::from(dy) * half,
                dir: tank.facing,
                speed: self.rules.shell_speed(tank.kind, tank.stars) / SLICES * SLICES,
                size: tank.size,
                is_strong: tank.stars >= MAX_STARS,
                is_spent: false,
            };
            let reload = self.rules.kind(tank.kind).reload;
            let (x, y, dir, is_strong) = (shell.x, shell.y, shell.dir, shell.is_strong);
            self.events.push(Event::Fired { tank: shell.owner, x, y, dir, is_strong });
            self.shells.push(shell);
            self.fired += 1;
            if let Some(tank) = &mut self.tanks[slot] {
                tank.reload = reload;
                tank.shots += 1;
            }
            if let Some(seat) = self.seats.get_mut(slot) {
                seat.score.shots += 1;
            }
            self.meets_front(self.shells.len() - 1);
        }
        self.shells.retain(|shell| !shell.is_spent);
    }

    /// Cells of brick against the front of the tank stop its shell over the whole width, so that large tanks, whose shells fly
    /// past what is before their corners, dig their way; cells of steel as well, if it breaks those.
    fn meets_front(&mut self, index: usize) {
        let shell = &self.shells[index];
        let (dir, is_strong, by) = (shell.dir, shell.is_strong, shell.owner.slot());
        let edge = if dir.offset().0 == 0 { shell.y } else { shell.x };
        if edge.rem_euclid(SUB) != 0 {
            return;
        }
        let forward = matches!(dir, Dir::East | Dir::South);
        // The two lines of half cells of those cells.
        let lines = if forward { [edge / HALF, edge / HALF + 1] } else { [edge / HALF - 1, edge / HALF - 2] };
        for row in lines.map(|line| row(shell, line)) {
            let breaks = |(x, y): &(i32, i32)| {
                let (cell, quarter) = quarter_at(*x, *y);
                self.field.bricks(cell) & quarter != 0 || is_strong && self.field.ground(cell) == Ground::Steel
            };
            let stopped: Vec<(i32, i32)> = row.iter().copied().filter(breaks).collect();
            if !stopped.is_empty() {
                let met = self.blast(&stopped, &row, is_strong, by);
                return self.end(index, met);
            }
        }
    }

    /// All shells fly for a tick, in slices so short that none skips anything.
    pub(super) fn fly(&mut self) {
        let pairs = self.pairs();
        for _ in 0..SLICES {
            for shell in self.shells.iter_mut().filter(|shell| !shell.is_spent) {
                let (dx, dy) = shell.dir.offset();
                shell.x += i32::from(dx) * shell.speed / SLICES;
                shell.y += i32::from(dy) * shell.speed / SLICES;
            }
            for (one, other) in &pairs {
                let (a, b) = (&self.shells[*one], &self.shells[*other]);
                let meet = (a.x - b.x).abs() < 2 * HALF_SHELL && (a.y - b.y).abs() < 2 * HALF_SHELL;
                if meet && !a.is_spent && !b.is_spent {
                    self.end(*one, Met::Shell);
                    self.end(*other, Met::Shell);
                }
            }
            for index in 0..self.shells.len() {
                if !self.shells[index].is_spent && !self.meets_tank(index) {
                    self.meets_ground(index);
                }
            }
        }
        self.shells.retain(|shell| !shell.is_spent);
    }

    /// The shells that may meet in this tick: of different sides, and near.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (one, a) in self.shells.iter().enumerate() {
            for (other, b) in self.shells.iter().enumerate().skip(one + 1) {
                let reach = a.speed + b.speed + 2 * HALF_SHELL;
                if a.side != b.side && (a.x - b.x).abs() < reach && (a.y - b.y).abs() < reach {
                    pairs.push((one, other));
                }
            }
        }
        pairs
    }

    /// A shell ends.
    fn end(&mut self, index: usize, met: Met) {
        let shell = &mut self.shells[index];
        shell.is_spent = true;
        let (x, y) = front(shell);
        let (dir, owner) = (shell.dir, shell.owner);
        if let Some(tank) = self.tanks[usize::from(owner.slot())].as_mut().filter(|tank| tank.id == owner) {
            tank.shots -= 1;
        }
        self.events.push(Event::Ended { x, y, dir, met });
    }

    /// Whether a shell has met a tank that does not let it pass; if so, it ends and does what it does.
    fn meets_tank(&mut self, index: usize) -> bool {
        let shell = &self.shells[index];
        let (owner, side) = (shell.owner, shell.side);
        let (left, top) = (shell.x - HALF_SHELL, shell.y - HALF_SHELL);
        let far = 2 * HALF_SHELL - 1;
        for (x, y) in [(left, top), (left + far, top), (left, top + far), (left + far, top + far)] {
            let Some(tank) = self.holder(x.div_euclid(HALF), y.div_euclid(HALF)) else { continue };
            let is_hit = tank.is_here() && tank.id != owner && tank.overlaps(left, top, 2 * HALF_SHELL);
            if !is_hit {
                continue;
            }
            let (id, is_friend) = (tank.id, tank.side == side);
            let in_wave = self.setup.mode.has_waves() && side == WAVE;
            let fire = if in_wave { FriendlyFire::Passes } else { self.setup.friendly_fire };
            match fire {
                FriendlyFire::Passes if is_friend => continue,
                FriendlyFire::Holds if is_friend => self.hold(id),
                _ => self.hit(id, owner.slot()),
            }
            self.end(index, Met::Tank(id));
            return true;
        }
        false
    }

    /// Whether a shell has met ground that stops it; if so, it ends and breaks what it breaks.
    fn meets_ground(&mut self, index: usize) {
        let shell = &self.shells[index];
        let (dir, is_strong, by) = (shell.dir, shell.is_strong, shell.owner.slot());
        let is_level = dir.offset().0 != 0;
        let (x, y) = front(shell);
        // The line of half cells that its front is in, and the half cells of it that the shell covers and breaks.
        let (along, across) = if is_level { (x, y) } else { (y, x) };
        let line = if matches!(dir, Dir::East | Dir::South) { along - 1 } else { along }.div_euclid(HALF);
        let at = |place: i32| if is_level { (line, place) } else { (place, line) };
        let touched = (across - HALF_SHELL).div_euclid(HALF)..=(across + HALF_SHELL - 1).div_euclid(HALF);
        let stops = |place: &i32| self.field.stops_shells(at(*place).0, at(*place).1);
        let stopped: Vec<(i32, i32)> = touched.filter(stops).map(at).collect();
        if stopped.is_empty() {
            return;
        }
        let broken = row(shell, line);
        let met = self.blast(&stopped, &broken, is_strong, by);
        self.end(index, met);
    }
}

/// The middle of the front edge of a shell.
fn front(shell: &Shell) -> (i32, i32) {
    let (dx, dy) = shell.dir.offset();
    (shell.x + i32::from(dx) * HALF_SHELL, shell.y + i32::from(dy) * HALF_SHELL)
}

/// The half cells of a line across the flight of a shell, as far as it breaks them: over the width of its tank.
fn row(shell: &Shell, line: i32) -> Vec<(i32, i32)> {
    let is_level = shell.dir.offset().0 != 0;
    let (across, width) = (if is_level { shell.y } else { shell.x }, 2 * i32::from(shell.size));
    let first = (across - i32::from(shell.size) * HALF + HALF / 2).div_euclid(HALF);
    (first..first + width).map(|place| if is_level { (line, place) } else { (place, line) }).collect()
}
