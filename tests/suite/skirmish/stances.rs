//! Who fights when, and how far it goes for that, as small pictures.

use super::arena::Arena;
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::skirmish::{Command, Fighting, Stance, Task, Tasks};
use gridmarch::games::rts::sim::units::{Doing, Waypoints};

fn at(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

#[test]
fn who_defends_its_place_meets_an_enemy_and_goes_back_afterwards() {
    let mut arena = Arena::on(
        "
        ...........
        .s...P.....
        ...........
    ",
    );
    let (soldier, enemy) = (arena.one('s'), arena.one('P'));
    arena.behave(0, soldier, Stance::Defensive);
    arena.walk(1, enemy, at(4, 1));
    assert!(arena.until(100, |arena| !arena.is_alive(enemy)));
    assert_ne!(arena.at(soldier), at(1, 1), "it went to meet it");
    assert!(arena.until(100, |arena| arena.at(soldier) == at(1, 1)));
}

#[test]
fn who_defends_its_place_does_not_follow_far_and_who_is_aggressive_does() {
    for (stance, follows) in [(Stance::Defensive, false), (Stance::Aggressive, true)] {
        let mut arena = Arena::on(
            "
            ..........................
            .s..D.....................
            ..........................
        ",
        );
        let (soldier, enemy) = (arena.one('s'), arena.one('D'));
        arena.behave(0, soldier, stance);
        arena.run(4);
        arena.walk(1, enemy, at(25, 1));
        let mut farthest = 0;
        for _ in 0..240 {
            arena.run(1);
            farthest = farthest.max(arena.at(soldier).x);
        }
        assert_eq!(farthest > 14, follows, "{stance:?} came to column {farthest}");
        if !follows {
            assert_eq!(arena.at(soldier), at(1, 1), "and is back");
        }
    }
}

#[test]
fn who_defends_its_place_helps_a_friend_nearby_but_not_one_far_away() {
    for (picture, helps) in [
        (
            "
            ............................
            .s.......d..S...............
            ............................
        ",
            true,
        ),
        (
            "
            ............................
            .s.....................d..S.
            ............................
        ",
            false,
        ),
    ] {
        let mut arena = Arena::on(picture);
        let (soldier, friend, enemy) = (arena.one('s'), arena.one('d'), arena.one('S'));
        arena.behave(0, soldier, Stance::Defensive);
        arena.behave(1, enemy, Stance::Passive);
        arena.run(20);
        assert_eq!(arena.at(soldier), at(1, 1), "the enemy itself is too far off");
        arena.command(1, &[enemy], Command::Attack(friend), false);
        assert_eq!(arena.until(300, |arena| arena.of::<Fighting>(soldier).target() == Some(enemy)), helps);
        if helps {
            assert!(arena.until(600, |arena| !arena.is_alive(enemy) || !arena.is_alive(soldier)));
        } else {
            assert_eq!(arena.at(soldier), at(1, 1));
        }
    }
}

#[test]
fn who_stands_its_ground_or_holds_takes_no_step_and_strikes_who_comes() {
    for holds in [false, true] {
        let mut arena = Arena::on(
            "
            .........
            .s...D...
            .........
        ",
        );
        let (soldier, enemy) = (arena.one('s'), arena.one('D'));
        if holds {
            arena.command(0, &[soldier], Command::Hold, false);
        } else {
            arena.behave(0, soldier, Stance::StandGround);
        }
        arena.run(60);
        assert_eq!((arena.at(soldier), arena.health(enemy)), (at(1, 1), 100));
        arena.walk(1, enemy, at(2, 2));
        assert!(arena.until(100, |arena| arena.health(enemy) < 100));
        assert_eq!(arena.at(soldier), at(1, 1));
        assert_eq!(arena.of::<Doing>(soldier) == Doing::Holding, holds, "it still holds");
    }
}

#[test]
fn the_passive_do_not_fight_unless_they_are_told_to() {
    let mut arena = Arena::on(
        "
        ......
        .sD...
        ......
    ",
    );
    let (soldier, enemy) = (arena.one('s'), arena.one('D'));
    arena.behave(0, soldier, Stance::Passive);
    arena.run(60);
    assert_eq!(arena.health(enemy), 100);
    arena.command(0, &[soldier], Command::Attack(enemy), false);
    arena.run(5);
    assert!(arena.health(enemy) < 100);
}

#[test]
fn on_a_plain_walk_nobody_fights() {
    let mut arena = Arena::on(
        "
        ..........
        s...D.....
        ..........
    ",
    );
    let (soldier, enemy) = (arena.one('s'), arena.one('D'));
    arena.walk(0, soldier, at(9, 1));
    assert!(arena.until(100, |arena| arena.at(soldier) == at(9, 1)));
    assert_eq!(arena.health(enemy), 100);
}

#[test]
fn a_walk_in_the_middle_of_a_fight_is_obeyed() {
    let mut arena = Arena::on(
        "
        ..............
        ....sD........
        ..............
    ",
    );
    let soldier = arena.one('s');
    arena.run(5);
    assert!(arena.of::<Fighting>(soldier).target().is_some());
    arena.walk(0, soldier, at(0, 1));
    assert!(arena.until(60, |arena| arena.at(soldier) == at(0, 1)));
}

#[test]
fn an_attack_move_fights_on_the_way_and_goes_on() {
    let mut arena = Arena::on(
        "
        ...............
        s.....P........
        ...............
    ",
    );
    let (soldier, enemy) = (arena.one('s'), arena.one('P'));
    arena.command(0, &[soldier], Command::AttackMove { to: at(14, 1), formation: false }, false);
    assert!(arena.until(120, |arena| !arena.is_alive(enemy)));
    assert!(arena.at(soldier).x < 10, "it stood to fight");
    assert!(arena.until(120, |arena| arena.at(soldier) == at(14, 1)));
    arena.run(3);
    assert!(arena.of::<Tasks>(soldier).is_empty(), "and is done");
}

#[test]
fn a_patrol_fights_whom_it_meets_and_patrols_on() {
    let mut arena = Arena::on(
        "
        ............
        s....P......
        ............
    ",
    );
    let (soldier, enemy) = (arena.one('s'), arena.one('P'));
    arena.command(0, &[soldier], Command::Patrol { to: at(11, 1) }, false);
    assert!(arena.until(200, |arena| !arena.is_alive(enemy)));
    assert!(arena.until(200, |arena| arena.at(soldier) == at(11, 1)));
    assert!(arena.until(200, |arena| arena.at(soldier) == at(0, 1)));
    assert!(matches!(arena.of::<Tasks>(soldier).current(), Some(Task::Patrol { .. })));
}

#[test]
fn an_attack_is_carried_out_to_the_end_whoever_else_is_near_and_then_comes_the_next_task() {
    let mut arena = Arena::on(
        "
        ..........
        .sD...P...
        ..........
    ",
    );
    let (soldier, near, named) = (arena.one('s'), arena.one('D'), arena.one('P'));
    arena.command(0, &[soldier], Command::Attack(named), false);
    arena.command(0, &[soldier], Command::AttackMove { to: at(9, 1), formation: false }, true);
    assert!(arena.until(200, |arena| !arena.is_alive(named)));
    assert_eq!(arena.health(near), 100);
    assert!(arena.until(800, |arena| arena.at(soldier) == at(9, 1)));
}

#[test]
fn a_guard_keeps_near_its_friend_and_fights_who_comes() {
    let mut arena = Arena::on(
        "
        ..................
        s.w...............
        ..................
        ..................
        .............S....
    ",
    );
    let (guard, friend, enemy) = (arena.one('s'), arena.one('w'), arena.one('S'));
    arena.behave(1, enemy, Stance::Passive);
    arena.command(0, &[guard], Command::Guard(friend), false);
    arena.walk(0, friend, at(9, 1));
    arena.run(80);
    assert!(arena.at(guard).chebyshev(arena.at(friend)) <= 4, "it follows");
    arena.walk(1, enemy, at(10, 2));
    assert!(arena.until(120, |arena| arena.health(enemy) < 40));
    assert!(matches!(arena.of::<Tasks>(guard).current(), Some(Task::Guard(_))));
}

#[test]
fn a_worker_that_is_hurt_at_its_work_runs_home_and_goes_back_to_work() {
    let forest = gridmarch::nav::terrain::Terrain::Forest.symbol();
    let mut arena = Arena::on(&format!(
        "...................
        .2.................
        ...................
        ..............w{forest}..A
        ..................."
    ));
    let (worker, archer) = (arena.one('w'), arena.one('A'));
    arena.command(0, &[worker], Command::Gather(at(15, 3)), false);
    assert!(arena.until(40, |arena| arena.health(worker) < 30));
    assert!(arena.until(120, |arena| arena.at(worker).x < 8), "it runs");
    assert!(arena.is_alive(worker));
    assert!(matches!(arena.of::<Tasks>(worker).current(), Some(Task::Gather { .. })));
    arena.walk(1, archer, at(18, 0));
    arena.behave(1, archer, Stance::Passive);
    assert!(arena.until(400, |arena| arena.at(worker).x > 12), "it goes back to its tree");
}

#[test]
fn several_fight_one_from_cells_of_their_own() {
    let mut arena = Arena::on(
        "
        s....
        s....
        s..D.
        s....
        s....
    ",
    );
    let (soldiers, enemy) = (arena.all('s'), arena.one('D'));
    arena.command(0, &soldiers, Command::Attack(enemy), false);
    let all_strike = |arena: &mut Arena| {
        soldiers.iter().all(|soldier| {
            let fighting = arena.of::<Fighting>(*soldier);
            fighting.struck_at() > 0 && arena.of::<Waypoints>(*soldier).current().is_none()
        })
    };
    // Ten blows kill it; all five are there before.
    assert!(arena.until(80, |arena| arena.is_alive(enemy) && all_strike(arena)));
}

#[test]
fn a_ram_goes_for_the_walls() {
    let mut arena = Arena::on(
        "
        ..........
        ..........
        .r....1...
        ...D......
        ..........
    ",
    );
    let (ram, tower, near) = (arena.one('r'), arena.house(1), arena.one('D'));
    arena.command(0, &[ram], Command::AttackMove { to: at(8, 3), formation: false }, false);
    assert!(arena.until(300, |arena| arena.health(tower) < 200));
    assert_eq!(arena.health(near), 100);
}

#[test]
fn an_enemy_out_of_sight_is_given_up_after_a_while() {
    let wall = gridmarch::nav::terrain::Terrain::Rock.symbol().to_string();
    let picture = format!(
        "..............................
        .sD...........................
        ..............................
        {}..
        ..............................",
        wall.repeat(28)
    );
    let mut arena = Arena::with(&picture, super::arena::rules(), true);
    let (soldier, enemy) = (arena.one('s'), arena.one('D'));
    arena.behave(0, soldier, Stance::Passive);
    arena.walk(1, enemy, at(29, 1));
    arena.run(100);
    assert!(arena.at(enemy).x > 20, "far away");
    arena.command(0, &[soldier], Command::Attack(enemy), false);
    arena.run(150);
    assert!(arena.of::<Tasks>(soldier).is_empty(), "{:?}", arena.of::<Tasks>(soldier));
    assert!(arena.of::<Fighting>(soldier).target().is_none());
}

#[test]
fn nobody_fights_what_its_side_does_not_see() {
    let rock = gridmarch::nav::terrain::Terrain::Rock.symbol();
    for (fog, is_hurt) in [(false, true), (true, false)] {
        let picture = format!(
            "......
            .a{rock}D..
            ..{rock}..."
        );
        let mut arena = Arena::with(&picture, super::arena::rules(), fog);
        let (archer, enemy) = (arena.one('a'), arena.one('D'));
        arena.behave(0, archer, Stance::StandGround);
        arena.run(40);
        assert_eq!(arena.health(enemy) < 100, is_hurt, "fog: {fog}");
    }
}
