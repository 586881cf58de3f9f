//! The window of Links: holes under the mouse, moves in words, colours of moves.

use bevy::prelude::*;
use gridmarch::games::links::client::stage::{hole_at, middle};
use gridmarch::games::links::client::ui::words::{Move, last_move, moves};
use gridmarch::games::links::client::view::analysis::heat;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::step::Step;

#[test]
fn a_point_on_a_hole_is_that_hole_and_corners_have_none() {
    let rules = Rules { size: 12, ..Rules::default() };
    for hole in [Hole::new(1, 0), Hole::new(0, 10), Hole::new(5, 7), Hole::new(11, 1)] {
        assert_eq!(hole_at(middle(hole), rules), Some(hole));
        assert_eq!(hole_at(middle(hole) + Vec2::new(12.0, -12.0), rules), Some(hole));
    }
    for hole in [Hole::new(0, 0), Hole::new(11, 11), Hole::new(12, 3)] {
        assert_eq!(hole_at(middle(hole), rules), None);
    }
    assert_eq!(hole_at(Vec2::new(-3.0, -40.0), rules), None);
}

#[test]
fn moves_are_listed_by_side_with_offers_beside_their_pegs() {
    let mut position = Position::new(Rules { size: 12, ..Rules::default() });
    assert_eq!(last_move(&position), None);
    for word in ["f6", "swap", "offer", "c3", "d5"] {
        position.make(word.parse().expect("a step"));
    }
    let listed = [(0, "f6", 1), (1, "swap", 2), (0, "c3  draw?", 4), (1, "d5", 5)].map(|(side, text, steps)| Move {
        side,
        text: text.to_string(),
        steps,
    });
    assert_eq!(moves(0, position.steps()), listed);
    assert_eq!(last_move(&position).as_deref(), Some("4. d5"));
    position.make(Step::Resign);
    assert_eq!(last_move(&position).as_deref(), Some("Blue resigns"));
}

#[test]
fn better_moves_are_brighter() {
    let all = [0.0, 0.05, 0.1, 0.2, 0.5].map(|loss| heat(loss).0.to_linear().luminance());
    assert!(all.is_sorted_by(|one, next| one >= next) && all[0] > all[4] * 4.0, "{all:?}");
}
