//! What bonuses do.

use super::drawn::{Played, setup};
use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::field::Ground;
use gridmarch::games::tanks::rules::Bonus;
use gridmarch::games::tanks::setup::Mode;
use gridmarch::games::tanks::world::Event;

const BOARD: &str = "
    A.........B.
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ..#.........
    .####...####
    .#EE#...#EE#
    .#EE#...#EE#";

fn fetched(bonus: Bonus) -> Played {
    let mut played = Played::settled_with(BOARD, setup(Mode::TwoBases, 2));
    played.world.lay(bonus, Cell::new(1, 1));
    played.wait(1);
    assert!(played.happened(|event| matches!(event, Event::BonusTaken { .. })) && played.world.bonuses().is_empty());
    assert_eq!((played.world.seats()[0].score.bonuses, played.world.seats()[0].score.points), (1, 500));
    played
}

#[test]
fn a_shield_keeps_harm_away() {
    let mut played = fetched(Bonus::Shield);
    assert_eq!(played.tank(0).shield, 600);
    played.drive(1, Dir::West, 1);
    played.shoot_and_wait(1);
    assert!(played.world.in_slot(0).is_some());
}

#[test]
fn a_stop_holds_the_others() {
    let mut played = fetched(Bonus::Stop);
    let before = played.at(1);
    played.held[1].fire = true;
    played.drive(1, Dir::West, 300);
    assert_eq!((played.at(1), played.world.shells().len()), (before, 0));
    played.drive(0, Dir::South, 10);
    assert_eq!(played.at(0).1, 240, "who fetched it drives");
    played.wait(300);
    played.drive(1, Dir::West, 5);
    assert_ne!(played.at(1), before);
    assert!(played.happened(|event| *event == Event::Released));
}

#[test]
fn a_wall_is_of_steel_and_then_of_brick() {
    let mut played = fetched(Bonus::Wall);
    let ring = [(1, 9), (2, 9), (3, 9), (4, 9), (1, 10), (4, 10), (1, 11), (4, 11)].map(|(x, y)| Cell::new(x, y));
    for cell in ring {
        assert_eq!(played.world.field().ground(cell), Ground::Steel, "{cell}");
    }
    assert_eq!(played.world.field().ground(Cell::new(8, 9)), Ground::Brick, "that of the others stays");
    assert_eq!(played.world.field().ground(Cell::new(2, 8)), Ground::Brick);
    played.wait(1200);
    for cell in ring {
        assert_eq!(played.world.field().bricks(cell), 15, "{cell}");
    }
}

#[test]
fn a_star_a_life_and_a_bomb() {
    assert_eq!(fetched(Bonus::Star).tank(0).stars, 1);
    assert_eq!(fetched(Bonus::Life).tank(0).health, 2, "where lives are not counted, the tank takes one hit more");
    let played = fetched(Bonus::Bomb);
    assert!(played.world.in_slot(1).is_none() && played.world.seats()[0].score.hits == [0; 5]);
    let mut setup = setup(Mode::LastTank, 2);
    setup.lives = 2;
    let mut played = Played::settled_with(BOARD, setup);
    played.world.lay(Bonus::Life, Cell::new(0, 0));
    played.wait(1);
    assert_eq!(played.world.seats()[0].lives, 3);
}

#[test]
fn bonuses_come_by_themselves_where_there_are_no_waves_and_go_again() {
    let mut played = Played::new(BOARD, setup(Mode::TwoBases, 2));
    played.wait(901);
    assert_eq!(played.world.bonuses().len(), 1);
    let at = played.world.bonuses()[0].at;
    assert!(played.world.field().fits(at, 2));
    played.wait(6000);
    assert!(played.happened(|event| matches!(event, Event::BonusGone { .. })));
    assert!(played.world.bonuses().len() <= 3);
}
