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
pub(crate) struct Rating(pub u8);

impl Rating {
    /// Whether one stays with such a target whoever else comes near: it is in range and can hurt, or is what the weapon is
    /// made for.
    pub(crate) const fn is_kept(self) -> bool {
        self.0 <= 1
    }
}

/// Who chooses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seeker {
    pub id: UnitId,
    /// Where it is, or will be when its step ends.
    pub at: Cell,
    pub size: u8,
    /// Its enemies, as bits of sides.
    pub enemies: u8,
    pub(crate) weapon: Armed,
    pub range: u32,
    /// Whether buildings that do not shoot count.
    pub(crate) wants_buildings: bool,
}

impl Seeker {
    /// Whether its weapon reaches as far as that, and no less is asked for.
    pub(crate) const fn hits(&self, apart_squared: u32) -> bool {
        reaches(self.range, apart_squared) && !is_too_near(self.weapon.min_range, apart_squared)
    }

    /// How good somebody is as a target.
    pub(crate) fn rate(&self, body: &Body, apart_squared: u32) -> Rating {
        let (hits, attacks_me) = (self.hits(apart_squared), body.target == Some(self.id));
        if self.weapon.prefers_buildings() {
            let is_building = matches!(body.being, Being::Building(_));
            let order = match (is_building, hits) {
                (true, true) => 0,
                (true, false) if !self.weapon.shoots() => 1,
                (false, true) => 2,
                (true, false) => 3,
                (false, false) => 4,
            };
            return Rating(order);
        }
        Rating(match body.role {
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

    /// The best target within some cells of a body (itself, or whom it guards) among those that are accepted; `accepts` gets
    /// the body and whether it can be hit from where the seeker stands.
    pub(crate) fn choose<'a>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rts::rules::{BuildingId, Damage, KindId};

    const ME: UnitId = UnitId(99);

    fn seeker(range: u32, kind: Damage) -> Seeker {
        let weapon = Armed {
            damage: 5,
            kind,
            range,
            min_range: 0,
            cooldown: 20,
            flight: None,
            splash: 0,
            spares_friends: false,
        };
        Seeker { id: ME, at: Cell::new(10, 10), size: 1, enemies: 2, weapon, range, wants_buildings: true }
    }

    /// Whom a seeker chooses among enemies: number, column (in the row of the seeker), role, health, whether it attacks the
    /// seeker.
    fn chosen(seeker: Seeker, enemies: &[(u32, i16, Role, u16, bool)]) -> Option<u32> {
        let mut field = Bodies::default();
        field.clear(40, 20);
        for (id, x, role, health, attacks) in enemies {
            let being = if *role == Role::Building { Being::Building(BuildingId(0)) } else { Being::Unit(KindId(0)) };
            field.add(Body {
                id: UnitId(*id),
                at: Cell::new(*x, 10),
                size: 1,
                side: 1,
                role: *role,
                rank: 0,
                being,
                health: *health,
                most: 50,
                target: attacks.then_some(ME),
            });
        }
        field.sort();
        let found = seeker.choose(&field, (seeker.at, 1), 8, |_, _| true);
        found.map(|(body, _)| body.id.0)
    }

    #[test]
    fn who_attacks_comes_first_then_who_is_armed_then_helpers_workers_and_buildings() {
        use Role::{Armed, Building, Support, Worker};
        let bow = seeker(5, Damage::Pierce);
        let all = [
            (1, 11, Building, 9, false),
            (2, 12, Worker, 9, false),
            (3, 13, Support, 9, false),
            (6, 18, Armed, 9, false),
            (5, 17, Armed, 9, true),
            (4, 14, Armed, 9, false),
            (7, 15, Armed, 9, true),
        ];
        for (count, best) in [(1, 1), (2, 2), (3, 3), (4, 6), (5, 5), (6, 4), (7, 7)] {
            assert_eq!(chosen(bow, &all[..count]), Some(best), "of the first {count}");
        }
    }

    #[test]
    fn of_equals_the_nearest_then_the_weakest_then_the_smallest_number() {
        use Role::Armed;
        let bow = seeker(5, Damage::Pierce);
        assert_eq!(chosen(bow, &[(1, 14, Armed, 5, false), (2, 13, Armed, 9, false)]), Some(2));
        assert_eq!(chosen(bow, &[(1, 13, Armed, 9, false), (2, 7, Armed, 5, false)]), Some(2));
        assert_eq!(chosen(bow, &[(2, 13, Armed, 9, false), (1, 7, Armed, 9, false)]), Some(1));
        assert_eq!(chosen(bow, &[(1, 30, Armed, 9, false)]), None, "too far away to look at");
    }

    #[test]
    fn a_ram_looks_for_walls_and_a_catapult_for_those_in_range() {
        use Role::{Armed, Building};
        let both = [(1, 11, Armed, 9, true), (2, 17, Building, 9, false)];
        assert_eq!(chosen(seeker(1, Damage::Siege), &both), Some(2));
        assert_eq!(chosen(seeker(5, Damage::Siege), &both), Some(1));
        assert_eq!(chosen(seeker(8, Damage::Siege), &both), Some(2));
    }

    #[test]
    fn nobody_aims_at_what_is_too_near_if_there_is_another() {
        use Role::Armed;
        let mut catapult = seeker(6, Damage::Pierce);
        catapult.weapon.min_range = 3;
        assert_eq!(chosen(catapult, &[(1, 11, Armed, 9, false), (2, 14, Armed, 9, false)]), Some(2));
    }
}
