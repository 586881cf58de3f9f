//! Bonuses: how they come to lie, and what they do.

use super::{Event, Lying, TankId, World};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{BASE_SIDE, Ground, SUB, WHOLE, square};
use crate::games::tanks::rules::{Bonus, MAX_STARS};
use crate::games::tanks::setup::WAVE;
use serde::Serialize;

/// Places that are tried for a bonus.
const TRIES: usize = 64;

/// Steel around bases for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Walls {
    pub side: u8,
    /// The cells that became steel.
    pub cells: Vec<Cell>,
    /// Ticks that they stay so.
    pub left: u16,
}

impl World {
    /// A bonus comes to lie somewhere; the oldest one is gone if too many lie.
    pub(super) fn drop_bonus(&mut self) {
        let bonus = Bonus::ALL[usize::from(self.random(Bonus::ALL.len() as u16))];
        let Some(at) = self.place_of_bonus() else { return };
        if self.bonuses.len() >= self.rules.bonuses.max(1) {
            let Lying { bonus, at, .. } = self.bonuses.remove(0);
            self.events.push(Event::BonusGone { bonus, at });
        }
        self.lay(bonus, at);
    }

    /// A bonus lies at a cell, over two by two of them: what the rules draw, a test or an exercise chooses.
    pub fn lay(&mut self, bonus: Bonus, at: Cell) {
        self.bonuses.push(Lying { bonus, at, left: self.rules.bonus_lies });
        self.events.push(Event::BonusLies { bonus, at });
    }

    /// A place that a tank of the usual size could drive to, digging if need be, and that is free now.
    fn place_of_bonus(&mut self) -> Option<Cell> {
        for _ in 0..TRIES {
            let at = self.random_cell();
            let is_bare = self.bonuses.iter().all(|lying| lying.at.chebyshev(at) > 1);
            if is_bare && self.reach.contains(at) && self.field.fits(at, 2) {
                return Some(at);
            }
        }
        None
    }

    /// Time goes by for what lies, stands and holds.
    pub(super) fn age_bonuses(&mut self) {
        let is_due = !self.setup.mode.has_waves() && self.tick.is_multiple_of(self.rules.bonus_gap.max(1));
        if is_due && self.tick > 0 && self.bonuses.len() < self.rules.bonuses {
            self.drop_bonus();
        }
        self.bonuses.iter_mut().for_each(|lying| lying.left = lying.left.saturating_sub(1));
        let gone: Vec<Lying> = self.bonuses.extract_if(.., |lying| lying.left == 0).collect();
        self.events.extend(gone.iter().map(|Lying { bonus, at, .. }| Event::BonusGone { bonus: *bonus, at: *at }));
        if let Some((_, left)) = &mut self.stopped {
            *left = left.saturating_sub(1);
        }
        if self.stopped.take_if(|(_, left)| *left == 0).is_some() {
            self.events.push(Event::Released);
        }
        self.walls.iter_mut().for_each(|walls| walls.left = walls.left.saturating_sub(1));
        let over: Vec<Walls> = self.walls.extract_if(.., |walls| walls.left == 0).collect();
        over.into_iter().for_each(|walls| self.open_walls(&walls));
    }

    /// Tanks fetch what they touch, slot by slot.
    pub(super) fn fetch_bonuses(&mut self) {
        if self.bonuses.is_empty() {
            return;
        }
        for slot in 0..self.tanks.len() {
            let Some(tank) = self.in_slot(slot).filter(|tank| tank.is_here()) else { continue };
            if self.setup.mode.has_waves() && tank.side == WAVE && !self.setup.enemies_fetch {
                continue;
            }
            let (id, side) = (tank.id, i32::from(BASE_SIDE) * SUB);
            let touches = |lying: &Lying| tank.overlaps(i32::from(lying.at.x) * SUB, i32::from(lying.at.y) * SUB, side);
            let Some(index) = self.bonuses.iter().position(touches) else { continue };
            let Lying { bonus, at, .. } = self.bonuses.remove(index);
            self.events.push(Event::BonusTaken { bonus, at, by: id });
            if let Some(seat) = self.seats.get_mut(slot) {
                seat.score.bonuses += 1;
                self.score(slot as u8, self.rules.bonus_points);
            }
            self.take_effect(bonus, id);
        }
    }

    fn take_effect(&mut self, bonus: Bonus, by: TankId) {
        let Some(side) = self.tank(by).map(|tank| tank.side) else { return };
        match bonus {
            Bonus::Shield => {
                let shield = self.rules.shield;
                self.tank_mut(by).into_iter().for_each(|tank| tank.shield = tank.shield.max(shield));
            }
            Bonus::Stop => {
                self.stopped = Some((side, self.rules.stop));
                self.events.push(Event::Stopped { by: side });
            }
            Bonus::Wall => self.build_walls(side),
            Bonus::Star => {
                self.tank_mut(by).into_iter().for_each(|tank| tank.stars = (tank.stars + 1).min(MAX_STARS));
            }
            Bonus::Bomb => {
                let is_target = |tank: &&super::Tank| tank.side != side && tank.is_here() && tank.shield == 0;
                let targets: Vec<TankId> = self.tanks().filter(is_target).map(|tank| tank.id).collect();
                targets.into_iter().for_each(|id| self.destroy(id, None));
            }
            Bonus::Life => match self.seats.get(usize::from(by.slot())) {
                Some(_) if self.setup.mode.counts_lives() => self.give_life(by.slot()),
                _ => self.tank_mut(by).into_iter().for_each(|tank| tank.health = tank.health.saturating_add(1)),
            },
        }
    }

    /// The cells around the standing bases that are a side's, or are not.
    fn ring(&self, side: u8, is_own: bool) -> Vec<Cell> {
        let bases = self.field.bases().iter().filter(|base| base.stands && (base.side == side) == is_own);
        bases.flat_map(|base| square(base.at.step(Dir::NorthWest), BASE_SIDE + 2)).collect()
    }

    /// Steel around the own bases where there is floor or brick and nobody stands; without own bases, nothing around those
    /// of the others.
    fn build_walls(&mut self, side: u8) {
        let own = self.ring(side, true);
        if own.is_empty() {
            self.ring(side, false).into_iter().for_each(|cell| {
                self.field.chip(cell, WHOLE);
            });
            self.events.push(Event::Walled { side, is_steel: false });
            return;
        }
        // What is steel from before stays steel afterwards only if it was of the stage.
        let before: Vec<Cell> =
            self.walls.extract_if(.., |walls| walls.side == side).flat_map(|walls| walls.cells).collect();
        let mut cells = Vec::new();
        for cell in own {
            let (x, y) = (2 * i32::from(cell.x), 2 * i32::from(cell.y));
            let is_taken = (0..4).any(|part| self.claims.holder(x + part % 2, y + part / 2).is_some());
            let can_be = matches!(self.field.ground(cell), Ground::Floor | Ground::Brick) && !is_taken;
            if can_be && self.field.make(cell, Ground::Steel) || before.contains(&cell) {
                cells.push(cell);
            }
        }
        self.walls.push(Walls { side, cells, left: self.rules.wall });
        self.events.push(Event::Walled { side, is_steel: true });
    }

    /// What is left of the steel becomes brick.
    fn open_walls(&mut self, walls: &Walls) {
        for cell in &walls.cells {
            if self.field.ground(*cell) == Ground::Steel {
                self.field.make(*cell, Ground::Brick);
            }
        }
        self.events.push(Event::Walled { side: walls.side, is_steel: false });
    }
}
