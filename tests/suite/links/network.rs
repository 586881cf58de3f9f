//! The network, what it learns from and how.

use gridmarch::games::links::network::{INPUTS, Network, inputs};
use gridmarch::games::links::position::Position;
use gridmarch::games::links::routes::Look;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::step::Step;
use gridmarch::games::links::training::lesson::{self, Lesson};
use gridmarch::games::links::training::{surprise, train};

#[test]
fn the_shipped_network_is_read_and_written_as_it_is() {
    let text = std::fs::read_to_string("assets/links/network.ron").expect("it is shipped");
    let network = Network::from_text(&text).expect("it is a network");
    assert_eq!(network, *Network::shipped());
    assert_eq!(Network::from_text(&network.text()), Ok(network));
}

#[test]
fn a_broken_network_is_refused_with_its_place() {
    let text = Network::shipped().text();
    let problem = Network::from_text(&text.replacen("bias", "bais", 1)).expect_err("there is no such field");
    assert!(problem.contains("bais"), "{problem}");
    let first = text.find("        [").expect("a row");
    let end = first + text[first..].find('\n').expect("its end") + 1;
    let problem = Network::from_text(&(text[..first].to_string() + &text[end..])).expect_err("a row is missing");
    assert!(problem.starts_with("`sums`"), "{problem}");
}

/// The inputs are those of the side to move, then those of the other: a board that is turned over, with the other side to
/// move, looks the same.
#[test]
fn the_inputs_do_not_depend_on_which_side_it_is() {
    let played = |moves: &str| {
        let mut position = Position::new(Rules { size: 12, ..Rules::default() });
        moves.split(' ').for_each(|word| position.make(word.parse::<Step>().expect("a step")));
        position
    };
    // The second is the first, mirrored on the diagonal.
    let (one, other) = (played("d5 g7 f6 i8"), played("g7 e4 h9 f6"));
    let (one, other) = (Look::at(&one), Look::at(&other));
    assert_eq!(inputs(&one, 0), inputs(&other, 1));
    assert_eq!(inputs(&one, 1), inputs(&other, 0));
}

#[test]
fn matches_to_learn_from_repeat_and_teach_both_ends() {
    let lessons: Vec<Lesson> = (0..12).flat_map(|number| lesson::play(Network::shipped(), number, 3, 20)).collect();
    let again: Vec<Lesson> = (0..12).flat_map(|number| lesson::play(Network::shipped(), number, 3, 20)).collect();
    assert_eq!(lessons, again);
    assert!(lessons.iter().any(|lesson| lesson.won) && lessons.iter().any(|lesson| !lesson.won));
}

/// Lessons of which the first input alone decides are learned nearly to certainty, in whole numbers, too.
#[test]
fn what_can_be_learned_is_learned() {
    let lessons: Vec<Lesson> = (0..2_000)
        .map(|number| {
            let mut inputs = [0; INPUTS];
            inputs[0] = number % 13;
            inputs[INPUTS - 1] = 1;
            Lesson { inputs, won: inputs[0] < 6 }
        })
        .collect();
    let mut told = Vec::new();
    let network = train(&lessons, &lessons, 150, 1, &mut |_, own, _| told.push(own));
    assert_eq!(told.len(), 150);
    assert!(told[149] < told[0], "{told:?}");
    let left = surprise(&lessons, |lesson| network.odds(&lesson.inputs));
    assert!(left < 0.1, "{left}: knowing nothing is 0.693");
}
