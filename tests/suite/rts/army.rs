//! What the program of five levels does with its soldiers in small situations.

use super::bot::Situation;
use gridmarch::base::Cell;
use gridmarch::base::rng::stream;
use gridmarch::games::rts::bot::{Body, BotOrder, Mind, Occupation, OwnBuilding};
use gridmarch::games::rts::rules::{Price, Resource};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

/// The camp, played by a program, three and a half minutes after the beginning.
pub(super) fn camp(program: &str) -> Situation {
    let mut camp = Situation::new(0, 0);
    camp.bot = Mind::new(program.parse().expect("a program"), &mut stream(3, "bots"));
    camp.now = 4200;
    camp
}

pub(super) fn foe(camp: &mut Situation, kind: &str, at: Cell, health: u8) -> UnitId {
    let id = UnitId(500 + camp.foes.len() as u32);
    let (unit, building) = (camp.rules.kind_named(kind), camp.rules.building_named(kind));
    camp.foes.push(Body { id, side: 1, unit, building, at, health, is_finished: true, is_visible: true });
    id
}

pub(super) fn building(camp: &mut Situation, kind: &str, at: Cell) {
    let kind = camp.rules.building_named(kind).expect("a building");
    let id = UnitId(camp.buildings.len() as u32);
    camp.buildings.push(OwnBuilding { id, kind, at, health: 100, is_finished: true, queue: Vec::new() });
}

/// What it wants when it has seen what there is: it knows of it after a moment.
pub(super) fn orders(camp: &mut Situation) -> Vec<BotOrder> {
    camp.think();
    camp.think()
}

pub(super) fn goes_to(orders: &[BotOrder], near: Cell) -> Vec<UnitId> {
    let units = orders.iter().filter_map(|order| match order {
        BotOrder::AttackMove(units, at) | BotOrder::Assault(units, at) if at.chebyshev(near) <= 3 => {
            Some(units.clone())
        }
        _ => None,
    });
    units.flatten().collect()
}

#[test]
fn intruders_in_two_places_are_met_by_two_groups_each_of_which_is_stronger() {
    let mut camp = camp("bot:5,style=boom");
    building(&mut camp, "warlodge", Cell::new(60, 12));
    let (first, second) = (Cell::new(15, 22), Cell::new(66, 20));
    for at in [first, second] {
        for number in 0..4 {
            foe(&mut camp, "raider", Cell::new(at.x + number % 2, at.y + number / 2), 100);
        }
    }
    camp.add(16, "raider", Occupation::Idle);
    // One half at home, the other near the second place.
    camp.units.iter_mut().skip(8).for_each(|unit| unit.at.x += 45);
    let orders = orders(&mut camp);
    let (here, there) = (goes_to(&orders, first), goes_to(&orders, second));
    assert!(here.len() >= 5 && there.len() >= 5, "{orders:?}");
    assert!(here.iter().all(|unit| !there.contains(unit)), "nobody is in two places: {orders:?}");
}

#[test]
fn one_front_does_not_take_the_defenders_of_another() {
    // Ten defenders for four and four: as many as it takes for each, not all for the first.
    let mut camp = camp("bot:5,style=boom");
    building(&mut camp, "warlodge", Cell::new(40, 12));
    let (first, second) = (Cell::new(15, 22), Cell::new(44, 18));
    for at in [first, second] {
        for number in 0..4 {
            foe(&mut camp, "raider", Cell::new(at.x + number % 2, at.y + number / 2), 100);
        }
    }
    camp.add(11, "raider", Occupation::Idle);
    let orders = orders(&mut camp);
    assert!(goes_to(&orders, second).len() >= 4, "{orders:?}");
    assert!(goes_to(&orders, first).len() >= 5, "{orders:?}");
}

#[test]
fn a_wounded_soldier_who_would_heal_leaves_the_fight_and_stays_away() {
    let mut camp = camp("bot:5,style=boom");
    let soldiers = camp.add(6, "raider", Occupation::Fights);
    let enemy = foe(&mut camp, "raider", Cell::new(15, 18), 100);
    for unit in &mut camp.units {
        unit.target = Some(enemy);
    }
    camp.units[0].health = 20;
    let (hurt, from) = (soldiers[0], camp.units[0].at);
    let orders = orders(&mut camp);
    let back = orders.iter().find_map(|order| match order {
        BotOrder::Walk(units, to) if units == &[hurt] => Some(*to),
        _ => None,
    });
    let back = back.unwrap_or_else(|| panic!("{orders:?}"));
    let place = Cell::new(15, 18);
    assert!(back.distance_squared(place) > from.distance_squared(place), "{back} is nearer than {from}");
    // It walks; nobody calls it into the fight again before it is better.
    camp.units[0].target = None;
    camp.units[0].goal = Some(back);
    camp.units[0].does = Occupation::Walks;
    let calls = |orders: &[BotOrder]| goes_to(orders, place).contains(&hurt);
    for _ in 0..4 {
        let orders = camp.think();
        assert!(!calls(&orders), "{orders:?}");
    }
}

#[test]
fn those_who_shoot_fell_who_falls_first() {
    let mut camp = camp("bot:5,style=boom");
    camp.add(4, "slinger", Occupation::Fights);
    let whole = foe(&mut camp, "spearman", Cell::new(14, 18), 100);
    let hurt = foe(&mut camp, "spearman", Cell::new(13, 18), 30);
    camp.units.iter_mut().for_each(|unit| unit.target = Some(whole));
    let orders = orders(&mut camp);
    let struck = orders.iter().any(|order| matches!(order, BotOrder::Attack(_, whom) if *whom == hurt));
    assert!(struck, "{orders:?}");
}

#[test]
fn those_who_shoot_step_back_from_slow_ones_who_strike_hand_to_hand() {
    let mut camp = camp("bot:5,style=boom");
    let slingers = camp.add(3, "slinger", Occupation::Fights);
    let near = foe(&mut camp, "footman", Cell::new(13, 16), 100);
    camp.units.iter_mut().for_each(|unit| unit.target = Some(near));
    let orders = orders(&mut camp);
    let back = orders.iter().any(|order| matches!(order, BotOrder::Walk(units, to) if units == &slingers && to.y < 14));
    assert!(back, "{orders:?}");
}

#[test]
fn it_sets_out_for_what_it_can_reach_on_foot_and_not_for_an_island_that_is_nearer() {
    let mut camp = camp("bot:5,style=rush");
    for (x, y) in (34..=48).flat_map(|y| (34..=48).map(move |x| (x, y))) {
        let is_shore = [34, 35, 47, 48].contains(&x) || [34, 35, 47, 48].contains(&y);
        camp.terrain[Cell::new(x, y)] = if is_shore { Terrain::Deep } else { Terrain::Grass };
    }
    foe(&mut camp, "hall", Cell::new(40, 40), 100);
    let far = Cell::new(80, 78);
    foe(&mut camp, "hall", far, 100);
    camp.foes.iter_mut().for_each(|foe| foe.is_visible = false);
    camp.add(20, "raider", Occupation::Idle);
    let orders = orders(&mut camp);
    let target = orders.iter().find_map(|order| match order {
        BotOrder::Assault(units, to) if units.len() >= 10 => Some(*to),
        _ => None,
    });
    assert_eq!(target, Some(far), "{orders:?}");
}

#[test]
fn a_program_that_was_loaded_wants_the_same_as_one_that_went_on() {
    let mut camp = camp("bot:5,style=boom");
    for y in 0..96 {
        camp.terrain[Cell::new(30, y)] = if (40..44).contains(&y) { Terrain::Grass } else { Terrain::Rock };
    }
    camp.mine(Cell::new(3, 3), 6000);
    camp.mine(Cell::new(40, 20), 9000);
    camp.add(8, "thrall", Occupation::Idle);
    camp.add(10, "raider", Occupation::Idle);
    foe(&mut camp, "raider", Cell::new(20, 20), 100);
    (0..30).for_each(|_| drop(camp.think()));
    let text = ron::to_string(&camp.bot).expect("it can be saved");
    let mut other = self::camp("bot:1");
    other.bot = ron::from_str(&text).expect("it can be loaded");
    (other.terrain, other.now, other.mines) = (camp.terrain.clone(), camp.now, camp.mines.clone());
    (other.units, other.foes) = (camp.units.clone(), camp.foes.clone());
    assert_eq!(other.bot, camp.bot);
    for look in 0..80 {
        if look == 20 {
            // The gate is shut for both.
            for situation in [&mut camp, &mut other] {
                (40..44).for_each(|y| situation.terrain[Cell::new(30, y)] = Terrain::Rock);
            }
        }
        assert_eq!(camp.think(), other.think(), "look {look}");
    }
    assert_eq!(other.bot, camp.bot);
}

/// Workers at home, each at its work.
pub(super) fn workers(camp: &mut Situation, count: usize) -> Vec<UnitId> {
    camp.mine(Cell::new(3, 14), 9000);
    camp.add(count, "thrall", Occupation::Gathers(Resource::Gold))
}

#[test]
fn the_last_of_the_workers_who_came_to_fight_is_met_and_so_is_who_follows_them() {
    let mut camp = camp("bot:5,style=boom");
    let workers = workers(&mut camp, 12);
    for number in 0..5 {
        foe(&mut camp, "peasant", Cell::new(14 + number, 18), 100);
    }
    let meets = |orders: Vec<BotOrder>| goes_to(&orders, Cell::new(14, 18)).iter().any(|unit| workers.contains(unit));
    assert!(meets(orders(&mut camp)));
    camp.foes.truncate(1);
    assert!(meets(orders(&mut camp)), "the last one");
    camp.foes.clear();
    assert!(!meets(orders(&mut camp)), "nobody is left");
    foe(&mut camp, "peasant", Cell::new(14, 18), 100);
    assert!(meets(orders(&mut camp)), "one who follows them");
    camp.foes.clear();
    camp.now += 2400;
    orders(&mut camp);
    foe(&mut camp, "peasant", Cell::new(14, 18), 100);
    assert!(!meets(orders(&mut camp)), "two minutes later it is a scout");
}

#[test]
fn the_head_of_an_army_is_awaited_at_the_hall_and_a_single_soldier_is_met_outside() {
    for (army, goes_out) in [(0, true), (20, false)] {
        let mut camp = camp("bot:5,style=boom");
        camp.add(6, "raider", Occupation::Idle);
        let head = Cell::new(22, 20);
        foe(&mut camp, "raider", head, 100);
        for number in 0..army {
            foe(&mut camp, "raider", Cell::new(60 + number % 5, 60 + number / 5), 100);
        }
        let orders = orders(&mut camp);
        assert_eq!(!goes_to(&orders, head).is_empty(), goes_out, "{army} behind it: {orders:?}");
    }
}

/// What a side of level 3 begins in 20 of its looks, with a war lodge and a wood lodge.
pub(super) fn begun(camp: &mut Situation) -> Vec<BotOrder> {
    workers(camp, 12);
    building(camp, "warlodge", Cell::new(14, 4));
    building(camp, "woodlodge", Cell::new(4, 14));
    let begins = |order: &BotOrder| matches!(order, BotOrder::Build(..) | BotOrder::Train(..));
    (0..20 * 4).flat_map(|_| camp.think()).filter(begins).collect()
}

#[test]
fn a_tower_comes_before_soldiers_when_somebody_could_come_with_everything() {
    for (second, expected) in [(160, true), (340, false)] {
        let mut camp = camp("bot:3,style=rush");
        (camp.now, camp.stock) = (second * 20, Price { gold: 100, wood: 60 });
        let nest = camp.rules.building_named("nest").expect("a tower");
        let begun = begun(&mut camp);
        let builds = begun.iter().any(|order| matches!(order, BotOrder::Build(_, kind, _) if *kind == nest));
        assert_eq!(builds, expected, "at {second} s: {begun:?}");
        let raider = camp.rules.kind_named("raider").expect("a soldier");
        let trains = begun.iter().any(|order| matches!(order, BotOrder::Train(_, kind) if *kind == raider));
        assert!(!builds || !trains, "not both from what one costs: {begun:?}");
    }
}

#[test]
fn who_is_behind_and_not_attacked_makes_more_workers_as_time_goes_by() {
    // There is gold for a soldier or a worker, and the enemy has the greater army, far away.
    for (second, expected) in [(340, false), (620, true)] {
        let mut camp = camp("bot:5,style=boom");
        camp.now = second * 20;
        for number in 0..30 {
            foe(&mut camp, "raider", Cell::new(60 + number % 6, 60 + number / 6), 100);
        }
        // It knows of them when the gold comes.
        orders(&mut camp);
        camp.stock = Price { gold: 66, wood: 60 };
        camp.mine(Cell::new(14, 12), 9000);
        camp.add(8, "thrall", Occupation::Gathers(Resource::Gold));
        let thrall = camp.rules.kind_named("thrall").expect("a worker");
        let begun = begun(&mut camp);
        let trains = begun.iter().any(|order| matches!(order, BotOrder::Train(_, kind) if *kind == thrall));
        assert_eq!(trains, expected, "at {second} s: {begun:?}");
    }
}

#[test]
fn who_is_attacked_looks_at_nothing_else() {
    let trained = |is_attacked: bool| {
        let mut camp = camp("bot:4,style=rush");
        (camp.now, camp.stock) = (8000, Price { gold: 400, wood: 300 });
        if is_attacked {
            for number in 0..4 {
                foe(&mut camp, "raider", Cell::new(16 + number, 20), 100);
            }
        }
        begun(&mut camp).iter().filter(|order| matches!(order, BotOrder::Train(..))).count()
    };
    let (at_peace, attacked) = (trained(false), trained(true));
    assert!(attacked >= 19 && at_peace * 2 < attacked, "{at_peace} at peace, {attacked} under attack");
}

#[test]
fn workers_who_come_in_numbers_are_met_by_workers_and_one_who_looks_around_is_not() {
    for (intruders, expected) in [(1, false), (5, true)] {
        let mut camp = camp("bot:5,style=boom");
        let workers = workers(&mut camp, 12);
        for number in 0..intruders {
            foe(&mut camp, "peasant", Cell::new(14 + number, 18), 100);
        }
        let orders = orders(&mut camp);
        let fighters = goes_to(&orders, Cell::new(15, 18));
        assert_eq!(!fighters.is_empty(), expected, "{orders:?}");
        assert!(fighters.len() < workers.len(), "as few as it takes: {orders:?}");
    }
}

#[test]
fn who_builds_a_tower_beside_the_base_is_slain_and_one_who_builds_far_away_is_not() {
    for (at, expected) in [(Cell::new(18, 18), true), (Cell::new(60, 60), false)] {
        let mut camp = camp("bot:5,style=boom");
        let workers = workers(&mut camp, 12);
        let builder = foe(&mut camp, "peasant", at, 100);
        foe(&mut camp, "tower", Cell::new(at.x + 1, at.y), 10);
        camp.foes[1].is_finished = false;
        let orders = orders(&mut camp);
        let sent = orders.iter().find_map(|order| match order {
            BotOrder::Attack(units, target) if *target == builder => Some(units.clone()),
            _ => None,
        });
        assert_eq!(sent.is_some(), expected, "{orders:?}");
        assert!(
            sent.is_none_or(|sent| sent.len() >= 2 && sent.iter().all(|unit| workers.contains(unit))),
            "{orders:?}"
        );
    }
}

#[test]
fn workers_attack_when_no_gold_is_left_anywhere_and_nobody_else_is_there() {
    for (gold, expected) in [(9000, false), (0, true)] {
        let mut camp = camp("bot:5,style=boom");
        let workers = camp.add(6, "thrall", Occupation::Idle);
        camp.mine(Cell::new(3, 14), gold);
        camp.stock.wood = 5000;
        camp.now = 40_000;
        let orders = orders(&mut camp);
        let attackers = goes_to(&orders, Cell::new(80, 80));
        assert_eq!(attackers.len(), if expected { workers.len() } else { 0 }, "{orders:?}");
    }
}

#[test]
fn who_storms_a_wall_alone_far_from_home_is_called_back_and_who_wins_a_fight_there_is_not() {
    let is_called = |kind: &str, fighters: usize| {
        let mut camp = camp("bot:5,style=turtle");
        building(&mut camp, "warlodge", Cell::new(16, 12));
        camp.stock = Price { gold: 200, wood: 100 };
        workers(&mut camp, 8);
        camp.add(4, "raider", Occupation::Idle);
        let far = camp.add(fighters, "raider", Occupation::Fights);
        let enemy = foe(&mut camp, kind, Cell::new(60, 30), 100);
        for unit in camp.units.iter_mut().filter(|unit| far.contains(&unit.id)) {
            (unit.at, unit.target) = (Cell::new(58, 30), Some(enemy));
        }
        let orders = (0..4).flat_map(|_| camp.think()).collect::<Vec<_>>();
        orders.iter().any(|order| matches!(order, BotOrder::Walk(units, _) if units.contains(&far[0])))
    };
    assert!(is_called("house", 3), "nobody storms a house alone");
    assert!(is_called("knight", 1), "one does not fight a knight");
    assert!(!is_called("footman", 4), "four who have met one fight");
}

#[test]
fn soldiers_do_not_wait_beside_what_the_enemy_has_built() {
    let waits_at = |house: Option<Cell>| {
        let mut camp = camp("bot:5,style=turtle");
        building(&mut camp, "warlodge", Cell::new(16, 12));
        camp.stock = Price { gold: 200, wood: 100 };
        workers(&mut camp, 8);
        camp.add(4, "raider", Occupation::Idle);
        house.map(|at| foe(&mut camp, "house", at, 100));
        let orders = (0..4).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let mut places = orders.iter().filter_map(|order| match order {
            BotOrder::Rally(_, at) => Some(*at),
            _ => None,
        });
        places.next_back()
    };
    let usual = waits_at(None).expect("soldiers gather somewhere");
    let house = Cell::new(usual.x + 7, usual.y + 7);
    let other = waits_at(Some(house)).expect("soldiers gather somewhere");
    assert!(other.chebyshev(house) > usual.chebyshev(house), "{other} for {usual} with a house at {house}");
}

#[test]
fn when_what_it_went_for_has_fallen_the_army_goes_on_though_half_of_it_cannot_come_up() {
    for has_fallen in [false, true] {
        let mut camp = camp("bot:5,style=boom");
        camp.now = 12_000;
        let target = Cell::new(80, 80);
        foe(&mut camp, "hut", target, 100);
        let army = camp.add(40, "raider", Occupation::Idle);
        let orders = orders(&mut camp);
        assert!(goes_to(&orders, target).len() > 30, "it sets out: {orders:?}");
        // One half stays behind and would come, the other is there.
        for (number, unit) in camp.units.iter_mut().enumerate() {
            if number < army.len() / 2 + 1 {
                unit.goal = Some(target);
                unit.does = Occupation::Walks;
            } else {
                unit.at = Cell::new(70 + number as i16 % 8, 70 + number as i16 / 8);
            }
        }
        if has_fallen {
            camp.foes.clear();
        }
        // It knows of it after a moment.
        (0..2).for_each(|_| drop(camp.think()));
        let orders = (0..3).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let is_led = orders.iter().any(|order| matches!(order, BotOrder::Assault(..)));
        assert_eq!(
            is_led, !has_fallen,
            "those who are there wait for the others, or look for what is left: {orders:?}"
        );
    }
}
