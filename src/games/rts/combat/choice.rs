//! Whom to fight.
//!
//! In this order: who is in range and attacks the one who chooses; who is armed and in range; who attacks it from farther
//! off; who is armed; healers and siege engines; workers; buildings. A tower is armed. Of equals the nearest, then the one
//! with the least health, then the one with the smallest number. Weapons made for walls go for buildings first: hand to hand
//! (a ram) for any that is near, otherwise (a catapult) for those in range.

use super::arms::Armed;
use super::bodies::{Bodies, Body};
use super::reach::{is_too_near, reaches};
use super::{Being, Role};
use crate::base::Cell;
use crate::nav::step::UnitId;

/// How good a target is: less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating(pub u8);

impl Rating {
    /// Whether one stays with such a target whoever else comes near: it is in range and can hurt, or is what the weapon is
    /// made for.
    pub const fn is_kept(self) -> bool {
        self.0 <= 1
    }

    /// How good somebody is for a weapon: `hits` says whether it is in range, `attacks_me` whether it attacks the one who
    /// chooses.
    pub(crate) fn of(weapon: &Armed, role: Role, is_building: bool, hits: bool, attacks_me: bool) -> Self {
        if weapon.prefers_buildings() {
            return Self(match (is_building, hits) {
                (true, true) => 0,
                (true, false) if !weapon.shoots() => 1,
                (false, true) => 2,
                (true, false) => 3,
                (false, false) => 4,
            });
        }
        Self(match role {
            Role::Armed if hits && attacks_me => 0,
            Role::Armed if hits => 1,
            Role::Armed if attacks_me => 2,
            Role::Armed => 3,
            // An attacker counts whatever it is.
            Role::Support | Role::Worker if attacks_me && hits => 1,
            Role::Support => 4,
            Role::Worker => 5,
            Role::Building => 6,
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Seeker {
    pub id: UnitId,
    /// Where it is, or will be when its step ends.
    pub at: Cell,
    pub size: u8,
    pub enemies: u8,
    pub weapon: Armed,
    pub range: u32,
    /// Whether buildings that do not shoot count.
    pub wants_buildings: bool,
}

impl Seeker {
    /// Whether its weapon reaches as far as that, and no less is asked for.
    pub const fn hits(&self, apart_squared: u32) -> bool {
        reaches(self.range, apart_squared) && !is_too_near(self.weapon.min_range, apart_squared)
    }

    pub fn rate(&self, body: &Body, apart_squared: u32) -> Rating {
        let (hits, attacks_me) = (self.hits(apart_squared), body.target == Some(self.id));
        Rating::of(&self.weapon, body.role, matches!(body.being, Being::Building(_)), hits, attacks_me)
    }

    /// The best target within some cells of a body (itself, or whom it guards) among those that are accepted; `accepts` gets
    /// the body and whether it can be hit from where the seeker stands.
    pub fn choose<'a>(
        &self,
        field: &'a Bodies,
        (at, size): (Cell, u8),
        looks: u32,
        mut accepts: impl FnMut(&Body, bool) -> bool,
    ) -> Option<(&'a Body, Rating)> {
        let mut best: Option<((Rating, u32, u16, UnitId), &Body)> = None;
        for (body, _) in field.within(self.enemies, at, size, looks) {
            if body.role == Role::Building && !self.wants_buildings || body.health == 0 {
                continue;
            }
            let apart = super::reach::apart_squared(self.at, self.size, body.at, body.size);
            let key = (self.rate(body, apart), apart, body.health, body.id);
            if best.is_none_or(|(than, _)| key < than) && accepts(body, self.hits(apart)) {
                best = Some((key, body));
            }
        }
        best.map(|((rating, ..), body)| (body, rating))
    }
}
