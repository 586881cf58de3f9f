//! Whom to fight.

use gridmarch::base::Cell;
use gridmarch::games::rts::combat::arms::Armed;
use gridmarch::games::rts::combat::bodies::{Bodies, Body};
use gridmarch::games::rts::combat::choice::Seeker;
use gridmarch::games::rts::combat::{Being, Role};
use gridmarch::games::rts::rules::{BuildingId, Damage, KindId};
use gridmarch::nav::step::UnitId;

const ME: UnitId = UnitId(99);

fn seeker(range: u32, kind: Damage) -> Seeker {
    let weapon =
        Armed { damage: 5, kind, range, min_range: 0, cooldown: 20, flight: None, splash: 0, spares_friends: false };
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
