//! The source's evaluations and searches, by hand and against each other.

use super::position::{after, board};
use gridmarch::base::Budget;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::source::{Searcher, Thinker, Wish};
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;

fn values(moves: &str) -> [i32; 3] {
    let position = after(board(12), moves);
    Wish::ALL.map(|wish| wish.value(&position, 0))
}

#[test]
fn evaluations_are_as_added_up_by_hand() {
    // A peg in the middle reaches no border; f3 of the first reaches e1 and g1: 5.
    assert_eq!(values("f6"), [0, 0, 0]);
    assert_eq!(values("f3"), [0, 5, 5]);
    // From f4 over d3 and h3, two rows below the border, and over e2 and g2, one below it.
    assert_eq!(values("f4"), [0, 12, 12]);
    // f6 and g8 are linked, 10, and have no neighbour in common; g8 reaches the border over f10 and h10, 6; k11 reaches l9.
    assert_eq!(values("f6 k11 g8"), [-5, 16, 11]);
    // f6 and f8 have two neighbours in common, which makes 1.
    assert_eq!(values("f6 k11 f8"), [-5, 7, 2]);
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    for moves in ["", "c3 d4", "c3 b2 d5 e4"] {
        let position = after(board(6), moves);
        for wish in Wish::ALL {
            let think = |searcher| Thinker { searcher, wish, depth: 2 }.think(&position, &Budget::unlimited());
            let (slow, quick) = (think(Searcher::Minimax), think(Searcher::AlphaBeta));
            assert_eq!((slow.best, slow.score), (quick.best, quick.score), "{moves} {wish:?}");
            assert!(quick.nodes <= slow.nodes);
            assert!(think(Searcher::Heuristic).nodes < slow.nodes, "it follows only the best");
        }
    }
}

#[test]
fn every_search_takes_a_win_at_once_even_if_its_time_is_up() {
    let position = after(board(6), "c1 a3 d3 b5 c5 e2");
    for searcher in Searcher::ALL {
        for depth in 1..=3 {
            let thought = Thinker { searcher, wish: Wish::Mixed, depth }.think(&position, &Budget::nodes(200_000));
            let mut won: Position = position.clone();
            won.make(thought.best.expect("a move"));
            assert_eq!(won.end().map(|end| end.outcome), Some(Outcome::Win(0)), "{searcher:?} {depth}");
        }
        let hurried = Thinker { searcher, wish: Wish::Mixed, depth: 4 }.think(&position, &Budget::nodes(10));
        assert!(matches!(hurried.best, Some(Step::Peg(_))), "{searcher:?}");
    }
}
