//! A group in a fight: what its bodies are worth, how many live, where they are.

use super::{Force, Group, Manner, What};
use crate::games::rts::combat::Role;
use crate::games::rts::combat::arms::{Arm, Armed};
use crate::games::rts::combat::choice::Rating;
use crate::games::rts::rules::{Armour, Rules};

/// Health is counted in parts of a point.
pub(super) const PARTS: u32 = 64;
/// Places are counted in parts of a cell.
pub(super) const CELL: i32 = 256;
/// Cells beyond its reach at which a body that holds its place goes towards an enemy.
const MEETS_WITHIN: i32 = 3 * CELL;
/// Cells from its place beyond which such a body follows nobody.
const DEFENDS_WITHIN: i32 = 8 * CELL;

#[derive(Debug, Clone)]
pub(super) struct Corps {
    /// 0: own, 1: the enemy's.
    pub(super) side: usize,
    pub(super) arm: Arm,
    pub(super) is_building: bool,
    manner: Manner,
    /// Gold and wood of one.
    worth: u32,
    /// Parts of health of a whole one.
    pub(super) each: u32,
    pub(super) alive: u32,
    /// Parts of health of all.
    pub(super) health: u32,
    /// Place on the line through the point where the sides meet: own groups come from below, the enemy's from above.
    pub(super) at: i32,
    from: i32,
    /// Parts of a cell in a step of the model; 0 of a building.
    pub(super) pace: i32,
    /// Ticks for which a point of health comes back; 0: never.
    pub(super) regenerates: u16,
    pub(super) hurt_at: Option<u32>,
    /// Whether it has gone anywhere in the last step.
    pub(super) moved: bool,
}

impl Corps {
    pub(super) fn new(
        rules: &Rules,
        force: &Force<'_>,
        group: &Group,
        side: usize,
        pace_of: impl Fn(u16) -> i32,
    ) -> Self {
        let bonuses = force.bonuses;
        let (arm, pace, regenerates) = match group.what {
            What::Unit(id) => {
                let kind = rules.kind(id);
                let arm = Arm::unit(kind, |stat| bonuses.map_or(0, |of| of.unit(id, stat)));
                (arm, pace_of(kind.ticks_per_cell), kind.regenerates)
            }
            What::Building(id) => {
                let arm = Arm::building(rules.building(id), |stat| bonuses.map_or(0, |of| of.building(id, stat)));
                (arm, 0, 0)
            }
        };
        let count = u32::from(group.count);
        // Veterans have more than whole ones.
        let whole = group.what.whole(rules, bonuses).max(group.health.div_ceil(count.max(1)));
        let at = i32::from(group.distance) * CELL;
        let at = if side == 0 { -at } else { at };
        Self {
            side,
            arm,
            is_building: matches!(group.what, What::Building(_)),
            manner: if pace == 0 { Manner::Holds } else { force.manner },
            worth: group.what.price(rules).worth(),
            each: whole * PARTS,
            alive: if group.health == 0 { 0 } else { count },
            health: if count == 0 { 0 } else { group.health.min(whole * count) * PARTS },
            at,
            from: at,
            pace,
            regenerates,
            hurt_at: None,
            moved: false,
        }
    }

    /// Gold and wood of what lives, weighted by health.
    pub(super) fn left(&self) -> u32 {
        (u64::from(self.worth) * u64::from(self.health) / u64::from(self.each.max(1))) as u32
    }

    /// The weapon that it uses.
    pub(super) fn weapon(&self) -> Option<&Armed> {
        self.arm.weapon.as_ref().filter(|_| self.manner != Manner::Flees)
    }

    /// Whether healers can do something for it.
    pub(super) fn is_flesh(&self) -> bool {
        !self.is_building && self.arm.armour != Armour::Siege
    }

    /// Whether it is one of those who go hand to hand.
    pub(super) fn is_melee(&self) -> bool {
        self.arm.weapon.is_some_and(|weapon| !weapon.shoots())
    }

    pub(super) fn gap(&self, other: &Self) -> i32 {
        (self.at - other.at).abs()
    }

    /// Whether a weapon reaches over a gap: as [`crate::games::rts::combat::reach`] has it, half a cell more than its range.
    pub(super) fn hits(weapon: &Armed, gap: i32) -> bool {
        let near = if weapon.min_range > 0 { weapon.min_range as i32 * CELL - CELL / 2 } else { -1 };
        gap > near && gap <= Self::reach(weapon)
    }

    fn reach(weapon: &Armed) -> i32 {
        weapon.range as i32 * CELL + CELL / 2
    }

    /// How good a target somebody is; the less the better.
    pub(super) fn rate(&self, weapon: &Armed, other: &Self) -> (Rating, bool) {
        let hits = Self::hits(weapon, self.gap(other));
        (Rating::of(weapon, other.arm.role, other.is_building, hits, false), hits)
    }

    /// Goes to where its weapon reaches somebody at `to`, or away from there if that is too near, as far as its manner lets it.
    pub(super) fn approach(&mut self, to: i32, now: u32) {
        let Some(weapon) = self.arm.weapon else { return self.go(to - CELL * (to - self.at).signum()) };
        let gap = (to - self.at).abs();
        let is_alarmed = self.hurt_at.is_some_and(|at| at + 60 > now);
        let looks = if is_alarmed { 12 * CELL } else { Self::reach(&weapon) + MEETS_WITHIN };
        if self.manner == Manner::Holds && gap > looks {
            return;
        }
        let ahead = if to == self.at { if self.side == 0 { 1 } else { -1 } } else { (to - self.at).signum() };
        let goal = to - ahead * (Self::reach(&weapon) - CELL / 8);
        self.go(goal);
    }

    /// Goes back from the enemy.
    pub(super) fn retreat(&mut self) {
        self.go(if self.side == 0 { i32::MIN / 2 } else { i32::MAX / 2 });
    }

    /// Goes towards a place.
    pub(super) fn go(&mut self, goal: i32) {
        let step = (goal - self.at).clamp(-self.pace, self.pace);
        let mut next = self.at + step;
        if self.manner == Manner::Holds {
            next = next.clamp(self.from - DEFENDS_WITHIN, self.from + DEFENDS_WITHIN);
        }
        self.moved = next != self.at;
        self.at = next;
    }

    pub(super) fn flees(&self) -> bool {
        self.manner == Manner::Flees && self.pace > 0
    }

    /// Whether it stands in the way of others: it hurts and goes hand to hand.
    pub(super) fn is_armed(&self) -> bool {
        self.arm.role == Role::Armed
    }

    /// Loses health to so many attackers at once: wounds are spread over as many bodies, the rest are whole or dead.
    pub(super) fn suffer(&mut self, harm: u32, attackers: u32, now: u32) {
        if harm == 0 {
            return;
        }
        self.hurt_at = Some(now);
        self.health = self.health.saturating_sub(harm);
        let wounded = attackers.clamp(1, self.alive.max(1));
        // Each of the wounded has lost half of its health on the average.
        let bodies = (u64::from(self.health) + u64::from(self.each) * u64::from(wounded - 1) / 2)
            .div_ceil(u64::from(self.each.max(1)));
        self.alive = self.alive.min(bodies as u32);
        if self.health == 0 {
            self.alive = 0;
        }
    }

    /// Gets health back, up to what the living can have. What is left over.
    pub(super) fn recover(&mut self, health: u32) -> u32 {
        let room = (self.alive * self.each).saturating_sub(self.health);
        self.health += health.min(room);
        health.saturating_sub(room)
    }
}
