//! What a person at the board is shown.

use super::positions::picture;
use gridmarch::games::tactics::action::Action;
use gridmarch::games::tactics::insight::{Hit, Options};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::games::tactics::square::{Square, Squares};

fn classic(text: &str) -> Position {
    picture(text, Rules::of(Mode::Classic))
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

fn names(squares: &Squares) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_click_means_a_move_an_attack_or_a_charge() {
    let position = classic("r . S\n. . .\n# . S");
    let options = position.options(at("a1"));
    assert_eq!((names(&options.moves), names(&options.attacks)), ("b1 a2 b2".into(), "c1".into()));
    assert_eq!(options.on(at("b2")).map(|action| action.to_string()), Some("a1-b2".into()));
    assert_eq!(options.on(at("c1")).map(|action| action.to_string()), Some("a1-b1xc1".into()));
    assert_eq!(options.on(at("c3")), None);
    assert_eq!(position.options(at("c1")), Options::default(), "not its turn");
    assert_eq!(names(&position.reachable(at("c1"))), "b1 c2");
}

#[test]
fn a_way_goes_around_what_stands_there() {
    let position = classic("r S .\n. . .\n. . .");
    let way = |from: &str, to: &str| {
        position.way(at(from), at(to)).iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(way("a1", "c1"), "a1 a2 b2 c2 c1");
    assert_eq!((way("a1", "b1"), way("a1", "a1")), ("a1 b1".into(), "a1".into()));
}

#[test]
fn threats_are_where_a_side_could_attack() {
    let position = classic(". . . S\n. . . .\n. A . .");
    assert_eq!(names(&classic("s . . .\n. S . .").threats(Side::B)), "b1 a2 c2");
    assert!(position.threats(Side::B).contains(at("a2")) && !position.threats(Side::B).contains(at("d1")));
}

#[test]
fn a_preview_tells_both_directions_and_the_danger_of_all() {
    let position = classic("s3 S1 .\nS . .");
    let kill = position.preview(Action::attack(at("a1"), at("b1"))).expect("legal");
    assert_eq!(kill.dealt, Some(Hit { damage: 1, left: 0 }));
    assert_eq!((kill.returned, kill.danger, kill.cost), (None, 1, 0));
    let hit = position.preview(Action::attack(at("a1"), at("a2"))).expect("legal");
    assert_eq!(hit.dealt, Some(Hit { damage: 1, left: 9 }));
    assert_eq!((hit.returned, hit.danger), (Some(Hit { damage: 1, left: 2 }), 2));
    assert_eq!(position.preview(Action::attack(at("b1"), at("a1"))), None);
    let zone = picture("s3 S .\n. . .", Rules { zone_of_control: true, ..Rules::of(Mode::Classic) });
    assert_eq!(zone.preview(Action::step(at("a1"), at("a2"))).map(|preview| preview.cost), Some(1));
}
