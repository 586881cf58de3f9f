//! What shells do: to ground, bases and tanks.

use super::{Event, Met, Outcome, TankId, World};
use crate::games::tanks::field::{Ground, WHOLE, quarter_at};

impl World {
    /// A shell that half cells have `stopped` breaks others: of brick those, or their whole cells if it is strong, which
    /// takes steel as well. A base falls only if it stopped the shell itself.
    pub(super) fn blast(&mut self, stopped: &[(i32, i32)], broken: &[(i32, i32)], is_strong: bool, by: u8) -> Met {
        let cells = stopped.iter().map(|(x, y)| quarter_at(*x, *y).0);
        let bases: Vec<usize> = cells.clone().filter_map(|cell| self.field.base_at(cell)).collect();
        let is_edge = cells.clone().all(|cell| !self.field.contains(cell));
        let (mut brick, mut steel) = (false, false);
        for (x, y) in broken {
            let (cell, quarter) = quarter_at(*x, *y);
            match self.field.ground(cell) {
                Ground::Brick => brick |= self.field.chip(cell, if is_strong { WHOLE } else { quarter }),
                Ground::Steel if is_strong => steel |= self.field.make(cell, Ground::Floor),
                _ => {}
            }
        }
        let is_base = !bases.is_empty();
        for base in bases {
            if self.field.fell(base) {
                self.events.push(Event::BaseFell { base, by });
            }
        }
        match () {
            () if is_base => Met::Base,
            () if steel => Met::BrokenSteel,
            () if brick => Met::Brick,
            () if is_edge => Met::Edge,
            () => Met::Steel,
        }
    }

    /// A friend hit a tank.
    pub(super) fn hold(&mut self, id: TankId) {
        let held = self.rules.stun;
        let Some(tank) = self.tank_mut(id) else { return };
        if tank.shield == 0 {
            tank.held = held;
            self.events.push(Event::Held(id));
        }
    }

    /// A shell of a slot hit a tank.
    pub(super) fn hit(&mut self, id: TankId, by: u8) {
        let Some(tank) = self.tank_mut(id) else { return };
        if tank.shield > 0 {
            self.events.push(Event::Shielded(id));
            return;
        }
        tank.health -= 1;
        let (left, carries) = (tank.health, std::mem::take(&mut tank.carries));
        if carries {
            self.drop_bonus();
        }
        if left == 0 {
            self.destroy(id, Some(by));
        } else {
            self.events.push(Event::Harmed { tank: id, left });
        }
    }

    /// A tank is gone. `by`: the slot whose shell it was; none: a bomb, for which nobody gets points.
    pub(super) fn destroy(&mut self, id: TankId, by: Option<u8>) {
        let slot = id.slot();
        let Some(tank) = self.tanks[usize::from(slot)].take_if(|tank| tank.id == id) else { return };
        self.claims.set(tank.x, tank.y, tank.side_length(), None);
        let hitter = by.filter(|by| self.seats.get(usize::from(*by)).is_some_and(|seat| seat.side != tank.side));
        let points = hitter.map_or(0, |_| self.rules.kind(tank.kind).points);
        let (kind, side, size, (x, y)) = (tank.kind, tank.side, tank.size, (tank.x, tank.y));
        self.events.push(Event::Destroyed { tank: id, kind, side, size, x, y, by, points });
        if let Some(hitter) = hitter {
            self.seats[usize::from(hitter)].score.hits[kind as usize] += 1;
            self.score(hitter, points);
        }
        if let Some(flag) = tank.flag {
            self.drop_flag(flag, tank.anchor());
        }
        self.lose_tank(slot);
    }

    /// A seat has lost its tank: the next one comes, or none.
    fn lose_tank(&mut self, slot: u8) {
        let counts = self.setup.mode.counts_lives();
        let Some(seat) = self.seats.get_mut(usize::from(slot)) else { return };
        seat.score.lost += 1;
        seat.stars = 0;
        seat.returns_in = self.rules.respawn;
        if counts {
            seat.lives -= 1;
            if seat.lives == 0 {
                seat.is_out = true;
                self.events.push(Event::Out { seat: slot });
            }
        }
    }

    /// A seat gets points, and lives for many.
    pub(super) fn score(&mut self, slot: u8, points: u32) {
        let gives_lives = self.setup.mode.counts_lives() && self.setup.mode.has_waves();
        let Some(seat) = self.seats.get_mut(usize::from(slot)) else { return };
        let before = seat.score.points / self.rules.life_points;
        seat.score.points += points;
        if gives_lives && !seat.is_out && seat.score.points / self.rules.life_points > before {
            self.give_life(slot);
        }
    }

    /// A seat gets a life, up to the most.
    pub(super) fn give_life(&mut self, slot: u8) {
        let Some(seat) = self.seats.get_mut(usize::from(slot)).filter(|seat| !seat.is_out) else { return };
        if seat.lives < self.rules.most_lives {
            seat.lives += 1;
            self.events.push(Event::Life { seat: slot });
        }
    }

    /// The match is over.
    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.events.push(Event::Over(outcome));
    }
}
