//! Buildings that shoot: towers keep a target as long as they reach it.

use super::Building;
use super::battlefield::{Battlefield, LOOKS_OUT, Strike};
use super::fighting::{Scene, strike};
use super::stances::reach_from;
use crate::base::Cell;
use crate::games::rts::combat::choice::Seeker;
use crate::games::rts::combat::damage::force;
use crate::games::rts::combat::field::Body;
use crate::games::rts::combat::reach::apart_squared;
use crate::games::rts::sim::fighters::Fighting;
use crate::nav::step::UnitId;

/// Lets a building with a weapon shoot at whom it can.
pub(super) fn shoot(
    battle: &mut Battlefield,
    scene: &Scene<'_>,
    (id, building, side, at): (UnitId, &Building, u8, Cell),
    fighting: &mut Fighting,
) {
    let arm = scene.arms.building(side, building.kind());
    let Some(weapon) = arm.weapon else { return };
    let enemies = battle.enemies[usize::from(side)];
    let range = reach_from(&weapon, false);
    let seeker = Seeker { id, at, size: arm.size, enemies, weapon, range, wants_buildings: true };
    let hits = |body: &&Body| seeker.hits(apart_squared(at, arm.size, body.at, body.size)) && scene.sees(side, body);
    let kept = fighting.target.and_then(|target| battle.field.get(target)).filter(hits).copied();
    let target = kept.or_else(|| {
        let is_due = fighting.target.is_some() || (scene.now + id.0).is_multiple_of(LOOKS_OUT);
        let may_see = is_due && battle.field.may_have(enemies, at, arm.size, range);
        let found = || seeker.choose(&battle.field, (at, arm.size), range, |body, hits| hits && scene.sees(side, body));
        may_see.then(found).flatten().map(|(body, _)| *body)
    });
    fighting.target = target.map(|body| body.id);
    if let Some(body) = target
        && fighting.ready_at <= scene.now
    {
        strike(fighting, weapon.cooldown, scene.now);
        let force = force(weapon.damage, 0);
        battle.strikes.push(Strike { by: id, target: body.id, force, heals: false });
    }
}
