//! What a click of the person at the board of Tactics means.

use gridmarch::games::tactics::Square;
use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::client::input::{Aim, Intent};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::{Mode, Rules};
use gridmarch::games::tactics::setup::Setup;

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
fn a_charge_comes_from_the_side_of_the_mouse_and_aims_leave_things_out() {
    let mut setup = Setup::soldiers(TacticsLevel::built_in(), Rules::of(Mode::Classic), [1, 1]);
    setup.squads[0][0] = Classes::built_in().by_name("rider").expect("a class").clone();
    setup.level.starts = [vec![at("c3")], vec![at("d4")]];
    let position = setup.begin().expect("a battle");
    let mut intent = Intent { selected: Some(at("c3")), cursor: Some(at("d4")), ..Intent::default() };
    let mut meant = |beside: &str, aim| {
        (intent.beside, intent.aim) = (Some(at(beside)), aim);
        let options = intent.options(&position);
        intent.on_cursor(&options).map(|action| action.to_string())
    };
    assert_eq!(meant("d3", Aim::Any).as_deref(), Some("c3-d3xd4"));
    assert_eq!(meant("c4", Aim::Attack).as_deref(), Some("c3-c4xd4"));
    assert!(meant("e4", Aim::Any).is_some_and(|action| action.ends_with("xd4")), "it cannot get there");
    assert_eq!(meant("c4", Aim::Move), None);
}
