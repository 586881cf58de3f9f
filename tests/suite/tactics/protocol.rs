//! Questions and answers of outside bots.

use super::positions::{ALL, random_position};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::protocol::{MAX_LINES, answer, parse_answer, parse_question, question};
use gridmarch::games::tactics::rules::{Mode, Rules};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_position_read_from_its_question_is_the_same(
        numbers in prop::collection::vec(any::<u8>(), 36), mode in 0..4_usize, choices in prop::collection::vec(any::<u8>(), 5),
    ) {
        let mut position = random_position(&numbers, Rules::of(Mode::ALL[mode]), &ALL);
        for choice in choices {
            let mut actions = Vec::new();
            position.actions(&mut actions);
            if let Some(action) = actions.get(usize::from(choice) % actions.len().max(1)) {
                position.make(*action);
            }
        }
        prop_assume!(position.end().is_none());
        let text = question(&position);
        prop_assert!(text.lines().count() <= MAX_LINES);
        let read = parse_question(&text).expect("its own question");
        prop_assert_eq!(question(&read), text);
        let actions = |position: &Position| {
            let mut actions = Vec::new();
            position.actions(&mut actions);
            actions.sort();
            actions
        };
        prop_assert_eq!(actions(&read), actions(&position));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "(tactics 1\n)?([a-z]{2,5}( [A-Za-z0-9.#=-]{1,4}){0,11}\n){0,8}(go\n)?") {
        let _ = parse_question(&text);
    }
}

#[test]
fn wrong_questions_are_told_with_their_line() {
    let told = |text: &str| parse_question(text).err().map(|problem| problem.to_string());
    assert_eq!(told("hello\n"), Some("line 1: \"hello\" is not in the protocol".into()));
    assert_eq!(told("tactics 1\nturn x\n"), Some("line 2: \"turn x\" is not in the protocol".into()));
    assert_eq!(told("tactics 1\n"), Some("line 1: expected `go` at the end".into()));
    assert_eq!(told("tactics 1\nsize 9 9\ngo\n"), Some("line 3: there are too few rows".into()));
}

#[test]
fn answers_are_lines_of_actions() {
    let turn = parse_answer("b4-b5  c1xd1\n").expect("two actions");
    assert_eq!(answer(&turn), "b4-b5 c1xd1");
    assert_eq!((parse_answer(""), parse_answer("b4-b5 hello")), (None, None));
}
