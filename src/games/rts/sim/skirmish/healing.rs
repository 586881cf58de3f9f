//! Healers: they go to friends nearby who are hurt, and heal.

use super::battlefield::{Battlefield, Strike};
use super::chasing::Distance;
use super::fighting::{Fighter, Scene, strike};
use super::stances::Posture;
use crate::games::rts::combat::Being;
use crate::games::rts::combat::bodies::Body;
use crate::games::rts::combat::reach::{apart_squared, reaches};
use crate::games::rts::rules::{Armour, Healing};
use crate::nav::step::Tick;

/// Ticks from one thought about who needs it most to the next.
const THINKS_AGAIN: Tick = 8;

impl Fighter<'_, '_> {
    /// Heals somebody, or goes to somebody to heal. Whether there is anybody.
    pub(super) fn tends(
        &mut self,
        healing: Healing,
        posture: &Posture,
        battle: &mut Battlefield,
        scene: &Scene<'_>,
    ) -> bool {
        let friends = battle.friends[usize::from(self.side)];
        let (here, size, range) = (self.here, self.arm.size, u32::from(healing.range));
        let apart = |body: &Body| apart_squared(here, size, body.at, body.size);
        let needs = |body: &Body| {
            let is_flesh =
                matches!(body.being, Being::Unit(_)) && scene.arms.of(body.side, body.being).armour != Armour::Siege;
            friends & 1 << body.side != 0 && body.health < body.most && body.id != self.id && is_flesh
        };
        let looks = if posture.moves { posture.looks.max(self.arm.sight) } else { range };
        let allowed =
            |body: &Body| reaches(range, apart(body)) || posture.moves && posture.allows(body.at, body.size, range);
        let kept = self.fighting.target.and_then(|target| battle.field.get(target));
        let kept = kept.filter(|body| needs(body) && allowed(body)).copied();
        let is_due = kept.is_none() || (scene.now + self.id.0).is_multiple_of(THINKS_AGAIN);
        // Who is in reach first, then who has the least share of its health, then the nearest.
        let key = |body: &Body| {
            let share = u32::from(body.health) * 100 / u32::from(body.most.max(1));
            (!reaches(range, apart(body)), share, apart(body), body.id)
        };
        let best: Option<Body> = if is_due {
            let near = battle.field.within(friends, here, size, looks).map(|(body, _)| body);
            near.filter(|body| needs(body) && allowed(body)).min_by_key(|body| key(body)).copied()
        } else {
            kept
        };
        let Some(body) = best else {
            if self
                .fighting
                .target
                .and_then(|target| battle.field.get(target))
                .is_none_or(|body| friends & 1 << body.side != 0)
            {
                self.release(Some(posture), scene);
            }
            return false;
        };
        self.remember_home();
        self.fighting.target = Some(body.id);
        if reaches(range, apart(&body)) {
            self.stand_to(&body);
            if !self.is_stepping && self.fighting.ready_at <= scene.now {
                strike(&mut self.fighting, healing.cooldown, scene.now);
                let force = u32::from(healing.amount);
                battle.strikes.push(Strike { by: self.id, target: body.id, force, heals: true });
            }
            return true;
        }
        self.rooted.0 = false;
        let distance = Distance { range, min_range: 0 };
        let follows = self.chase(&body, distance, false, (scene, &mut battle.claims));
        if !follows {
            self.release(Some(posture), scene);
        }
        follows
    }
}
