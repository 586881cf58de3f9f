//! Blows: all that fall at one tick are added up and then applied at once, so that two can kill each other.

use super::battlefield::{Battlefield, Strike};
use super::missiles::{Flying, Missiles};
use crate::base::{Cell, Dir};
use crate::games::rts::combat::Being;
use crate::games::rts::combat::arms::Arms;
use crate::games::rts::combat::bodies::{Bodies, Body};
use crate::games::rts::combat::damage::{harm, splashed};
use crate::games::rts::combat::reach::{middle, towards};
use crate::games::rts::rules::{Damage, Rules};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::units::{Id, Kind, Unit};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A blow, at the moment in which it falls or on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    pub by: UnitId,
    pub side: u8,
    pub being: Being,
    /// Its target; `None` if it is aimed at a cell.
    pub target: Option<UnitId>,
    /// Where it falls: the cell in the middle of the target.
    pub at: Cell,
    /// What it carries before armour.
    pub force: u32,
    pub kind: Damage,
    /// Cells around in which others are hurt too.
    pub(crate) splash: u8,
    pub(crate) spares_friends: bool,
}

/// What comes over one body at one tick.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    harm: u32,
    healing: u32,
    /// The greatest single harm, and who did it.
    worst: (u16, Option<UnitId>),
}

/// Memory of [`fall`], kept between ticks.
#[derive(Debug, Default)]
pub(super) struct Toll {
    shares: Vec<Share>,
    touched: Vec<usize>,
    arrived: Vec<Blow>,
}

impl Toll {
    fn begin(&mut self, bodies: usize) {
        self.shares.clear();
        self.shares.resize(bodies, Share::default());
        self.touched.clear();
        self.arrived.clear();
    }

    fn share(&mut self, slot: usize) -> &mut Share {
        let share = &mut self.shares[slot];
        if share.harm == 0 && share.healing == 0 {
            self.touched.push(slot);
        }
        share
    }

    fn hurt(&mut self, slot: usize, harm: u16, by: UnitId) {
        let share = self.share(slot);
        share.harm += u32::from(harm);
        // Who did most; of equals the first.
        if harm > share.worst.0 {
            share.worst = (harm, Some(by));
        }
    }

    /// Lets a blow come down on everybody whom it hits.
    fn land(&mut self, blow: &Blow, (rules, field, arms, friends): (&Rules, &Bodies, &Arms, u8)) {
        let harm_to = |body: &Body, force: u32| {
            let arm = arms.of(body.side, body.being);
            let rank = usize::from(body.rank).checked_sub(1).and_then(|rank| rules.economy.ranks.get(rank));
            let points = arm.armour_points + rank.map_or(0, |rank| u16::from(rank.armour_points));
            harm(force, rules.damage.percent(blow.kind, arm.armour), points)
        };
        let spared = if blow.spares_friends { friends } else { 0 };
        let mut full = blow.target;
        if let Some(slot) = blow.target.and_then(|target| field.slot(target)) {
            self.hurt(slot, harm_to(&field.bodies()[slot], blow.force), blow.by);
        } else if blow.target.is_none() {
            let on_cell = field.within(!spared, blow.at, 1, 0).map(|(body, _)| body.id).min();
            if let Some(slot) = on_cell.and_then(|id| field.slot(id)) {
                self.hurt(slot, harm_to(&field.bodies()[slot], blow.force), blow.by);
            }
            full = on_cell;
        }
        if blow.splash == 0 {
            return;
        }
        for (body, _) in field.within(!spared, blow.at, 1, u32::from(blow.splash)) {
            if Some(body.id) != full
                && body.id != blow.by
                && let Some(slot) = field.slot(body.id)
            {
                self.hurt(slot, harm_to(body, splashed(blow.force)), blow.by);
            }
        }
    }
}

/// Lets the blows of this tick fall, missiles fly and arrive, and wounds heal.
pub(super) fn fall(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Battlefield, &mut Missiles), With<Board>>,
    mut beings: Query<(&mut Health, &mut Fighting)>,
    mut toll: Local<Toll>,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (battle, mut missiles) = board.into_inner();
    let Battlefield { field, arms, friends, .. } = battle;
    let now = clock.tick();
    toll.begin(field.bodies().len());
    let mut arrived = std::mem::take(&mut toll.arrived);
    missiles.fly(field, now, &mut arrived);
    for blow in &arrived {
        toll.land(blow, (&rules.0, field, arms, friends[usize::from(blow.side)]));
        outcomes.write(Outcome::MissileHit { by: blow.being, side: blow.side, at: blow.at, target: blow.target });
    }
    toll.arrived = arrived;
    for Strike { by, target, force, heals } in &battle.strikes {
        let (Some(striker), Some(slot)) = (field.get(*by), field.slot(*target)) else { continue };
        let victim = &field.bodies()[slot];
        let (from, at) = (middle(striker.at, striker.size), middle(victim.at, victim.size));
        let dir = towards(striker.at, striker.size, victim.at, victim.size).unwrap_or(Dir::South);
        if *heals {
            toll.share(slot).healing += force;
            outcomes.write(Outcome::Healed { by: *by, target: *target, at });
            continue;
        }
        let Some(weapon) = arms.of(striker.side, striker.being).weapon else { continue };
        let aims_at_ground = weapon.flight.is_some_and(|flight| flight.aims_at_ground);
        let blow = Blow {
            by: *by,
            side: striker.side,
            being: striker.being,
            target: (!aims_at_ground).then_some(*target),
            at,
            force: *force,
            kind: weapon.kind,
            splash: weapon.splash,
            spares_friends: weapon.spares_friends,
        };
        match weapon.flight {
            Some(flight) => {
                let ticks = from.distance_squared(at).isqrt() * u32::from(flight.ticks_per_cell);
                let lands_at = now + ticks.max(1);
                missiles.0.push(Flying { blow, from, since: now, lands_at });
                outcomes.write(Outcome::MissileFlew { by: *by, being: striker.being, from, to: at, dir, lands_at });
            }
            None => {
                toll.land(&blow, (&rules.0, field, arms, friends[usize::from(blow.side)]));
                outcomes.write(Outcome::Struck { by: *by, being: striker.being, target: *target, from, at, dir });
            }
        }
    }
    toll.touched.sort_unstable();
    for index in 0..toll.touched.len() {
        let slot = toll.touched[index];
        let Share { harm, healing, worst } = toll.shares[slot];
        let Ok((mut health, mut fighting)) = beings.get_mut(battle.entities[slot]) else { continue };
        let left = (u32::from(health.now) + healing).saturating_sub(harm);
        health.now = left.min(u32::from(health.most)) as u16;
        if harm > 0 {
            fighting.hurt_at = now.max(1);
            fighting.hurt_by = worst.1;
            let body = &field.bodies()[slot];
            let at = middle(body.at, body.size);
            outcomes.write(Outcome::Hurt { who: body.id, being: body.being, side: body.side, at, by: worst.1, harm });
        }
    }
}

/// Lets the wounds close of those who recover by themselves, while nobody hurts them.
pub(super) fn regenerate(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    mut units: Query<(&Id, &Kind, &Fighting, &mut Health), With<Unit>>,
) {
    if rules.0.units.iter().all(|kind| kind.regenerates == 0) {
        return;
    }
    let now = clock.tick();
    let peace: Tick = 10 * Tick::from(rules.0.tick_hz);
    for (id, kind, fighting, mut health) in &mut units {
        let every = Tick::from(rules.0.kind(kind.0).regenerates);
        if every > 0
            && (now + id.0.0).is_multiple_of(every)
            && health.now > 0
            && !health.is_whole()
            && !fighting.is_hurt_within(peace, now)
        {
            health.now += 1;
        }
    }
}

/// Hundredths of a worth that a side has as gold.
pub(super) fn loot(sides: &mut Sides, side: u8, worth: u32, percent: u8) {
    if let Some(side) = sides.get_mut(side) {
        side.stock.gold += worth * u32::from(percent) / 100;
    }
}
