//! The enemies of waves: who comes when.

use super::{Event, Tank, World};
use crate::games::tanks::rules::Kind;
use crate::games::tanks::setup::{Mode, WAVE};
use serde::Serialize;

/// Enemies of a wave of an endless match.
const ENDLESS: u16 = 20;
/// The most enemies at a time to which an endless match grows by itself.
const ENDLESS_AT_A_TIME: usize = 16;

/// The waves of a match.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Waves {
    /// Those of the stage: kind and size of each enemy.
    pub(super) all: Vec<Vec<(Kind, u8)>>,
    /// The wave that is on, from 1; 0 before the first.
    pub(super) number: u16,
    /// Enemies of it that have come.
    pub(super) come: usize,
    /// All enemies of it are gone.
    pub(super) is_over: bool,
    /// Ticks until the next wave, or the next enemy.
    pub(super) wait: u16,
    /// Enemies at a time.
    pub(super) at_a_time: usize,
}

impl Waves {
    /// The enemies of the wave that is on.
    pub(super) fn now(&self, is_endless: bool) -> usize {
        match self.number {
            0 => 0,
            _ if is_endless => usize::from(ENDLESS),
            number => self.all.get(usize::from(number) - 1).map_or(0, Vec::len),
        }
    }

    /// An enemy of the wave that is on.
    fn enemy(&self, is_endless: bool, index: usize) -> (Kind, u8) {
        if is_endless {
            return (endless(self.number, index as u16), 2);
        }
        self.all[usize::from(self.number) - 1][index]
    }

    /// Enemies at a time in the wave that is on: endless matches get one more every other wave.
    fn at_a_time(&self, is_endless: bool) -> usize {
        let more = if is_endless { usize::from(self.number) / 2 } else { 0 };
        (self.at_a_time + more).min(self.most_at_a_time(is_endless))
    }

    /// Enemies that there may be at a time in any wave.
    pub(super) fn most_at_a_time(&self, is_endless: bool) -> usize {
        if is_endless { self.at_a_time.max(ENDLESS_AT_A_TIME) } else { self.at_a_time }
    }
}

/// An enemy of an endless match: rovers at first, then more and more of the others, spread over the wave.
fn endless(wave: u16, index: u16) -> Kind {
    let strong = (wave - 1).min(9);
    // 7 and 20 have no common divisor: the kinds are mixed.
    let place = index * 7 % ENDLESS;
    let shares = [(Kind::Bastion, strong), (Kind::Lancer, 1 + strong / 2), (Kind::Dart, 2 + strong / 2)];
    let mut end = 0;
    for (kind, share) in shares {
        end += share;
        if place < end {
            return kind;
        }
    }
    Kind::Rover
}

impl World {
    /// Waves begin, and their enemies arrive.
    pub(super) fn send_enemies(&mut self) {
        let is_endless = self.setup.mode == Mode::Endless;
        if !self.setup.mode.has_waves() || self.is_cleared() {
            return;
        }
        self.waves.wait = self.waves.wait.saturating_sub(1);
        if self.waiting() == 0 && !self.has_enemies() {
            if !std::mem::replace(&mut self.waves.is_over, true) && self.waves.number > 0 {
                self.waves.wait = self.rules.wave_pause;
            }
            if self.waves.wait == 0 {
                (self.waves.number, self.waves.come, self.waves.is_over) = (self.waves.number + 1, 0, false);
                self.events.push(Event::Wave(self.waves.number));
            }
        }
        let present = self.tanks().filter(|tank| tank.side == WAVE).count();
        let may_come = self.waiting() > 0 && present < self.waves.at_a_time(is_endless);
        let free = (self.seats.len()..self.tanks.len()).find(|slot| self.tanks[*slot].is_none());
        if let Some(slot) = free.filter(|_| may_come && self.waves.wait == 0) {
            let (kind, size) = self.waves.enemy(is_endless, self.waves.come);
            if let Some((at, facing)) = self.place_of_enemy(size) {
                self.arrive(slot as u8, WAVE, kind, size, at, facing, 0);
                self.waves.come += 1;
                self.waves.wait = self.gap();
                let carries = self.carries_bonus();
                if let Some(tank) = &mut self.tanks[slot] {
                    tank.carries = carries;
                }
            }
        }
    }

    fn has_enemies(&self) -> bool {
        self.tanks().any(|tank: &Tank| tank.side == WAVE)
    }

    /// Whether the enemy that has just come carries a bonus.
    fn carries_bonus(&self) -> bool {
        let first = usize::from(self.rules.bonus_first);
        self.waves.come >= first && (self.waves.come - first).is_multiple_of(usize::from(self.rules.bonus_every))
    }

    /// Ticks until the next enemy: fewer in later stages, and where more are on the board at a time.
    fn gap(&self) -> u16 {
        let rules = &self.rules;
        let number = if self.setup.mode == Mode::Endless { self.waves.number } else { self.setup.stage };
        let gap = rules.gap.saturating_sub(rules.gap_less.saturating_mul(number)).max(rules.gap_least);
        let at_a_time = self.waves.at_a_time(self.setup.mode == Mode::Endless).max(4);
        ((usize::from(gap) * 4 / at_a_time) as u16).max(1)
    }

    /// Whether all waves are over.
    pub(super) fn is_cleared(&self) -> bool {
        let is_last = usize::from(self.waves.number) >= self.waves.all.len();
        self.setup.mode != Mode::Endless && is_last && self.waiting() == 0 && !self.has_enemies()
    }
}
