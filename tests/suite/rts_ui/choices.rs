//! What is chosen for a skirmish.

use gridmarch::games::rts::client::ui::skirmish::choices::{SEATS, SeatChoice, SkirmishChoices, Sort, Who};
use gridmarch::games::rts::level::SIDES;

#[test]
fn every_colour_can_be_had_and_no_two_sides_have_the_same() {
    let mut choices = SkirmishChoices::default();
    let colours = |choices: &SkirmishChoices| [0, 1, 2].map(|seat| choices.colour_of(seat, 3));
    assert_eq!(colours(&choices), [Some(0), Some(1), Some(2)]);
    let mut had = vec![0];
    for _ in 0..5 {
        choices.next_colour(0, 3);
        assert_eq!(colours(&choices)[1..], [Some(1), Some(2)], "the others keep theirs");
        had.push(choices.seats[0].colour);
    }
    assert_eq!(had, [0, 3, 4, 5, 6, 7]);
    choices.sit(1, Sort::Closed);
    assert_eq!(colours(&choices), [Some(7), None, Some(2)]);
    choices.next_colour(1, 3);
    assert_eq!(choices.seats[1].colour, 1, "nobody sits there");
    choices.sit(1, Sort::Bot);
    let mut all: Vec<u8> = choices.seats.iter().map(|seat| seat.colour).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..SIDES));
}

#[test]
fn with_eight_sides_two_exchange_their_colours() {
    let mut choices = SkirmishChoices::default();
    choices.next_colour(7, SEATS);
    assert_eq!((choices.seats[7].colour, choices.seats[0].colour), (0, 7));
}

#[test]
fn there_is_one_person_at_most() {
    let mut choices = SkirmishChoices::default();
    choices.sit(3, Sort::Human);
    let people = |choices: &SkirmishChoices| {
        (0..SEATS).filter(|seat| choices.seats[*seat].sort == Sort::Human).collect::<Vec<_>>()
    };
    assert_eq!(people(&choices), [3]);
    assert!(choices.only_watches(2) && !choices.only_watches(4), "place 4 is not on a map for two");
    choices.watch();
    assert!(people(&choices).is_empty());
}

#[test]
fn choices_that_were_edited_by_hand_are_brought_within() {
    let mut choices = SkirmishChoices { players: 90, side: 9, speed: 77, ..SkirmishChoices::default() };
    choices.seats[2] = SeatChoice {
        sort: Sort::Human,
        faction: 200,
        team: 200,
        colour: 200,
        level: 200,
        who: Who::One(200),
        ..choices.seats[2]
    };
    let choices = choices.brought_within();
    assert_eq!((choices.players, choices.side, choices.speed), (8, 16, 5));
    assert_eq!((choices.seats[2].sort, choices.seats[2].team), (Sort::Bot, 0));
    assert_eq!((choices.seats[2].level, choices.seats[2].who), (5, Who::Nobody));
    assert!((0..SEATS).all(|seat| choices.colour_of(seat, SEATS) == Some(seat as u8)));
}
