//! Shells: what they break, whom they hit.

use super::drawn::{Played, cells, setup, stage, trimmed};
use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::field::half;
use gridmarch::games::tanks::setup::{FriendlyFire, Mode};
use gridmarch::games::tanks::stage::{Group, Kind, Wave};
use gridmarch::games::tanks::world::{Event, Met};

const WALLS: &str = "
    A......#....
    .......#....
    .......##...
    .......#....
    ............
    ............
    ............
    ............
    ............
    ............
    ..........B.
    ............";

fn armed(stars: u8) -> Played {
    let mut setup = setup(Mode::FreeForAll, 2);
    setup.seats[0].kept.stars = stars;
    let mut played = Played::settled_with(WALLS, setup);
    played.drive(0, Dir::East, 1);
    played
}

#[test]
fn a_shell_takes_the_near_half_over_the_width_of_its_tank() {
    let mut played = armed(0);
    played.shoot_and_wait(0);
    let field = played.world.field();
    for y in 0..2 {
        assert_eq!(field.bricks(Cell::new(7, y)), half(Dir::East), "row {y}");
    }
    assert_eq!(field.bricks(Cell::new(7, 2)), 15, "beside it nothing breaks");
    played.shoot_and_wait(0);
    assert!(!played.world.field().stops_tanks(Cell::new(7, 0)) && !played.world.field().stops_tanks(Cell::new(7, 1)));
    played.shoot_and_wait(0);
    let edge = |event: &Event| matches!(event, Event::Ended { met: Met::Edge, .. });
    assert!(played.happened(edge), "the third flies through");
}

#[test]
fn half_a_wall_beside_the_line_of_fire_is_enough_to_stop_a_shell() {
    let mut played = armed(0);
    // Off by a cell: the shell flies between rows 1 and 2, whose bricks both break.
    played.drive(0, Dir::South, 16);
    played.drive(0, Dir::East, 1);
    assert_eq!(played.at(0).1, 384);
    played.drive(0, Dir::North, 5);
    played.drive(0, Dir::East, 1);
    assert_eq!(played.at(0).1, cells(1));
    played.shoot_and_wait(0);
    let field = played.world.field();
    assert_eq!((0..4).map(|y| field.bricks(Cell::new(7, y))).collect::<Vec<_>>(), [15, 10, 10, 15]);
}

#[test]
fn shells_break_brick_from_all_four_sides() {
    let mut played = Played::settled(
        "
        ............
        ............
        ............
        ....####....
        ....####....
        A...####..A.
        ....####....
        ............
        ............
        ............
        .....A......
        ............",
        3,
    );
    played.drive(0, Dir::East, 1);
    played.drive(1, Dir::West, 1);
    for slot in 0..3 {
        played.shoot_and_wait(slot);
    }
    let field = played.world.field();
    assert_eq!(field.bricks(Cell::new(4, 5)), half(Dir::East));
    assert_eq!(field.bricks(Cell::new(7, 6)), half(Dir::West));
    assert_eq!(field.bricks(Cell::new(5, 6)), half(Dir::North));
    assert_eq!(field.bricks(Cell::new(4, 6)), half(Dir::East), "the corner was hit from the side only");
}

#[test]
fn three_stars_take_whole_cells_and_steel() {
    let mut strong = armed(3);
    strong.shoot_and_wait(0);
    assert!(!strong.world.field().stops_tanks(Cell::new(7, 0)) && !strong.world.field().stops_tanks(Cell::new(7, 1)));
    for (stars, met) in [(2, Met::Steel), (3, Met::BrokenSteel)] {
        let mut setup = setup(Mode::FreeForAll, 2);
        setup.seats[0].kept.stars = stars;
        let mut played = Played::settled_with(&WALLS.replace('#', "@"), setup);
        played.drive(0, Dir::East, 1);
        played.shoot_and_wait(0);
        assert!(played.happened(|event| matches!(event, Event::Ended { met: found, .. } if *found == met)), "{stars}");
        assert_eq!(played.world.field().stops_tanks(Cell::new(7, 0)), stars < 3);
    }
}

#[test]
fn stars_make_shells_faster_and_give_a_second_one() {
    for (stars, speed, shells) in [(0, 64, 1), (1, 128, 1), (2, 128, 2), (3, 128, 2)] {
        let mut setup = setup(Mode::FreeForAll, 2);
        setup.seats[0].kept.stars = stars;
        let mut played = Played::settled_with(&WALLS.replace('#', "."), setup);
        played.drive(0, Dir::East, 1);
        played.shoot(0);
        assert_eq!(played.world.shells()[0].speed, speed);
        played.held[0].fire = true;
        played.wait(11);
        assert_eq!(played.world.shells().len(), shells, "{stars} stars");
        assert_eq!(usize::from(played.tank(0).shots), shells);
        played.held[0].fire = false;
        played.wait(100);
        assert_eq!(played.tank(0).shots, 0, "ended shells are given back");
    }
}

#[test]
fn shells_fly_over_water_and_forest() {
    let mut played = Played::settled(&WALLS.replace("#", "~").replacen("....~", "...%~", 1), 2);
    played.drive(0, Dir::East, 1);
    played.shoot_and_wait(0);
    assert!(played.happened(|event| matches!(event, Event::Ended { met: Met::Edge, .. })));
}

#[test]
fn shells_of_two_sides_meet() {
    let mut played = Played::settled(
        "
        A.........B.
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............",
        2,
    );
    played.drive(0, Dir::East, 1);
    played.drive(1, Dir::West, 1);
    played.held[1].fire = true;
    played.shoot(0);
    played.held[1].fire = false;
    played.wait(120);
    assert_eq!(played.events.iter().filter(|event| matches!(event, Event::Ended { met: Met::Shell, .. })).count(), 2);
    assert!(played.world.in_slot(0).is_some() && played.world.in_slot(1).is_some());
}

#[test]
fn a_hit_destroys_and_counts_and_the_seat_comes_back() {
    let mut played = Played::settled(
        "
        A.........B.
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............",
        2,
    );
    let before = played.tank(1).id;
    played.drive(0, Dir::East, 1);
    played.shoot_and_wait(0);
    assert!(played.world.tank(before).is_none() && played.world.in_slot(1).is_none());
    let score = played.world.seats()[0].score;
    assert_eq!((score.points, score.hits[0], score.shots, played.world.seats()[1].score.lost), (500, 1, 1, 1));
    played.wait(90);
    assert!(!played.tank(1).is_here() && played.tank(1).id != before, "the next one arrives");
    played.wait(60);
    assert!(played.tank(1).shield > 0);
    // The shield keeps the next shell away.
    let row = played.at(1).1;
    assert_eq!(row, 0);
    played.shoot_and_wait(0);
    assert!(played.happened(|event| matches!(event, Event::Shielded(_))) && played.world.in_slot(1).is_some());
}

#[test]
fn friends_are_passed_held_or_harmed() {
    for fire in [FriendlyFire::Passes, FriendlyFire::Holds, FriendlyFire::Harms] {
        let mut setup = setup(Mode::LastTank, 3);
        (setup.seats[1].side, setup.seats[2].side, setup.friendly_fire) = (0, 1, fire);
        let mut played = Played::settled_with(
            "
            A.....A.....
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ..........B.",
            setup,
        );
        played.drive(0, Dir::East, 1);
        played.held[1].steer = Some(Dir::West);
        played.shoot(0);
        played.wait(30);
        let held = played.world.in_slot(1).map(|tank| tank.held);
        match fire {
            FriendlyFire::Passes => assert_eq!(held, Some(0)),
            FriendlyFire::Holds => assert!(held.is_some_and(|held| held > 0), "{held:?}"),
            FriendlyFire::Harms => assert_eq!(held, None),
        }
        if fire == FriendlyFire::Holds {
            let at = played.at(1);
            played.wait(20);
            assert_eq!(played.at(1), at);
            played.wait(40);
            assert_eq!(played.tank(1).held, 0);
        }
        assert_eq!(played.world.seats()[0].score.points, 0, "there is nothing to win by it");
    }
}

#[test]
fn a_base_falls_to_any_hit_the_own_one_too() {
    for slot in [0, 1] {
        let mut setup = setup(Mode::TwoBases, 2);
        setup.seed = 7;
        let mut played = Played::settled_with(
            "
            ............
            ............
            ............
            ............
            A....EE...B.
            .....EE.....
            ............
            ............
            ............
            ............
            EE..........
            EE..........",
            setup,
        );
        played.drive(0, Dir::East, 1);
        played.drive(1, Dir::West, 1);
        played.shoot_and_wait(slot);
        assert!(played.happened(|event| *event == Event::BaseFell { base: 0, by: slot as u8 }));
        assert!(!played.world.field().bases()[0].stands && !played.world.field().stops_tanks(Cell::new(5, 4)));
        assert_eq!(played.world.outcome(), Some(gridmarch::games::tanks::world::Outcome::Won(1)));
    }
}

#[test]
fn the_strong_enemies_take_four_hits_and_every_fourth_carries_a_bonus() {
    let mut stage = stage(
        "
        ............
        ............
        ............
        ............
        A.........X.
        ............
        ............
        ............
        ............
        ............
        ............
        ............",
    );
    stage.waves = vec![Wave { groups: vec![Group::of(Kind::Rover, 3), Group::of(Kind::Bastion, 1)] }];
    let mut setup = setup(Mode::Campaign, 1);
    setup.at_a_time = Some(1);
    let mut played = Played::on(&stage, setup);
    played.wait(200);
    played.drive(0, Dir::East, 1);
    let mut hits = 0;
    while played.world.outcome().is_none() {
        let before = played.events.len();
        played.shoot_and_wait(0);
        let is_hit = |event: &Event| matches!(event, Event::Harmed { .. } | Event::Destroyed { .. });
        hits += played.events[before..].iter().filter(|event| is_hit(event)).count();
        played.wait(20);
        assert!(played.world.tick() < 20_000, "{}", played.picture());
    }
    assert_eq!(hits, 3 + 4);
    assert_eq!(played.events.iter().filter(|event| matches!(event, Event::BonusLies { .. })).count(), 1);
    let score = played.world.seats()[0].score;
    assert_eq!((score.points, score.hits), (3 * 100 + 400, [0, 3, 0, 0, 1]));
    assert!(trimmed(&played.picture()).len() == 12 * 13);
}

#[test]
fn a_large_tank_digs_what_is_before_its_corner() {
    let mut setup = setup(Mode::FreeForAll, 2);
    setup.seats[0].size = 3;
    let mut played = Played::settled_with(
        "
        A...........
        ............
        ............
        ...##.......
        ..####......
        ............
        ............
        ............
        ............
        ..........B.
        ............
        ............",
        setup,
    );
    played.drive(0, Dir::East, 14);
    played.drive(0, Dir::South, 60);
    assert_eq!(played.tank(0).anchor(), Cell::new(1, 0), "it stands before a brick, which is beside its line of fire");
    played.shoot_and_wait(0);
    assert_eq!(played.world.field().bricks(Cell::new(3, 3)), half(Dir::South));
    played.shoot_and_wait(0);
    assert_eq!(played.world.field().bricks(Cell::new(3, 3)), 0);
    assert_eq!(played.world.field().bricks(Cell::new(4, 3)), 15, "beside it nothing breaks");
    assert_eq!(played.world.field().bricks(Cell::new(3, 4)), 15, "behind it neither");
}
