//! Actions as text.

use gridmarch::games::tactics::action::Action;

#[test]
fn actions_are_read_and_written_back() {
    for text in ["b4-b5", "b4xc4", "b4-b5xc5", "b4+b5", "b4="] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_string()));
    }
    for wrong in ["", "b4", "b4-", "b4-b4", "b4xb4", "b4-b5x", "x", "b4-b5-b6", "b4+", "z9-a1", "b4-b5xb5"] {
        assert!(wrong.parse::<Action>().is_err(), "{wrong}");
    }
}
