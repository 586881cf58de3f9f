//! What a match of Tron starts from.

use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::plugin::{SeatKind, TronSetup};
use gridmarch::shell::keys::Keys;

#[test]
fn everybody_plays_from_every_start() {
    let mut setup = TronSetup::default();
    setup.seats[3] = SeatKind::Computer(PlayerKind::Random);
    assert_eq!(setup.seating(0), [0, 1, 3]);
    assert_eq!(setup.seating(1), [1, 3, 0]);
    assert_eq!(setup.seating(5), [3, 0, 1]);
}

#[test]
fn seats_are_found_again_by_their_names() {
    for kind in [SeatKind::Off, SeatKind::Human(Keys::Wasd), SeatKind::Computer(PlayerKind::Separator(4))] {
        assert_eq!(SeatKind::from_name(&kind.name(), Keys::Wasd), Some(kind));
    }
    assert_eq!(SeatKind::from_name("exec:./bot", Keys::Wasd), None);
}

#[test]
fn a_simulation_has_the_sides_of_the_seats_and_no_people() {
    let mut setup = TronSetup::default();
    assert!(setup.simulation().expect_err("a person").starts_with("human: a simulation plays without people"));
    setup.seats[0] = SeatKind::Off;
    assert_eq!(setup.simulation().expect_err("one side"), "At least two programs must take part.");
    setup.seats[3] = SeatKind::Computer(PlayerKind::RandomSource);
    let sides = setup.simulation().expect("two programs").sides;
    assert_eq!(sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["engine:5", "random-source"]);
}

#[test]
fn seatings_that_cannot_be_played_are_told() {
    let mut setup = TronSetup::default();
    assert_eq!(setup.problem(), None);
    setup.seats[1] = SeatKind::Human(Keys::Arrows);
    assert_eq!(setup.problem().as_deref(), Some("Two people cannot share the keys Arrows."));
    setup.seats[1] = SeatKind::Off;
    assert_eq!(setup.problem().as_deref(), Some("At least two seats must be taken."));
}
