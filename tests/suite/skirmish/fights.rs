//! Blows, missiles, wounds and deaths, as small pictures. Stances and orders are in [`super::stances`].

use super::arena::{Arena, rules};
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::Outcome;
use gridmarch::games::rts::sim::board::{Board, Occupied};
use gridmarch::games::rts::sim::skirmish::{Command, Fighting, Health, Missiles, Stance};

/// Ticks within which everybody has looked out once.
const LOOK_OUT: u32 = 4;

#[test]
fn two_equals_kill_each_other_at_the_same_tick() {
    let mut arena = Arena::on(
        "
        .......
        ..sS...
        .......
    ",
    );
    let (one, other) = (arena.one('s'), arena.one('S'));
    arena.command(0, &[one], Command::Attack(other), false);
    arena.command(1, &[other], Command::Attack(one), false);
    arena.run(1);
    assert_eq!((arena.health(one), arena.health(other)), (30, 30), "both have struck");
    assert!(arena.until(60, |arena| !arena.is_alive(one)));
    assert!(!arena.is_alive(other), "neither was first");
    let (ours, theirs) = (arena.score(0), arena.score(1));
    assert_eq!((ours.killed, ours.lost, ours.killed_worth, ours.lost_worth), (1, 1, 50, 50));
    assert_eq!((theirs.killed, theirs.lost), (1, 1));
    let told = arena.told();
    let count = |is: fn(&Outcome) -> bool| told.iter().filter(|outcome| is(outcome)).count();
    assert_eq!(count(|outcome| matches!(outcome, Outcome::Struck { .. })), 8);
    assert_eq!(count(|outcome| matches!(outcome, Outcome::Died { by: Some(_), .. })), 2);
}

#[test]
fn the_cells_of_the_dead_are_free() {
    let mut arena = Arena::on(
        "
        ....
        .sP.
        ....
    ",
    );
    let dead = arena.one('P');
    arena.until(20, |arena| !arena.is_alive(dead));
    let mut boards = arena.game.app.world_mut().query_filtered::<&Occupied, bevy::prelude::With<Board>>();
    let occupied = boards.single(arena.game.app.world()).expect("a board");
    assert!(occupied.table().is_free(Cell::new(2, 1)));
}

#[test]
fn swords_reach_the_neighbours_and_bows_as_far_as_their_range_says() {
    // The targets do not fight and nobody moves.
    for (picture, is_hit) in [
        ("s.... .D... .....", true),
        ("s.... ..... D....", false),
        ("a...D ..... .....", true),
        ("a....D ...... ......", false),
        ("a..... ...... ...D..", true),
        ("a..... ...... ......\n......\n....D.", false),
    ] {
        let mut arena = Arena::on(picture);
        let (shooter, target) = (if picture.contains('s') { 's' } else { 'a' }, arena.one('D'));
        let shooter = arena.one(shooter);
        arena.behave(0, shooter, Stance::StandGround);
        arena.run(30);
        assert_eq!(arena.health(target) < 100, is_hit, "{picture}");
    }
}

#[test]
fn workers_strike_for_less_far_from_the_halls_of_their_team() {
    for (picture, left) in [
        ("wD.... ..2... ......", 98),
        ("wD.......... ........2... ............", 99),
        ("sD.......... ........2... ............", 90),
    ] {
        let mut rules = rules();
        (rules.economy.abroad_cells, rules.economy.abroad_percent) = (4, 50);
        let mut arena = Arena::with(picture, rules, false);
        let (striker, target) = (arena.one(picture.chars().next().expect("a letter")), arena.one('D'));
        arena.command(0, &[striker], Command::Attack(target), false);
        arena.run(1);
        assert_eq!(arena.health(target), left, "{picture}");
    }
}

#[test]
fn hills_lengthen_the_reach_of_bows() {
    let hill = gridmarch::nav::terrain::Terrain::Hill.symbol();
    for (ground, is_hit) in [('.', false), (hill, true)] {
        let mut arena = Arena::on(&format!("a{ground}...D\n......\n{ground}....."));
        let (archer, target) = (arena.one('a'), arena.one('D'));
        // It goes up, and stands its ground there.
        arena.walk(0, archer, Cell::new(0, 2));
        arena.until(40, |arena| arena.at(archer) == Cell::new(0, 2));
        arena.behave(0, archer, Stance::StandGround);
        arena.walk(1, target, Cell::new(5, 2));
        arena.run(60);
        assert_eq!(arena.health(target) < 100, is_hit, "{ground:?}");
    }
}

#[test]
fn what_is_too_near_cannot_be_hit() {
    let mut arena = Arena::on(
        "
        .........
        c.D......
        .........
    ",
    );
    let (thrower, target) = (arena.one('c'), arena.one('D'));
    arena.behave(0, thrower, Stance::StandGround);
    arena.run(60);
    assert_eq!(arena.health(target), 100);
    arena.walk(1, target, Cell::new(5, 1));
    assert!(arena.until(80, |arena| arena.health(target) < 100));
}

#[test]
fn armour_takes_its_share_and_its_points_off() {
    // Blades do half on heavy armour, which takes two points more.
    let mut arena = Arena::on("sK");
    let (soldier, knight) = (arena.one('s'), arena.one('K'));
    arena.run(LOOK_OUT);
    assert_eq!((arena.health(soldier), arena.health(knight)), (30, 57));
}

#[test]
fn splash_hurts_those_around_by_half_and_spares_friends_only_if_the_weapon_does() {
    // A knight strikes at one of three and spares its own; a boulder spares nobody.
    let mut arena = Arena::on(
        "
        ......
        ..Dw..
        .kD...
        ..D...
    ",
    );
    let (targets, friend) = (arena.all('D'), arena.one('w'));
    arena.run(LOOK_OUT);
    let mut harm: Vec<u16> = targets.iter().map(|target| 100 - arena.health(*target)).collect();
    harm.sort_unstable();
    // The middle one is hit: it is the nearest.
    assert_eq!((harm, arena.health(friend)), (vec![5, 5, 10], 30));

    let mut arena = Arena::on(
        "
        ......
        c...Dd
        ......
    ",
    );
    let (target, friend) = (arena.one('D'), arena.one('d'));
    arena.run(30);
    assert_eq!((arena.health(target), arena.health(friend)), (80, 90));
}

#[test]
fn an_arrow_takes_its_time_and_finds_who_walks_on() {
    let mut arena = Arena::on(
        "
        .............
        a...D........
        .............
    ",
    );
    let target = arena.one('D');
    arena.run(LOOK_OUT);
    assert_eq!(arena.health(target), 100, "it flies");
    let mut boards = arena.game.app.world_mut().query::<&Missiles>();
    assert_eq!(boards.single(arena.game.app.world()).expect("a battle").iter().len(), 1);
    arena.walk(1, target, Cell::new(12, 1));
    arena.run(8);
    assert_eq!(arena.health(target), 94, "it has hit");
}

#[test]
fn a_boulder_misses_who_walks_on() {
    let picture = "
        ...............
        c.....D........
        ...............
    ";
    let mut arena = Arena::on(picture);
    let (thrower, target) = (arena.one('c'), arena.one('D'));
    arena.behave(0, thrower, Stance::StandGround);
    arena.run(LOOK_OUT);
    arena.walk(1, target, Cell::new(14, 1));
    arena.run(60);
    let missed = arena.told().iter().any(|outcome| matches!(outcome, Outcome::MissileHit { target: None, .. }));
    assert!(missed, "it came down");
    assert_eq!(arena.health(target), 100);
    let mut arena = Arena::on(picture);
    let target = arena.one('D');
    arena.run(40);
    assert_eq!(arena.health(target), 80, "who stands is hit");
}

#[test]
fn a_tower_shoots_at_who_comes_near_and_at_who_is_armed_first() {
    let mut arena = Arena::on(
        "
        ............
        0.......D...
        ............
    ",
    );
    let target = arena.one('D');
    arena.run(40);
    assert_eq!(arena.health(target), 100, "too far");
    arena.walk(1, target, Cell::new(5, 1));
    assert!(arena.until(60, |arena| arena.health(target) < 100));

    let mut arena = Arena::on(
        "
        ............
        0..D..S.....
        ............
    ",
    );
    let (soldier, tower) = (arena.one('S'), arena.house(0));
    arena.run(LOOK_OUT);
    assert_eq!(arena.of::<Fighting>(tower).target(), Some(soldier));
}

#[test]
fn buildings_are_razed_and_their_cells_come_back() {
    let mut arena = Arena::on(
        "
        ........
        ....0...
        ........
        R.......
        ........
    ",
    );
    let (tower, ram) = (arena.house(0), arena.one('R'));
    arena.command(1, &[ram], Command::Attack(tower), false);
    assert!(arena.until(1500, |arena| !arena.is_alive(tower)), "the ram has {}", arena.health(ram));
    assert_eq!((arena.score(1).razed, arena.score(0).fallen), (1, 1));
}

#[test]
fn a_healer_goes_to_the_wounded_and_gives_no_more_than_is_missing() {
    let mut arena = Arena::on(
        "
        ..............
        h......s..S...
        ..............
    ",
    );
    let (healer, wounded) = (arena.one('h'), arena.one('s'));
    // A duel with the winner hurt.
    arena.run(120);
    let enemy_gone = arena.all('S').iter().all(|enemy| !arena.is_alive(*enemy));
    if arena.is_alive(wounded) {
        assert!(enemy_gone);
        assert!(arena.until(200, |arena| arena.health(wounded) == 40));
        arena.run(60);
        assert_eq!(arena.health(wounded), 40);
    }
    assert!(arena.is_alive(healer));
    let healed = arena.told().iter().any(|outcome| matches!(outcome, Outcome::Healed { .. }));
    assert!(healed);
}

#[test]
fn who_kills_enough_rises_and_strikes_harder_and_lives_longer() {
    let mut arena = Arena::on(
        "
        ......
        .PPP..
        ..s...
        ......
    ",
    );
    let soldier = arena.one('s');
    assert!(arena.until(200, |arena| arena.of::<Fighting>(soldier).kills() == 2));
    let (rank, health) = (arena.of::<Fighting>(soldier).rank(), arena.of::<Health>(soldier));
    assert_eq!((rank, health.most(), health.now()), (1, 60, 60));
}

#[test]
fn who_lives_on_loot_is_paid_and_who_recovers_recovers_in_peace() {
    let mut arena = Arena::on(
        "
        .....
        .lS..
        .....
    ",
    );
    let (troll, soldier) = (arena.one('l'), arena.one('S'));
    assert!(arena.until(80, |arena| !arena.is_alive(soldier)));
    assert_eq!(arena.gold(0), 25, "half of fifty");
    let hurt = arena.health(troll);
    assert!(hurt < 50);
    arena.run(150);
    assert_eq!(arena.health(troll), hurt, "the fight is not long enough ago");
    arena.run(120);
    assert!(arena.health(troll) > hurt);
}

#[test]
fn without_a_skirmish_nobody_is_hurt() {
    let mut level = crate::common::level("ab\n..");
    level.units[1].side = 1;
    let mut game = gridmarch::games::rts::sim::headless::Match::new(level, rules(), 1);
    game.run(100);
    let mut all = game.app.world_mut().query::<(&Health, &Fighting)>();
    assert_eq!(all.iter(game.app.world()).count(), 2);
    for (health, fighting) in all.iter(game.app.world()) {
        assert!(health.is_whole() && fighting.target().is_none());
    }
}
