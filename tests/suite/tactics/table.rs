//! What a match of Tactics starts from.

use gridmarch::games::tactics::evaluation::Style;
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::plugin::{SeatKind, TacticsSetup};

#[test]
fn seats_are_found_again_by_their_names() {
    let bold = PlayerKind::Engine { level: 4, style: Style::Bold, weights: None };
    for kind in [SeatKind::Human, SeatKind::Computer(bold), SeatKind::Computer(PlayerKind::engine(2))]
        .into_iter()
        .chain([SeatKind::Computer(PlayerKind::Random), SeatKind::Computer(PlayerKind::Source)])
    {
        assert_eq!(SeatKind::from_name(&kind.name()), Some(kind));
    }
    assert_eq!(SeatKind::from_name("engine:2,nodes=500"), Some(SeatKind::Computer(PlayerKind::engine(2))));
    assert_eq!(SeatKind::from_name("exec:./bot"), None);
}

#[test]
fn a_simulation_has_the_programs_of_the_seats_and_no_people() {
    let mut setup = TacticsSetup::default();
    assert!(setup.simulation().expect_err("a person").starts_with("Human: a simulation plays without people"));
    setup.seats[0] = SeatKind::Computer(PlayerKind::Engine { level: 2, style: Style::Wary, weights: None });
    let names = setup.simulation().expect("two programs").sides.map(|side| side.name);
    assert_eq!(names, ["engine:2,style=wary", "engine:3"]);
    setup.game.rules.head_start = 9;
    let told = setup.simulation().expect_err("too many points");
    assert!(told.starts_with("Head start: expected less than"), "{told}");
}

#[test]
fn a_set_up_that_cannot_be_played_is_told_in_a_sentence() {
    let mut setup = TacticsSetup::default();
    assert_eq!(setup.problem(), None);
    setup.game.squads[1].clear();
    assert_eq!(setup.problem().as_deref(), Some("Side B has 0 characters, expected 1 to 6."));
}
