//! How the program of five levels answers what the enemy does.

use super::army::{begun, building, camp, foe, goes_to, orders, workers};
use super::bot::Situation;
use gridmarch::base::Cell;
use gridmarch::games::rts::bot::{BotOrder, Occupation};
use gridmarch::games::rts::rules::Price;

/// Whether it sends out most of its army within so many looks.
fn sets_out(camp: &mut Situation, looks: usize) -> bool {
    let half = camp.units.len() / 2;
    let leaves = |order: &BotOrder| matches!(order, BotOrder::Assault(units, _) if units.len() > half);
    (0..looks).any(|_| camp.think().iter().any(leaves))
}

#[test]
fn after_an_attack_that_has_failed_it_comes_with_more() {
    // What it knows of the enemy is seen in the first case, and reckoned from the own economy in the second.
    for (seen, gathered) in [(34, 0), (0, 2800)] {
        let mut camp = camp("bot:5,style=rush");
        workers(&mut camp, 8);
        camp.stock.gold = 100;
        camp.gathered = Price { gold: gathered, wood: gathered };
        foe(&mut camp, "hall", Cell::new(80, 80), 100);
        for number in 0..seen {
            foe(&mut camp, "raider", Cell::new(70 + number % 8, 70 + number / 8), 100);
        }
        camp.add(40, "raider", Occupation::Idle);
        assert!(sets_out(&mut camp, 6), "{seen} seen: the first attack");
        camp.worth = (100, 700);
        // It turns round, rests, and is home.
        assert!(!sets_out(&mut camp, 160), "{seen} seen: the same army again");
        camp.add(30, "raider", Occupation::Idle);
        assert!(sets_out(&mut camp, 60), "{seen} seen: with more");
    }
}

#[test]
fn who_comes_by_where_the_army_stands_is_met_by_all_of_it() {
    for (distance, expected) in [(9, true), (20, false)] {
        let mut camp = camp("bot:5,style=turtle");
        building(&mut camp, "warlodge", Cell::new(16, 12));
        workers(&mut camp, 8);
        camp.add(14, "raider", Occupation::Idle);
        let rallies = (0..4).flat_map(|_| camp.think()).filter_map(|order| match order {
            BotOrder::Rally(_, at) => Some(at),
            _ => None,
        });
        let flag = rallies.last().expect("soldiers gather somewhere");
        let at = Cell::new(flag.x + distance, flag.y + distance);
        for number in 0..7 {
            foe(&mut camp, "footman", Cell::new(at.x + number % 3, at.y + number / 3), 100);
        }
        let orders = orders(&mut camp);
        let meets = goes_to(&orders, at);
        assert_eq!(meets.len() > 10, expected, "{distance} cells from {flag}: {orders:?}");
    }
}

#[test]
fn a_rush_that_was_recognised_is_met_by_a_second_tower() {
    for (barracks, expected) in [(1, false), (2, true)] {
        let mut camp = camp("bot:4,style=boom");
        let nest = camp.rules.building_named("nest").expect("a tower");
        building(&mut camp, "nest", Cell::new(14, 14));
        for number in 0..barracks {
            foe(&mut camp, "barracks", Cell::new(70 + 6 * number, 74), 100);
        }
        orders(&mut camp);
        camp.stock = Price { gold: 150, wood: 100 };
        let builds = begun(&mut camp).iter().any(|order| matches!(order, BotOrder::Build(_, kind, _) if *kind == nest));
        assert_eq!(builds, expected, "{barracks} barracks");
    }
}

#[test]
fn who_has_put_the_money_into_bases_is_attacked_sooner() {
    // With how few it goes against sixteen of a kind.
    let fewest = |kind: &str, halls: i16| {
        let attacks = |raiders: usize| {
            let mut camp = camp("bot:5,style=rush");
            // The bar has not fallen yet.
            camp.now = 20 * 160;
            workers(&mut camp, 8);
            camp.stock.gold = 100;
            for number in 0..2 {
                let kind = if number < halls { "hall" } else { "house" };
                foe(&mut camp, kind, Cell::new(80, 80 - 12 * number), 100);
            }
            for number in 0..16 {
                foe(&mut camp, kind, Cell::new(70 + number % 4, 72 + number / 4), 100);
            }
            // It knows of them when the army is there.
            orders(&mut camp);
            camp.add(raiders, "raider", Occupation::Idle);
            sets_out(&mut camp, 4)
        };
        (8..100).find(|raiders| attacks(*raiders)).expect("so many are enough")
    };
    let pairs = ["footman", "archer", "knight"].map(|kind| (fewest(kind, 2), fewest(kind, 1)));
    assert!(pairs.iter().all(|(two, one)| two <= one) && pairs.iter().any(|(two, one)| two < one), "{pairs:?}");
}

#[test]
fn what_lies_open_before_the_army_is_attacked_whatever_may_be_elsewhere() {
    for (near, guards, expected) in [(true, 0, true), (true, 24, false), (false, 0, false)] {
        let mut camp = camp("bot:5,style=rush");
        // So much is reckoned with that nobody would set out.
        camp.gathered = Price { gold: 6000, wood: 6000 };
        camp.stock.gold = 100;
        workers(&mut camp, 8);
        let at = if near { Cell::new(36, 30) } else { Cell::new(70, 70) };
        foe(&mut camp, "hall", at, 100);
        for number in 0..guards {
            foe(&mut camp, "footman", Cell::new(at.x + number % 6, at.y + 5 + number / 6), 100);
        }
        orders(&mut camp);
        camp.add(20, "raider", Occupation::Idle);
        assert_eq!(sets_out(&mut camp, 4), expected, "near: {near}, {guards} guards");
    }
}

#[test]
fn against_who_sits_behind_towers_bases_come_sooner() {
    for (towers, expected) in [(1, false), (2, true)] {
        let mut camp = camp("bot:5,style=rush");
        camp.now = 20 * 350;
        camp.mine(Cell::new(36, 10), 9000);
        for number in 0..towers {
            foe(&mut camp, "tower", Cell::new(76 + 3 * number, 76), 100);
        }
        camp.add(12, "raider", Occupation::Idle);
        orders(&mut camp);
        camp.stock = Price { gold: 900, wood: 900 };
        let hall = camp.rules.building_named("camp").expect("a hall");
        let builds = begun(&mut camp).iter().any(|order| matches!(order, BotOrder::Build(_, kind, _) if *kind == hall));
        assert_eq!(builds, expected, "{towers} towers");
    }
}

#[test]
fn one_soldier_does_not_shut_the_book_and_six_do() {
    for (soldiers, is_open) in [(1, true), (6, false)] {
        let mut camp = camp("bot:5,style=boom");
        camp.now = 0;
        camp.stock = Price { gold: 400, wood: 200 };
        workers(&mut camp, 5);
        camp.think();
        for number in 0..soldiers {
            foe(&mut camp, "raider", Cell::new(18 + number, 20), 100);
        }
        (0..4).for_each(|_| drop(camp.think()));
        assert_eq!(camp.bot.opening().is_some(), is_open, "{soldiers} soldiers");
    }
}

#[test]
fn workers_walk_to_the_only_trees_and_the_only_mine_however_far_they_are() {
    for is_wood in [false, true] {
        let mut camp = camp("bot:5,style=boom");
        let far = Cell::new(70, 12);
        if is_wood {
            camp.mine(Cell::new(3, 14), 9000);
            (0..6).for_each(|y| camp.terrain[Cell::new(70, 12 + y)] = gridmarch::nav::terrain::Terrain::Forest);
        } else {
            camp.mine(far, 9000);
        }
        camp.add(12, "thrall", Occupation::Idle);
        let orders = (0..8).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let walks = orders.iter().any(|order| matches!(order, BotOrder::Gather(_, at) if at.chebyshev(far) <= 6));
        assert!(walks, "for wood: {is_wood}: {orders:?}");
    }
}
