//! The typed attrition model: groups on a line, in steps of a few ticks.
//!
//! At each step every group chooses its targets as units do, goes there if it has nobody in range, or strikes: as many of it
//! as find room, at the rate of their weapons. All blows of a step fall at once.

use super::corps::{CELL, Corps, PARTS};
use super::fitted::Fitted;
use super::{Force, Outcome};
use crate::games::rts::combat::arms::Armed;
use crate::games::rts::combat::choice::Rating;
use crate::games::rts::combat::damage::{force, harm, splashed};
use crate::games::rts::rules::{DamageTable, Rules};

/// Ticks of a step.
const STEP: u32 = 4;
/// Blows are counted in parts.
const BLOW: u32 = 256;
/// In a narrow place two ranks can strike: those in front and those beside them at an angle.
const RANKS: u32 = 2;

pub(super) struct Fight<'a> {
    fitted: &'a Fitted,
    damage: &'a DamageTable,
    /// Ticks without a wound after which wounds close.
    peace: u32,
    front: Option<u8>,
    corps: Vec<Corps>,
    /// Groups of the own side, which come first.
    own: usize,
    hurts: Vec<Hurt>,
    begun: [u32; 2],
    work: u32,
}

/// What comes over a group in one step.
#[derive(Debug, Clone, Copy, Default)]
struct Hurt {
    harm: u32,
    attackers: u32,
    /// Those hand to hand who have room at it.
    melee: u32,
}

/// The share of those who strike that a target gets.
struct Aim {
    target: usize,
    weight: u32,
}

impl<'a> Fight<'a> {
    pub(super) fn new(
        fitted: &'a Fitted,
        rules: &'a Rules,
        own: &Force<'_>,
        foe: &Force<'_>,
        front: Option<u8>,
    ) -> Self {
        let pace = |ticks: u16| (STEP * CELL as u32 * 100 / (u32::from(ticks.max(1)) * fitted.closing.max(1))) as i32;
        let ours = own.groups.iter().map(|group| Corps::new(rules, own, group, 0, pace));
        let theirs = foe.groups.iter().map(|group| Corps::new(rules, foe, group, 1, pace));
        let corps: Vec<Corps> = ours.chain(theirs).collect();
        let mut fight = Self {
            fitted,
            damage: &rules.damage,
            peace: 10 * u32::from(rules.tick_hz),
            front,
            own: own.groups.len(),
            hurts: vec![Hurt::default(); corps.len()],
            corps,
            begun: [0; 2],
            work: 0,
        };
        fight.begun = [fight.left(0), fight.left(1)];
        fight
    }

    fn side(&self, side: usize) -> std::ops::Range<usize> {
        if side == 0 { 0..self.own } else { self.own..self.corps.len() }
    }

    fn left(&self, side: usize) -> u32 {
        self.corps[self.side(side)].iter().map(Corps::left).sum()
    }

    fn is_gone(&self, side: usize) -> bool {
        self.corps[self.side(side)].iter().all(|corps| corps.alive == 0)
    }

    pub(super) fn run(mut self, most_ticks: u32) -> Outcome {
        let mut now = 0;
        let mut aims = Vec::with_capacity(self.corps.len());
        while now < most_ticks && !self.is_gone(0) && !self.is_gone(1) {
            if !self.step(now, &mut aims) {
                break;
            }
            now += STEP;
        }
        let [own_left, foe_left] = [self.left(0), self.left(1)];
        Outcome {
            own_left,
            foe_left,
            own_lost: self.begun[0].saturating_sub(own_left),
            foe_lost: self.begun[1].saturating_sub(foe_left),
            ticks: now.min(most_ticks),
            work: self.work,
        }
    }

    /// Whether anybody has done anything.
    fn step(&mut self, now: u32, aims: &mut Vec<Aim>) -> bool {
        self.hurts.fill(Hurt::default());
        let mut is_busy = false;
        let mut room = [self.front.map_or(u32::MAX, |front| u32::from(front) * RANKS); 2];
        for index in 0..self.corps.len() {
            self.corps[index].moved = false;
            if self.corps[index].alive == 0 {
                continue;
            }
            let healed = self.heal(index);
            let side = self.corps[index].side;
            is_busy |= healed > 0 || self.act(index, healed, now, aims, &mut room[side]) || self.corps[index].moved;
        }
        for index in 0..self.corps.len() {
            let Hurt { harm, attackers, .. } = self.hurts[index];
            let corps = &mut self.corps[index];
            corps.suffer(harm, attackers, now);
            let is_left_alone = corps.hurt_at.is_none_or(|at| at + self.peace < now);
            if corps.regenerates > 0 && is_left_alone {
                corps.recover(corps.alive * STEP * PARTS / u32::from(corps.regenerates));
            }
        }
        is_busy
    }

    /// Goes or strikes. Whether it strikes; `healed` in 256ths are busy with healing.
    fn act(&mut self, index: usize, healed: u32, now: u32, aims: &mut Vec<Aim>, room: &mut u32) -> bool {
        let foes = self.side(1 - self.corps[index].side);
        let Some(weapon) = self.corps[index].weapon().copied() else {
            self.follow(index);
            return false;
        };
        aims.clear();
        let corps = &self.corps[index];
        let mut best: Option<(Rating, bool, i32)> = None;
        for target in foes {
            self.work += 1;
            let other = &self.corps[target];
            if other.alive == 0 {
                continue;
            }
            let (rating, hits) = corps.rate(&weapon, other);
            if best.is_none_or(|(than, ..)| rating < than) {
                best = Some((rating, hits, corps.gap(other)));
                aims.clear();
            }
            if let Some((than, _, near)) = &mut best
                && rating == *than
            {
                *near = corps.gap(other).min(*near);
                aims.push(Aim { target, weight: 0 });
            }
        }
        let Some((_, hits, near)) = best else { return false };
        if !hits {
            let place = |aim: &&Aim| (self.corps[aim.target].at, corps.gap(&self.corps[aim.target]));
            let to = aims.iter().min_by_key(|aim| place(aim).1).map_or(corps.at, |aim| place(&aim).0);
            self.corps[index].approach(to, now);
            return false;
        }
        for aim in &mut *aims {
            let other = &self.corps[aim.target];
            // The nearest first; those farther off are the nearest of some, as groups stand beside each other.
            aim.weight = (other.alive * 1024 / (128 + (corps.gap(other) - near) as u32)).max(1);
        }
        self.strike(index, &weapon, (healed, aims), room);
        true
    }

    fn strike(&mut self, index: usize, weapon: &Armed, (healed, aims): (u32, &[Aim]), room: &mut u32) {
        let corps = &self.corps[index];
        let (side, is_melee) = (corps.side, corps.is_melee());
        let all: u32 = aims.iter().map(|aim| aim.weight).sum();
        let mut able = corps.alive * (256 - healed.min(256)) / 256;
        if is_melee {
            able = able.min(*room);
        } else {
            able = (able * self.fitted.crowding_ranged).div_ceil(100).min(corps.alive);
        }
        let rate = STEP * BLOW / u32::from(weapon.cooldown.max(1));
        let mut struck = 0;
        for aim in aims {
            self.work += 1;
            let share = (able * aim.weight * 16 / all.max(1)).min(able * 16);
            let target = &self.corps[aim.target];
            let mut strikers = share;
            if is_melee {
                let size = u32::from(target.arm.size);
                let places = target.alive * self.fitted.crowding_melee * 16 / 100 * (1 + size) / 2;
                strikers = strikers.min(places.saturating_sub(self.hurts[aim.target].melee));
                self.hurts[aim.target].melee += strikers;
            }
            struck += strikers;
            let misses = weapon.flight.is_some_and(|flight| flight.aims_at_ground) && target.moved;
            let blows = strikers * rate / if misses { 4 * 16 } else { 16 };
            let harm = self.harm(weapon, aim.target);
            self.hurts[aim.target].harm += (u64::from(blows) * u64::from(harm) / u64::from(BLOW)) as u32;
            self.hurts[aim.target].attackers += strikers.div_ceil(16);
            if weapon.splash > 0 {
                self.splash(side, weapon, aim.target, blows);
            }
        }
        if is_melee {
            *room = room.saturating_sub(struck.div_ceil(16));
        }
    }

    /// Parts of health that a blow takes off a group on the average.
    fn harm(&self, weapon: &Armed, target: usize) -> u32 {
        let target = &self.corps[target];
        let percent = self.damage.percent(weapon.kind, target.arm.armour);
        let full = u32::from(harm(force(weapon.damage, 0), percent, target.arm.armour_points)) * PARTS;
        // The last blow is worth no more than what its target still has.
        let useful = target.each / target.each.div_ceil(full).max(1);
        full - full.saturating_sub(useful) * self.fitted.overkill.min(100) / 100
    }

    /// Hurts those beside the target of a blow, friends as well where the weapon does not spare them.
    fn splash(&mut self, side: usize, weapon: &Armed, centre: usize, blows: u32) {
        let at = self.corps[centre].at;
        let is_near = |index: usize, corps: &Corps| {
            let spared = (corps.is_building || weapon.spares_friends) && corps.side == side;
            let others = corps.alive - u32::from(index == centre && corps.alive > 0);
            let is_beside = (corps.at - at).abs() <= CELL * 3 / 2 && !spared;
            if is_beside { others } else { 0 }
        };
        let all: u32 = self.corps.iter().enumerate().map(|(index, corps)| is_near(index, corps)).sum();
        self.work += self.corps.len() as u32;
        // A few beside a few, but no more than there are.
        let beside = (all * 100).min(self.fitted.splash * u32::from(weapon.splash));
        for index in 0..self.corps.len() {
            let others = is_near(index, &self.corps[index]);
            if others == 0 {
                continue;
            }
            let corps = &self.corps[index];
            let percent = self.damage.percent(weapon.kind, corps.arm.armour);
            let each = u32::from(harm(splashed(force(weapon.damage, 0)), percent, corps.arm.armour_points)) * PARTS;
            let blows = u64::from(blows) * u64::from(beside) * u64::from(others) / (100 * u64::from(all));
            self.hurts[index].harm += (blows * u64::from(each) / u64::from(BLOW)) as u32;
            self.hurts[index].attackers += 1;
        }
    }

    /// Lets healers heal who needs it. The share of them that is busy with it, in 256ths.
    fn heal(&mut self, index: usize) -> u32 {
        let corps = &self.corps[index];
        let Some(healing) = corps.arm.healing else { return 0 };
        if corps.flees() {
            return 0;
        }
        let (at, side) = (corps.at, corps.side);
        let reach = i32::from(healing.range) * CELL + CELL / 2;
        let missing = |other: &Corps| {
            let needs = other.is_flesh() && (other.at - at).abs() <= reach;
            if needs { (other.alive * other.each).saturating_sub(other.health) } else { 0 }
        };
        self.work += self.side(side).len() as u32;
        let all: u64 = self.corps[self.side(side)].iter().map(|other| u64::from(missing(other))).sum();
        let doses = corps.alive * STEP * BLOW / u32::from(healing.cooldown.max(1));
        let most = u64::from(doses) * u64::from(healing.amount) * u64::from(PARTS * self.fitted.healing)
            / u64::from(BLOW * 100);
        let given = most.min(all);
        if given == 0 {
            return 0;
        }
        for other in self.side(side) {
            let share = given * u64::from(missing(&self.corps[other])) / all;
            self.corps[other].recover(share as u32);
        }
        (given * 256 / most) as u32
    }

    /// Goes with the others of its side, or away.
    fn follow(&mut self, index: usize) {
        if self.corps[index].flees() {
            return self.corps[index].retreat();
        }
        let armed =
            self.corps[self.side(self.corps[index].side)].iter().filter(|corps| corps.alive > 0 && corps.is_armed());
        let ahead = if self.corps[index].side == 0 {
            armed.map(|corps| corps.at).max()
        } else {
            armed.map(|corps| corps.at).min()
        };
        if let Some(ahead) = ahead {
            self.corps[index].go(ahead);
        }
    }
}
