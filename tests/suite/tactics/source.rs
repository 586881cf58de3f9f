//! The source's opponent.

use super::positions::picture;
use gridmarch::games::tactics::joint::Joint;
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::games::tactics::source::{SourcePlayer, heuristic};

fn classic(text: &str) -> Position {
    picture(text, Rules::of(Mode::Classic))
}

fn value(text: &str) -> i32 {
    let position = classic(text);
    heuristic(&Joint::of(&position), Side::A, &position)
}

#[test]
fn its_values_are_those_worked_out_by_hand() {
    // One each, five apart, on 10 x 7. Health 0, no neighbours, four free directions (4), not central,
    // (6 - 5) * 6 = 6.
    let open = ". . . . . . . . . .\n";
    let row = ". s . . . . S . . .\n";
    let text = format!("{open}{row}{}", open.repeat(5));
    assert_eq!(value(&text), 10);
    // Beside each other: 4 * (10 - 1) - 5 + 4 + (6 - 1) * 6.
    let text = format!("{open}. s S . . . . . . .\n{}", open.repeat(5));
    assert_eq!(value(&text), 36 - 5 + 4 + 30);
    // Two against two, the second one's count includes the first one's neighbour.
    let text = format!("{open}. s S . . . . . . .\n{open}{open}. s S . . . . . . .\n{}", open.repeat(2));
    let attack = 4 * (10 - 1) + 4 * (10 - 2);
    assert_eq!(value(&text), attack - 10 + 8 + 2 * 4 + 30);
}

#[test]
fn it_wins_if_it_can_and_always_plays_something_legal() {
    let mut player = SourcePlayer::default();
    let position = classic(". s S1 .\n. . . .");
    assert_eq!(player.choose(&position).0.to_string(), "b1xc1");
    let mut position = classic("s s . . S\n. . # . S\ns . . S .");
    let mut players = [SourcePlayer::default(), SourcePlayer::default()];
    for _ in 0..60 {
        if position.end().is_some() {
            break;
        }
        let (action, _) = players[position.side().index()].choose(&position);
        assert!(position.is_legal(action), "{action}");
        position.make(action);
    }
    assert!(position.turns() > 5);
}
